// Reads a recording up to its first process.
#include "launcher/recorded_options.hpp"

#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include "recording/bodies.hpp"
#include "recording/reader.hpp"

namespace verbatim::emulator {
namespace {

/// The first process record is at the beginning, behind at most a few records of others.
constexpr std::size_t most_read = 16 << 20;

/// Returns the beginning of the file; nothing if it cannot be read.
std::optional<std::vector<std::byte>> beginning_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::vector<std::byte> bytes(most_read);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

}  // namespace

std::string why_no_recording(const std::string& path) {
  const auto bytes = beginning_of(path);
  if (!bytes) return path + " cannot be read";
  recording::reader from(*bytes);
  while (const auto one = from.next()) {
    if (one->as<recording::process_body>()) return {};
  }
  return path + ": " + (from.problem().empty() ? "it has no process" : from.problem());
}

std::map<std::string, std::string> recorded_options(const std::string& path) {
  std::map<std::string, std::string> result;
  const auto bytes = beginning_of(path);
  if (!bytes) return result;
  recording::reader from(*bytes);
  while (const auto one = from.next()) {
    const auto process = one->as<recording::process_body>();
    if (!process) continue;
    for (const auto& option : process->options) {
      result.emplace(option.variable, option.value);
    }
    break;
  }
  return result;
}

}  // namespace verbatim::emulator
