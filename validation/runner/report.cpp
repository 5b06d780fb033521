#include "runner/report.h"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

namespace hadal::validation {
namespace {

std::string number(double value) {
  std::ostringstream text;
  text << std::setprecision(3) << value;
  return text.str();
}

const char* verdict(const Check& check) {
  return check.passed() ? "pass" : "FAIL";
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += (out.empty() ? "" : "; ") + line;
  return out;
}

void print_totals(const std::vector<CaseReport>& reports, std::ostream& out) {
  size_t passed = 0, failed = 0, not_run = 0, bad = 0, checks = 0;
  for (const CaseReport& report : reports) {
    checks += report.checks.size();
    if (!report.problems.empty())
      ++bad;
    else if (!report.ran)
      ++not_run;
    else
      ++(report.passed() ? passed : failed);
  }
  out << passed << " passed, " << failed << " failed, " << not_run << " not run, " << bad
      << " unreadable (" << checks << " checks)\n";
}

void print_table(const std::vector<CaseReport>& reports, std::ostream& out) {
  size_t name = 4, what = 5;
  for (const CaseReport& report : reports) {
    name = std::max(name, report.name.size());
    for (const Check& check : report.checks) what = std::max(what, check.name.size());
  }
  const auto line = [&](const std::string& a, const std::string& b, const std::string& c,
                        const std::string& d, const std::string& e) {
    out << std::left << std::setw(static_cast<int>(name)) << a << "  "
        << std::setw(static_cast<int>(what)) << b << "  " << std::right << std::setw(10) << c
        << "  " << std::setw(10) << d << "  " << e << "\n";
  };
  line("case", "check", "error", "tolerance", "verdict");
  for (const CaseReport& report : reports) {
    for (const Check& check : report.checks)
      line(report.name, check.name, number(check.error), number(check.tolerance), verdict(check));
    if (!report.ran) line(report.name, "-", "-", "-", "not run: " + joined(report.notes));
    for (const std::string& problem : report.problems)
      line(report.name, "-", "-", "-", "BAD INPUT: " + problem);
  }
  print_totals(reports, out);
}

void print_markdown(const std::vector<CaseReport>& reports, std::ostream& out) {
  out << "| case | check | error | tolerance | verdict |\n|---|---|---|---|---|\n";
  for (const CaseReport& report : reports) {
    for (const Check& check : report.checks)
      out << "| " << report.name << " | " << check.name << " | " << number(check.error) << " | "
          << number(check.tolerance) << " | " << verdict(check) << " |\n";
    if (!report.ran)
      out << "| " << report.name << " | | | | not run: " << joined(report.notes) << " |\n";
    for (const std::string& problem : report.problems)
      out << "| " << report.name << " | | | | bad input: " << problem << " |\n";
  }
}

void print_json(const std::vector<CaseReport>& reports, std::ostream& out) {
  nlohmann::json list = nlohmann::json::array();
  for (const CaseReport& report : reports) {
    nlohmann::json item{
        {"case", report.name}, {"ran", report.ran}, {"passed", report.ran && report.passed()}};
    item["checks"] = nlohmann::json::array();
    for (const Check& check : report.checks)
      item["checks"].push_back({{"name", check.name},
                                {"error", check.error},
                                {"tolerance", check.tolerance},
                                {"passed", check.passed()}});
    item["notes"] = report.notes;
    item["problems"] = report.problems;
    list.push_back(std::move(item));
  }
  out << list.dump(2) << "\n";
}

}  // namespace

void CaseReport::check(std::string what, double error, double tolerance) {
  checks.push_back({std::move(what), error, tolerance});
}

bool CaseReport::passed() const {
  return problems.empty() && std::all_of(checks.begin(), checks.end(),
                                         [](const Check& check) { return check.passed(); });
}

void print(const std::vector<CaseReport>& reports, ValidateFormat format, std::ostream& out) {
  switch (format) {
    case ValidateFormat::kTable:
      return print_table(reports, out);
    case ValidateFormat::kMarkdown:
      return print_markdown(reports, out);
    case ValidateFormat::kJson:
      return print_json(reports, out);
  }
}

}  // namespace hadal::validation
