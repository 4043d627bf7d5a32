// Receives by tag, in the device: each message goes to the buffer whose tag it carries, in whatever
// order the messages come. A message without a buffer is unexpected and takes an ordinary receive.
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "verbatim/generated/segments/tmh_seg.hpp"
#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;
using receiver = rc_qp<int, on_tm_srq<int>>;
using sender = rc_qp<int>;

constexpr std::size_t room = 256;
constexpr std::uint64_t whole_tag = ~std::uint64_t{0};

/// A message begins with a header that has its tag.
std::vector<std::byte> tagged(std::uint64_t tag, const std::string& text) {
  std::vector<std::byte> bytes(tmh_seg::size + text.size());
  tmh_seg{.opcode = tmh_op::eager, .tag = tag}.write(bytes.data());
  std::memcpy(bytes.data() + tmh_seg::size, text.data(), text.size());
  return bytes;
}

int main() try {
  pd domain(open_device());
  static std::array<std::byte, 3 * room> memory;
  mr region(domain, memory, access::local_write);
  cq<receiver, tm_srq<int>> arrived(domain.context(), 64);
  tm_srq<int> matching(domain, arrived);
  receiver to(domain, arrived, matching);
  cq<sender> sent(domain.context(), 64);
  sender from(domain, sent);
  to.connect(from.address());
  from.connect(to.address());

  (void)matching.srq_wqe().sge(region.slice(2 * room, room)).finish(99);  // for unexpected messages
  matching.ring_doorbell();
  (void)matching.tags().append(5, whole_tag, region.slice(0, room), 50);
  (void)matching.tags().append(6, whole_tag, region.slice(room, room), 60);
  matching.tags().ring_doorbell();

  unsigned appended = 0, messages = 0;
  const auto text_at = [&](std::size_t at, std::size_t length) {
    return std::string(reinterpret_cast<const char*>(&memory[at]), length);
  };
  const auto handle = overloaded{
      [&](tag_completion<int>&& c) {
        if (!c.ok()) throw std::runtime_error("a tag failed");
        if (!c.last) return void(++appended);  // the device knows the tag now
        ++messages;
        std::printf("buffer of tag %llu: %s\n", static_cast<unsigned long long>(c.message_tag()),
                    text_at(c.entry == 50 ? 0 : room, c.byte_count()).c_str());
      },
      [&](recv_completion<int>&& c) {
        if (!c.ok()) throw std::runtime_error(explain(c));
        ++messages;
        const auto header = tmh_seg::read(&memory[2 * room]);
        std::printf("unexpected, tag %llu: %s\n", static_cast<unsigned long long>(header.tag),
                    text_at(2 * room + tmh_seg::size, c.byte_count() - tmh_seg::size).c_str());
      },
      [](send_completion<int>&&) {}};
  const auto until = [&](const unsigned& count, unsigned wanted) {
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (count < wanted) {
      arrived.poll(handle);
      if (std::chrono::steady_clock::now() > end) throw std::runtime_error("nothing comes");
    }
  };
  until(appended, 2);

  for (const auto& bytes : {tagged(6, "the second buffer"), tagged(7, "nobody waits for it"),
                            tagged(5, "the first buffer")}) {
    (void)from.sq_wqe().send().inline_data(bytes).signal(0).finish();
  }
  from.ring_doorbell();
  until(messages, 3);
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "tag_matching: %s\n", failed.what()), 1;
}
