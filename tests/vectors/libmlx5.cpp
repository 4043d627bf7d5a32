// Posts vectors by libmlx5, on the emulated device without its engine: compares its bytes, or fills them in.
//
//   vectors_libmlx5 FILE...           compares the vectors whose source is libmlx5
//   vectors_libmlx5 --fill            copies lines, and those that libmlx5 can post with its bytes
//
// A port of Ethernet or of InfiniBand carries some of the transports; the others are copied, or left out.
#include <array>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "json.h"
#include "libmlx5_poster.hpp"

namespace verbatim::test {
namespace {

std::string hex(const bytes& wqe) {
  std::string text;
  for (const auto byte : wqe) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

/// The vectors of a table, or of the standard input; each transport has one queue.
class judge {
 public:
  /// Reads a line. Returns the bytes that libmlx5 writes for it, or nothing if it is not for
  /// libmlx5, or for a port of the other kind.
  std::optional<std::string> posted(const std::string& line) {
    text_ = line;
    const auto* vector = json_read(text_.data(), values_.data(), values_.size());
    if (vector == nullptr) throw std::runtime_error("no line of JSON: " + line);
    vector_ = vector;
    if (std::string_view(json_get(vector, "source", json_string)->string).substr(0, 7) != "libmlx5")
      return {};
    const std::string transport = json_get(vector, "transport", json_string)->string;
    const bool ethernet = transport.ends_with("_roce") || transport == "raw_packet";
    if (ethernet != ethernet_) return {};
    auto& queue = queues_[transport];
    if (!queue) queue = std::make_unique<poster>(transport);
    return hex(queue->posted(calls(vector)));
  }
  std::string expected() const { return json_get(vector_, "bytes", json_string)->string; }

 private:
  static bool has_ethernet() {
    const plain_context context;
    ibv_port_attr port{};
    ibv_query_port(context.get(), 1, &port);
    return port.link_layer == IBV_LINK_LAYER_ETHERNET;
  }

  bool ethernet_ = has_ethernet();
  std::map<std::string, std::unique_ptr<poster>> queues_;
  std::string text_;
  std::array<json, 2000> values_;
  const json* vector_ = nullptr;
};

int compare(std::span<char*> files) {
  judge libmlx5;
  unsigned compared = 0, wrong = 0;
  for (const char* name : files) {
    std::ifstream file(name);
    std::string line;
    for (unsigned number = 1; std::getline(file, line); ++number) {
      const auto written = libmlx5.posted(line);
      if (!written) continue;
      ++compared;
      if (*written == libmlx5.expected()) continue;
      ++wrong;
      std::cerr << name << ':' << number << ": libmlx5 writes " << *written << '\n';
    }
  }
  std::cout << compared << " vectors posted by libmlx5, " << wrong << " of them differ\n";
  return wrong != 0 || compared == 0;
}

int fill() {
  judge libmlx5;
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto written = libmlx5.posted(line);
    const auto rest = line.substr(0, line.rfind("\"bytes\""));
    std::cout << (written ? rest + "\"bytes\":\"" + *written + "\"}" : line) << '\n';
  }
  return 0;
}

}  // namespace
}  // namespace verbatim::test

int main(int count, char** words) {
  using namespace verbatim::test;
  const std::span arguments(words, static_cast<std::size_t>(count));
  if (count == 2 && std::string_view(words[1]) == "--fill") return fill();
  return compare(arguments.subspan(1));
}
