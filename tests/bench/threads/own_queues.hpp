// Each thread posts WRITEs to a queue pair of its own.
#pragma once

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "contestants.hpp"
#include "crew.hpp"
#include "home.hpp"

namespace verbatim::bench {

/// True if doorbells have announced so many WQEs of one WQEBB.
inline bool rang_for(const native_queues& native, std::uint64_t wqes) noexcept {
  return static_cast<std::uint16_t>(native.producer_index()) == static_cast<std::uint16_t>(wqes);
}

template <class Contestant, unsigned per_doorbell>
class own_queues final : public arrangement {
 public:
  own_queues(registers how, unsigned threads) : home_(how) {
    std::vector<native_queues> made;
    for (unsigned i = 0; i < threads; ++i) made.push_back(home_.make());
    for (auto& native : made) {
      if (how != registers::one_for_all || &native == &made.front()) continue;
      if (native.doorbell_register() != made.front().doorbell_register()) {
        throw std::runtime_error("libmlx5 gave queue pairs registers of their own");
      }
      native.use_register_of(made.front());
    }
    for (auto& native : made) queues_.push_back(contestant(std::move(native)));
  }

  std::uint64_t work(unsigned nth, const std::atomic<bool>& stop) override {
    auto& mine = *queues_[nth];
    const requests& writes = requests_for(operation::write);
    std::uint32_t posted = 0;
    while (!stop.load(std::memory_order_relaxed)) {
      for (unsigned i = 0; i < depth; i += per_doorbell) {
        if (!mine.template post<operation::write, per_doorbell>(&writes[i % batch])) {
          throw std::runtime_error("a queue was full too early");
        }
      }
      posted += depth;
      mine.native().complete_last(posted - 1, 1);
      if (mine.poll([](std::uint64_t) {}) != 1) {
        throw std::runtime_error("a completion was not found");
      }
    }
    if (!rang_for(mine.native(), posted)) throw std::runtime_error("a doorbell was lost");
    return posted;
  }

  void check(std::uint64_t) override {}

 private:
  static std::unique_ptr<Contestant> contestant(native_queues native) {
    if constexpr (std::is_constructible_v<Contestant, native_queues>) {
      return std::make_unique<Contestant>(std::move(native));
    } else {
      return std::make_unique<Contestant>(operation::write, std::move(native));
    }
  }

  home home_;
  std::vector<std::unique_ptr<Contestant>> queues_;
};

}  // namespace verbatim::bench
