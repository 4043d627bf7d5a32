// The limits of the device, for all queries.
#pragma once

#include <cstdint>

namespace verbatim::emulator {

/// Firmware version 20.35.1012, in 16-bit fields; 20 is the ConnectX-6.
inline constexpr std::uint64_t firmware_version = 20ull << 32 | 35u << 16 | 1012u;

/// The vendor's number in libibverbs (an IEEE OUI) and on PCI.
inline constexpr std::uint32_t vendor_oui = 0x02c9;
inline constexpr std::uint32_t pci_vendor_id = 0x15b3;
inline constexpr std::uint32_t vendor_part_id = 4123;
inline constexpr std::uint32_t completion_vectors = 4;

/// Entries of the GID table, including empty ones.
inline constexpr std::uint32_t gid_table_size = 8;
inline constexpr std::uint16_t pkey_count = 1;

/// The most send WQEBBs, receive WQEs and SRQ WQEs per queue.
inline constexpr std::uint32_t max_queue_entries = 32768;
inline constexpr std::uint32_t max_srq_wr = max_queue_entries - 1;
inline constexpr std::uint32_t max_send_sge = 30;
inline constexpr std::uint32_t max_recv_sge = 30;
inline constexpr std::uint32_t max_srq_sge = 31;

/// The most tags of a tag-matching SRQ, outstanding operations on its list, and bytes of a request
/// for rendezvous.
inline constexpr std::uint32_t max_tags = 127;
inline constexpr std::uint32_t max_tag_operations = max_queue_entries / 4;
inline constexpr std::uint32_t max_rendezvous_bytes = 64;
inline constexpr std::uint32_t max_cqe = (1u << 22) - 1;

/// Strides of receive work queues: bytes of each, and number in a WQE, as powers of two. The most
/// places of an indirection table, as a power of two.
inline constexpr std::uint32_t least_log_stride_bytes = 6;
inline constexpr std::uint32_t most_log_stride_bytes = 13;
inline constexpr std::uint32_t least_log_strides = 3;
inline constexpr std::uint32_t most_log_strides = 16;
inline constexpr std::uint32_t max_log_receive_table = 9;

/// The length of the key of the hash.
inline constexpr std::uint8_t toeplitz_key_bytes = 40;

/// The most completions of one compressed CQE.
inline constexpr std::uint32_t longest_compressed_session = 64;
inline constexpr std::uint8_t max_rd_atomic = 16;
inline constexpr std::uint32_t max_groups_per_queue_pair = 64;

/// The most concurrent streams of a DCI, and the most failed streams: 2^n.
inline constexpr std::uint8_t max_log_dci_streams = 4;

/// The size of a BlueFlame register pair in bytes; libmlx5 alternates between its halves.
inline constexpr std::uint32_t blueflame_bytes = 512;

/// The longest packet of a connection or an address: IBV_MTU_4096.
inline constexpr std::uint32_t port_mtu_bytes = 4096;

}  // namespace verbatim::emulator
