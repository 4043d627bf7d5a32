// Posting: WQEs of one kind until the queue is full, with one doorbell for each or for 16.
#include <benchmark/benchmark.h>

#include <stdexcept>

#include "contestants.hpp"
#include "rows.hpp"

namespace verbatim::bench {
namespace {

template <class Contestant, operation op, unsigned per_doorbell>
class posting_row final : public row {
 public:
  explicit posting_row(tuning how) : contestant_(op, how) {}

  void prepare() override {
    if (!all_posted_) throw std::runtime_error("a queue was full too early");
    if (posted_ == 0) return;
    contestant_.native().complete_last(posted_ - 1, 1);
    if (contestant_.poll([](std::uint64_t) {}) != 1) {
      throw std::runtime_error("a completion was not found");
    }
  }

  void run() override {
    bool all = true;
    const auto [begin, end] = std::pair(requests_.begin(), requests_.end());
    for (unsigned i = 0; i < depth; i += batch) {
      for (auto r = begin; r != end; r += per_doorbell) {
        all &= contestant_.template post<op, per_doorbell>(r);
      }
    }
    all_posted_ = all;
    posted_ += depth;
  }

 private:
  const requests& requests_ = requests_for(op);
  Contestant contestant_;
  std::uint32_t posted_ = 0;
  bool all_posted_ = true;
};

template <class Contestant, operation op, unsigned per_doorbell>
row_entry entry(std::string name, tuning how = tuning::uncached) {
  return {std::move(name),
          [how] { return std::make_unique<posting_row<Contestant, op, per_doorbell>>(how); }};
}

template <operation op, unsigned n, tuning how>
void add(std::vector<row_entry>& rows, const std::string& task) {
  rows.push_back(entry<by_hand<register_memory(how)>, op, n>(task + "/floor", how));
  rows.push_back(entry<with_verbatim<register_memory(how)>, op, n>(task + "/ours", how));
  rows.push_back(entry<with_work_requests, op, n>(task + "/ibv_post_send", how));
  rows.push_back(entry<with_builders, op, n>(task + "/ibv_wr", how));
}

template <tuning how>
void add_all(std::vector<row_entry>& rows, const std::string& prefix) {
  add<operation::write, 1, how>(rows, prefix + "write_1");
  add<operation::write, batch, how>(rows, prefix + "write_16");
  add<operation::send_inline, 1, how>(rows, prefix + "send_inline_1");
  add<operation::send_inline, batch, how>(rows, prefix + "send_inline_16");
}

template <operation op, unsigned n>
void add_unlocked(std::vector<row_entry>& rows, const std::string& task) {
  constexpr auto how = tuning::unlocked;
  rows.push_back(entry<with_work_requests, op, n>(task + "/ibv_post_send/unlocked", how));
  rows.push_back(entry<with_builders, op, n>(task + "/ibv_wr/unlocked", how));
}

}  // namespace

std::vector<row_entry> posting_rows() {
  std::vector<row_entry> rows;
  add_all<tuning::uncached>(rows, "");
  add_all<tuning::write_combining>(rows, "wc_");
  add_unlocked<operation::write, 1>(rows, "write_1");
  add_unlocked<operation::write, batch>(rows, "write_16");
  return rows;
}

}  // namespace verbatim::bench
