// Linux: raw(7), packets of a protocol are copied to all raw sockets that want them.
#include "engine/network/roce_socket.hpp"

#include <fmt/format.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "engine/wire/internet_checksum.hpp"
#include "engine/wire/packet_sizes.hpp"
#include "settings/gid_forms.hpp"
#include "transport/transport.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {
namespace {

/// Room for the packets that arrive while the engine has no turn.
constexpr int receive_buffer = 8 << 20;

union socket_address {
  sockaddr plain;
  sockaddr_in ipv4;
  sockaddr_in6 ipv6;
};

struct socket_name {
  socket_address address{};
  socklen_t length = 0;
};

socket_name socket_name_of(const gid& address, std::uint32_t interface, std::uint16_t port) {
  socket_name result;
  if (is_mapped_ipv4(address)) {
    result.address.ipv4.sin_family = AF_INET;
    result.address.ipv4.sin_port = htons(port);
    result.address.ipv4.sin_addr.s_addr = htonl(ipv4_of(address));
    result.length = sizeof result.address.ipv4;
    return result;
  }
  result.address.ipv6 = {};
  result.address.ipv6.sin6_family = AF_INET6;
  result.address.ipv6.sin6_port = htons(port);
  std::memcpy(&result.address.ipv6.sin6_addr, address.data(), address.size());
  if (is_link_local(address)) result.address.ipv6.sin6_scope_id = interface;
  result.length = sizeof result.address.ipv6;
  return result;
}

void attach_filter(int file, std::span<const sock_filter> program) {
  sock_fprog all{static_cast<unsigned short>(program.size()),
                 const_cast<sock_filter*>(program.data())};
  // Without it, packets of others are sorted out when they are read.
  (void)setsockopt(file, SOL_SOCKET, SO_ATTACH_FILTER, &all, sizeof all);
}

void set_socket_option(int file, int level, int option, int value) {
  (void)setsockopt(file, level, option, &value, sizeof value);
}

/// Takes the port of UDP, and receives nothing there. Another process of the fabric, or the kernel's
/// own RoCE, may have it already.
descriptor keep_port(const socket_name& name) {
  descriptor file(socket(name.address.plain.sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!file) return file;
  set_socket_option(file.number(), SOL_SOCKET, SO_REUSEADDR, 1);
  set_socket_option(file.number(), SOL_SOCKET, SO_REUSEPORT, 1);
  constexpr sock_filter nothing[] = {BPF_STMT(BPF_RET | BPF_K, 0)};
  attach_filter(file.number(), nothing);
  if (bind(file.number(), &name.address.plain, name.length) != 0) file.reset();
  return moved_high(std::move(file));
}

}  // namespace

roce_socket::roce_socket(const gid& address, std::uint32_t interface, queue_pairs receivers)
    : address_(address), interface_(interface), is_ipv6_(!is_mapped_ipv4(address)) {
  open();
  if (!raw_) return;
  filter(receivers);
  set_socket_option(raw_.number(), SOL_SOCKET, SO_RCVBUF, receive_buffer);
  set_socket_option(raw_.number(), SOL_SOCKET, SO_RCVBUFFORCE, receive_buffer);
  port_ = keep_port(socket_name_of(address_, interface_, roce_port));
  buffer_.resize(most_packets * most_bytes);
}

bool roce_socket::fail(const char* step) {
  problem_ = fmt::format("{}: {}", step, std::strerror(errno));
  if (errno == EPERM || errno == EACCES) {
    problem_ += ": raw sockets need CAP_NET_RAW, which root has, also inside `unshare -rn`";
  }
  raw_.reset();
  return false;
}

void roce_socket::open() {
  raw_ = moved_high(descriptor(
      socket(is_ipv6_ ? AF_INET6 : AF_INET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_UDP)));
  if (!raw_) {
    fail("a raw socket");
    return;
  }
  if (is_ipv6_) {
    set_socket_option(raw_.number(), IPPROTO_IPV6, IPV6_RECVPKTINFO, 1);
    set_socket_option(raw_.number(), IPPROTO_IPV6, IPV6_RECVTCLASS, 1);
    set_socket_option(raw_.number(), IPPROTO_IPV6, IPV6_RECVHOPLIMIT, 1);
  } else {
    set_socket_option(raw_.number(), IPPROTO_IP, IP_HDRINCL, 1);
  }
  const socket_name own = socket_name_of(address_, interface_, 0);
  if (bind(raw_.number(), &own.address.plain, own.length) != 0) {
    fail("the address cannot be used");
  }
}

/// Filters out packets that are not for this process. The kernel copies every packet of UDP to every raw
/// socket.
void roce_socket::filter(queue_pairs receivers) {
  // From the UDP header on; the second is that of the word with the number.
  constexpr std::uint32_t port_at = headers::udp::dest.bit / 8;
  constexpr std::uint32_t qpn_at = headers::udp::size + headers::bth::destqp.bit / 32 * 4;
  const sock_filter program[] = {
      // X is the length of the IP header; that of IPv6 is not there.
      is_ipv6_ ? sock_filter BPF_STMT(BPF_LDX | BPF_IMM, 0)
               : sock_filter BPF_STMT(BPF_LDX | BPF_B | BPF_MSH, 0),
      BPF_STMT(BPF_LD | BPF_H | BPF_IND, port_at),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, roce_port, 0, 5),
      BPF_STMT(BPF_LD | BPF_W | BPF_IND, qpn_at),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xffffff),
      BPF_STMT(BPF_ALU | BPF_RSH | BPF_K, receivers.shift),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, receivers.value, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
      BPF_STMT(BPF_RET | BPF_K, 0),
  };
  attach_filter(raw_.number(), program);
}

roce_socket::outcome roce_socket::send(const gid& to, std::span<const std::byte> packet) noexcept {
  socket_name name = socket_name_of(to, interface_, 0);
  iovec piece{const_cast<std::byte*>(packet.data()), packet.size()};
  std::array<std::byte, udp_header_bytes> checked{};
  std::array<iovec, 2> pieces{};
  msghdr message{};
  message.msg_name = &name.address;
  message.msg_namelen = name.length;
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  if (is_ipv6_) {
    // The kernel makes the IPv6 header. UDP over IPv6 needs a checksum.
    const auto udp = packet.subspan(ipv6_header_bytes);
    std::copy_n(udp.begin(), checked.size(), checked.begin());
    const auto sum = internet_checksum()
                         .add(addresses_of<headers::ipv6>(packet))
                         .add(static_cast<std::uint32_t>(udp.size()))
                         .add(std::uint32_t{ip_protocol_of_udp})
                         .add(udp)
                         .value();
    wire::mailbox_view<headers::udp>(checked).set(headers::udp::check, sum == 0 ? 0xffff : sum);
    pieces[0] = {checked.data(), checked.size()};
    pieces[1] = {const_cast<std::byte*>(udp.data()) + checked.size(), udp.size() - checked.size()};
    message.msg_iov = pieces.data();
    message.msg_iovlen = pieces.size();
  }
  if (sendmsg(raw_.number(), &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) return outcome::sent;
  return errno == EAGAIN || errno == EWOULDBLOCK ? outcome::full : outcome::lost;
}

void roce_socket::fill() {
  constexpr std::size_t at_once = 32;
  while (arrived_ < most_packets) {
    const std::size_t room = std::min(at_once, most_packets - arrived_);
    std::array<mmsghdr, at_once> messages{};
    std::array<iovec, at_once> pieces{};
    std::array<sockaddr_in6, at_once> names{};
    alignas(cmsghdr) std::array<std::array<char, 128>, at_once> controls{};
    for (std::size_t i = 0; i < room; ++i) {
      pieces[i] = {buffer_.data() + (arrived_ + i) * most_bytes, most_bytes};
      messages[i].msg_hdr.msg_iov = &pieces[i];
      messages[i].msg_hdr.msg_iovlen = 1;
      if (!is_ipv6_) continue;
      messages[i].msg_hdr.msg_name = &names[i];
      messages[i].msg_hdr.msg_namelen = sizeof names[i];
      messages[i].msg_hdr.msg_control = controls[i].data();
      messages[i].msg_hdr.msg_controllen = controls[i].size();
    }
    const int count = recvmmsg(raw_.number(), messages.data(), static_cast<unsigned>(room),
                               MSG_DONTWAIT, nullptr);
    if (count <= 0) return;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i, ++arrived_) {
      lengths_[arrived_] = messages[i].msg_len;
      if (!is_ipv6_) continue;
      ipv6_fields& fields = headers_[arrived_];
      fields = {};
      std::memcpy(fields.source.data(), &names[i].sin6_addr, fields.source.size());
      fields.destination = address_;
      msghdr& header = messages[i].msg_hdr;
      for (cmsghdr* one = CMSG_FIRSTHDR(&header); one; one = CMSG_NXTHDR(&header, one)) {
        if (one->cmsg_level != IPPROTO_IPV6) continue;
        int value = 0;
        if (one->cmsg_type == IPV6_TCLASS || one->cmsg_type == IPV6_HOPLIMIT) {
          std::memcpy(&value, CMSG_DATA(one), sizeof value);
          (one->cmsg_type == IPV6_TCLASS ? fields.traffic_class : fields.hop_limit) =
              static_cast<std::uint8_t>(value);
        }
      }
    }
    if (static_cast<std::size_t>(count) < room) return;
  }
}

packet_reading roce_socket::read(std::size_t index) {
  taken_ = index;
  const std::span bytes(buffer_.data() + index * most_bytes, lengths_[index]);
  return is_ipv6_ ? read_ipv6_packet(headers_[index], bytes) : read_ipv4_packet(bytes);
}

std::vector<std::byte> roce_socket::whole_packet(const received_packet& packet) const {
  const std::span bytes(buffer_.data() + taken_ * most_bytes, lengths_[taken_]);
  std::vector<std::byte> result;
  if (is_ipv6_) {
    result.resize(ipv6_header_bytes);
    using headers::ipv6;
    constexpr unsigned ip_version = 6;
    const wire::mailbox_view<ipv6> header(result);
    header.set(ipv6::version, ip_version);
    header.set(ipv6::tclass, packet.traffic_class);
    header.set_low(ipv6::payload_len, bytes.size());
    header.set(ipv6::nexthdr, ip_protocol_of_udp);
    header.set(ipv6::hop_limit, packet.hop_limit);
    header.set(ipv6::saddr, std::as_bytes(std::span(packet.source)));
    header.set(ipv6::daddr, std::as_bytes(std::span(packet.destination)));
  }
  result.insert(result.end(), bytes.begin(), bytes.end());
  return result;
}

}  // namespace verbatim::emulator
