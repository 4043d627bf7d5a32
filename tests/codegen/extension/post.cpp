// Posts WQEs that exist only as specs, compares them with bytes written by hand, and reads them back.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>

#include "verbatim/generated/layouts.hpp"
#include "verbatim/generated/transports/made_up_transport.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace {

using verbatim::made_up_transport;

static_assert(made_up_transport::made_up_scale::data_offset == 64);
static_assert(made_up_transport::made_up_scale::max_sges == 12 - 4);
static_assert(made_up_transport::made_up_scale::max_inline == (12 - 4) * 16 - 4);
static_assert(made_up_transport::made_up_plot::max_wqebbs == 3);
static_assert(verbatim::rc::made_up_plot::data_offset == 16);

/// A ring in ordinary memory, full of old bytes, and the queue over it.
template <class Transport>
struct ring {
  alignas(64) std::array<std::byte, 16 * 64> wqes;
  alignas(64) std::array<std::byte, 64> dbrec{};
  alignas(512) std::array<std::byte, 512> uar{};
  verbatim::mmio::doorbell_register doorbell{uar.data(), 256};
  verbatim::send_queue<Transport, int> sq{{.ring = wqes.data(),
                                           .wqebbs = 16,
                                           .dbrec = dbrec.data(),
                                           .doorbell = &doorbell,
                                           .qpn = 0xabcdef}};

  ring() { wqes.fill(std::byte{0xff}); }
};

void check(bool right, const char* what) {
  if (right) return;
  std::printf("not as expected: %s\n", what);
  std::exit(1);
}

/// Compares and, where they differ, shows both.
template <std::size_t size>
void compare(const std::byte* posted, const unsigned char (&expected)[size], const char* what) {
  if (std::memcmp(posted, expected, size) == 0) return;
  for (std::size_t i = 0; i < size; ++i) {
    const auto is = std::to_integer<unsigned>(posted[i]);
    if (is != expected[i])
      std::printf("%s, byte %zu: 0x%02x, not 0x%02x\n", what, i, is, expected[i]);
  }
  std::exit(1);
}

void scale_with_list() {
  ring<made_up_transport> qp;
  const auto result = qp.sq.sq_wqe()
                          .av(0x0123456789abcdef, 0x123456, 0xfedcba9876543)
                          .scale({.fence = verbatim::fence_mode::reads_and_atomics})
                          .by(1000, 7, 9)
                          .sge(0x1111222233334444, 0x55556666, verbatim::lkey(0x77778888))
                          .sge(1, 0, verbatim::lkey(2))  // dropped, as it is empty
                          .sge(3, 4, verbatim::lkey(5))
                          .signal(42)
                          .finish();
  check(result.ok() && result.wqe_index() == 0, "scale is posted");
  // clang-format off
  compare(qp.wqes.data(), {
      0x00, 0x00, 0x00, 0xf1,  0xab, 0xcd, 0xef, 0x06,  // opcode, qpn, ds
      0x00, 0x00, 0x00, 0x48,  0x00, 0x00, 0x00, 0x00,  // fm = 2, ce = 2
      0x01, 0x23, 0x45, 0x67,  0x89, 0xab, 0xcd, 0xef,  // guid
      0xfe, 0xdc, 0xba, 0x98,  0x76, 0x54, 0x30, 0x5a,  // hops, tclass
      // always 1, sl = 3, dqpn = 0x123456, fm = 3
      0x98, 0x91, 0xa2, 0xb3,  0x00, 0x00, 0x00, 0x00,
      0x00, 0x00, 0x00, 0x00,  0x00, 0x00, 0x00, 0x00,
      0x00, 0x07, 0x00, 0x09,  0x00, 0x00, 0x03, 0xe8,  // factor, offset, limit
      0x80, 0x00, 0x00, 0x00,  0xf0, 0xf0, 0xf0, 0xf0,  // ce = 2, mask
      0x55, 0x55, 0x66, 0x66,  0x77, 0x77, 0x88, 0x88,
      0x11, 0x11, 0x22, 0x22,  0x33, 0x33, 0x44, 0x44,
      0x00, 0x00, 0x00, 0x04,  0x00, 0x00, 0x00, 0x05,
      0x00, 0x00, 0x00, 0x00,  0x00, 0x00, 0x00, 0x03,
  }, "scale");
  // clang-format on

  const auto av = verbatim::made_up_av_seg::read(qp.wqes.data() + 16);
  check(av == verbatim::made_up_av_seg{.guid = 0x0123456789abcdef,
                                       .hops = 0xfedcba9876543,
                                       .tclass = 0x5a,
                                       .sl = 3,
                                       .dqpn = 0x123456,
                                       .fm = verbatim::fence_mode::everything},
        "made_up_av_seg reads what was written");
  const auto scale = verbatim::made_up_scale_seg::read(qp.wqes.data() + 48);
  check(scale == verbatim::made_up_scale_seg{.factor = 7,
                                             .offset = 9,
                                             .limit = 1000,
                                             .ce = verbatim::completion_mode::always,
                                             .mask = 0xf0f0f0f0},
        "made_up_scale_seg reads what was written");
  qp.sq.complete(0, [](int&& entry, bool, bool) { check(entry == 42, "the entry comes back"); });
}

/// The field tables that printing tools read agree with the structs.
void tables() {
  std::array<std::byte, 32> at;
  verbatim::made_up_av_seg{.guid = 1, .hops = 2, .tclass = 3, .sl = 4, .dqpn = 5}.write(at.data());
  const std::uint64_t expected[] = {1, 2, 0, 3, 1, 4, 5, 0, 0, 0};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    const auto& field = verbatim::made_up_av_seg::fields[i];
    check(field.read(at.data()) == expected[i], field.name.data());
  }
}

void scale_with_payload() {
  ring<made_up_transport> qp;
  const std::array<std::byte, 3> payload{std::byte{0xaa}, std::byte{0xbb}, std::byte{0xcc}};
  check(qp.sq.sq_wqe().av(1, 2, 3).scale().by(4, 5, 6).inline_data(payload).finish().ok(),
        "scale with a payload is posted");
  compare(qp.wqes.data() + 64, {0x80, 0, 0, 3, 0xaa, 0xbb, 0xcc, 0}, "payload");
  check(verbatim::ctrl_seg::read(qp.wqes.data()).ds == 5, "ds counts the payload");
}

/// max_octowords of a transport ends its WQEs, however long those of the queue may be.
void longest() {
  ring<made_up_transport> qp;
  const auto scale = [&](int sges) {
    auto list = qp.sq.sq_wqe().av(1, 2, 3).scale().by(4, 5, 6).sge(1, 1, verbatim::lkey(1));
    for (int i = 1; i < sges; ++i) list = std::move(list).sge(1, 1, verbatim::lkey(1));
    return std::move(list).finish();
  };
  check(scale(8).ok(), "12 octowords are posted");
  check(scale(9).error() == verbatim::post_error::too_many_sges, "13 octowords are not");
  const std::array<std::byte, (12 - 4) * 16 - 3> payload{};
  const std::span<const std::byte> all(payload);
  const auto inlined = [&](std::span<const std::byte> bytes) {
    return qp.sq.sq_wqe().av(1, 2, 3).scale().by(4, 5, 6).inline_data(bytes).finish();
  };
  check(inlined(all.first(made_up_transport::made_up_scale::max_inline)).ok(), "max_inline");
  check(inlined(all).error() == verbatim::post_error::inline_too_long, "a byte more");
}

/// A list that is counted and padded, behind what is written with other things: bytes, complements,
/// segments that the caller keeps.
void catalogue() {
  ring<made_up_transport> qp;
  const verbatim::made_up_point_seg corner{.x = 1, .y = 2};
  const std::array<std::byte, 6> label{std::byte{'l'}, std::byte{'a'}, std::byte{'b'},
                                       std::byte{'e'}, std::byte{'l'}, std::byte{'s'}};
  check(qp.sq.sq_wqe()
            .catalogue()
            .id(0x0badcafe)
            .labelled(0x0f0f0f0f, label, 0x7f0000001230)
            .corner(corner)
            .point(3, 4)
            .point(5, 6)
            .finish()
            .ok(),
        "a catalogue is posted");
  // clang-format off
  compare(qp.wqes.data(), {
      0x02, 0x00, 0x00, 0xf2,  0xab, 0xcd, 0xef, 0x08,  // opmod, opcode, qpn, ds
      0x00, 0x00, 0x00, 0x00,  0x0b, 0xad, 0xca, 0xfe,  // id
      0x00, 0x02, 0x00, 0x05,  0x0f, 0x0f, 0x0f, 0x0f,  // two points; octowords behind: corner to the end
      0xf0, 0xf0, 0xf0, 0xf0,  0x00, 0x00, 'l', 'a',    // the complement, label
      'b', 'e', 'l', 's',      0x00, 0x00, 0x00, 0x00,
      0x00, 0x00, 0x7f, 0x00,  0x00, 0x00, 0x12, 0x39,  // the address where it stands, kind
      0, 0, 0, 0, 0, 0, 0, 1,  0, 0, 0, 0, 0, 0, 0, 2,  // corner
      0, 0, 0, 0, 0, 0, 0, 3,  0, 0, 0, 0, 0, 0, 0, 4,
      0, 0, 0, 0, 0, 0, 0, 5,  0, 0, 0, 0, 0, 0, 0, 6,
      0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0,  // padding
      0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0,
  }, "catalogue");
  // clang-format on
  check(qp.sq.pi() == 2, "two WQEBBs");
  const auto list = verbatim::made_up_list_seg::read(qp.wqes.data() + 16);
  check(list.next == 0x7f0000001230 && list.kind == 9,
        "an address in place is read as it was given");
  const auto& next = verbatim::made_up_list_seg::fields[7];
  check(next.name == "next" && next.read(qp.wqes.data() + 16) == 0x7f0000001230,
        "and so it is by the table");
  check(qp.sq.sq_wqe()
            .av({.guid = 1, .dqpn = 3})
            .scale()
            .by(4, 5, 6)
            .sge(1, 2, verbatim::lkey(3))
            .finish()
            .ok(),
        "an address vector as a whole");
  compare(qp.wqes.data() + 128 + 8, {0, 0, 0, 0x20}, "the WQE behind waits: fm = 1");
  compare(qp.wqes.data() + 128 + 16,
          {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0x18}, "the address vector");
}

template <class Queue>
void plot_after(Queue& qp, auto begin, std::size_t data_offset) {
  check(begin().plot().colour(0x00c0ffee).point(1, 2).point(0, 0).finish().ok(), "plot is posted");
  const auto ctrl = verbatim::ctrl_seg::read(qp.wqes.data());
  check(ctrl.opcode == verbatim::opcode::made_up_plot && ctrl.imm == 0x00c0ffee, "ctrl_seg");
  check(ctrl.ds == data_offset / 16 + 2, "no point is dropped, not even (0, 0)");
  compare(qp.wqes.data() + data_offset,
          {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0}, "points");
  check(begin().plot().point(3, 4).signal(1).finish().ok(), "plot without a colour is posted");
}

}  // namespace

int main() {
  scale_with_list();
  scale_with_payload();
  longest();
  catalogue();
  tables();
  ring<made_up_transport> datagram;
  plot_after(
      datagram, [&] { return datagram.sq.sq_wqe().av(1, 2, 3); },
      made_up_transport::made_up_plot::data_offset);
  ring<verbatim::rc> connected;
  plot_after(
      connected, [&] { return connected.sq.sq_wqe(); }, verbatim::rc::made_up_plot::data_offset);
  check(name(verbatim::opcode::made_up_scale) == "made_up_scale", "the enumerator has a name");
  std::puts("made-up WQEs: posted, compared and read back");
}
