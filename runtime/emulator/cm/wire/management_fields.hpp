// The fields of management datagrams of class 7. Source: IBTA volume 1, 13.4.3 (the header) and 12.6 to
// 12.11 (the messages); for the vendor of ECE, Linux include/rdma/ibta_vol1_c12.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace verbatim::emulator::cm::datagram_fields {

/// The bits high to low of the big-endian word of 32 bits at a byte.
struct field {
  std::size_t at;
  unsigned high;
  unsigned low;

  constexpr std::uint32_t mask() const noexcept {
    return static_cast<std::uint32_t>((std::uint64_t{2} << (high - low)) - 1);
  }
};

// The header of all management datagrams.
inline constexpr field base_version{0, 31, 24}, management_class{0, 23, 16},
    class_version{0, 15, 8}, method{0, 7, 0}, attribute{16, 31, 16}, attribute_modifier{20, 31, 0};
inline constexpr std::size_t transaction_at = 8, header_bytes = 24;
inline constexpr std::uint32_t version_1 = 1, communication_management = 0x07, class_version_2 = 2,
                               send_method = 0x03;

/// A field of a message, by its place behind the header.
constexpr field behind_header(std::size_t at, unsigned high, unsigned low) noexcept {
  return {header_bytes + at, high, low};
}

// These begin every message but MRA and REJ without an id, and those of SIDR.
inline constexpr field local_id = behind_header(0, 31, 0), remote_id = behind_header(4, 31, 0);

namespace req {
inline constexpr field ece_vendor = behind_header(4, 23, 0), qpn = behind_header(32, 31, 8),
                       responder_resources = behind_header(32, 7, 0),
                       initiator_depth = behind_header(36, 7, 0),
                       remote_response_timeout = behind_header(40, 7, 3),
                       transport = behind_header(40, 2, 1), flow_control = behind_header(40, 0, 0),
                       psn = behind_header(44, 31, 8),
                       local_response_timeout = behind_header(44, 7, 3),
                       retry_count = behind_header(44, 2, 0), pkey = behind_header(48, 31, 16),
                       mtu = behind_header(48, 15, 12), rnr_retry_count = behind_header(48, 10, 8),
                       most_retries = behind_header(48, 7, 4), srq = behind_header(48, 3, 3),
                       extended_transport = behind_header(48, 2, 0),
                       local_lid = behind_header(52, 31, 16), remote_lid = behind_header(52, 15, 0),
                       flow_label = behind_header(88, 31, 12), rate = behind_header(88, 5, 0),
                       traffic_class = behind_header(92, 31, 24),
                       hop_limit = behind_header(92, 23, 16), ack_timeout = behind_header(92, 7, 3);
inline constexpr std::size_t service_at = 8, guid_at = 16, local_gid_at = 56, remote_gid_at = 72,
                             private_at = 140;
}  // namespace req

namespace rep {
inline constexpr field qpn = behind_header(12, 31, 8), ece_vendor_high = behind_header(12, 7, 0),
                       ece_vendor_middle = behind_header(16, 7, 0), psn = behind_header(20, 31, 8),
                       ece_vendor_low = behind_header(20, 7, 0),
                       responder_resources = behind_header(24, 31, 24),
                       initiator_depth = behind_header(24, 23, 16),
                       ack_delay = behind_header(24, 15, 11),
                       flow_control = behind_header(24, 8, 8),
                       rnr_retry_count = behind_header(24, 7, 5), srq = behind_header(24, 4, 4);
inline constexpr std::size_t guid_at = 28, private_at = 36;
}  // namespace rep

namespace rej {
inline constexpr field message = behind_header(8, 31, 30),
                       information_bytes = behind_header(8, 23, 17),
                       reason = behind_header(8, 15, 0);
inline constexpr std::size_t information_at = 12, private_at = 84;
}  // namespace rej

namespace mra {
inline constexpr field message = behind_header(8, 31, 30),
                       service_timeout = behind_header(8, 23, 19);
}  // namespace mra

namespace dreq {
inline constexpr field remote_qpn = behind_header(8, 31, 8);
}  // namespace dreq

namespace sidr_req {
inline constexpr field pkey = behind_header(4, 31, 16);
inline constexpr std::size_t service_at = 8, private_at = 16;
}  // namespace sidr_req

namespace sidr_rep {
inline constexpr field status = behind_header(4, 31, 24), ece_vendor_high = behind_header(4, 15, 0),
                       qpn = behind_header(8, 31, 8), ece_vendor_low = behind_header(8, 7, 0),
                       qkey = behind_header(20, 31, 0);
inline constexpr std::size_t service_at = 12, private_at = 96;
}  // namespace sidr_rep

/// The attributes of the messages, in the order of packet_kind.
inline constexpr std::array<std::uint16_t, 9> attributes = {0x10, 0x11, 0x13, 0x14, 0x12,
                                                            0x15, 0x16, 0x17, 0x18};

// Values of the transport in REQ: the type of service, and the extended one for XRC.
inline constexpr std::uint32_t of_rc = 0, of_uc = 1, of_others = 3, extended_xrc = 1;

// Exponents of times, 4.096 us * 2^n: what Linux's rdma_cm sends (drivers/infiniband/core/cma.c and cm.c).
inline constexpr std::uint32_t response_timeout = 20, mra_timeout = 24, acknowledgement_delay = 15;
inline constexpr std::uint32_t most_retries = 15, longest_ack_timeout = 31;
inline constexpr std::uint32_t permissive_lid = 0xffff, rate_200_gbps = 16;

// The header of the CM service of IP, at the begin of the private data of a request.
inline constexpr std::size_t ip_version_at = 1, source_port_at = 2, source_at = 4,
                             destination_at = 20;
inline constexpr std::size_t ip_header_bytes = 36;
inline constexpr std::size_t ipv4_at = 12;

}  // namespace verbatim::emulator::cm::datagram_fields
