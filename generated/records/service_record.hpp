// Generated from specs/records/service_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::records {

/// A service that a port offers, or the wishes of a query. Source: InfiniBand Architecture Specification vol.
/// 1, 15.2.5.14; Linux include/rdma/ib_sa.h, IB_SA_SERVICE_REC_*; rdma-core sa.h, struct ibv_sa_service_rec.
struct service_record {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x31;

  /// Size in bytes.
  static constexpr std::size_t size = 0xb0;

  /// Number of the service.
  static constexpr wire::component<wire::mailbox_field<service_record, std::uint64_t>> service_id{
      {0x000, 64, "service_id"}, 0};

  /// GID of the port.
  static constexpr wire::component<wire::mailbox_bytes<service_record, 16>> service_gid{{0x040}, 1};

  /// Partition key.
  static constexpr wire::component<wire::mailbox_field<service_record>> service_pkey{
      {0x0c0, 16, "service_pkey"}, 2};

  /// Seconds for which it is registered, or all ones for ever.
  static constexpr wire::component<wire::mailbox_field<service_record>> service_lease{
      {0x0e0, 32, "service_lease"}, 4};

  /// Key that its removal needs.
  static constexpr wire::component<wire::mailbox_bytes<service_record, 16>> service_key{{0x100}, 5};

  /// Name in UTF-8, which zeros fill up.
  static constexpr wire::component<wire::mailbox_bytes<service_record, 64>> service_name{{0x180},
                                                                                         6};

  /// 16 numbers of 8 bits, each with a component of its own from this one on.
  static constexpr wire::component<wire::mailbox_bytes<service_record, 16>> service_data8{{0x380},
                                                                                          7};

  /// 8 numbers of 16 bits, likewise.
  static constexpr wire::component<wire::mailbox_bytes<service_record, 16>> service_data16{{0x400},
                                                                                           23};

  /// 4 numbers of 32 bits, likewise.
  static constexpr wire::component<wire::mailbox_bytes<service_record, 16>> service_data32{{0x480},
                                                                                           31};

  /// 2 numbers of 64 bits, likewise.
  static constexpr wire::component<wire::mailbox_bytes<service_record, 16>> service_data64{{0x500},
                                                                                           35};
};

}  // namespace verbatim::records
