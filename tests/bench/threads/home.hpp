// The context and the domains on which the queue pairs of several threads are made.
#pragma once

#include <vector>

#include "native_queues.hpp"

namespace verbatim::bench {

/// The doorbell registers of queue pairs that threads have for themselves.
enum class registers {
  as_given,      ///< made on one protection domain: libmlx5 chooses, and locks
  each_its_own,  ///< made on thread domains: there are no locks
  one_for_all,
};

/// Makes queue pairs of RC whose queues are posted to by WRITEs.
class home {
 public:
  /// `entries` is the length of all queues.
  explicit home(registers how, std::uint32_t entries = depth);

  /// Makes the queues of another thread.
  native_queues make();

 private:
  struct thread_domain {
    explicit thread_domain(ibv_pd* pd);

    owner<ibv_td> thread;
    owner<ibv_pd> domain;
  };

  native_queues make_next();

  registers how_;
  std::uint32_t entries_;
  owner<ibv_context> context_;
  owner<ibv_pd> pd_;
  std::vector<thread_domain> domains_;
  std::vector<native_queues> others_;  // have the second register, if one is for all
  std::uint32_t qps_ = 0;
};

}  // namespace verbatim::bench
