// Checks of WQEs that move data: messages, RDMA, atomics, and the one that does nothing.
#include <algorithm>
#include <bit>
#include <cstring>

#include "tools/selftest/check.hpp"
#include "tools/selftest/checks/keys.hpp"

namespace verbatim::tools::selftest {
namespace {

constexpr std::uint32_t data_bytes = 200;
constexpr std::size_t inline_length = 37;

/// Notes a failure unless the bytes have arrived, and nothing behind them.
void require_arrived(const bench& on, verdict& to, std::size_t from, std::size_t at,
                     std::size_t bytes, std::string_view transport) {
  if (!on.arrived(from, at, bytes, transport)) {
    to.expected(on.memory(from, bytes));
    to.observed(on.memory(at, bytes));
    to.require(false, "the data is wrong in memory");
  }
  to.require(on.memory(at + bytes, 1)[0] == untouched, "more was written than the data");
}

/// An atomic on one number: its size, and what it makes of the number.
struct atomic {
  std::string_view wqe;
  unsigned bytes;
  unsigned operation;  ///< bit of atomic_operations
  std::uint64_t (*after)(std::uint64_t before, const request& r);
};

std::uint64_t masked_swap(std::uint64_t before, const request& r) {
  const bool equal = ((before ^ r.compare) & r.compare_mask) == 0;
  return equal ? (before & ~r.swap_mask) | (r.swap & r.swap_mask) : before;
}

/// Adds numbers that lie side by side: no carry leaves a bit that `swap_mask` names.
std::uint64_t masked_add(std::uint64_t before, const request& r) {
  std::uint64_t result = 0;
  bool carry = false;
  for (unsigned bit = 0; bit < 64; ++bit) {
    const auto one = std::uint64_t{1} << bit;
    const int sum = ((before & one) != 0) + ((r.swap & one) != 0) + carry;
    if ((sum & 1) != 0) result |= one;
    carry = sum > 1 && (r.swap_mask & one) == 0;
  }
  return result;
}

constexpr unsigned cs = 1, fa = 2, masked_cs = 4, masked_fa = 8;
constexpr atomic atomics[]{
    {"atomic_cs", 8, cs,
     [](auto before, auto& r) { return before == r.compare ? r.swap : before; }},
    {"atomic_fa", 8, fa, [](auto before, auto& r) { return before + r.swap; }},
    {"cas32", 4, masked_cs,
     [](auto before, auto& r) { return before == r.compare ? r.swap : before; }},
    {"swap32", 4, masked_cs, [](auto, auto& r) { return r.swap; }},
    {"swap64", 8, masked_cs, [](auto, auto& r) { return r.swap; }},
    {"fetch_and32", 4, masked_cs, [](auto before, auto& r) { return before & r.swap; }},
    {"fetch_and64", 8, masked_cs, [](auto before, auto& r) { return before & r.swap; }},
    {"fetch_or32", 4, masked_cs, [](auto before, auto& r) { return before | r.swap; }},
    {"fetch_or64", 8, masked_cs, [](auto before, auto& r) { return before | r.swap; }},
    {"masked_cas32", 4, masked_cs, masked_swap},
    {"masked_cas64", 8, masked_cs, masked_swap},
    {"fetch_add32", 4, masked_fa, [](auto before, auto& r) { return before + r.swap; }},
    {"fetch_xor32", 4, masked_fa, [](auto before, auto& r) { return before ^ r.swap; }},
    {"fetch_xor64", 8, masked_fa, [](auto before, auto& r) { return before ^ r.swap; }},
    {"masked_fetch_add32", 4, masked_fa, masked_add},
    {"masked_fetch_add64", 8, masked_fa, masked_add}};

void require_atomics(const bench& on, unsigned operation, unsigned bytes,
                     std::string_view transport) {
  using firmware::atomic_caps;
  if (on.context().capabilities().atomics == verbs::atomic_scope::none) {
    throw skip{"the device does not claim atomics (IBV_ATOMIC_NONE)"};
  }
  const auto operations = on.capability(atomic_caps::atomic_operations);
  if (operations && (*operations & operation) == 0) {
    throw skip{"the device does not claim this atomic (atomic_operations is " + hex(*operations) +
               ")"};
  }
  const bool dc = transport.starts_with("dci");
  const auto sizes = on.capability(dc ? atomic_caps::atomic_size_dc : atomic_caps::atomic_size_qp);
  if (operation > fa && sizes && (*sizes & bytes) == 0) {
    throw skip{"the device does not claim atomics of " + std::to_string(bytes) + " bytes here (" +
               (dc ? "atomic_size_dc" : "atomic_size_qp") + " is " + hex(*sizes) + ")"};
  }
}

std::uint64_t number(const bench& on, std::size_t at, unsigned bytes) {
  return bytes == 4 ? on.number<std::uint32_t>(at) : on.number<std::uint64_t>(at);
}

}  // namespace

void try_message(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  if (transport == "raw_packet") return try_packet(on, to, wqe, transport);
  const bool receives = wqe.starts_with("send") || wqe == "rdma_write_imm";
  const bool reads = wqe == "rdma_read";
  const bool datagram = transport.starts_with("ud");
  std::optional<usable_key> key;  // for the peer to invalidate
  for (const bool inlined : {false, true}) {
    if (inlined && reads) break;
    on.refill();
    auto r = usual_request(on, wqe, data_bytes);
    r.flags.solicited = receives && inlined;
    if (inlined) {
      r.inlined = true;
      r.payload = on.memory(source, inline_length);
    }
    if (wqe == "send_inval") {
      key.emplace(on, transport, true);
      r.imm = key->key();
    }
    if (reads) std::ranges::copy(on.memory(source), on.memory(target_at).begin());
    (void)execute(on, to, transport, r, receives ? 1 : 0);
    const auto at = reads                           ? results
                    : wqe.starts_with("rdma_write") ? target_at
                                                    : inbox + (datagram ? 40 : 0);
    require_arrived(on, to, source, at, inlined ? inline_length : data_bytes, transport);
  }
  // This request has neither data nor an address.
  auto empty = usual_request(on, wqe, 0);
  if (wqe != "send_inval") (void)execute(on, to, transport, empty, receives ? 1 : 0);
  to.say(reads ? "data fetched and CQE are right, with and without data"
               : "data, CQEs and WQEs are right: from memory, inlined, and without data");
}

void try_atomic(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  const auto& which = *std::ranges::find(atomics, wqe, &atomic::wqe);
  require_atomics(on, which.operation, which.bytes, transport);
  on.refill();
  auto r = usual_request(on, wqe, which.bytes);
  r.local = on.address(results);
  r.swap = 0x1122334455667788;
  r.swap_mask = 0x80ff00f080ff00f0;
  r.compare_mask = 0x0fff00ff0fff00ff;
  const bool narrow = which.bytes == 4;
  for (const bool matches : {true, false}) {
    const auto before = narrow ? std::uint64_t{0x8badf00d} : std::uint64_t{0x8badf00dfeedface};
    if (narrow) {
      on.set(target_at, static_cast<std::uint32_t>(before));
    } else {
      on.set(target_at, before);
    }
    r.compare = matches ? before : before ^ 1;
    if (narrow) {
      for (auto* value : {&r.compare, &r.swap, &r.swap_mask, &r.compare_mask}) {
        *value &= 0xffffffff;
      }
    }
    const auto all = execute(on, to, transport, r, 0);
    to.note("byte_cnt", std::to_string(all.sent.cqe().byte_cnt()));
    const auto mask = narrow ? 0xffffffff : ~std::uint64_t{0};
    to.require_equal("the number at the peer", number(on, target_at, which.bytes),
                     which.after(before, r) & mask);
    const auto result = number(on, results, which.bytes);
    const auto other =
        narrow ? __builtin_bswap32(static_cast<std::uint32_t>(before)) : __builtin_bswap64(before);
    // Results of 4 bytes are big-endian, by the specs.
    to.note("byte order of the result", result == before  ? "host"
                                        : result == other ? "big-endian"
                                                          : "neither");
    to.require_equal("the result", result, narrow ? other : before);
  }
  to.say("the number at the peer, the result and the CQE are right");
}

void try_wide_atomic(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  const bool swaps = wqe == "masked_cas128";
  require_atomics(on, swaps ? masked_cs : masked_fa, 16, transport);
  on.refill();
  auto r = usual_request(on, wqe, 16);
  r.local = on.address(results);
  const auto target = on.memory(target_at, 16);
  for (unsigned i = 0; i < 16; ++i) {
    target[i] = static_cast<std::byte>(0x10 + i);
    // Operands are big-endian, and the target is in host order.
    r.wide.compare[15 - i] = target[i];
    r.wide.swap[i] = static_cast<std::byte>(0x21 + i);
    r.wide.compare_mask[i] = std::byte{0xff};
    r.wide.swap_mask[i] = swaps ? std::byte{0xff} : std::byte{};
  }
  std::array<std::byte, 16> expected;
  unsigned carry = 0;
  for (unsigned i = 0; i < 16; ++i) {
    carry += std::to_integer<unsigned>(r.wide.swap[15 - i]);
    if (!swaps) carry += std::to_integer<unsigned>(target[i]);
    expected[i] = static_cast<std::byte>(carry);
    carry >>= 8;
  }
  (void)execute(on, to, transport, r, 0);
  to.compare(target, expected);
  to.note("result", hex(on.memory(results, 16)));
  to.say("the 16 bytes at the peer and the CQE are right");
}

void try_nop(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  if (transport == "xrq_cmd") {
    throw skip{"the queue of tag commands takes the commands of a tm_srq only",
               "see the findings of tag_append, tag_remove and tag_sync"};
  }
  (void)execute(on, to, transport, {.wqe = wqe}, 0);
  to.say("it completes");
}

}  // namespace verbatim::tools::selftest
