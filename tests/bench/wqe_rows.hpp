// Rows that need no device: one kind of WQE, ours beside the floor.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rows.hpp"
#include "verbatim/queue/send_queue.hpp"
#include "wqe_floor.hpp"
#include "wqe_memory.hpp"
#include "wqe_parameters.hpp"

namespace verbatim::bench {

/// A row whose WQEs can be looked at.
class wqe_row : public row {
 public:
  /// All that a device sees of the last run.
  virtual std::vector<std::byte> seen() const = 0;
};

/// One kind of WQE: a line of the table.
struct wqe_task {
  std::string name;   ///< as rows call it: without what follows a slash
  std::string words;  ///< as the table calls it

  /// Makes the rows of a contestant: with a doorbell for each WQE, and for `batch`.
  using maker = std::unique_ptr<wqe_row> (*)(std::uint32_t payload);
  struct contestant {
    maker each;
    maker batched;
  };
  contestant floor;
  contestant ours;
  std::uint32_t payload;  ///< in bytes
};

/// Posts WQEs of `wqebbs` WQEBBs until about `depth` WQEBBs are full. Post is a function object that
/// answers whether the WQE was posted.
template <class Queue, class Post, std::uint32_t wqebbs, unsigned per_doorbell>
class wqe_posting_row final : public wqe_row {
 public:
  explicit wqe_posting_row(std::uint32_t payload) : parameters_(payload), queue_(make()) {}

  unsigned operations() const noexcept override { return depth / wqebbs / batch * batch; }

  void prepare() override {
    if (!all_posted_) throw std::runtime_error("a queue was full too early");
    begin_ = queue_.pi();
    if (begin_ == 0) return;
    const auto last = static_cast<std::uint16_t>(begin_ - wqebbs);
    if (retire(last) != (parameters_.end() - 1)->id) {
      throw std::runtime_error("a WQE came back with the entry of another");
    }
  }

  void run() override {
    bool all = true;
    const auto [begin, end] = std::pair(parameters_.begin(), parameters_.end());
    for (unsigned i = 0; i < operations(); i += batch) {
      for (auto p = begin; p != end; p += per_doorbell) all &= post(p);
    }
    all_posted_ = all;
  }

  std::vector<std::byte> seen() const override { return memory_.seen(begin_, queue_.pi()); }

 private:
  Queue make() {
    if constexpr (std::is_constructible_v<Queue, const send_queue_memory&>) {
      return Queue(memory_.send_queue());
    } else {
      return Queue(memory_.send_queue(), memory_.doorbell_register(), wqe_memory::half_size);
    }
  }

  bool post(const wqe_parameters* p) noexcept {
    for (unsigned i = 0; i < per_doorbell; ++i) {
      if (!Post{}(queue_, p[i])) return false;
    }
    queue_.ring_doorbell();
    return true;
  }

  /// The entry of the last WQE, which brings back all of them.
  std::uint64_t retire(std::uint16_t wqe_counter) {
    if constexpr (requires { queue_.complete(wqe_counter, [&](auto&&...) {}); }) {
      std::uint64_t back = 0;
      queue_.complete(wqe_counter, [&](std::uint64_t id, bool, bool) { back = id; });
      return back;
    } else {
      return queue_.retire(wqe_counter);
    }
  }

  wqe_parameter_list parameters_;
  wqe_memory memory_;
  Queue queue_;
  std::uint32_t begin_ = 0;
  bool all_posted_ = true;
};

template <class Queue, class Post, std::uint32_t wqebbs>
wqe_task::contestant wqe_contestant() {
  return {.each = [](std::uint32_t payload) -> std::unique_ptr<wqe_row> {
            return std::make_unique<wqe_posting_row<Queue, Post, wqebbs, 1>>(payload);
          },
          .batched = [](std::uint32_t payload) -> std::unique_ptr<wqe_row> {
            return std::make_unique<wqe_posting_row<Queue, Post, wqebbs, batch>>(payload);
          }};
}

/// A line of the table. `ours` and `floor` are captureless, and take their queue and the parameters.
/// Both are always inlined into the loop: where a compiler gives that up is not what is measured.
template <class Queue, std::uint32_t octowords, class Ours, class Floor>
wqe_task wqe_line(std::string name, std::string words, Ours, Floor, std::uint32_t payload = 0) {
  constexpr auto wqebbs = (octowords + 3) / 4;
  return {.name = std::move(name),
          .words = std::move(words),
          .floor = wqe_contestant<wqe_floor_queue, Floor, wqebbs>(),
          .ours = wqe_contestant<Queue, Ours, wqebbs>(),
          .payload = payload};
}

/// An ordered, sparse queue.
template <class Transport>
using queue_of = send_queue<Transport, std::uint64_t>;

// The lines, by kind of WQE.
void add_message_lines(std::vector<wqe_task>& lines);
void add_atomic_lines(std::vector<wqe_task>& lines);
void add_memory_key_lines(std::vector<wqe_task>& lines);
void add_datagram_lines(std::vector<wqe_task>& lines);
void add_packet_lines(std::vector<wqe_task>& lines);
void add_inline_lines(std::vector<wqe_task>& lines);
void add_sge_lines(std::vector<wqe_task>& lines);

/// All of them, in the order of the table.
const std::vector<wqe_task>& wqe_tasks();

/// Runs both contestants of each line until wqe_index has wrapped, and compares all that a device
/// would see. Throws std::runtime_error that says which line differs where.
void check_same_wqes();

}  // namespace verbatim::bench
