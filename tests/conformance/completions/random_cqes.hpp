// CQEs that complete the WQEs of compared queues, with random bytes in all unused fields.
#pragma once

#include <endian.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "allowed_differences.hpp"
#include "bytes.hpp"
#include "compared_buffers.hpp"
#include "compared_queues.hpp"
#include "completing_sides.hpp"
#include "dice.hpp"
#include "verbatim/queue/completion/cq_format.hpp"

namespace verbatim::test {

/// The copy that libmlx5 makes of the payload in a CQE.
enum class their_copy { as_ours, from_the_wrong_place, refused };

struct completion {
  byte_string cqe;
  std::uint64_t id = 0;
  bool raw = false;
  bool unsignaled = false;
  std::optional<buffer_list> into = {};  ///< if a payload comes in the CQE
  byte_string payload = {};
  their_copy theirs = their_copy::as_ours;
  std::byte in_front{};  ///< what is in the ring in front of it

  mlx5_cqe64 fields() const {
    mlx5_cqe64 result;
    std::memcpy(static_cast<void*>(&result), cqe.data() + cqe.size() - sizeof result,
                sizeof result);
    return result;
  }
  unsigned format() const { return fields().op_own >> 2 & 3u; }
};

/// The kinds of CQEs that the rings had in them.
struct coverage {
  std::size_t rings = 0;
  std::size_t cqes = 0;
  std::size_t resized = 0;  ///< CQEs that were in a ring which ended behind them
  std::set<std::tuple<std::uint32_t, unsigned, unsigned>> kinds;  ///< user index, opcode, of a send
  std::set<std::tuple<std::uint32_t, bool, unsigned>> payloads;   ///< user index, of a send, format
  std::array<std::set<unsigned>, 2> syndromes;                    ///< of sends, of receives
  met_differences met;
};

/// Draws what a device could write next.
template <cq_format Format>
class random_cqes {
  static constexpr std::size_t cqe_size = Format.cqe_size;
  static constexpr std::uint32_t most_inline = cqe_size == 128 ? 64 : 32;

 public:
  random_cqes(dice& random, std::span<const party> parties, coverage& seen)
      : random_(random), parties_(parties), seen_(seen) {}

  /// The next CQE, in a ring's first slot or not; nothing if no WQE is outstanding.
  std::optional<completion> draw(bool begins_ring) {
    for (int tries = 0; tries < 40; ++tries) {
      const auto& of = parties_[random_.below(static_cast<std::uint32_t>(parties_.size()))];
      const bool send = of.sends && (!of.receives || random_.one_in(2));
      auto made = send ? random_send(of, begins_ring) : random_recv(of);
      if (made) return made;
    }
    return std::nullopt;
  }

 private:
  /// A CQE full of random bytes, of no tag matching: libmlx5 would look for a tag-matching queue.
  mlx5_cqe64 random_fields(const party& of, unsigned cqe_opcode, unsigned sent,
                           std::uint16_t wqe_counter) {
    mlx5_cqe64 cqe;
    const auto bytes = random_.bytes(sizeof cqe);
    std::memcpy(static_cast<void*>(&cqe), bytes.data(), sizeof cqe);
    if (cqe.app == 1) cqe.app = 0;
    cqe.srqn_uidx = htobe32(random_.below(256) << 24 | of.index);
    cqe.sop_drop_qpn = htobe32(sent << 24 | of.qpn);
    cqe.wqe_counter = htobe16(wqe_counter);
    cqe.op_own = static_cast<std::uint8_t>(cqe_opcode << 4 | random_.below(2) << 1);
    return cqe;
  }

  /// The same bytes as a failure. libmlx5 hides one syndrome of an SRQ: see odp_page_fault.
  void fail(mlx5_cqe64& cqe, std::size_t direction) {
    auto& error = reinterpret_cast<mlx5_err_cqe&>(cqe);
    error.syndrome = static_cast<std::uint8_t>(next_syndrome_[direction]++);
    if (error.syndrome == MLX5_CQE_SYNDROME_REMOTE_ABORTED_ERR &&
        error.vendor_err_synd == odp_page_fault) {
      error.vendor_err_synd = 0;
    }
    seen_.syndromes[direction].insert(error.syndrome);
  }

  /// The whole CQE; of 128 bytes, the first half is random or the payload.
  completion complete(mlx5_cqe64 cqe, std::uint64_t id, const party& of, byte_string payload) {
    completion result{.cqe = random_.bytes(cqe_size), .id = id, .raw = of.raw};
    if (!payload.empty()) {
      const bool in_front = payload.size() > 32 || (cqe_size == 128 && random_.one_in(2));
      cqe.op_own = static_cast<std::uint8_t>(cqe.op_own | (in_front ? 2 : 1) << 2);
      std::memcpy(in_front ? static_cast<void*>(result.cqe.data()) : static_cast<void*>(&cqe),
                  payload.data(), payload.size());
      result.payload = std::move(payload);
    }
    std::memcpy(result.cqe.data() + cqe_size - sizeof cqe, &cqe, sizeof cqe);
    const auto cqe_opcode = mlx5dv_get_cqe_opcode(&cqe);
    const bool send = cqe_opcode == MLX5_CQE_REQ;
    seen_.kinds.insert({of.index, cqe_opcode, send ? be32toh(cqe.sop_drop_qpn) >> 24 : 0});
    if (result.format() != 0) seen_.payloads.insert({of.index, send, result.format()});
    return result;
  }

  std::optional<completion> random_send(const party& of, bool begins_ring) {
    const bool failed = random_.one_in(4);
    const auto done = of.sends->take(failed);
    if (!done) return std::nullopt;
    const auto& op = done->op;
    auto cqe = random_fields(of, failed ? MLX5_CQE_REQ_ERR : MLX5_CQE_REQ,
                             static_cast<unsigned>(op.what), done->index);
    if (op.is_atomic()) cqe.byte_cnt = htobe32(8);
    if (failed) {
      fail(cqe, 0);
      auto result = complete(cqe, op.id, of, {});
      result.unsignaled = !op.signaled;
      return result;
    }
    byte_string payload;
    if (done->results && done->results->size() <= most_inline && random_.one_in(2)) {
      payload = random_.bytes(done->results->size());
      cqe.byte_cnt = htobe32(done->results->size());
    }
    auto result = complete(cqe, op.id, of, std::move(payload));
    if (result.payload.empty()) return result;
    result.into = done->results;
    if (of.index != of_rc && of.index != of_rc_on_srq) {
      result.theirs = their_copy::refused;
    } else if (cqe_size == 128) {
      result.theirs = their_copy::from_the_wrong_place;
      // libmlx5 would read the byte in front of the ring.
      if (begins_ring && result.format() == 2) {
        result.cqe.back() &= std::byte{0xf3};
        result.payload.clear();
        result.into.reset();
        result.theirs = their_copy::as_ours;
      }
    }
    return result;
  }

  std::optional<completion> random_recv(const party& of) {
    const auto done = of.receives->take();
    if (!done) return std::nullopt;
    constexpr std::array opcodes{MLX5_CQE_RESP_WR_IMM, MLX5_CQE_RESP_SEND, MLX5_CQE_RESP_SEND_IMM,
                                 MLX5_CQE_RESP_SEND_INV};
    const bool failed = random_.one_in(4);
    const unsigned what = failed ? MLX5_CQE_RESP_ERR : opcodes[random_.below(opcodes.size())];
    party from = of;
    // The flow tag of an Ethernet queue is in the QP number's place.
    if (of.raw && Format.owner == cqe_owner::user_index) from.qpn = random_.bits32(24);
    auto cqe = random_fields(from, what, random_.below(256), done->counter);
    if (failed) {
      fail(cqe, 1);
      return complete(cqe, done->id, of, {});
    }
    byte_string payload;
    if (!of.raw && random_.one_in(2)) {
      payload = random_.bytes(random_.below(std::min(most_inline, done->list.size()) + 1));
      if (!payload.empty()) cqe.byte_cnt = htobe32(static_cast<std::uint32_t>(payload.size()));
    }
    auto result = complete(cqe, done->id, of, std::move(payload));
    if (!result.payload.empty()) result.into = done->list;
    return result;
  }

  static constexpr std::uint8_t odp_page_fault = 0x93;

  dice& random_;
  std::span<const party> parties_;
  coverage& seen_;
  std::array<unsigned, 2> next_syndrome_{};
};

}  // namespace verbatim::test
