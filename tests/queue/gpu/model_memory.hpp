// The memory of a model. It finds the next step of a thread of gpu::send_queue by running the thread
// again from its beginning, with all that it has read so far.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "verbatim/queue/gpu/memory.hpp"

namespace verbatim::testing {

/// The kinds of steps of a thread.
enum class access : std::uint8_t {
  load,
  store,           ///< after all earlier stores of the thread
  store_early,     ///< before or after them
  store_octoword,  ///< into the ring
  store_for_nic,
  add,
  replace,
  wqe_before_dbrec,
  dbrec_before_doorbell,
  flush_doorbell,
  wait_for_change,  ///< until a word is not `value`
  take_cqe,
  end,
};

struct step {
  access what = access::end;
  std::uintptr_t at = 0;
  std::uint64_t value = 0;
  std::uint64_t expected = 0;
};

/// A thread that runs until its next step.
class replayed_thread {
 public:
  /// Runs `program` with the results of its first steps, and returns the step behind them.
  template <class Program>
  static step next(const std::vector<std::uint64_t>& results, Program&& program) {
    replayed_thread thread(results);
    running_ = &thread;
    if (setjmp(thread.out_) == 0) program();
    running_ = nullptr;
    return thread.next_;
  }

  /// Returns the result of a step that was taken, or leaves the thread: this is its next one.
  static std::uint64_t take(const step& one) {
    auto& thread = *running_;
    if (thread.taken_ < thread.results_.size()) return thread.results_[thread.taken_++];
    thread.next_ = one;
    std::longjmp(thread.out_, 1);
  }

 private:
  explicit replayed_thread(const std::vector<std::uint64_t>& results) : results_(results) {}

  static inline replayed_thread* running_ = nullptr;

  const std::vector<std::uint64_t>& results_;
  std::size_t taken_ = 0;
  step next_;
  std::jmp_buf out_;
};

/// Has the functions of gpu::memory.
struct model_memory {
  // Mistakes.
  static inline bool adds_in_two_steps = false;
  static inline bool replaces_in_two_steps = false;
  static inline bool marks_early = false;
  static inline bool no_wqe_barrier = false;
  static inline bool no_dbrec_barrier = false;
  static inline bool no_flush = false;

  template <class Word>
  static Word load(const Word* at) noexcept {
    return static_cast<Word>(take(access::load, at));
  }
  template <class Word>
  static Word load_relaxed(const Word* at) noexcept {
    return load(at);
  }
  template <class Word>
  static void store(Word* at, Word value) noexcept {
    take(marks_early ? access::store_early : access::store, at, value);
  }
  template <class Word>
  static void store_relaxed(Word* at, Word value) noexcept {
    take(access::store_early, at, value);
  }
  static std::uint32_t add(std::uint32_t* at, std::uint32_t value) noexcept {
    if (!adds_in_two_steps) return static_cast<std::uint32_t>(take(access::add, at, value));
    const auto former = load(at);
    store(at, former + value);
    return former;
  }
  static bool replace(std::uint32_t* at, std::uint32_t& expected, std::uint32_t value) noexcept {
    const auto former =
        replaces_in_two_steps
            ? load(at)
            : static_cast<std::uint32_t>(take(access::replace, at, value, std::uint64_t{expected}));
    const bool replaced = former == expected;
    if (replaced && replaces_in_two_steps) store(at, value);
    expected = former;
    return replaced;
  }
  static void store(std::byte* at, gpu::octoword_value value) noexcept {
    take(access::store_octoword, at, value.first, value.second);
  }
  template <class Word>
  static void store_for_nic(Word* at, Word value) noexcept {
    take(access::store_for_nic, at, value);
  }
  static void wqe_before_dbrec() noexcept {
    if (!no_wqe_barrier) take(access::wqe_before_dbrec);
  }
  static void dbrec_before_doorbell() noexcept {
    if (!no_dbrec_barrier) take(access::dbrec_before_doorbell);
  }
  static void flush_doorbell() noexcept {
    if (!no_flush) take(access::flush_doorbell);
  }

  static void wait_for_change(const std::uint32_t* at, std::uint32_t from) {
    take(access::wait_for_change, at, from);
  }
  static std::uint16_t take_cqe() { return static_cast<std::uint16_t>(take(access::take_cqe)); }

  static void make_no_mistake() {
    adds_in_two_steps = replaces_in_two_steps = marks_early = false;
    no_wqe_barrier = no_dbrec_barrier = no_flush = false;
  }

 private:
  static std::uint64_t take(access what, const void* at = nullptr, std::uint64_t value = 0,
                            std::uint64_t expected = 0) {
    return replayed_thread::take({what, reinterpret_cast<std::uintptr_t>(at), value, expected});
  }
};

}  // namespace verbatim::testing
