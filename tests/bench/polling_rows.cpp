// Polling: a CQ full of good CQEs of WRITEs, taken 16 at a time.
#include <benchmark/benchmark.h>

#include <stdexcept>

#include "contestants.hpp"
#include "rows.hpp"

namespace verbatim::bench {
namespace {

template <class Contestant>
class polling_row final : public row {
 public:
  explicit polling_row(tuning how) : contestant_(operation::write, how) {}

  void prepare() override {
    if (taken_ != expected_) throw std::runtime_error("a completion was not found");
    for (unsigned i = 0; i < depth; i += batch) {
      if (!contestant_.template post<operation::write, batch>(requests_.data())) {
        throw std::runtime_error("a queue was full too early");
      }
    }
    contestant_.native().complete_each(expected_, depth);
    expected_ += depth;
  }

  void run() override {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < depth; i += batch) {
      taken_ += contestant_.poll([&](std::uint64_t id) { sum += id; });
      benchmark::DoNotOptimize(sum);
    }
  }

 private:
  const requests& requests_ = requests_for(operation::write);
  Contestant contestant_;
  std::uint32_t taken_ = 0;
  std::uint32_t expected_ = 0;
};

template <class Contestant>
row_entry entry(std::string name, tuning how = tuning::uncached) {
  return {std::move(name), [how] { return std::make_unique<polling_row<Contestant>>(how); }};
}

}  // namespace

std::vector<row_entry> polling_rows() {
  return {
      entry<by_hand<>>("poll_16/floor"),
      entry<with_verbatim<>>("poll_16/ours"),
      entry<with_work_requests>("poll_16/ibv_poll_cq"),
      entry<with_builders>("poll_16/ibv_start_poll"),
      entry<with_work_requests>("poll_16/ibv_poll_cq/unlocked", tuning::unlocked),
      entry<with_builders>("poll_16/ibv_start_poll/unlocked", tuning::unlocked),
  };
}

}  // namespace verbatim::bench
