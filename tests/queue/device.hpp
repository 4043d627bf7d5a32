// The other side of the bus, as far as tests of the queues need one: memory, and CQEs in it.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "bytes.hpp"
#include "retire.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/doorbells/qp_dbrec.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/wire/units.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::test {

/// A doorbell register with two halves of 256 bytes.
struct register_page {
  alignas(512) std::array<std::byte, 512> bytes{};
  mmio::doorbell_register doorbell{bytes.data(), 256};

  /// Returns the bytes that were last written to a half, 0 or 1.
  byte_view half(std::size_t which) const { return {bytes.data() + which * 256, 8}; }
};

/// The memory of a queue pair: stale rings between bytes that nothing may touch, and a record.
class queue_pair_memory {
 public:
  explicit queue_pair_memory(std::uint32_t wqebbs, std::uint32_t qpn = 0x123456,
                             std::uint32_t recv_wqes = 8, std::uint32_t recv_stride = 64)
      : sq_(wqebbs * std::size_t{64} + 2 * guard, stale),
        rq_(recv_wqes * std::size_t{recv_stride} + 2 * guard, stale),
        wqebbs_(wqebbs),
        qpn_(qpn),
        recv_wqes_(recv_wqes),
        recv_stride_(recv_stride) {}

  detail::send_queue_memory send() {
    return {sq_.data() + guard, wqebbs_, record_.data() + 4, &page.doorbell, qpn_};
  }
  detail::recv_queue_memory recv() {
    return {rq_.data() + guard, recv_wqes_, recv_stride_, record_.data()};
  }

  std::uint32_t qpn() const { return qpn_; }
  byte_view send_ring() const { return byte_view(sq_).subspan(guard, sq_.size() - 2 * guard); }
  byte_view recv_ring() const { return byte_view(rq_).subspan(guard, rq_.size() - 2 * guard); }
  qp_dbrec record() const { return qp_dbrec::read(record_.data()); }

  /// The first bytes of a WQE, wrapped at the ring's end.
  byte_string wqe(std::uint32_t index, std::size_t size) const {
    byte_string result(size);
    auto at = index % wqebbs_ * wqebb;
    for (auto& b : result) {
      b = send_ring()[at++];
      if (at == send_ring().size()) at = 0;
    }
    return result;
  }

  void make_stale() {
    std::memset(sq_.data(), 0xff, sq_.size());
    std::memset(rq_.data(), 0xff, rq_.size());
  }

  /// Nothing was written in front of the rings or behind them.
  bool guards_stand() const {
    const auto stands = [](const byte_string& s) {
      static const byte_string whole(guard, stale);
      return std::memcmp(s.data(), whole.data(), guard) == 0 &&
             std::memcmp(s.data() + s.size() - guard, whole.data(), guard) == 0;
    };
    return stands(sq_) && stands(rq_);
  }

  register_page page;

 private:
  static constexpr std::size_t guard = 64;

  byte_string sq_;
  byte_string rq_;
  alignas(8) std::array<std::byte, 8> record_{};
  std::uint32_t wqebbs_;
  std::uint32_t qpn_;
  std::uint32_t recv_wqes_;
  std::uint32_t recv_stride_;
};

/// A completion queue's memory, and the functions that write it as a device does.
class completion_queue_device {
 public:
  /// `pi` is the number of CQEs that the device has written already.
  explicit completion_queue_device(std::uint32_t cqes, std::uint32_t pi = 0)
      : ring_(cqes * cqe64::size, stale), cqes_(cqes), pi_(pi) {}

  detail::completion_queue_memory memory() {
    return {ring_.data(), cqes_, cqe64::size, record_.data()};
  }

  void write(cqe64::values cqe) { put(cqe); }
  void write(err_cqe::values cqe) { put(cqe); }

  /// A send WQE is done.
  void sent(std::uint32_t qpn, std::uint16_t wqe_counter, opcode what = opcode::send) {
    write(cqe64::values{
        .s_wqe_opcode = what, .qpn = qpn, .wqe_counter = wqe_counter, .opcode = cqe_opcode::req});
  }
  void send_failed(std::uint32_t qpn, std::uint16_t wqe_counter, cqe_syndrome why,
                   opcode what = opcode::send) {
    write(err_cqe::values{.vendor_err_synd = 0x42,
                          .syndrome = why,
                          .s_wqe_opcode = what,
                          .qpn = qpn,
                          .wqe_counter = wqe_counter,
                          .opcode = cqe_opcode::req_err});
  }
  void received(std::uint32_t qpn, std::uint16_t wqe_counter, std::uint32_t byte_cnt) {
    write(cqe64::values{.byte_cnt = byte_cnt,
                        .qpn = qpn,
                        .wqe_counter = wqe_counter,
                        .opcode = cqe_opcode::resp_send});
  }
  void recv_failed(std::uint32_t qpn, std::uint16_t wqe_counter, cqe_syndrome why) {
    write(err_cqe::values{
        .syndrome = why, .qpn = qpn, .wqe_counter = wqe_counter, .opcode = cqe_opcode::resp_err});
  }

  /// CQEs written so far.
  std::uint32_t pi() const { return pi_; }

  /// Returns the index that the program last published.
  std::uint32_t record() const { return wire::load32(record_.data()); }

  /// CQEs that are free, as far as the program has published.
  std::uint32_t room() const { return cqes_ - ((pi_ - record()) & 0xffffff); }

 private:
  template <class Values>
  void put(Values cqe) {
    cqe.owner = pi_ / cqes_ & 1;
    cqe.write(ring_.data() + std::size_t{pi_ % cqes_} * cqe64::size);
    ++pi_;
  }

  byte_string ring_;
  std::uint32_t cqes_;
  std::uint32_t pi_;
  alignas(8) std::array<std::byte, 8> record_{};
};

/// An endpoint for a completion_queue: a send queue and a receive queue.
template <class SendQueue, class Entry = typename SendQueue::entry>
struct endpoint {
  explicit endpoint(queue_pair_memory& memory) : sq(memory.send()), rq(memory.recv()) {}

  SendQueue sq;
  recv_queue<Entry> rq;
};

/// A SEND of so many WQEBBs, with as many SGEs as it takes.
template <class Begin>
auto sized(Begin&& begin, unsigned wqebbs) {
  auto list = std::forward<Begin>(begin).send().sge(1, 1, lkey(1));
  for (unsigned i = 1; i < wqebbs * 4 - 1; ++i) list = std::move(list).sge(1, 1, lkey(1));
  return list;
}

/// Posts and completes NOPs until the next WQE begins at ring slot `offset`.
template <class Queue>
void move_to(Queue& sq, std::uint32_t offset) {
  while (sq.pi() % sq.wqebbs() != offset) {
    retire(sq, sq.sq_wqe().nop().signal(0).finish().wqe_index());
  }
}

}  // namespace verbatim::test
