// The queue pairs, streams and sockets of an engine.
#pragma once

#include <cstdint>
#include <vector>

#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/base/result.hpp"
#include "verbatim/stream/engine/engine_options.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::stream::detail {

/// The ends that an engine serves, and their treatment if the device fails.
class engine_ends {
 public:
  void add(engine_end& end) { all_.push_back(&end); }
  void remove(engine_end& end) noexcept { std::erase(all_, &end); }
  bool empty() const noexcept { return all_.empty(); }

  /// Moves the queue pair to ERROR. Some devices flush a queue pair only on request.
  void give_up(std::uint32_t qpn) {
    for (auto* end : all_) {
      if (end->qpn() == qpn) end->give_up();
    }
  }

  /// Ends all operations after the completion queue has overflowed: no completion will come any more.
  void lose_queue(operation_table& operations) {
    for (auto* end : all_) {
      try {
        end->lose_queue();
      } catch (const error&) {  // the device has failed meanwhile
      }
      operations.lose(*end, outcome::device_failed);
    }
  }

  /// Ends all operations after the device has failed.
  void fail(operation_table& operations) {
    for (auto* end : all_) {
      end->fail();
      operations.lose(*end, outcome::device_failed);
    }
  }

 private:
  std::vector<engine_end*> all_;
};

}  // namespace verbatim::stream::detail
