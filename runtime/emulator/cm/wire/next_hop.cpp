// Asks the kernel by rtnetlink (rtnetlink(7)).
#include "cm/wire/next_hop.hpp"

#include <linux/neighbour.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>

#include "system/descriptor.hpp"

namespace verbatim::emulator::cm {
namespace {

constexpr std::uint16_t discard_port = 9;

void take_ip(address& into, std::span<const std::byte> from) noexcept {
  const auto to = into.host_bytes();
  std::memcpy(to.data(), from.data(), std::min(from.size(), to.size()));
}

/// A request with a header of type `Header`, and the answer to it.
template <class Header>
class question {
 public:
  explicit question(std::uint16_t type) noexcept : type_(type) {}

  Header header{};

  void add(std::uint16_t type, std::span<const std::byte> value) noexcept {
    const rtattr attribute{static_cast<std::uint16_t>(RTA_LENGTH(value.size())), type};
    std::memcpy(attributes_.data() + bytes_, &attribute, sizeof attribute);
    std::memcpy(attributes_.data() + bytes_ + RTA_LENGTH(0), value.data(), value.size());
    bytes_ += RTA_SPACE(value.size());
  }
  void add(std::uint16_t type, std::span<const std::uint8_t> value) noexcept {
    add(type, std::as_bytes(value));
  }

  /// Returns the header of the answer, and calls `each(type, value)` for its attributes. Returns nothing,
  /// with errno, if the kernel refuses.
  template <class Each>
  std::optional<Header> ask(Each&& each) {
    const descriptor file(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
    if (!file) return std::nullopt;
    nlmsghdr begin{};
    begin.nlmsg_len = static_cast<std::uint32_t>(NLMSG_LENGTH(sizeof header) + bytes_);
    begin.nlmsg_type = type_;
    begin.nlmsg_flags = NLM_F_REQUEST;
    alignas(nlmsghdr) std::array<std::byte, 8192> room{};
    std::memcpy(room.data(), &begin, sizeof begin);
    std::memcpy(room.data() + NLMSG_HDRLEN, &header, sizeof header);
    std::memcpy(room.data() + NLMSG_LENGTH(sizeof header), attributes_.data(), bytes_);
    if (::send(file.number(), room.data(), begin.nlmsg_len, 0) < 0) return std::nullopt;
    const ssize_t count = recv(file.number(), room.data(), room.size(), 0);
    if (count < static_cast<ssize_t>(sizeof begin)) return std::nullopt;
    std::memcpy(&begin, room.data(), sizeof begin);
    const std::size_t length =
        std::min<std::size_t>(begin.nlmsg_len, static_cast<std::size_t>(count));
    if (begin.nlmsg_type == NLMSG_ERROR || length < NLMSG_LENGTH(sizeof header)) {
      int error = 0;
      std::memcpy(&error, room.data() + NLMSG_HDRLEN, sizeof error);
      errno = error < 0 ? -error : EPROTO;
      return std::nullopt;
    }
    Header answer;
    std::memcpy(&answer, room.data() + NLMSG_HDRLEN, sizeof answer);
    std::size_t at = NLMSG_LENGTH(sizeof header);
    while (at + sizeof(rtattr) <= length) {
      rtattr attribute{};
      std::memcpy(&attribute, room.data() + at, sizeof attribute);
      if (attribute.rta_len < sizeof attribute || at + attribute.rta_len > length) break;
      each(attribute.rta_type, std::span<const std::byte>(room).subspan(
                                   at + RTA_LENGTH(0), attribute.rta_len - RTA_LENGTH(0)));
      at += RTA_ALIGN(attribute.rta_len);
    }
    return answer;
  }

 private:
  std::uint16_t type_;
  std::array<std::byte, 128> attributes_{};
  std::size_t bytes_ = 0;
};

std::uint32_t number_in(std::span<const std::byte> value) noexcept {
  std::uint32_t result = 0;
  std::memcpy(&result, value.data(), std::min(value.size(), sizeof result));
  return result;
}

/// Returns true if the interface sends without asking for MAC addresses.
bool asks_nobody(unsigned interface) {
  // IFF_LOOPBACK and IFF_NOARP, whose two headers exclude one another.
  constexpr unsigned loopback = 0x08, no_arp = 0x80;
  question<ifinfomsg> asked(RTM_GETLINK);
  asked.header.ifi_index = static_cast<int>(interface);
  const auto answer = asked.ask([](std::uint16_t, std::span<const std::byte>) {});
  return !answer || (answer->ifi_flags & (loopback | no_arp)) != 0;
}

}  // namespace

std::optional<next_hop> route_to(const address& to, const address& from) noexcept {
  question<rtmsg> asked(RTM_GETROUTE);
  asked.header.rtm_family = static_cast<std::uint8_t>(to.family);
  asked.header.rtm_dst_len = static_cast<std::uint8_t>(to.host_bytes().size() * 8);
  asked.add(RTA_DST, to.host_bytes());
  if (from.family == to.family && !from.unspecified()) {
    asked.header.rtm_src_len = asked.header.rtm_dst_len;
    asked.add(RTA_SRC, from.host_bytes());
  }
  if (to.scope != 0) {
    const auto interface = static_cast<std::uint32_t>(to.scope);
    asked.add(RTA_OIF, std::as_bytes(std::span(&interface, 1)));
  }
  next_hop result;
  result.source = from.family == to.family ? from : any_address(to.family);
  result.neighbour = to;
  const auto answer = asked.ask([&](std::uint16_t type, std::span<const std::byte> value) {
    if (type == RTA_OIF) result.interface = number_in(value);
    if (type == RTA_PREFSRC && result.source.unspecified()) take_ip(result.source, value);
    if (type == RTA_GATEWAY) take_ip(result.neighbour, value);
  });
  if (!answer) return std::nullopt;
  result.resolved = answer->rtm_type == RTN_LOCAL || asks_nobody(result.interface);
  return result;
}

std::optional<mac_address> mac_of(const next_hop& hop) noexcept {
  if (hop.resolved) return mac_address{};
  question<ndmsg> asked(RTM_GETNEIGH);
  asked.header.ndm_family = static_cast<std::uint8_t>(hop.neighbour.family);
  asked.header.ndm_ifindex = static_cast<int>(hop.interface);
  asked.add(NDA_DST, hop.neighbour.host_bytes());
  mac_address found{};
  bool has_address = false;
  const auto answer = asked.ask([&](std::uint16_t type, std::span<const std::byte> value) {
    if (type != NDA_LLADDR || value.size() != found.size()) return;
    std::memcpy(found.data(), value.data(), value.size());
    has_address = true;
  });
  constexpr unsigned usable =
      NUD_PERMANENT | NUD_NOARP | NUD_REACHABLE | NUD_PROBE | NUD_STALE | NUD_DELAY;
  if (!answer || !has_address || (answer->ndm_state & usable) == 0) return std::nullopt;
  return found;
}

void ask_for_neighbour(const address& to) noexcept {
  const descriptor file(socket(to.family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!file) return;
  address there = to;
  there.port = discard_port;
  sockaddr_storage name{};
  const auto bytes = static_cast<socklen_t>(write_sockaddr(there, &name));
  // If it fails, the neighbour is not found.
  (void)sendto(file.number(), "", 0, MSG_DONTWAIT | MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&name), bytes);
}

}  // namespace verbatim::emulator::cm
