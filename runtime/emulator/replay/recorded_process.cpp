// Reads the whole file into memory, so that nothing that happens to it later matters.
#include "replay/recorded_process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "system/own_arguments.hpp"

namespace verbatim::emulator {
namespace {

std::vector<std::byte> contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error(path + " cannot be read");
  std::vector<std::byte> bytes(static_cast<std::size_t>(file.tellg()));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file) throw std::runtime_error(path + " cannot be read");
  return bytes;
}

std::string words_of(std::string_view arguments) {
  std::string text(arguments);
  while (text.ends_with('\0')) text.pop_back();
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

/// Lists the processes, for a message.
std::string list_of(const std::vector<recording::record>& processes) {
  std::string text;
  for (const auto& one : processes) {
    const auto body = one.as<recording::process_body>();
    fmt::format_to(std::back_inserter(text), "{}{} ({})", text.empty() ? "" : ", ", one.process,
                   body ? words_of(body->arguments) : "?");
  }
  return text;
}

}  // namespace

recorded_process::recorded_process(const std::string& path, std::uint32_t wanted)
    : file_(contents_of(path)) {
  recording::reader from(file_);
  std::vector<recording::record> all;
  while (const auto one = from.next()) all.push_back(*one);
  problem_ = from.problem();
  if (all.empty())
    throw std::runtime_error(path + ": " + (problem_.empty() ? "it has no record" : problem_));
  choose(all, wanted);
}

void recorded_process::choose(const std::vector<recording::record>& all, std::uint32_t wanted) {
  const std::string own = own_arguments();
  std::vector<recording::record> processes;
  std::vector<recording::record> fitting;
  for (const auto& one : all) {
    const auto body = one.as<recording::process_body>();
    if (!body) continue;
    processes.push_back(one);
    if (wanted != 0 ? one.process == wanted : body->arguments == own) fitting.push_back(one);
  }
  if (fitting.empty()) {
    throw std::runtime_error(
        fmt::format("it has no process {}, but {}: {}",
                    wanted != 0 ? std::to_string(wanted) : "with the command line " + words_of(own),
                    list_of(processes),
                    wanted != 0 ? "choose another" : "--replay-process chooses one by its number"));
  }
  if (fitting.size() > 1) {
    throw std::runtime_error(
        fmt::format("several of its processes fit: {}; --replay-process chooses one by its number",
                    list_of(fitting)));
  }
  const auto& chosen = fitting.front();
  process_ = *chosen.as<recording::process_body>();
  number_ = chosen.process;
  begin_ = chosen.time;
  for (const auto& one : all) {
    if (one.process != number_ || one.at <= chosen.at) continue;
    // Another program in the same process, after exec.
    if (one.kind == recording::record_kind::process) break;
    records_.push_back(one);
  }
}

}  // namespace verbatim::emulator
