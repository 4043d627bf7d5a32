// The common part of the tests of completion queues by DevX: memory, and what became of each entry.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "long_enough.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/tm_srq.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {

using namespace std::chrono_literals;

constexpr cq_format format{.compression = cqe_compression::enhanced};
template <class... Qps>
using enhanced_cq = cq<with_format<format>, Qps...>;
using type = rc_qp<int>;

constexpr auto everything =
    access::local_write | access::remote_write | access::remote_read | access::remote_atomic;

class devx_cq_test : public testing::Test {
 protected:
  void SetUp() override { std::iota(memory.begin(), memory.end(), std::uint8_t{1}); }

  static void connect(connected_qp& a, connected_qp& b) {
    const auto address = a.address();
    a.connect(b.address());
    b.connect(address);
  }

  template <class Qp>
  void write(Qp& qp, int entry) {
    ASSERT_TRUE(qp.sq_wqe()
                    .write()
                    .rdma(mr.addr() + 1024, mr.rkey())
                    .sge(mr.addr(), 64, mr.lkey())
                    .signal(entry)
                    .finish());
  }

  /// Entries and what became of them, in the order of their completions, until there are `count`.
  template <class Cq>
  std::vector<std::pair<int, cqe_syndrome>> poll(Cq& cq, std::size_t count) {
    std::vector<std::pair<int, cqe_syndrome>> seen;
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (seen.size() < count && std::chrono::steady_clock::now() < deadline) {
      cq.poll([&](auto&& c) { seen.emplace_back(c.entry, c.status()); });
    }
    return seen;
  }

  static std::vector<std::pair<int, cqe_syndrome>> good(int count) {
    std::vector<std::pair<int, cqe_syndrome>> all;
    for (int i = 0; i < count; ++i) all.emplace_back(i, cqe_syndrome::ok);
    return all;
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(4096);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory), everything};
};

}  // namespace verbatim
