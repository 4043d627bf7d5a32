// Structures as text, such as `max_cqe=4194303 max_qp_wr=32768`.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::verbs {

/// A builder of such text, one `name=value` at a time.
class fields {
 public:
  fields& add(std::string_view name, std::string_view value) {
    if (!text_.empty()) text_ += ' ';
    text_.append(name).append("=").append(value);
    return *this;
  }
  fields& add(std::string_view name, std::uint64_t value) { return add(name, number(value, 10)); }
  fields& add(std::string_view name, std::uint32_t value) {
    return add(name, std::uint64_t{value});
  }
  fields& add(std::string_view name, bool value) {
    return add(name, std::string_view(value ? "yes" : "no"));
  }
  fields& add_hex(std::string_view name, std::uint64_t value) {
    return add(name, "0x" + number(value, 16));
  }

  const std::string& text() const noexcept { return text_; }

 private:
  static std::string number(std::uint64_t value, int base) {
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, base).ptr;
    return {digits.data(), end};
  }

  std::string text_;
};

}  // namespace verbatim::verbs
