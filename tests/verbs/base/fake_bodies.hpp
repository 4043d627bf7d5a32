// Objects that no device has: bodies that write down when they are destroyed, and can refuse.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "verbatim/verbs/base/body.hpp"

namespace verbatim::verbs {

using names = std::vector<std::string>;

/// Writes down when it is destroyed, and can refuse.
class fake final : public body {
 public:
  fake(verbs::rank rank, std::string name, names& log)
      : body(rank), name_(std::move(name)), log_(log) {}

  std::string describe() const override { return name_; }

  int refusal = 0;

 private:
  int destroy() noexcept override {
    if (refusal == 0) log_.push_back(name_);
    return refusal;
  }

  std::string name_;
  names& log_;
};

using fake_ref = ref<fake>;

/// A context with all that hangs on it. q1 belongs to p1, q2 to p2; both use the same CQ.
struct tree {
  fake_ref child(rank rank, const std::string& name, std::vector<ref<body>> parents) {
    return make<fake>("make_" + name, std::move(parents), rank, name, log);
  }

  names log;
  fake_ref context = child(rank::context, "context", {});
  fake_ref p1 = child(rank::protection_domain, "p1", {context});
  fake_ref p2 = child(rank::protection_domain, "p2", {context});
  fake_ref m1 = child(rank::memory_region, "m1", {p1});
  fake_ref cq = child(rank::completion_queue, "cq", {context});
  fake_ref q1 = child(rank::queue_pair, "q1", {p1, cq, cq});
  fake_ref q2 = child(rank::queue_pair, "q2", {p2, cq, cq});
};

inline std::size_t place(const names& log, const std::string& name) {
  return static_cast<std::size_t>(std::find(log.begin(), log.end(), name) - log.begin());
}

}  // namespace verbatim::verbs
