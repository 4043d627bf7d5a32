// Builds vectors with our builders: compares their bytes, or fills them in.
//
//   vectors_cxx FILE...     compares; exit status 1 and a line for each vector that differs
//   vectors_cxx --fill      copies lines from the standard input, and adds bytes to those without
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <span>
#include <string>
#include <string_view>

#include "flat_slot.hpp"
#include "input.hpp"
#include "json.h"

// The chains of every vector, which a script writes.
#include "cxx_chains.hpp"

namespace verbatim::test {
namespace {

constexpr std::size_t most_bytes = 1024;
constexpr std::size_t most_values = 2000;

/// The byte that old WQEs have left everywhere: one that is not written shows.
constexpr int old_byte = 0xa5;

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const auto byte : bytes) {
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) >> 4];
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

class vector_line {
 public:
  explicit vector_line(const std::string& line) : line_(line), text_(line) {
    vector_ = json_read(text_.data(), values_.data(), values_.size());
  }

  bool is_json() const { return vector_ != nullptr; }
  std::string expected() const { return json_get(vector_, "bytes", json_string)->string; }

  /// Returns the bytes in hex, or nothing and sets `error`.
  std::string built(std::string& error) {
    std::array<std::byte, most_bytes> bytes;
    std::memset(bytes.data(), old_byte, bytes.size());
    if (json_find(vector_, "wqe") != nullptr) {
      const input from(vector_);
      const auto* transport = json_get(vector_, "transport", json_string)->string;
      const auto made = build(transport, flat_slot(bytes.data(), from.queue_values()), from);
      error = made.error;
      return hex(std::span(bytes).first(made.bytes));
    }
    const auto size = write_layout(layout(), input::fields(vector_), bytes.data());
    if (size == 0) error = "there is no such layout";
    return hex(std::span(bytes).first(size));
  }

  /// Compares the fields of a segment, a CQE or a doorbell with what our parser reads.
  bool parses() const {
    std::array<unsigned char, most_bytes> bytes;
    json_bytes(json_get(vector_, "bytes", json_string), bytes.data(), bytes.size());
    return reads(layout(), input::fields(vector_),
                 reinterpret_cast<const std::byte*>(bytes.data()));
  }
  bool is_wqe() const { return json_find(vector_, "wqe") != nullptr; }
  bool is_cqe() const { return json_find(vector_, "cqe") != nullptr; }

  /// Returns the line with these bytes in place of none.
  std::string filled(const std::string& bytes) const {
    return line_.substr(0, line_.rfind("\"bytes\"")) + "\"bytes\":\"" + bytes + "\"}";
  }

 private:
  const char* layout() const {
    for (const char* kind : {"segment", "cqe", "doorbell"}) {
      if (const auto* name = json_find(vector_, kind)) return name->string;
    }
    return "";
  }

  std::string line_, text_;
  std::array<json, most_values> values_;
  const json* vector_;
};

/// Returns why the vector is not reproduced, or nothing.
std::string wrong_with(vector_line& vector) {
  if (!vector.is_json()) return "it is no line of JSON, or has too many values";
  if (!vector.is_wqe() && !vector.parses()) return "its fields are read otherwise";
  if (vector.is_cqe()) return "";  // only devices write CQEs, and they use bits that have no name
  std::string error;
  const auto built = vector.built(error);
  if (!error.empty()) return error;
  return built == vector.expected() ? "" : "the builders of C++ write " + built;
}

int compare(std::span<char*> files) {
  unsigned compared = 0, wrong = 0;
  for (const char* name : files) {
    std::ifstream file(name);
    std::string line;
    for (unsigned number = 1; std::getline(file, line); ++number, ++compared) {
      vector_line vector(line);
      const auto why = wrong_with(vector);
      if (why.empty()) continue;
      std::cerr << name << ':' << number << ": " << why << '\n';
      ++wrong;
    }
  }
  std::cout << compared << " vectors, " << wrong << " of them differ\n";
  return wrong != 0 || compared == 0;
}

int fill() {
  std::string line;
  while (std::getline(std::cin, line)) {
    vector_line vector(line);
    if (vector.is_json() && !vector.expected().empty()) {
      std::cout << line << '\n';
      continue;
    }
    std::string error = vector.is_json() ? "" : "no line of JSON";
    const auto bytes = error.empty() ? vector.built(error) : "";
    if (!error.empty()) {
      std::cerr << error << ": " << line << '\n';
      return 1;
    }
    std::cout << vector.filled(bytes) << '\n';
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
