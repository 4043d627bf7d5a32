// A server with one shared receive queue for all of its clients: receives are posted once, and each message
// takes the next one.
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <deque>
#include <span>
#include <stdexcept>
#include <string>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;

constexpr unsigned clients = 3, slots = 8, slot_bytes = 64;
using served = rc_qp<unsigned, on_srq<unsigned>>;  // the entry of a receive is its slot
using client = rc_qp<unsigned>;

int main() try {
  pd domain(open_device());
  static std::array<std::byte, slots * slot_bytes> inbox;
  mr region(domain, inbox, access::local_write);
  srq<unsigned> receives(domain, {.max_wr = slots});
  const auto post = [&](unsigned slot) {
    const auto where = region.slice(slot * slot_bytes, slot_bytes);
    if (!receives.srq_wqe().sge(where).finish(unsigned{slot}))
      throw std::runtime_error("the SRQ is full");
  };
  for (unsigned slot = 0; slot < slots; ++slot) post(slot);
  receives.ring_doorbell();

  cq<served> arrived(domain.context(), 64);
  cq<client> sent(domain.context(), 64);
  std::deque<served> ends;  // one for each client; usually the clients are other programs
  std::deque<client> others;
  for (unsigned i = 0; i < clients; ++i) {
    ends.emplace_back(domain, arrived, receives);
    others.emplace_back(domain, sent);
    ends.back().connect(others.back().address());
    others.back().connect(ends.back().address());
  }

  for (unsigned round = 0; round < 4; ++round) {
    for (unsigned i = 0; i < clients; ++i) {
      const std::string text =
          "message " + std::to_string(round) + " of client " + std::to_string(i);
      const auto bytes = std::as_bytes(std::span(text));
      if (!others[i].sq_wqe().send().inline_data(bytes).signal(unsigned{i}).finish())
        throw std::runtime_error("a send queue is full");
      others[i].ring_doorbell();
    }
    const auto show = [&](recv_completion<unsigned>&& done) {
      if (!done.ok()) throw std::runtime_error(explain(done));
      std::printf("%.*s, on QPN 0x%x\n", static_cast<int>(done.byte_count()),
                  reinterpret_cast<const char*>(&inbox[done.entry * slot_bytes]), done.qpn());
      post(done.entry);
    };
    const auto of_sends = [](send_completion<unsigned>&& done) {
      if (!done.ok()) throw std::runtime_error(explain(done));
    };
    const auto handle = overloaded{show, of_sends};
    if (arrived.collect(handle, clients, 10s) != clients)
      throw std::runtime_error("a message is missing");
    receives.ring_doorbell();
    sent.collect(overloaded{of_sends, [](recv_completion<unsigned>&&) {}}, clients, 10s);
  }
  std::printf("%u receives are posted for %u clients\n", slots, clients);
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "shared_receives: %s\n", failed.what()), 1;
}
