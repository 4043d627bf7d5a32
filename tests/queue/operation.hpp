// A send operation as data: made at random, posted through the builders, built by the reference.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "dice.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim::test {

enum class verb { nop, send, send_imm, send_inval, write, write_imm, read, cas, fetch_add };

inline constexpr verb every_verb[]{verb::nop,        verb::send,  verb::send_imm,
                                   verb::send_inval, verb::write, verb::write_imm,
                                   verb::read,       verb::cas,   verb::fetch_add};

constexpr bool on_uc(verb v) { return v < verb::read; }
constexpr bool takes_inline(verb v) { return v != verb::nop && v < verb::read; }
constexpr bool takes_sges(verb v) { return v != verb::nop && v < verb::cas; }
constexpr bool has_raddr(verb v) { return v >= verb::write; }

struct piece {
  std::uint64_t addr;
  std::uint32_t byte_count;
  std::uint32_t lkey;
};

enum class payload { none, sges, inlined };

struct operation {
  verb what = verb::nop;
  send_flags flags{};
  std::uint32_t imm = 0;  // or the key to invalidate
  std::uint64_t raddr = 0;
  std::uint32_t rkey = 0;
  std::uint64_t compare = 0;
  std::uint64_t swap_add = 0;
  payload data = payload::none;
  std::vector<piece> sges{};  // exactly one for atomics; its byte_count is 8
  byte_string inlined{};
  bool signaled = true;

  /// For messages of failed tests.
  std::string text() const {
    return "verb " + std::to_string(static_cast<int>(what)) + ", " + std::to_string(sges.size()) +
           " SGEs, " + std::to_string(inlined.size()) + " bytes inline";
  }
};

/// Random values for everything but the choice of data.
inline operation random_operation(dice& random, verb what) {
  operation op{.what = what,
               .flags = {.fence = fence_mode{static_cast<std::uint8_t>(random.below(5))},
                         .solicited = random.one_in(2)},
               .imm = random.bits32(32),
               .raddr = random.bits(64),
               .rkey = random.bits32(32),
               .compare = random.bits(64),
               .swap_add = random.bits(64),
               .data = payload::none,
               .sges = {},
               .inlined = {},
               .signaled = random.one_in(2)};
  if (what >= verb::cas) op.sges = {{random.bits(64), 8, random.bits32(32)}};
  return op;
}

inline operation with_sges(operation op, dice& random, std::size_t count) {
  op.data = payload::sges;
  for (std::size_t i = 0; i < count; ++i) {
    op.sges.push_back({random.bits(64), 1 + random.below((1u << 31) - 1), random.bits32(32)});
  }
  return op;
}

inline operation with_inline(operation op, dice& random, std::size_t size) {
  op.data = payload::inlined;
  op.inlined = random.bytes(size);
  return op;
}

/// The end of every chain.
template <class Ready, class Entry>
post_result finish(Ready&& ready, const operation& op, Entry entry) {
  if (op.signaled) return std::move(ready).signal(std::move(entry)).finish();
  return std::move(ready).finish();
}

/// SGEs, inline data or none.
template <class NeedsData, class Entry>
post_result post_data(NeedsData&& b, const operation& op, Entry entry) {
  if (op.data == payload::sges && !op.sges.empty()) {
    auto list = std::move(b).sge(op.sges[0].addr, op.sges[0].byte_count, lkey(op.sges[0].lkey));
    for (std::size_t i = 1; i < op.sges.size(); ++i) {
      list = std::move(list).sge(op.sges[i].addr, op.sges[i].byte_count, lkey(op.sges[i].lkey));
    }
    return finish(std::move(list), op, std::move(entry));
  }
  if constexpr (requires { std::move(b).inline_data(op.inlined); }) {
    if (op.data == payload::inlined) {
      return finish(std::move(b).inline_data(op.inlined), op, std::move(entry));
    }
  }
  return finish(std::move(b).no_data(), op, std::move(entry));
}

/// Posts through the builders, as a program would.
template <class Queue, class Entry>
post_result post(Queue& sq, const operation& op, Entry entry) {
  auto begin = sq.sq_wqe();
  switch (op.what) {
    case verb::nop:
      return finish(std::move(begin).nop(op.flags), op, std::move(entry));
    case verb::send:
      return post_data(std::move(begin).send(op.flags), op, std::move(entry));
    case verb::send_imm:
      return post_data(std::move(begin).send(op.flags).imm(op.imm), op, std::move(entry));
    case verb::send_inval:
      return post_data(std::move(begin).send(op.flags).invalidate(rkey(op.imm)), op,
                       std::move(entry));
    case verb::write:
      return post_data(std::move(begin).write(op.flags).rdma(op.raddr, rkey(op.rkey)), op,
                       std::move(entry));
    case verb::write_imm:
      return post_data(std::move(begin).write(op.flags).imm(op.imm).rdma(op.raddr, rkey(op.rkey)),
                       op, std::move(entry));
    default:
      break;
  }
  if constexpr (std::is_same_v<typename Queue::transport, rc>) {
    switch (op.what) {
      case verb::read:
        return post_data(std::move(begin).read(op.flags).rdma(op.raddr, rkey(op.rkey)), op,
                         std::move(entry));
      case verb::cas:
        return finish(std::move(begin)
                          .cas(op.flags)
                          .rdma(op.raddr, rkey(op.rkey))
                          .operands(op.compare, op.swap_add)
                          .sge(op.sges[0].addr, lkey(op.sges[0].lkey)),
                      op, std::move(entry));
      case verb::fetch_add:
        return finish(std::move(begin)
                          .fetch_add(op.flags)
                          .rdma(op.raddr, rkey(op.rkey))
                          .operands(op.swap_add)
                          .sge(op.sges[0].addr, lkey(op.sges[0].lkey)),
                      op, std::move(entry));
      default:
        break;
    }
  }
  ADD_FAILURE() << "the transport does not carry " << op.text();
  return post_error::closed;
}

}  // namespace verbatim::test
