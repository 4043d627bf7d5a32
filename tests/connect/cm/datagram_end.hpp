// One end of datagrams: a queue pair that posts through verbs, and memory.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <vector>

#include "long_enough.hpp"
#include "verbatim/connect/cm/datagram.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim::testing {

/// A datagram queue pair in RTS, and memory: 40 bytes for the GRH, and the payload behind it.
struct datagram_end {
  explicit datagram_end(const pd& pd)
      : memory(256), mr(pd, std::span(memory)), cq(pd.context(), 16), qp(pd, cq) {
    qp.activate({.qkey = cm::datagram_qkey});
  }

  void receive() { ASSERT_TRUE(qp.post_recv(recv_request(mr.slice(0, 128), 1))); }

  bool send(std::string_view text, const ud_destination& to) {
    std::copy(text.begin(), text.end(), memory.begin() + 128);
    verbs_qp<ud>::request request[] = {
        verbs_qp<ud>::request::send(mr.slice(128, static_cast<std::uint32_t>(text.size())))
            .to(to)
            .signal(2)};
    return qp.post(request) && completes();
  }

  bool completes(std::chrono::milliseconds patience = long_enough) {
    std::array<work_completion, 1> one;
    const auto until = std::chrono::steady_clock::now() + patience;
    while (cq.poll(one) == 0) {
      if (std::chrono::steady_clock::now() > until) return false;
    }
    return one[0].ok();
  }

  std::vector<char> memory;
  verbatim::mr mr;
  verbs_cq cq;
  verbs_qp<ud> qp;
};

}  // namespace verbatim::testing
