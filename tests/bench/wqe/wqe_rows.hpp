// Rows that need no device: one kind of WQE, ours beside the floor.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rows.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "wqe_floor.hpp"
#include "wqe_memory.hpp"
#include "wqe_parameters.hpp"

namespace verbatim::bench {

/// A row whose WQEs can be compared.
class wqe_row : public row {
 public:
  /// Returns the bytes that a device sees of the last run.
  virtual std::vector<std::byte> seen() const = 0;
};

/// A row of one kind of WQE, which libmlx5 may post as well.
class lone_kind_row : public wqe_row {
 public:
  /// Returns the WQEs of the last run without what differs from queue to queue: see append_comparable().
  virtual std::vector<std::byte> wqes() const = 0;

  /// Returns the parameters of the next run, which may be changed.
  virtual wqe_parameter_list& parameters() noexcept = 0;
};

/// One kind of WQE: a line of the table.
struct wqe_task {
  std::string name;   ///< as rows call it: without what follows a slash
  std::string words;  ///< as the table calls it

  /// Makes the rows of a contestant: with a doorbell for each WQE, and for `batch`.
  using maker = std::unique_ptr<wqe_row> (*)(std::uint32_t payload);
  struct contestant {
    maker each;
    maker batched;  ///< none where the line says itself how many WQEs share a doorbell
  };
  contestant floor;
  contestant ours;
  maker loop = nullptr;   ///< what post_all() replaces, on the lines of many_lines.cpp
  std::uint32_t payload;  ///< in bytes
};

/// Posts `n` WQEs by Post, which returns true if a WQE was posted, and rings the doorbell.
template <class Post, unsigned n>
struct with_doorbell {
  template <class Queue>
  [[gnu::always_inline]] bool operator()(Queue& sq, const wqe_parameters* p) const noexcept {
    for (unsigned i = 0; i < n; ++i) {
      if (!Post{}(sq, p[i])) return false;
    }
    sq.ring_doorbell();
    return true;
  }
};

/// Posts WQEs of `wqebbs` WQEBBs until about `depth` WQEBBs are full. Group is a function object that
/// posts `n` of them with one doorbell, and returns true if all were posted.
template <class Queue, class Group, std::uint32_t wqebbs, unsigned n>
class wqe_posting_row final : public lone_kind_row {
 public:
  explicit wqe_posting_row(std::uint32_t payload) : parameters_(payload), queue_(make()) {}

  unsigned operations() const noexcept override { return depth / wqebbs / per_turn * per_turn; }

  void prepare() override {
    if (!all_posted_) throw std::runtime_error("a queue was full too early");
    begin_ = complete_all();
  }

  void run() override {
    bool all = true;
    const auto begin = parameters_.begin();
    const auto end = begin + per_turn;
    for (unsigned i = 0; i < operations(); i += per_turn) {
      for (auto p = begin; p != end; p += n) all &= Group{}(queue_, p);
    }
    all_posted_ = all;
  }

  std::vector<std::byte> seen() const override { return memory_.seen(begin_, queue_.pi()); }
  std::vector<std::byte> wqes() const override { return memory_.wqes(begin_, queue_.pi()); }
  wqe_parameter_list& parameters() noexcept override { return parameters_; }

 private:
  /// Once through the parameters, or nearly.
  static constexpr unsigned per_turn = batch / n * n;

  Queue make() {
    if constexpr (std::is_constructible_v<Queue, const detail::send_queue_memory&>) {
      return Queue(memory_.send_queue());
    } else {
      return Queue(memory_.send_queue(), memory_.doorbell_register(), wqe_memory::half_size);
    }
  }

  /// The device completes what there is, and gives the producer index: the last WQE, which also completes
  /// those before it, or on an unordered queue each.
  std::uint32_t complete_all() {
    const auto pi = queue_.pi();
    if (pi == begin_) return pi;
    std::uint64_t id = 0;
    const auto complete = [&](std::uint32_t index) {
      queue_.complete(static_cast<std::uint16_t>(index),
                      [&](std::uint64_t back, bool, bool) { id = back; });
    };
    if constexpr (Queue::completes_each) {
      for (auto at = begin_; at != pi; at += wqebbs) complete(at);
    } else {
      complete(pi - wqebbs);
    }
    if (id != parameters_.begin()[per_turn - 1].id) {
      throw std::runtime_error("a WQE came back with the entry of another");
    }
    return pi;
  }

  wqe_parameter_list parameters_;
  wqe_memory memory_;
  Queue queue_;
  std::uint32_t begin_ = 0;
  bool all_posted_ = true;
};

template <class Queue, class Group, std::uint32_t wqebbs, unsigned n>
std::unique_ptr<wqe_row> make_wqe_row(std::uint32_t payload) {
  return std::make_unique<wqe_posting_row<Queue, Group, wqebbs, n>>(payload);
}

template <class Queue, class Post, std::uint32_t wqebbs>
wqe_task::contestant wqe_contestant() {
  return {make_wqe_row<Queue, with_doorbell<Post, 1>, wqebbs, 1>,
          make_wqe_row<Queue, with_doorbell<Post, batch>, wqebbs, batch>};
}

/// A line of the table. `ours` and `floor` are captureless, and take their queue and the parameters.
/// Both are always inlined into the loop: the limit of a compiler's inlining is not measured.
template <class Queue, std::uint32_t octowords, class FloorQueue = wqe_floor_queue, class Ours,
          class Floor>
wqe_task wqe_line(std::string name, std::string words, Ours, Floor, std::uint32_t payload = 0) {
  constexpr auto wqebbs = (octowords + 3) / 4;
  return {.name = std::move(name),
          .words = std::move(words),
          .floor = wqe_contestant<FloorQueue, Floor, wqebbs>(),
          .ours = wqe_contestant<Queue, Ours, wqebbs>(),
          .payload = payload};
}

/// The queue of a line that is ours: a send_queue that says how its WQEs complete.
template <class Transport, auto... Policies>
class our_queue : public send_queue<Transport, std::uint64_t, Policies...> {
 public:
  using send_queue<Transport, std::uint64_t, Policies...>::send_queue;

  static constexpr bool completes_each =
      send_policies<Transport, Policies...>::table == wqe_table::unordered;
};

/// An ordered, sparse queue.
template <class Transport>
using queue_of = our_queue<Transport>;

// The lines, by kind of WQE.
void add_message_lines(std::vector<wqe_task>& lines);
void add_atomic_lines(std::vector<wqe_task>& lines);
void add_memory_key_lines(std::vector<wqe_task>& lines);
void add_datagram_lines(std::vector<wqe_task>& lines);
void add_packet_lines(std::vector<wqe_task>& lines);
void add_inline_lines(std::vector<wqe_task>& lines);
void add_sge_lines(std::vector<wqe_task>& lines);
void add_table_lines(std::vector<wqe_task>& lines);
void add_blueflame_lines(std::vector<wqe_task>& lines);
void add_many_lines(std::vector<wqe_task>& lines);

/// All of them, in the order of the table.
const std::vector<wqe_task>& wqe_tasks();

/// Runs both contestants of each line until wqe_index has wrapped, and compares all that a device
/// would see. Throws std::runtime_error that says which line differs where.
void check_same_wqes();

}  // namespace verbatim::bench
