// Polling in memory: every format, one or two types of queue pairs, and any number of them.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "cq_floor.hpp"
#include "cq_memory.hpp"
#include "cq_turns.hpp"
#include "rows.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"

namespace verbatim::bench {
namespace {

template <cq_format Format, wqe_table Table>
class floor_row final : public counted_row {
 public:
  floor_row(std::uint32_t pairs, cqes_lie where)
      : where_(where),
        turns_(pairs),
        pairs_(make(pairs)),
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
  static auto make(std::uint32_t pairs) {
    std::vector<floor_pair<Table>> made;
    made.reserve(pairs);
    for (std::uint32_t i = 0; i < pairs; ++i) made.emplace_back(wqebbs_of_each(pairs));
    return made;
  }

  void post() override {
    turns_.next([this](std::uint32_t qpn, std::uint32_t round) {
      for (std::uint32_t i = 0; i < run_length; ++i) pairs_[qpn].post(i);
      pen_.run(qpn, static_cast<std::uint16_t>(round * run_length));
    });
    if (where_ == cqes_lie::in_memory) pen_.evict();
  }

  cqes_lie where_;
  turns turns_;
  std::vector<floor_pair<Table>> pairs_;
  cqe_pen<Format> pen_;
  floor_cq<Format, Table> cq_;
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
  our_row(std::uint32_t pairs, cqes_lie where)
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
  completion_queue<with_format<Format>, QueuePairs...> cq_;
};

template <wqe_table Table>
using rc_pair = queue_pair<rc, Table>;
template <wqe_table Table>
using uc_pair = queue_pair<uc, Table>;

template <class Row>
row_entry entry(const std::string& task, const char* who, std::uint32_t pairs,
                cqes_lie where = cqes_lie::in_cache) {
  return {task + who, [=] { return std::make_unique<Row>(pairs, where); }};
}

/// Ours with queue pairs of one type or two, beside the floor of their table.
template <cq_format Format, wqe_table Table, class... QueuePairs>
void add(std::vector<row_entry>& rows, const std::string& task, std::uint32_t pairs,
         cqes_lie where = cqes_lie::in_cache) {
  rows.push_back(entry<floor_row<Format, Table>>(task, "/floor", pairs, where));
  rows.push_back(entry<our_row<Format, QueuePairs...>>(task, "/ours", pairs, where));
}

template <cq_format Format>
void add_all(std::vector<row_entry>& rows, const std::string& format) {
  constexpr auto sparse = wqe_table::ordered_sparse;
  constexpr auto dense = wqe_table::ordered_dense;
  for (const std::uint32_t pairs : {1u, 64u, 4096u}) {
    const auto task = [&](const char* kind) {
      return fmt::format("poll_{}_{}_{}", format, kind, pairs);
    };
    add<Format, sparse, rc_pair<sparse>>(rows, task("mono"), pairs);
    add<Format, dense, rc_pair<dense>>(rows, task("dense"), pairs);
    add<Format, sparse, rc_pair<sparse>, uc_pair<sparse>>(rows, task("mixed"), pairs);
  }
  add<Format, sparse, rc_pair<sparse>>(rows, "poll_" + format + "_cold", 1, cqes_lie::in_memory);
}

}  // namespace

std::vector<row_entry> cq_rows() {
  std::vector<row_entry> rows;
  add_all<cq_format{}>(rows, "64");
  add_all<cq_format{.cqe_size = 128}>(rows, "128");
  add_all<cq_format{.compression = cqe_compression::basic}>(rows, "64_basic");
  add_all<cq_format{.compression = cqe_compression::enhanced}>(rows, "64_enhanced");
  add_all<cq_format{.cqe_size = 128, .compression = cqe_compression::basic}>(rows, "128_basic");
  add_all<cq_format{.cqe_size = 128, .compression = cqe_compression::enhanced}>(rows,
                                                                                "128_enhanced");
  constexpr auto sparse = wqe_table::ordered_sparse;
  constexpr cq_format ahead{.prefetch = 2 * batch};
  add<ahead, sparse, rc_pair<sparse>>(rows, "poll_64_prefetch_mono_1", 1);
  add<ahead, sparse, rc_pair<sparse>>(rows, "poll_64_prefetch_cold", 1, cqes_lie::in_memory);
  return rows;
}

}  // namespace verbatim::bench
