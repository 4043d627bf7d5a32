// A model of everything that can happen when threads post to a gpu::send_queue, a NIC executes the WQEs,
// and threads retire them. The queue is the library's: model_memory.hpp finds its steps.
//
// Stores into the ring are late: other threads may not rely on them before the thread's next barrier, and the
// NIC not before the next barrier of a thread that rings. Loads are not out of order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model_memory.hpp"
#include "posting_state.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/gpu/send_queue.hpp"

namespace verbatim::testing {

class posting_model {
 public:
  explicit posting_model(posting_rules rules) : rules_(std::move(rules)) {
    const gpu::send_queue<rc, 2, model_memory> queue(memory());
    queue.reset(rules_.begin);
    for (std::size_t i = 0; i < rules_.posts.size(); ++i) {
      threads_.push_back({[this, i, queue] { post(queue, i); }, {}});
    }
    for (const auto count : rules_.takes) {
      threads_.push_back({[count, queue] {
                            for (unsigned i = 0; i < count; ++i) {
                              static_cast<void>(queue.retire(model_memory::take_cqe()));
                            }
                          },
                          {}});
    }
  }

  /// Visits every state, at most `most` of them.
  posting_outcome explore(std::size_t most) {
    std::vector<posting_state> waiting{first()};
    std::unordered_set<std::uint64_t> seen{digest(waiting[0])};
    while (!waiting.empty()) {
      const auto from = waiting.back();
      waiting.pop_back();
      bool moved = false;
      for (std::size_t thread = 0; thread <= threads_.size(); ++thread) {
        auto to = from;
        if (!(thread < threads_.size() ? advance(to, thread) : execute(to))) continue;
        moved = true;
        if (!wrong_.empty()) return {wrong_, seen.size()};
        if (!seen.insert(digest(to)).second) continue;
        if (seen.size() > most) return {"there are too many states", seen.size()};
        waiting.push_back(to);
      }
      if (!moved && !ended_well(from)) return {wrong_, seen.size()};
    }
    return {"", seen.size()};
  }

 private:
  /// The values that a thread has read so far, and its next step.
  struct node {
    step next;
    std::vector<std::uint64_t> results;
    std::map<std::uint64_t, std::uint32_t> behind;
  };
  struct model_thread {
    std::function<void()> program;
    std::vector<node> nodes;
  };

  gpu::send_queue_memory memory() {
    return {.ring = arena_.ring.data(),
            .wqebbs = model_wqebbs,
            .qpn = 7,
            .dbrec = &arena_.dbrec,
            .doorbell = &arena_.doorbell,
            .words = &arena_.words,
            .marks = arena_.marks.data()};
  }

  /// A thread that posts. Each SGE names the thread and the WQE.
  void post(const gpu::send_queue<rc, 2, model_memory>& queue, std::size_t thread) {
    for (std::size_t i = 0; i < rules_.posts[thread].size(); ++i) {
      const auto name = 16 * (thread + 1) + i;
      for (;;) {
        const auto seen = model_memory::load(&arena_.words.completed);
        auto begun = queue.sq_wqe().write().rdma(name, rkey(1));
        const auto done = rules_.posts[thread][i] == 1
                              ? std::move(begun).no_data().signal({}).finish()
                              : std::move(begun)
                                    .sge(name, 1, lkey(1))
                                    .sge(name, 1, lkey(1))
                                    .sge(name, 1, lkey(1))
                                    .signal({})
                                    .finish();
        if (done.ok()) break;
        model_memory::wait_for_change(&arena_.words.completed, seen);
      }
      queue.ring_doorbell();
    }
  }

  posting_state first() {
    posting_state one;
    one.marks = arena_.marks;
    one.words = {arena_.words.reserved, arena_.words.completed, arena_.words.announced,
                 arena_.words.requests};
    one.dbrec = one.rung = one.done = rules_.begin;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      threads_[i].nodes.push_back({replayed_thread::next({}, threads_[i].program), {}, {}});
    }
    return one;
  }

  static std::uint64_t digest(const posting_state& state) {
    static_assert(std::has_unique_object_representations_v<posting_state>);
    std::array<std::uint64_t, sizeof state / 8> words;
    static_assert(sizeof words == sizeof state);
    std::memcpy(words.data(), &state, sizeof state);
    std::uint64_t all = 0x9e3779b97f4a7c15;
    for (const auto word : words) {
      all = (all ^ word) * 0xff51afd7ed558ccd;
      all ^= all >> 32;
    }
    return all;
  }

  /// Lets a thread take its next step, and those behind it that other threads do not see. Returns
  /// false if it has to wait, or has ended.
  bool advance(posting_state& state, std::size_t thread) {
    if (!take_step(state, thread)) return false;
    while (wrong_.empty() && unseen(next_of(state, thread).what)) take_step(state, thread);
    return true;
  }

  static bool unseen(access what) {
    return what == access::store_octoword || what == access::wqe_before_dbrec ||
           what == access::dbrec_before_doorbell || what == access::flush_doorbell;
  }

  const step& next_of(const posting_state& state, std::size_t thread) const {
    return threads_[thread].nodes[state.node[thread]].next;
  }

  bool take_step(posting_state& state, std::size_t thread) {
    const auto one = next_of(state, thread);
    std::uint64_t result = 0;
    if (!take_step(state, static_cast<std::uint8_t>(thread), one, result)) return false;
    auto& nodes = threads_[thread].nodes;
    const auto at = state.node[thread];
    auto [found, is_new] =
        nodes[at].behind.try_emplace(result, static_cast<std::uint32_t>(nodes.size()));
    state.node[thread] = found->second;
    if (is_new) {
      auto results = nodes[at].results;
      results.push_back(result);
      const auto next = replayed_thread::next(results, threads_[thread].program);
      nodes.push_back({next, std::move(results), {}});
    }
    return true;
  }

  bool take_step(posting_state& state, std::uint8_t thread, const step& one,
                 std::uint64_t& result) {
    switch (one.what) {
      case access::end:
        return false;
      case access::load:
        result = read(state, one.at);
        return true;
      case access::store:
        barrier(state, thread, reach::threads);
        [[fallthrough]];
      case access::store_early:
        write(state, one.at, one.value);
        return true;
      case access::add:
        barrier(state, thread, reach::threads);
        result = read(state, one.at);
        write(state, one.at, static_cast<std::uint32_t>(result + one.value));
        return true;
      case access::replace:
        barrier(state, thread, reach::threads);
        result = read(state, one.at);
        if (result == one.expected) write(state, one.at, one.value);
        return true;
      case access::store_octoword:
        store_octoword(state, thread, one);
        return true;
      case access::store_for_nic:
        if (one.at == reinterpret_cast<std::uintptr_t>(&arena_.dbrec)) {
          publish(state, thread, wire::big_endian(static_cast<std::uint32_t>(one.value)));
        } else {
          ring(state, thread, one.value);
        }
        return true;
      case access::wqe_before_dbrec:
        barrier(state, thread, reach::nic);
        return true;
      case access::dbrec_before_doorbell:
        barrier(state, thread, reach::nic);
        if (state.dbrec_late == thread + 1) state.dbrec_late = 0;
        return true;
      case access::flush_doorbell:
        if (state.doorbell_late == thread + 1) state.doorbell_late = 0;
        return true;
      case access::wait_for_change:
        return read(state, one.at) != one.value;
      case access::take_cqe:
        if (state.cqes == 0) return false;
        result = state.cqe[0];
        std::rotate(state.cqe.begin(), state.cqe.begin() + 1, state.cqe.end());
        state.cqe.back() = 0;
        --state.cqes;
        return true;
    }
    return false;
  }

  /// A barrier of a thread: its own stores reach at least `to`. Stores of others reach the NIC if
  /// the thread could already see them.
  static void barrier(posting_state& state, std::uint8_t thread, reach to) {
    for (auto& one : state.ring) {
      const bool knows = one.thread == thread || one.seen_by == reach::threads;
      if (knows && one.seen_by < to) one.seen_by = to;
    }
  }

  std::size_t word_of(std::uintptr_t at) const {
    return (at - reinterpret_cast<std::uintptr_t>(&arena_.words)) / sizeof(std::uint32_t);
  }
  std::size_t mark_of(std::uintptr_t at) const {
    return (at - reinterpret_cast<std::uintptr_t>(arena_.marks.data())) / sizeof(std::uint64_t);
  }

  std::uint64_t read(const posting_state& state, std::uintptr_t at) const {
    return mark_of(at) < model_wqebbs ? state.marks[mark_of(at)] : state.words.at(word_of(at));
  }
  void write(posting_state& state, std::uintptr_t at, std::uint64_t value) const {
    if (mark_of(at) < model_wqebbs) {
      state.marks[mark_of(at)] = value;
    } else {
      state.words.at(word_of(at)) = static_cast<std::uint32_t>(value);
    }
  }

  static std::uint32_t slot(std::uint32_t index) { return index % model_wqebbs; }

  void store_octoword(posting_state& state, std::uint8_t thread, const step& one) {
    const auto at = (one.at - reinterpret_cast<std::uintptr_t>(arena_.ring.data())) / octoword;
    if (at >= state.ring.size()) {
      wrong_ = "a store behind the ring's end";
      return;
    }
    for (auto i = state.done; i != state.dbrec; ++i) {
      if (slot(i) == at / 4) wrong_ = "a store into a WQE that the NIC has not executed";
    }
    state.ring[at] = {
        .value = {one.value, one.expected}, .seen_by = reach::nobody, .thread = thread};
  }

  static ctrl_seg ctrl_of(const gpu::octoword_value& value) {
    std::array<std::byte, ctrl_seg::size> bytes;
    std::memcpy(bytes.data(), &value, sizeof bytes);
    return ctrl_seg::read(bytes.data());
  }

  /// The doorbell record: every WQE that it covers has to be whole, and seen by the NIC.
  void publish(posting_state& state, std::uint8_t thread, std::uint32_t low) {
    const auto end = state.dbrec + static_cast<std::uint16_t>(low - state.dbrec);
    if (state.dbrec_late != 0) wrong_ = "a doorbell record that an earlier one may overwrite";
    if (end - state.dbrec - 1 >= model_wqebbs) wrong_ = "a doorbell record that goes back";
    if (end - state.done > model_wqebbs) wrong_ = "a doorbell record beyond the ring";
    for (auto at = state.dbrec; wrong_.empty() && at != end;) at = check_wqe(state, at, end);
    state.dbrec = end;
    state.dbrec_late = static_cast<std::uint8_t>(thread + 1);
  }

  /// Checks a WQE, and returns the index behind it.
  std::uint32_t check_wqe(const posting_state& state, std::uint32_t at, std::uint32_t end) {
    const auto* const wqe = &state.ring[slot(at) * 4];
    const auto ctrl = ctrl_of(wqe->value);
    const auto behind = at + (ctrl.ds + 3u) / 4u;
    if (ctrl.wqe_index != static_cast<std::uint16_t>(at) || ctrl.qpn != 7 || ctrl.ds == 0) {
      wrong_ = "a doorbell record before its WQE";
    } else if (behind - at > end - at) {
      wrong_ = "a doorbell record that ends within a WQE";
    } else if (slot(at) + (behind - at) > model_wqebbs) {
      wrong_ = "a WQE over the ring's end";
    } else {
      const auto length = ctrl.opcode == opcode::nop ? 1u : ctrl.ds;
      for (unsigned i = 0; i < length; ++i) {
        if (wqe[i].seen_by != reach::nic) wrong_ = "a doorbell record before the bytes of its WQE";
        if (wqe[i].thread != wqe->thread) wrong_ = "a WQE of two threads";
        // The address in each segment.
        const auto name = i == 1 ? wqe[i].value.first : wqe[i].value.second;
        if (i > 1 && name != wqe[1].value.first) wrong_ = "a WQE of two";
      }
    }
    return behind;
  }

  void ring(posting_state& state, std::uint8_t thread, std::uint64_t words) {
    const auto ctrl = ctrl_of({words, 0});
    const auto last = state.dbrec - static_cast<std::uint16_t>(state.dbrec - ctrl.wqe_index);
    if (state.dbrec_late != 0) wrong_ = "a doorbell before its record";
    if (state.doorbell_late != 0) wrong_ = "a doorbell that an earlier one may follow";
    if (last + (ctrl.ds + 3u) / 4u != state.dbrec) wrong_ = "a doorbell of another WQE";
    if (words != state.ring[slot(last) * 4].value.first && last - state.done < model_wqebbs) {
      wrong_ = "a doorbell that differs from its WQE";
    }
    state.rung = state.dbrec;
    state.doorbell_late = static_cast<std::uint8_t>(thread + 1);
  }

  /// The NIC executes the next WQE that the doorbell record covers.
  bool execute(posting_state& state) const {
    if (state.done == state.dbrec) return false;
    auto* const wqe = &state.ring[slot(state.done) * 4];
    const auto ctrl = ctrl_of(wqe->value);
    if (ctrl.ce == completion_mode::always) {
      state.cqe.at(state.cqes++) = static_cast<std::uint16_t>(state.done);
    }
    const auto wqebbs = (ctrl.ds + 3u) / 4u;
    std::fill_n(wqe, wqebbs * 4, model_octoword{});  // no thread reads it again
    state.done += wqebbs;
    return true;
  }

  bool ended_well(const posting_state& state) {
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (next_of(state, i).what != access::end) wrong_ = "a thread waits for ever";
    }
    if (state.dbrec != state.words[0]) wrong_ = "a WQE that no doorbell record covers";
    if (state.rung != state.dbrec) wrong_ = "a doorbell that is missing";
    if (state.words[1] != state.words[0] && wrong_.empty()) wrong_ = "a WQE that is not retired";
    return wrong_.empty();
  }

  posting_rules rules_;
  model_arena arena_;
  std::vector<model_thread> threads_;
  std::string wrong_;
};

}  // namespace verbatim::testing
