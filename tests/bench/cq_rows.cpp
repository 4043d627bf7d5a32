// Polling in memory: every format, one or two types of queue pairs, and any number of them.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <deque>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <variant>
#include <vector>

#include "cq_floor.hpp"
#include "cq_memory.hpp"
#include "rows.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/queue/completion_queue.hpp"

namespace verbatim::bench {
namespace {

constexpr std::uint32_t runs = depth / run_length;

/// Which queue pairs complete in a run of the row: every run_length completions another one.
class turns {
 public:
  explicit turns(std::uint32_t pairs) : pairs_(pairs) {}

  template <class Each>
  void next(Each&& each) {
    for (std::uint32_t i = 0; i < runs; ++i, ++turn_) each(turn_ % pairs_, turn_ / pairs_);
  }

 private:
  std::uint32_t pairs_;
  std::uint32_t turn_ = 0;
};

/// What all rows count and check.
class counted_row : public row {
 public:
  void prepare() final {
    if (taken_ != expected_) throw std::runtime_error("a completion was not found");
    post();
    expected_ += depth;
  }

 protected:
  std::uint64_t taken_ = 0;

 private:
  virtual void post() = 0;
  std::uint64_t expected_ = 0;
};

template <cq_format Format>
class floor_row final : public counted_row {
 public:
  explicit floor_row(std::uint32_t pairs, cqes_lie where = cqes_lie::in_cache)
      : where_(where),
        turns_(pairs),
        pairs_(pairs, floor_pair(wqebbs_of_each(pairs))),
        pen_(2 * depth),
        cq_(pen_.memory(), pairs_) {}

  void run() override {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < depth; i += batch) {
      taken_ += cq_.poll([&](std::uint64_t id) { sum += id; }, batch);
      benchmark::DoNotOptimize(sum);
    }
  }

 private:
  void post() override {
    turns_.next([this](std::uint32_t qpn, std::uint32_t round) {
      for (std::uint32_t i = 0; i < run_length; ++i) pairs_[qpn].post(i);
      pen_.run(qpn, static_cast<std::uint16_t>(round * run_length));
    });
    if (where_ == cqes_lie::in_memory) pen_.evict();
  }

  cqes_lie where_;
  turns turns_;
  std::vector<floor_pair> pairs_;
  cqe_pen<Format> pen_;
  floor_cq<Format> cq_;
};

template <class Transport, wqe_table Table>
struct queue_pair {
  queue_pair(queue_pair_memory& memory, std::uint32_t qpn, mmio::doorbell_register& doorbell)
      : sq(memory.send(qpn, doorbell)), rq(memory.recv()) {}

  send_queue<Transport, std::uint64_t, Table, 1u> sq;
  recv_queue<std::uint64_t> rq;
};

template <cq_format Format, class... QueuePairs>
class our_row final : public counted_row {
 public:
  explicit our_row(std::uint32_t pairs, cqes_lie where = cqes_lie::in_cache)
      : where_(where), turns_(pairs), pairs_(pairs), pen_(2 * depth), cq_(pen_.memory()) {
    for (std::uint32_t i = 0; i < pairs; ++i) memory_.emplace_back(wqebbs_of_each(pairs));
    for (std::uint32_t i = 0; i < pairs; ++i) make<0>(i);
  }

  void run() override {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < depth; i += batch) {
      taken_ += cq_.poll(
          [&](auto&& completion) {
            if (completion.ok()) sum += completion.entry;
          },
          batch);
      benchmark::DoNotOptimize(sum);
    }
  }

 private:
  static constexpr std::uint32_t first_qpn = 0x100;
  using any_pair = std::variant<std::monostate, std::unique_ptr<QueuePairs>...>;

  /// Types take turns.
  template <std::size_t I>
  void make(std::uint32_t i) {
    if constexpr (I < sizeof...(QueuePairs)) {
      if (i % sizeof...(QueuePairs) != I) return make<I + 1>(i);
      using type = std::tuple_element_t<I, std::tuple<QueuePairs...>>;
      auto pair = std::make_unique<type>(memory_[i], first_qpn + i, doorbell_);
      cq_.attach(first_qpn + i, *pair);
      pairs_[i] = std::move(pair);
    }
  }

  void post() override {
    turns_.next([this](std::uint32_t i, std::uint32_t round) {
      std::visit(
          [](auto& pair) {
            if constexpr (requires { pair->sq; }) {
              for (std::uint64_t id = 0; id < run_length; ++id) {
                if (!pair->sq.sq_wqe().nop().signal(id).finish()) {
                  throw std::runtime_error("a queue was full too early");
                }
              }
            }
          },
          pairs_[i]);
      pen_.run(first_qpn + i, static_cast<std::uint16_t>(round * run_length));
    });
    if (where_ == cqes_lie::in_memory) pen_.evict();
  }

  cqes_lie where_;
  turns turns_;
  std::vector<queue_pair_memory> memory_;
  alignas(512) std::array<std::byte, 512> page_{};
  mmio::doorbell_register doorbell_{page_.data(), 256};
  std::vector<any_pair> pairs_;
  cqe_pen<Format> pen_;
  basic_completion_queue<Format, QueuePairs...> cq_;
};

template <wqe_table Table>
using rc_pair = queue_pair<rc, Table>;
template <wqe_table Table>
using uc_pair = queue_pair<uc, Table>;

/// The floor, ours with one type, and with two.
template <cq_format Format>
void add(std::vector<row_entry>& rows, const char* format) {
  constexpr auto sparse = wqe_table::ordered_sparse;
  constexpr auto dense = wqe_table::ordered_dense;
  for (const std::uint32_t pairs : {1u, 64u, 4096u}) {
    const auto add_task = [&](const char* kind, auto make_ours) {
      const auto task = fmt::format("poll_{}_{}_{}", format, kind, pairs);
      rows.push_back(
          {task + "/floor", [pairs] { return std::make_unique<floor_row<Format>>(pairs); }});
      rows.push_back({task + "/ours", make_ours});
    };
    add_task("mono", [pairs] { return std::make_unique<our_row<Format, rc_pair<sparse>>>(pairs); });
    add_task("dense", [pairs] { return std::make_unique<our_row<Format, rc_pair<dense>>>(pairs); });
    add_task("mixed", [pairs] {
      return std::make_unique<our_row<Format, rc_pair<sparse>, uc_pair<sparse>>>(pairs);
    });
  }
  static constexpr auto cold = cqes_lie::in_memory;
  const auto task = fmt::format("poll_{}_cold", format);
  rows.push_back({task + "/floor", [] { return std::make_unique<floor_row<Format>>(1, cold); }});
  rows.push_back(
      {task + "/ours", [] { return std::make_unique<our_row<Format, rc_pair<sparse>>>(1, cold); }});
}

}  // namespace

std::vector<row_entry> cq_rows() {
  std::vector<row_entry> rows;
  add<cq_format{}>(rows, "64");
  add<cq_format{.cqe_size = 128}>(rows, "128");
  add<cq_format{.compression = cqe_compression::basic}>(rows, "64_basic");
  add<cq_format{.compression = cqe_compression::enhanced}>(rows, "64_enhanced");
  add<cq_format{.cqe_size = 128, .compression = cqe_compression::basic}>(rows, "128_basic");
  add<cq_format{.cqe_size = 128, .compression = cqe_compression::enhanced}>(rows, "128_enhanced");
  return rows;
}

}  // namespace verbatim::bench
