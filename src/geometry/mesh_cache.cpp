#include "geometry/mesh_cache.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "base/hash.h"
#include "geometry/bytes.h"

namespace hadal::geometry {
namespace {

constexpr std::string_view kMagic = "hadal cache 2";

uint64_t hash_of(std::span<const std::byte> bytes) {
  Hasher hasher;
  hasher.add_bytes(bytes.data(), bytes.size());
  return hasher.value();
}

// The size is asked of the open file: the name may get another file at any time.
std::vector<std::byte> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return {};
  std::vector<std::byte> bytes(static_cast<size_t>(std::max<std::streamoff>(0, file.tellg())));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file) return {};
  return bytes;
}

// Different for every process and every call.
std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  static std::atomic<uint64_t> count{0};
  return path.string() + "." + std::to_string(getpid()) + "." + std::to_string(count++) + ".tmp";
}

}  // namespace

std::optional<std::filesystem::path> cache_directory() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return std::filesystem::path(cache) / "hadal";
  const char* home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return std::filesystem::path(home) / ".cache" / "hadal";
  return std::nullopt;
}

std::optional<std::filesystem::path> cache_file(std::string_view key) {
  const auto directory = cache_directory();
  if (!directory) return std::nullopt;
  Hasher hasher;
  hasher.add_text(key);
  char name[32];
  std::snprintf(name, sizeof name, "%016llx.bin", static_cast<unsigned long long>(hasher.value()));
  return *directory / name;
}

std::optional<std::vector<std::byte>> cache_load(std::string_view key) {
  const auto path = cache_file(key);
  if (!path) return std::nullopt;
  const std::vector<std::byte> file = read_file(*path);
  ByteReader reader(file);
  if (reader.text() != kMagic || reader.text() != key) return std::nullopt;
  const auto hash = reader.number<uint64_t>();
  const std::span<const std::byte> content = reader.rest();
  if (!hash || *hash != hash_of(content)) return std::nullopt;
  return std::vector<std::byte>(content.begin(), content.end());
}

void cache_store(std::string_view key, std::span<const std::byte> bytes) {
  const auto path = cache_file(key);
  if (!path) return;
  std::error_code error;
  std::filesystem::create_directories(path->parent_path(), error);
  ByteWriter writer;
  writer.put(kMagic);
  writer.put(key);
  writer.put(hash_of(bytes));
  writer.put_raw(bytes.data(), bytes.size());
  const std::filesystem::path temporary = temporary_beside(*path);
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(writer.bytes.data()),
             static_cast<std::streamsize>(writer.bytes.size()));
  file.close();
  if (file) std::filesystem::rename(temporary, *path, error);
  if (!file || error) std::filesystem::remove(temporary, error);
}

std::optional<CachedMesh> cache_load_mesh(std::string_view key) {
  const auto bytes = cache_load(key);
  if (!bytes) return std::nullopt;
  ByteReader reader(*bytes);
  auto mesh = reader.mesh();
  const auto count = reader.number<uint64_t>();
  if (!mesh || !count || *count != reader.rest().size() / sizeof(double)) return std::nullopt;
  CachedMesh cached{std::move(*mesh), std::vector<double>(*count)};
  reader.take(cached.numbers.data(), *count * sizeof(double));
  return cached;
}

void cache_store_mesh(std::string_view key, const CachedMesh& cached) {
  ByteWriter writer;
  writer.put(cached.mesh);
  writer.put(static_cast<uint64_t>(cached.numbers.size()));
  writer.put_raw(cached.numbers.data(), cached.numbers.size() * sizeof(double));
  cache_store(key, writer.bytes);
}

}  // namespace hadal::geometry
