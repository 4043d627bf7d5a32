// Generated from specs/transports/dci_compact.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {
namespace builders {

template <class Slot>
struct dci_compact;  // verbatim/generated/transports/dci_compact.hpp

}  // namespace builders

/// A dynamically connected initiator within an InfiniBand subnet, with the short address vector of devices
/// that offer it.
///
/// Source: UCX src/uct/ib/mlx5/dc/dc_mlx5.inl, uct_dc_mlx5_iface_set_av.
struct dci_compact {
  static constexpr std::string_view name = "dci_compact";

  /// Limit of a whole WQE.
  static constexpr unsigned max_octowords = 63;

  /// Limits of atomic_cs on this transport; a queue may allow less.
  struct atomic_cs {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it in host order.
    static std::uint64_t result(std::span<const std::byte, 8> memory) noexcept {
      std::uint64_t number;
      std::memcpy(&number, memory.data(), sizeof number);
      return number;
    }
  };

  /// Limits of atomic_fa on this transport; a queue may allow less.
  struct atomic_fa {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it in host order.
    static std::uint64_t result(std::span<const std::byte, 8> memory) noexcept {
      std::uint64_t number;
      std::memcpy(&number, memory.data(), sizeof number);
      return number;
    }
  };

  /// Limits of bind_mw on this transport; a queue may allow less.
  struct bind_mw {
    static constexpr unsigned octowords_before_data = 9;
    static constexpr unsigned data_offset = 144;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 3;
  };

  /// Limits of bind_mw_type1 on this transport; a queue may allow less.
  struct bind_mw_type1 {
    static constexpr unsigned octowords_before_data = 9;
    static constexpr unsigned data_offset = 144;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 3;
  };

  /// Limits of cas32 on this transport; a queue may allow less.
  struct cas32 {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it big-endian.
    static std::uint32_t result(std::span<const std::byte, 4> memory) noexcept {
      return wire::load32(memory.data());
    }
  };

  /// Limits of configure_mkey on this transport; a queue may allow less.
  struct configure_mkey {
    static constexpr unsigned octowords_before_data = 8;
    static constexpr unsigned data_offset = 128;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 52;
    static constexpr unsigned max_wqebbs = 15;
  };

  /// Limits of configure_mkey_strided on this transport; a queue may allow less.
  struct configure_mkey_strided {
    static constexpr unsigned octowords_before_data = 9;
    static constexpr unsigned data_offset = 144;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 51;
    static constexpr unsigned max_wqebbs = 15;
  };

  /// Limits of copy on this transport; a queue may allow less.
  struct copy {
    static constexpr unsigned octowords_before_data = 4;
    static constexpr unsigned data_offset = 64;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 2;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of fetch_add32 on this transport; a queue may allow less.
  struct fetch_add32 {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it big-endian.
    static std::uint32_t result(std::span<const std::byte, 4> memory) noexcept {
      return wire::load32(memory.data());
    }
  };

  /// Limits of fetch_and32 on this transport; a queue may allow less.
  struct fetch_and32 {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it big-endian.
    static std::uint32_t result(std::span<const std::byte, 4> memory) noexcept {
      return wire::load32(memory.data());
    }
  };

  /// Limits of fetch_and64 on this transport; a queue may allow less.
  struct fetch_and64 {
    static constexpr unsigned octowords_before_data = 6;
    static constexpr unsigned data_offset = 96;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it in host order.
    static std::uint64_t result(std::span<const std::byte, 8> memory) noexcept {
      std::uint64_t number;
      std::memcpy(&number, memory.data(), sizeof number);
      return number;
    }
  };

  /// Limits of fetch_or32 on this transport; a queue may allow less.
  struct fetch_or32 {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it big-endian.
    static std::uint32_t result(std::span<const std::byte, 4> memory) noexcept {
      return wire::load32(memory.data());
    }
  };

  /// Limits of fetch_or64 on this transport; a queue may allow less.
  struct fetch_or64 {
    static constexpr unsigned octowords_before_data = 6;
    static constexpr unsigned data_offset = 96;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it in host order.
    static std::uint64_t result(std::span<const std::byte, 8> memory) noexcept {
      std::uint64_t number;
      std::memcpy(&number, memory.data(), sizeof number);
      return number;
    }
  };

  /// Limits of fetch_xor32 on this transport; a queue may allow less.
  struct fetch_xor32 {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it big-endian.
    static std::uint32_t result(std::span<const std::byte, 4> memory) noexcept {
      return wire::load32(memory.data());
    }
  };

  /// Limits of fetch_xor64 on this transport; a queue may allow less.
  struct fetch_xor64 {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it in host order.
    static std::uint64_t result(std::span<const std::byte, 8> memory) noexcept {
      std::uint64_t number;
      std::memcpy(&number, memory.data(), sizeof number);
      return number;
    }
  };

  /// Limits of local_invalidate on this transport; a queue may allow less.
  struct local_invalidate {
    static constexpr unsigned octowords_before_data = 8;
    static constexpr unsigned data_offset = 128;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 2;
  };

  /// Limits of masked_cas128 on this transport; a queue may allow less.
  struct masked_cas128 {
    static constexpr unsigned octowords_before_data = 8;
    static constexpr unsigned data_offset = 128;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;
  };

  /// Limits of masked_cas32 on this transport; a queue may allow less.
  struct masked_cas32 {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it big-endian.
    static std::uint32_t result(std::span<const std::byte, 4> memory) noexcept {
      return wire::load32(memory.data());
    }
  };

  /// Limits of masked_cas64 on this transport; a queue may allow less.
  struct masked_cas64 {
    static constexpr unsigned octowords_before_data = 6;
    static constexpr unsigned data_offset = 96;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it in host order.
    static std::uint64_t result(std::span<const std::byte, 8> memory) noexcept {
      std::uint64_t number;
      std::memcpy(&number, memory.data(), sizeof number);
      return number;
    }
  };

  /// Limits of masked_fetch_add128 on this transport; a queue may allow less.
  struct masked_fetch_add128 {
    static constexpr unsigned octowords_before_data = 6;
    static constexpr unsigned data_offset = 96;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;
  };

  /// Limits of masked_fetch_add32 on this transport; a queue may allow less.
  struct masked_fetch_add32 {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it big-endian.
    static std::uint32_t result(std::span<const std::byte, 4> memory) noexcept {
      return wire::load32(memory.data());
    }
  };

  /// Limits of masked_fetch_add64 on this transport; a queue may allow less.
  struct masked_fetch_add64 {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it in host order.
    static std::uint64_t result(std::span<const std::byte, 8> memory) noexcept {
      std::uint64_t number;
      std::memcpy(&number, memory.data(), sizeof number);
      return number;
    }
  };

  /// Limits of nop on this transport; a queue may allow less.
  struct nop {
    static constexpr unsigned octowords_before_data = 1;
    static constexpr unsigned data_offset = 16;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of nop_to on this transport; a queue may allow less.
  struct nop_to {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of rdma_read on this transport; a queue may allow less.
  struct rdma_read {
    static constexpr unsigned octowords_before_data = 3;
    static constexpr unsigned data_offset = 48;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 29;
    static constexpr unsigned max_wqebbs = 8;
  };

  /// Limits of rdma_write on this transport; a queue may allow less.
  struct rdma_write {
    static constexpr unsigned octowords_before_data = 3;
    static constexpr unsigned data_offset = 48;  ///< in bytes
    static constexpr unsigned max_inline = 956;  ///< in bytes
    static constexpr unsigned max_sges = 60;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of rdma_write_imm on this transport; a queue may allow less.
  struct rdma_write_imm {
    static constexpr unsigned octowords_before_data = 3;
    static constexpr unsigned data_offset = 48;  ///< in bytes
    static constexpr unsigned max_inline = 956;  ///< in bytes
    static constexpr unsigned max_sges = 60;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of recv_enable on this transport; a queue may allow less.
  struct recv_enable {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of send on this transport; a queue may allow less.
  struct send {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 972;  ///< in bytes
    static constexpr unsigned max_sges = 61;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of send_enable on this transport; a queue may allow less.
  struct send_enable {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of send_imm on this transport; a queue may allow less.
  struct send_imm {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 972;  ///< in bytes
    static constexpr unsigned max_sges = 61;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of send_inval on this transport; a queue may allow less.
  struct send_inval {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 972;  ///< in bytes
    static constexpr unsigned max_sges = 61;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of swap32 on this transport; a queue may allow less.
  struct swap32 {
    static constexpr unsigned octowords_before_data = 5;
    static constexpr unsigned data_offset = 80;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it big-endian.
    static std::uint32_t result(std::span<const std::byte, 4> memory) noexcept {
      return wire::load32(memory.data());
    }
  };

  /// Limits of swap64 on this transport; a queue may allow less.
  struct swap64 {
    static constexpr unsigned octowords_before_data = 6;
    static constexpr unsigned data_offset = 96;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 1;
    static constexpr unsigned max_wqebbs = 2;

    /// Returns the number that the operation found in the peer's memory, in host order. `memory` is
    /// the memory of the SGE, where the device writes it in host order.
    static std::uint64_t result(std::span<const std::byte, 8> memory) noexcept {
      std::uint64_t number;
      std::memcpy(&number, memory.data(), sizeof number);
      return number;
    }
  };

  /// Limits of unbind_mw on this transport; a queue may allow less.
  struct unbind_mw {
    static constexpr unsigned octowords_before_data = 8;
    static constexpr unsigned data_offset = 128;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 2;
  };

  /// Limits of update_mkey on this transport; a queue may allow less.
  struct update_mkey {
    static constexpr unsigned octowords_before_data = 8;
    static constexpr unsigned data_offset = 128;  ///< in bytes
    static constexpr unsigned max_inline = 0;     ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 4;
  };

  /// Limits of wait_cq on this transport; a queue may allow less.
  struct wait_cq {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of wait_data on this transport; a queue may allow less.
  struct wait_data {
    static constexpr unsigned octowords_before_data = 3;
    static constexpr unsigned data_offset = 48;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of wait_time on this transport; a queue may allow less.
  struct wait_time {
    static constexpr unsigned octowords_before_data = 3;
    static constexpr unsigned data_offset = 48;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// The builders of WQEs on this transport.
  template <class Slot>
  using builder = builders::dci_compact<Slot>;
};

}  // namespace verbatim
