// The common part of the tests of the control plane: two ends in one program, and what completes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <ostream>
#include <span>
#include <vector>

#include "long_enough.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {

// The same tests with what libmlx5 makes, and with what only commands of DevX make.
#ifdef MADE_BY_DEVX
constexpr cq_format format{.compression = cqe_compression::enhanced};
#else
constexpr cq_format format{};
#endif
template <class... Qps>
using cq_of = cq<with_format<format>, Qps...>;

using qp_type = rc_qp<int>;

constexpr auto everything =
    access::local_write | access::remote_write | access::remote_read | access::remote_atomic;

constexpr std::size_t half = 4096;  // we send from the first half of our memory into the second

/// The facts of a completion. Only receives have a byte count here.
struct outcome {
  int entry;
  cqe_syndrome status = cqe_syndrome::ok;
  std::uint32_t byte_count = 0;

  bool operator==(const outcome&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const outcome& o) {
    return out << o.entry << " (" << name(o.status) << ", " << o.byte_count << " bytes)";
  }
};

using outcomes = std::vector<outcome>;

/// Polls until `count` completions have come, or for `patience`.
template <class Cq>
outcomes completions(Cq& cq, std::size_t count, std::chrono::milliseconds patience = long_enough) {
  outcomes seen;
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (seen.size() < count && std::chrono::steady_clock::now() < deadline) {
    cq.poll(overloaded{
        [&](const send_completion<int>& c) {
          seen.push_back({c.entry, c.status()});
        },
        [&](const recv_completion<int>& c) {
          seen.push_back({c.entry, c.status(), c.ok() ? c.byte_count() : 0});
        },
    });
  }
  std::sort(seen.begin(), seen.end(),
            [](const outcome& a, const outcome& b) { return a.entry < b.entry; });
  return seen;
}

/// One program with two ends, a and b, in one protection domain.
class control_plane : public testing::Test {
 protected:
  void SetUp() override { std::iota(memory.begin(), memory.begin() + half, std::uint8_t{1}); }

  static void connect(connected_qp& a, connected_qp& b) {
    const auto address = a.address();
    a.connect(b.address());
    b.connect(address);
  }

  template <class Qp>
  auto write(Qp& qp, std::uint32_t length, int entry) {
    return qp.sq_wqe()
        .write()
        .rdma(mr.addr() + half, mr.rkey())
        .sge(mr.addr(), length, mr.lkey())
        .signal(entry)
        .finish();
  }

  template <class Qp>
  auto send(Qp& qp, std::uint32_t length, int entry) {
    return qp.sq_wqe().send().sge(mr.addr(), length, mr.lkey()).signal(entry).finish();
  }

  template <class Qp>
  auto receive(Qp& qp, std::uint32_t length, int entry) {
    return qp.rq_wqe().sge(mr.addr() + half, length, mr.lkey()).finish(entry);
  }

  bool arrived(std::size_t length) const {
    return std::memcmp(memory.data(), memory.data() + half, length) == 0;
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(2 * half);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory), everything};
  cq_of<qp_type> cq{context, 64};
};

}  // namespace verbatim
