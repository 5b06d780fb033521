#include "simulation/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace hadal::simulation {
namespace {

namespace fs = std::filesystem;

constexpr char kLock[] = "run.lock";

Problems problem(const fs::path& path, const std::string& text) {
  Problems problems;
  problems.add({path.string(), 0, 0}, "", text);
  return problems;
}

std::string system_message(int number) {
  return std::generic_category().message(number);
}

bool is_run_file(const std::string& name) {
  if (name == "log.mcap" || name == "scenario.yaml" || name == "summary.json" ||
      name == "report.html")
    return true;
  if (!name.starts_with("log_") || !name.ends_with(".mcap") || name.size() < 10) return false;
  return std::all_of(name.begin() + 4, name.end() - 5, [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string> run_files(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (is_run_file(entry.path().filename().string()))
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

// By its header: magic, header record, profile "ros2", library "hadal".
bool is_log_of_ours(const fs::path& path) {
  std::string head(64, '\0');
  std::ifstream(path, std::ios::binary)
      .read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.starts_with("\x89MCAP") && head.find("hadal") != std::string::npos;
}

// A locked file descriptor, or -1 with the problem. Where the file system has no locks it goes on
// without.
int lock_folder(const fs::path& folder, Problems& problems) {
  const int file = open((folder / kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0) {
    problems = problem(folder, "cannot write here: " + system_message(errno));
    return -1;
  }
  if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    problems = problem(folder, "another run is writing here; give another folder (--out)");
    close(file);
    return -1;
  }
  return file;
}

// The id in a locked file.
std::string read_id(int lock) {
  char text[16];
  const ssize_t size = pread(lock, text, sizeof text, 0);
  return size > 0 ? std::string(text, static_cast<size_t>(size)) : "";
}

bool write_id(int lock, const std::string& id) {
  const std::string line = id + "\n";
  return ftruncate(lock, 0) == 0 &&
         pwrite(lock, line.data(), line.size(), 0) == static_cast<ssize_t>(line.size());
}

// FOLDER.previous beside the folder, whatever it is called ('.', 'out/').
fs::path previous_of(const fs::path& folder) {
  std::error_code error;
  fs::path path = fs::canonical(folder, error);
  path += ".previous";
  return path;
}

Problems move_aside(const fs::path& folder, const std::vector<std::string>& names,
                    const std::string& id) {
  const fs::path previous = previous_of(folder);
  std::error_code error;
  const bool ours = fs::exists(previous / kLock, error);
  if (!ours && fs::exists(previous, error) && !fs::is_empty(previous, error))
    return problem(previous, "is in the way of what an earlier run left in " + folder.string() +
                                 "; move it, or give another folder (--out)");
  fs::create_directories(previous, error);
  Problems problems;
  const int lock = lock_folder(previous, problems);
  if (lock < 0) return problems;
  for (const std::string& name : run_files(previous)) fs::remove(previous / name, error);
  for (const std::string& name : names) {
    fs::rename(folder / name, previous / name, error);
    if (!error) continue;
    problems = problem(folder, "cannot move " + name + " of an earlier run to " +
                                   previous.string() + ": " + error.message());
    break;
  }
  write_id(lock, id);
  close(lock);
  return problems;
}

}  // namespace

Result<std::unique_ptr<RunFolder>> RunFolder::open(const std::string& folder,
                                                     std::string run_id) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return problem(folder, "cannot write here: " + error.message());
  const bool had_lock = fs::exists(fs::path(folder) / kLock, error);
  Problems problems;
  const int lock = lock_folder(folder, problems);
  if (lock < 0) return problems;
  std::unique_ptr<RunFolder> out(new RunFolder(folder, lock, std::move(run_id)));
  const std::vector<std::string> names = run_files(folder);
  if (!names.empty() && !had_lock && !is_log_of_ours(fs::path(folder) / "log.mcap")) {
    fs::remove(fs::path(folder) / kLock, error);
    return problem(folder, "holds a " + names[0] +
                               " that no run wrote; move it, or give another folder (--out)");
  }
  if (!names.empty()) problems = move_aside(folder, names, read_id(lock));
  if (!problems.empty()) return problems;
  if (!write_id(lock, out->run_id_))
    return problem(folder, "cannot write here: " + system_message(errno));
  return out;
}

RunFolder::~RunFolder() {
  close(lock_);
}

std::string RunFolder::log_path(int number) const {
  return folder_ + "/log" + (number == 1 ? "" : "_" + std::to_string(number)) + ".mcap";
}

Problems RunFolder::write_scenario(const std::string& yaml) const {
  return write("scenario.yaml", "# run " + run_id_ + "\n" + yaml);
}

Problems RunFolder::write_summary(const std::string& json) const {
  return write("summary.json", json);
}

Problems RunFolder::write(const char* name, const std::string& text) const {
  const std::string path = folder_ + "/" + name;
  errno = 0;
  std::ofstream stream(path, std::ios::binary);
  stream << text;
  stream.close();
  if (stream) return {};
  return problem(path, "cannot write here" + (errno ? ": " + system_message(errno) : ""));
}

}  // namespace hadal::simulation
