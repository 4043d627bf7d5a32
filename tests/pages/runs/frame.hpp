// The objects with which the pieces of pages run, and the table of what runs them; see fragments.py.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "verbatim/connect.hpp"
#include "verbatim/verbatim.hpp"

namespace runs {

using namespace verbatim;
using namespace std::chrono_literals;

constexpr auto patience = 20s;

inline void expect(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error("this does not hold: " + what);
}

/// Returns a TCP port that no program listens on.
inline std::uint16_t free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof place;
  const bool is_bound = ::bind(socket, reinterpret_cast<sockaddr*>(&place), length) == 0 &&
                        ::getsockname(socket, reinterpret_cast<sockaddr*>(&place), &length) == 0;
  ::close(socket);
  expect(is_bound, "a port is free");
  return ntohs(place.sin_port);
}

// The pieces have these in place of "server", 7471 and "7471".
inline const std::string the_server = "127.0.0.1";
inline const std::uint16_t the_port = free_port();
inline const std::string the_service = std::to_string(the_port);

/// The loops of pieces have this in place of an endless condition.
inline std::function<bool()> goes_on = [] { return false; };
inline void go_on(int turns) {
  goes_on = [turns]() mutable { return turns-- > 0; };
}

/// Runs behind the last line of a piece, where its objects still exist.
inline std::function<void()> at_end = [] {};

constexpr auto all_access = access::local_write | access::remote_write | access::remote_read |
                            access::remote_atomic | access::mw_bind;

/// A device, and memory whose first half holds 1, 2, 3…, and its second half 0.
struct device_and_memory {
  static constexpr std::size_t half = 1 << 20;

  device_and_memory() {
    for (std::size_t i = 0; i < half; ++i) bytes()[i] = static_cast<std::byte>(i % 251 + 1);
  }

  std::span<std::byte> bytes() const { return region.memory(); }
  memory_slice from(std::uint32_t length) const { return region.slice(0, length); }
  memory_slice into(std::uint32_t length) const { return region.slice(half, length); }
  remote_region there(std::uint32_t length) const { return region.remote(half, length); }

  /// Throws if these bytes of the first half are not in the second.
  void expect_arrived(std::size_t length, std::size_t at = 0) const {
    expect(std::memcmp(bytes().data(), bytes().data() + half + at, length) == 0,
           std::to_string(length) + " bytes have arrived");
  }

  context nic = open_device();
  pd domain{nic};
  mr region = mr::allocate(domain, 2 * half, {.access = all_access});
};

/// Polls until that many completions have come, all of them good.
template <class Completions>
void expect_good(Completions& completions, std::size_t count) {
  const auto each = [](auto&& done) {
    expect(done.ok(), "the status " + explain(done) + " is good");
  };
  expect(completions.collect(each, count, patience) == count,
         std::to_string(count) + " completions come");
}
inline void expect_good(verbs_cq& completions, std::size_t count) {
  std::vector<work_completion> done(count);
  expect(completions.collect(done, patience) == count, std::to_string(count) + " completions come");
  for (const auto& one : done) expect(one.ok(), "the status " + explain(one) + " is good");
}

/// Connects two queue pairs to one another.
template <class First, class Second>
void connect(First& first, Second& second) {
  const auto address = first.address();
  first.connect(second.address());
  second.connect(address);
}

/// Two queue pairs that are connected.
struct two_ends : device_and_memory {
  two_ends() { connect(qp, peer); }

  cq<rc_qp<int>> completions{nic, 64};
  rc_qp<int> qp{domain, completions}, peer{domain, completions};
};

/// Two queue pairs for datagrams that have a Q_Key in common.
struct two_datagram_ends : device_and_memory {
  static constexpr std::uint32_t qkey = 0x1234;

  two_datagram_ends() {
    sender.activate({.qkey = qkey});
    ud.activate({.qkey = qkey});
    (void)ud.rq_wqe().sge(into(4096)).finish(1);
    ud.ring_recv_doorbell();
  }

  /// Throws if that many bytes have not come to the receiver.
  void expect_received(std::size_t length) {
    sender.ring_doorbell();
    std::size_t count = 0;
    const auto of_receive = [&](recv_completion<int>&& done) {
      expect(done.ok(), explain(done));
      expect(done.byte_count() == grh_bytes + length, "the datagram has this length");
      ++count;
    };
    const auto of_send = [](send_completion<int>&& done) { expect(done.ok(), explain(done)); };
    const auto until = std::chrono::steady_clock::now() + patience;
    while (count == 0 && std::chrono::steady_clock::now() < until)
      completions.poll(overloaded{of_receive, of_send});
    expect(count == 1, "a datagram comes");
    expect_arrived(length, grh_bytes);
  }

  cq<ud_qp<int>> completions{nic, 64};
  ud_qp<int> sender{domain, completions}, ud{domain, completions};
};

/// Two ends agree, and this returns what the first one knows.
inline exchange::agreement agree(const exchange::side& near,
                                 exchange::answerer::answer_function answer) {
  exchange::offerer a(near, "B");
  exchange::answerer b(std::move(answer), "A");
  for (auto to_b = std::optional(a.offer()); to_b;) {
    const auto to_a = b.take(*to_b);
    to_b = to_a ? a.take(*to_a) : std::nullopt;
  }
  expect(a.is_connected() && b.is_connected(), "both are connected");
  return a.agreed();
}

/// A target that receives at the second half of the memory, with its number and address.
struct target_end {
  explicit target_end(const device_and_memory& its) : nic(its.nic), domain(its.domain) {
    (void)receives.srq_wqe().sge(its.into(4096)).finish(1);
    receives.ring_doorbell();
  }

  const context& nic;
  const pd& domain;
  cq<dct<int>> completions{nic, 16};
  srq<int> receives{domain, {.max_wr = 16}};
  dct<int> target{domain, completions, receives, {.dc_key = 7}};
  address_handle way{domain, target.address()};
};

/// The functions that run the pieces, by page and number of the piece. They are null without a library that
/// the piece needs.
using table = std::map<std::string, void (*)()>;

/// Runs one piece, or prints the names of all.
inline int main(const table& all, const std::string& name) try {
  if (name == "--list") {
    for (const auto& [one, run] : all) std::printf("%s\n", one.c_str());
    return 0;
  }
  if (const auto run = all.at(name)) run();
  return 0;
} catch (const std::exception& failed) {
  std::fprintf(stderr, "%s\n", failed.what());
  return 1;
}

}  // namespace runs
