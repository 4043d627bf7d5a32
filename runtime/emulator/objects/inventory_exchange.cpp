// Inventories as messages: pieces of an array, in order.
#include "objects/inventory_exchange.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <set>
#include <type_traits>

#include "report/report.hpp"
#include "transport/unix_socket_transport.hpp"

namespace verbatim::emulator {
namespace {

static_assert(std::is_trivially_copyable_v<resource>);

using waiting_clock = std::chrono::steady_clock;

constexpr std::chrono::seconds longest_wait{1};

/// Gathers the answers of the processes that were asked.
class collector final : public message_receiver {
 public:
  collector(transport& through, std::set<std::uint32_t> asked)
      : through_(through), waits_for_(std::move(asked)) {}

  void message_arrived(const message& arrived) override {
    if (arrived.kind != message_kind::inventory) return;
    const std::size_t count = arrived.payload.size() / sizeof(resource);
    const std::size_t before = found.size();
    found.resize(before + count);
    if (count > 0) {
      std::memcpy(found.data() + before, arrived.payload.data(), count * sizeof(resource));
    }
    if (arrived.last()) waits_for_.erase(slot_of(arrived.source_qpn));
  }

  void peer_lost(std::uint32_t slot) override { waits_for_.erase(slot); }

  void run() {
    const auto end = waiting_clock::now() + longest_wait;
    while (!waits_for_.empty()) {
      through_.exchange();
      if (through_.deliver(*this)) continue;
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(end - waiting_clock::now()).count();
      if (left <= 0) break;
      pollfd on{through_.wait_descriptor(), POLLIN, 0};
      poll(&on, 1, static_cast<int>(left));
    }
    for (const std::uint32_t slot : waits_for_) {
      report("the process in slot {} of the fabric did not tell its objects in time", slot);
    }
  }

  std::vector<resource> found;

 private:
  transport& through_;
  std::set<std::uint32_t> waits_for_;
};

}  // namespace

void answer_inventory(transport& through, const message& asked, std::span<const resource> objects) {
  constexpr std::size_t most = message::max_payload / sizeof(resource);
  message carried;
  carried.kind = message_kind::inventory;
  carried.source_qpn = through.slot() << qpn_slot_shift;
  carried.message_bytes = static_cast<std::uint32_t>(objects.size_bytes());
  do {
    const std::span<const resource> piece = objects.first(std::min(most, objects.size()));
    carried.payload = std::as_bytes(piece);
    through.send_to(slot_of(asked.source_qpn), carried);
    carried.offset += static_cast<std::uint32_t>(piece.size_bytes());
    objects = objects.subspan(piece.size());
  } while (!objects.empty());
}

std::vector<resource> collect_inventories(const std::string& directory) {
  unix_socket_transport through(directory);
  message question;
  question.kind = message_kind::inventory_request;
  question.source_qpn = through.slot() << qpn_slot_shift;
  std::set<std::uint32_t> asked;
  for (const std::uint32_t slot : through.others()) {
    if (through.send_to(slot, question)) asked.insert(slot);
  }
  collector answers(through, std::move(asked));
  answers.run();
  return std::move(answers.found);
}

}  // namespace verbatim::emulator
