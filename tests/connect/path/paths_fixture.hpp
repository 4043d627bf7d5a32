// The common part of the tests of paths on the emulated device: paths that are settled as two programs do,
// and memory.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "verbatim/connect/path/fill.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {

constexpr std::size_t half = 4096;  // we send from the first half of our memory into the second
constexpr std::size_t grh = 40;

class paths : public testing::Test {
 protected:
  void SetUp() override { std::iota(memory.begin(), memory.begin() + half, std::uint8_t{1}); }

  /// From this machine to itself, of the kind of its port.
  path to_itself() const {
    const auto end = context.local_end(1);
    if (end.port.link_layer == link_layer::infiniband) return ib_path{.dlid = lid(end.port.lid)};
    return roce_path{.grh = {.dgid = choose_gid(end.gids).chosen->gid}};
  }

  struct settled {
    path a, b;
  };

  /// Settles a path like two programs: A fills, reverses and sends; B fills and sends back; A
  /// fills.
  template <class A, class B>
  settled settle(path begin, const A& a, const B& b, const fill_options& options = {}) const {
    const auto offered = reverse(fill(std::move(begin), a.local_end(), options).path);
    const auto of_b = fill(offered, b.local_end(), options).path;
    return {fill(reverse(of_b), a.local_end()).path, of_b};
  }

  template <class Cq>
  std::vector<int> completions(Cq& cq, std::size_t count) {
    std::vector<int> seen;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (seen.size() < count && std::chrono::steady_clock::now() < deadline) {
      cq.poll([&](auto&& c) { seen.push_back(c.ok() ? c.entry : -c.entry); });
    }
    std::sort(seen.begin(), seen.end());
    return seen;
  }

  /// A WRITE from the first half of the memory into the second.
  template <class Chain>
  bool write(Chain&& chain, std::uint32_t length) {
    return std::forward<Chain>(chain)
        .write()
        .rdma(mr.addr() + half, mr.rkey())
        .sge(mr.addr(), length, mr.lkey())
        .signal(1)
        .finish()
        .ok();
  }

  /// A message of 100 bytes.
  template <class Chain>
  bool send(Chain&& chain) {
    return std::forward<Chain>(chain).send().sge(mr.addr(), 100, mr.lkey()).signal(1).finish().ok();
  }

  template <class Queue>
  bool receive(Queue&& wqe) {
    return std::forward<Queue>(wqe).sge(mr.addr() + half, 1000, mr.lkey()).finish(2).ok();
  }

  bool arrived(std::size_t length, std::size_t at = 0) const {
    return std::memcmp(memory.data(), memory.data() + half + at, length) == 0;
  }

  static ibv_qp_attr attributes_of(const any_qp& qp) {
    ibv_qp_attr attr{};
    ibv_qp_init_attr init{};
    EXPECT_EQ(ibv_query_qp(qp.native(), &attr, 0x1fffff, &init), 0);
    return attr;
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(2 * half);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory),
                  access::local_write | access::remote_write | access::remote_read};
};

}  // namespace verbatim
