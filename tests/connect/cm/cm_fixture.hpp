// Two ends in one program that rdma_cm connects, on any device.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "message_of.hpp"
#include "verbatim/connect/cm/listener.hpp"
#include "verbatim/connect/cm/reactor.hpp"
#include "verbatim/connect/cm/route.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim::testing {

using namespace std::chrono_literals;

/// The IP address of the device under test: VERBATIM_TEST_ADDRESS, or that of its GID table.
inline std::string address_under_test(const context& context) {
  if (const char* const given = std::getenv("VERBATIM_TEST_ADDRESS")) return given;
  for (const auto& entry : context.gid_table(1)) {
    if (entry.gid.is_ipv4()) return to_string(entry.gid).substr(sizeof "::ffff:" - 1);
  }
  return "127.0.0.1";
}

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

/// Returns the first bytes of received private data as text. Zeros may follow them in the data.
inline std::string text_of(std::span<const std::byte> data, std::size_t length) {
  return {reinterpret_cast<const char*>(data.data()), std::min(length, data.size())};
}

/// One end: a queue pair that posts through verbs, and memory.
struct cm_end {
  explicit cm_end(const pd& pd)
      : memory(256), mr(pd, std::span(memory)), cq(pd.context(), 16), qp(pd, cq) {}

  /// Posts a receive for all of the memory.
  void receive() { ASSERT_TRUE(qp.post_recv(recv_request(mr.slice(0, 256), 1))); }

  /// Sends the text, and returns true if that completed.
  bool send(std::string_view text) {
    std::copy(text.begin(), text.end(), memory.begin());
    verbs_qp<rc>::request request[] = {
        verbs_qp<rc>::request::send(mr.slice(0, static_cast<std::uint32_t>(text.size())))
            .signal(2)};
    if (!qp.post(request)) return false;
    return completes();
  }

  bool completes() {
    std::array<work_completion, 1> one;
    const auto until = std::chrono::steady_clock::now() + long_enough;
    while (cq.poll(one) == 0) {
      if (std::chrono::steady_clock::now() > until) return false;
    }
    last = one[0];
    return one[0].ok();
  }

  std::vector<char> memory;
  verbatim::mr mr;
  verbs_cq cq;
  verbs_qp<rc> qp;
  std::optional<work_completion> last;
};

class cm_fixture : public ::testing::Test {
 protected:
  bool is_iwarp() const { return context.native()->device->transport_type == IBV_TRANSPORT_IWARP; }

  bool is_roce() const { return context.port(1).link_layer == link_layer::ethernet; }

  std::string port_of(const cm::listener& listener) const {
    return std::to_string(listener.port());
  }

  cm::route route_to(const cm::listener& listener, const cm::resolve_options& options = {}) {
    return cm::resolve(loop, address, port_of(listener), options);
  }

  /// Accepts the next request with the queue pair, when the loop is driven.
  void accept_next(cm::listener& listener, cm_end& end, cm::accept_options options = {}) {
    if (!options.end.post_receives) options.end.post_receives = [&] { end.receive(); };
    listener.on_request([&, options](cm::connection_request request) {
      asked = text_of(request.private_data(), 15);
      std::move(request).accept(end.qp, options, [this](cm::outcome<cm::connection> how) {
        if (how) {
          accepted = *std::move(how);
        } else {
          refused = how.error();
        }
      });
    });
  }

  /// Drives the loop until the condition holds.
  template <class Condition>
  bool until(Condition&& holds, std::chrono::milliseconds patience = long_enough) {
    const auto over = std::chrono::steady_clock::now() + patience;
    while (!holds()) {
      if (std::chrono::steady_clock::now() > over) return false;
      (void)loop.turn(50ms);
    }
    return true;
  }

  verbatim::context context = device_under_test();
  verbatim::pd pd{context};
  std::string address = address_under_test(context);
  cm::reactor loop;
  std::optional<cm::connection> accepted;
  std::optional<cm::error> refused;
  std::string asked;
};

}  // namespace verbatim::testing
