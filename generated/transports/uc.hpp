// Generated from specs/transports/uc.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "verbatim/generated/wqes/nop.hpp"
#include "verbatim/generated/wqes/rdma_write.hpp"
#include "verbatim/generated/wqes/rdma_write_imm.hpp"
#include "verbatim/generated/wqes/send.hpp"
#include "verbatim/generated/wqes/send_imm.hpp"
#include "verbatim/generated/wqes/send_inval.hpp"

namespace verbatim {

/// Unreliable connection, one peer, neither acknowledged nor retried.
///
/// Source: rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_UC.
struct uc {
  static constexpr std::string_view name = "uc";

  /// Limits of nop on this transport; a queue may allow less.
  struct nop {
    static constexpr unsigned octowords_before_data = 1;
    static constexpr unsigned data_offset = 16;  ///< in bytes
    static constexpr unsigned max_inline = 0;    ///< in bytes
    static constexpr unsigned max_sges = 0;
    static constexpr unsigned max_wqebbs = 1;
  };

  /// Limits of rdma_write on this transport; a queue may allow less.
  struct rdma_write {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 972;  ///< in bytes
    static constexpr unsigned max_sges = 61;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of rdma_write_imm on this transport; a queue may allow less.
  struct rdma_write_imm {
    static constexpr unsigned octowords_before_data = 2;
    static constexpr unsigned data_offset = 32;  ///< in bytes
    static constexpr unsigned max_inline = 972;  ///< in bytes
    static constexpr unsigned max_sges = 61;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of send on this transport; a queue may allow less.
  struct send {
    static constexpr unsigned octowords_before_data = 1;
    static constexpr unsigned data_offset = 16;  ///< in bytes
    static constexpr unsigned max_inline = 988;  ///< in bytes
    static constexpr unsigned max_sges = 62;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of send_imm on this transport; a queue may allow less.
  struct send_imm {
    static constexpr unsigned octowords_before_data = 1;
    static constexpr unsigned data_offset = 16;  ///< in bytes
    static constexpr unsigned max_inline = 988;  ///< in bytes
    static constexpr unsigned max_sges = 62;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// Limits of send_inval on this transport; a queue may allow less.
  struct send_inval {
    static constexpr unsigned octowords_before_data = 1;
    static constexpr unsigned data_offset = 16;  ///< in bytes
    static constexpr unsigned max_inline = 988;  ///< in bytes
    static constexpr unsigned max_sges = 62;
    static constexpr unsigned max_wqebbs = 16;
  };

  /// What sq_wqe() gives: the beginning of every WQE that this transport carries.
  template <class Slot>
  struct builder {
    /// write(flags), perhaps imm() next.
    class [[nodiscard]] write_needs_rdma : public wqe::rdma_write<Slot>::needs_rdma {
     public:
      using wqe::rdma_write<Slot>::needs_rdma::needs_rdma;

      /// Copies local memory into the peer's memory and completes a receive there with immediate data.
      typename wqe::rdma_write_imm<Slot>::needs_rdma imm(std::uint32_t imm) && noexcept {
        this->slot_.imm(imm);
        return typename wqe::rdma_write_imm<Slot>::needs_rdma{std::move(this->slot_)};
      }
    };

    /// send(flags), perhaps imm() and perhaps invalidate() next.
    class [[nodiscard]] send_needs_data : public wqe::send<Slot>::needs_data {
     public:
      using wqe::send<Slot>::needs_data::needs_data;

      /// Sends a message and 32 bits of immediate data, which arrive in the peer's completion.
      typename wqe::send_imm<Slot>::needs_data imm(std::uint32_t imm) && noexcept {
        this->slot_.imm(imm);
        return typename wqe::send_imm<Slot>::needs_data{std::move(this->slot_)};
      }

      /// Sends a message and invalidates a key of the peer.
      typename wqe::send_inval<Slot>::needs_data invalidate(std::uint32_t rkey) && noexcept {
        this->slot_.imm(rkey);
        return typename wqe::send_inval<Slot>::needs_data{std::move(this->slot_)};
      }
    };

    class [[nodiscard]] needs_verb {
     public:
      explicit needs_verb(Slot&& slot) noexcept : slot_(std::move(slot)) {}

      /// Does nothing, but can carry a fence and a completion.
      typename wqe::nop<Slot>::ready nop(typename Slot::flags flags = {}) && noexcept {
        slot_.begin(flags);
        return typename wqe::nop<Slot>::ready{std::move(slot_)};
      }

      /// Copies local memory into the peer's memory without involving its CPU.
      write_needs_rdma write(typename Slot::flags flags = {}) && noexcept {
        slot_.begin(flags);
        return write_needs_rdma{std::move(slot_)};
      }

      /// Sends a message into the next receive buffer of the peer.
      send_needs_data send(typename Slot::flags flags = {}) && noexcept {
        slot_.begin(flags);
        return send_needs_data{std::move(slot_)};
      }

     private:
      Slot slot_;
    };

    using start = needs_verb;
  };
};

}  // namespace verbatim
