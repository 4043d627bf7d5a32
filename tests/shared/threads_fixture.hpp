// The common part of the tests of several threads.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {

/// Threads that begin together, and are waited for.
class crew {
 public:
  ~crew() { join(); }

  template <class Action>
  void add(Action action) {
    threads_.emplace_back([this, action = std::move(action)]() mutable {
      while (!go_) std::this_thread::yield();
      action();
    });
  }
  void begin() { go_ = true; }
  void join() {
    begin();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::atomic<bool> go_ = false;
  std::vector<std::thread> threads_;
};

class threads : public testing::Test {
 protected:
  using type = rc_qp<int>;

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(4096);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory), access::local_write | access::remote_write};

  /// Writes within the part of the memory that belongs to a thread.
  void write(type& qp, std::size_t thread, int entry) const {
    const auto at = mr.addr() + thread * 256;
    ASSERT_TRUE(
        qp.sq_wqe().write().rdma(at + 64, mr.rkey()).sge(at, 64, mr.lkey()).signal(entry).finish());
    qp.ring_doorbell();
  }
  static void poll(cq<type>& cq, int entry) {
    int seen = 0;
    while (seen == 0) {
      cq.poll([&](auto&& c) {
        EXPECT_EQ(c.status(), cqe_syndrome::ok);
        seen = c.entry;
      });
    }
    EXPECT_EQ(seen, entry);
  }
};

}  // namespace verbatim
