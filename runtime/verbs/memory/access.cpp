// Access rights to memory regions and queue pairs.
#include "verbatim/verbs/memory/access.hpp"

#include <array>
#include <charconv>
#include <string_view>

namespace verbatim {

std::string to_string(access access) {
  struct flag {
    verbatim::access value;
    std::string_view name;
  };
  constexpr std::array<flag, 7> flags{{{access::local_write, "local_write"},
                                       {access::remote_write, "remote_write"},
                                       {access::remote_read, "remote_read"},
                                       {access::remote_atomic, "remote_atomic"},
                                       {access::mw_bind, "mw_bind"},
                                       {access::on_demand, "on_demand"},
                                       {access::relaxed_ordering, "relaxed_ordering"}}};
  if (access == access::none) return "none";
  std::string text;
  const auto add = [&](std::string_view name) {
    text.append(text.empty() ? "" : " | ").append(name);
  };
  auto rest = static_cast<std::uint32_t>(access);
  for (const auto& [value, name] : flags) {
    if (!allows(access, value)) continue;
    add(name);
    rest &= ~static_cast<std::uint32_t>(value);
  }
  std::array<char, 10> digits{'0', 'x'};
  const auto end = std::to_chars(digits.data() + 2, digits.data() + digits.size(), rest, 16).ptr;
  if (rest != 0) add({digits.data(), static_cast<std::size_t>(end - digits.data())});
  return text;
}

}  // namespace verbatim
