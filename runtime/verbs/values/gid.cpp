// GIDs, the GID tables of ports, and the choice of an entry.
#include "verbatim/verbs/values/gid.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "verbatim/generated/headers/link_local.hpp"
#include "verbatim/generated/headers/multicast_address.hpp"
#include "verbatim/verbs/values/gid_forms.hpp"

namespace verbatim {

bool gid::is_ipv4() const noexcept {
  using headers::mapped_ipv4;
  const auto form = detail::form_of<mapped_ipv4>(bytes);
  return !form.is_set(mapped_ipv4::prefix) && form.get(mapped_ipv4::mark) == detail::mark_of_ipv4;
}

bool gid::is_multicast() const noexcept {
  using headers::multicast_address;
  constexpr std::uint32_t prefix = 0xff;
  return detail::form_of<multicast_address>(bytes).get(multicast_address::prefix) == prefix ||
         (is_ipv4() && IN_MULTICAST(detail::ipv4_of(bytes)));
}

bool gid::is_link_local() const noexcept {
  using headers::link_local;
  constexpr std::uint32_t prefix = 0x3fa;
  return detail::form_of<link_local>(bytes).get(link_local::prefix) == prefix;
}

std::string to_string(const gid& gid) {
  char text[INET6_ADDRSTRLEN];
  inet_ntop(AF_INET6, gid.bytes.data(), text, sizeof text);
  return text;
}

std::optional<gid> parse_gid(std::string_view text) {
  gid gid;
  const std::string terminated(text);
  if (inet_pton(AF_INET6, terminated.c_str(), gid.bytes.data()) == 1) return gid;
  in_addr ipv4{};
  if (inet_pton(AF_INET, terminated.c_str(), &ipv4) != 1) return std::nullopt;
  return verbatim::gid{detail::mapped_gid(ntohl(ipv4.s_addr))};
}

std::string_view name(gid_type type) noexcept {
  constexpr std::string_view names[]{"InfiniBand", "RoCE v1", "RoCE v2"};
  return names[static_cast<std::size_t>(type)];
}

std::string to_string(const gid_entry& entry) {
  auto text = "GID " + std::to_string(entry.index) + ", " + to_string(entry.gid) + ", ";
  text += name(entry.type);
  if (!entry.netdev.empty()) text += " of " + entry.netdev;
  return text;
}

namespace {

/// Returns the reason why the entry does not match `wish`; "" if it matches.
std::string objection(const gid_entry& entry, const gid_wish& wish) {
  if (wish.address && entry.gid != *wish.address) return "not " + to_string(*wish.address);
  if (wish.type && entry.type != *wish.type) return "not " + std::string(name(*wish.type));
  if (wish.netdev && entry.netdev != *wish.netdev) return "not of " + *wish.netdev;
  return "";
}

/// A quality that makes one entry better than another, and its description. The most important
/// quality is first.
struct quality {
  std::string_view better, worse;
  bool (*has)(const gid_entry&);
};
constexpr quality qualities[]{
    {"routable", "RoCE v1 is not routable",
     [](const gid_entry& e) { return e.type == gid_type::roce_v2; }},
    {"IPv4", "IPv6, which fewer networks have", [](const gid_entry& e) { return e.gid.is_ipv4(); }},
    {"global", "link-local", [](const gid_entry& e) { return !e.gid.is_link_local(); }},
};

/// Returns the most important quality that `better` has and `other` lacks; null if there is none.
const quality* decides(const gid_entry& better, const gid_entry& other) {
  if (better.type == gid_type::infiniband || other.type == gid_type::infiniband) return nullptr;
  for (const auto& quality : qualities) {
    if (quality.has(better) != quality.has(other)) return quality.has(better) ? &quality : nullptr;
  }
  return nullptr;
}

std::string words(const gid_wish& wish) {
  std::string text;
  const auto add = [&](std::string_view word, std::string_view value) {
    if (!text.empty()) text += " and ";
    text.append(word).append(value);
  };
  if (wish.address) add("is ", to_string(*wish.address));
  if (wish.type) add("is ", name(*wish.type));
  if (wish.netdev) add("is of ", *wish.netdev);
  return text;
}

/// Returns the reasons for the choice other than `wish`.
std::string praise(const gid_entry& chosen, std::size_t suitable) {
  if (suitable == 1) return "the only one";
  if (chosen.type == gid_type::infiniband) return "the first";
  std::string text;
  for (const auto& quality : qualities) {
    if (quality.has(chosen)) (text += text.empty() ? "" : ", ") += quality.better;
  }
  return text.empty() ? "the first" : text;
}

}  // namespace

gid_choice choose_gid(std::span<const gid_entry> table, const gid_wish& wish) {
  const gid_entry* best = nullptr;
  std::size_t used = 0, suitable = 0;
  for (const auto& entry : table) {
    if (entry.gid.is_zero()) continue;
    ++used;
    if (!objection(entry, wish).empty()) continue;
    ++suitable;
    if (best == nullptr || decides(entry, *best) != nullptr) best = &entry;
  }
  gid_choice choice;
  for (const auto& entry : table) {
    if (entry.gid.is_zero() || &entry == best) continue;
    auto why = objection(entry, wish);
    if (why.empty()) {
      const auto* lacks = decides(*best, entry);
      why = lacks != nullptr ? lacks->worse : "as good, but not the first";
    }
    choice.rejected.push_back({entry, why});
  }
  const auto wished = words(wish);
  if (best == nullptr) {
    choice.why = used == 0        ? "the table is empty"
                 : wished.empty() ? "no entry is used"
                                  : "no entry " + wished;
    return choice;
  }
  choice.chosen = *best;
  choice.why = praise(*best, suitable) + (wished.empty() ? "" : " that " + wished);
  return choice;
}

std::string to_string(const gid_choice& choice) {
  auto text = (choice.chosen ? to_string(*choice.chosen) : "no GID") + ": " + choice.why;
  for (const auto& rejected : choice.rejected) {
    text += "\n  not " + to_string(rejected.entry) + ": " + rejected.why;
  }
  return text;
}

}  // namespace verbatim
