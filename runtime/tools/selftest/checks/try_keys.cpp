// Checks of WQEs that change memory keys: windows, lists of pieces, signatures.
#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>

#include "tools/selftest/checks/keys.hpp"
#include "tools/selftest/twin.hpp"
#include "verbatim/queue/send/block_signature.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::tools::selftest {
namespace {

constexpr std::uint32_t key_bytes = 96;
constexpr std::uint32_t window_length = 256;
constexpr std::uint32_t block = 512, dif = 8;

window_object make_window(const bench& on, bool type_2) {
  const auto can = on.context().capabilities();
  if (!(type_2 ? can.memory_window_type_2 : can.memory_window_type_1)) {
    throw skip{"the device does not claim memory windows of this type"};
  }
  window_object made(ibv_alloc_mw(on.pd().native(), type_2 ? IBV_MW_TYPE_2 : IBV_MW_TYPE_1));
  if (!made) throw_errno("ibv_alloc_mw", errno);
  return made;
}

/// Writes through a window from the receiver's side, and checks that it arrives.
void use_window(bench& on, verdict& to, lane& at, std::uint32_t key) {
  auto r = usual_request(on, "rdma_write", key_bytes);
  r.rkey = verbatim::rkey(key);
  if (!at.post_by_peer(r, 3)) {
    to.note("used by a peer", "not tried: the window is of a queue pair that receives nothing");
    return;
  }
  const auto sent = on.collect(at, 1).front();
  if (sent.status != cqe_syndrome::ok) throw failure{"a WRITE through it: " + in_words(sent)};
  const bool came = on.wait([&] {
    return std::ranges::equal(on.memory(source, key_bytes), on.memory(target_at, key_bytes));
  });
  to.require(came, "a WRITE through the window has not arrived");
  to.note("used by a peer", "yes");
}

/// Uses an mkey as the source of a WRITE, which must find `expected` there.
void use_mkey(bench& on, verdict& to, std::string_view transport, std::uint32_t key,
              std::span<const std::byte> expected) {
  auto r = usual_request(on, "rdma_write", static_cast<std::uint32_t>(expected.size()));
  r.local = 0;
  r.lkey = verbatim::lkey(key);
  const auto sent = complete(on, on.on(transport), r);
  if (sent.status != cqe_syndrome::ok) throw failure{"a WRITE from the key: " + in_words(sent)};
  const auto got = on.memory(target_at, expected.size());
  (void)on.wait([&] { return std::ranges::equal(expected, got); });
  if (std::ranges::equal(expected, got)) return;
  to.expected(expected);
  to.observed(got);
  to.require(false, "the key leads to other bytes");
}

std::vector<std::byte> bytes_of(const bench& on, const std::vector<ibv_sge>& pieces) {
  std::vector<std::byte> all;
  for (const auto& piece : pieces) {
    const auto bytes = on.memory(piece.addr - on.address(0), piece.length);
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

}  // namespace

request configuring(const bench& on, std::uint32_t key, std::uint32_t bytes) {
  const auto lkey = on.lkey().value();
  return {.wqe = "configure_mkey",
          .key = key,
          .mask = new_list,
          .region = {.atomic = 1,
                     .remote_write = 1,
                     .remote_read = 1,
                     .local_write = 1,
                     .qpn = 0xffffff,
                     .mkey_7_0 = static_cast<std::uint8_t>(key),
                     .len = 2 * std::uint64_t{bytes}},
          .pieces = {{on.address(source) + bytes, bytes, lkey}, {on.address(source), bytes, lkey}}};
}

mkey make_mkey(const bench& on, const mkey::attributes& how) {
  if (!on.context().capabilities().devx) {
    throw skip{
        "memory keys that UMRs configure are made by DevX, which this kernel or device does "
        "not offer to this user",
        "run it as root, or with CAP_NET_RAW"};
  }
  if (how.signatures) on.require(firmware::cmd_hca_cap::sho);
  return mkey(on.pd(), how);
}

usable_key::usable_key(bench& on, std::string_view transport, bool remote_invalidate)
    : key_(make_mkey(on, {.remote_invalidate = remote_invalidate})) {
  auto r = configuring(on, key(), 64);
  r.pieces = {{on.address(target_at), 128, on.lkey().value()}};
  const auto sent = complete(on, on.on(transport), r);
  if (sent.status != cqe_syndrome::ok) throw failure{"a UMR for it: " + in_words(sent)};
}

void try_window(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  const bool type_2 = wqe != "bind_mw_type1";
  const auto window = make_window(on, type_2);
  auto& at = on.on(transport);
  on.refill();
  const auto variant = static_cast<std::uint8_t>(window->rkey + 1);
  const auto bound = (window->rkey & ~0xffu) | variant;
  request bind = usual_request(on, type_2 ? "bind_mw" : "bind_mw_type1", window_length);
  bind.key = window->rkey;
  bind.local = on.address(target_at);
  bind.region = {.remote_write = 1,
                 .qpn = type_2 ? at.sender() : 0xffffffu,
                 .mkey_7_0 = variant,
                 .start_addr = bind.local,
                 .len = window_length};
  (void)execute(on, to, transport, bind, 0);
  use_window(on, to, at, bound);
  if (wqe != "unbind_mw" && wqe != "local_invalidate") {
    return to.say("the window is bound, and its CQE is right");
  }
  request end{
      .wqe = wqe, .key = bound, .region = {.mkey_7_0 = static_cast<std::uint8_t>(variant + 1)}};
  (void)execute(on, to, transport, end, 0);
  to.say("the window gives no access any more, and its CQE is right");
  if (transport != "rc") {
    to.note("access afterwards", "not tried: only RC tells the sender");
    return;
  }
  auto again = usual_request(on, "rdma_write", 8);
  again.rkey = verbatim::rkey(bound);
  (void)at.post_by_peer(again, 4);
  const auto refused = on.collect(at, 1).front();
  to.note("a WRITE afterwards", hex(refused.bytes));
  to.require(refused.status == cqe_syndrome::remote_access_err,
             "a WRITE through it afterwards ended with " + std::string(name(refused.status)) +
                 ", and not with remote_access_err");
  on.drop_lanes();
}

void try_mkey(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  const auto key = make_mkey(on, {});
  on.refill();
  auto r = configuring(on, key.lkey().value(), key_bytes);
  if (wqe == "configure_mkey_strided") {
    on.require(firmware::cmd_hca_cap::repeated_mkey);
    r.wqe = wqe;
    r.turns = {.repeats = 3, .bytes = 8, .stride = 32};
    r.region.len = 3 * 8 * 2;
    for (auto& piece : r.pieces) piece.length = 8;
  }
  (void)execute(on, to, transport, r, 0);
  std::vector<std::byte> expected;
  if (wqe == "configure_mkey_strided") {
    for (std::uint32_t turn = 0; turn < r.turns.repeats; ++turn) {
      auto pieces = r.pieces;
      for (auto& piece : pieces) piece.addr += std::uint64_t{turn} * r.turns.stride;
      const auto bytes = bytes_of(on, pieces);
      expected.insert(expected.end(), bytes.begin(), bytes.end());
    }
  } else {
    expected = bytes_of(on, r.pieces);
  }
  if (wqe == "update_mkey") {
    // Half as long, and as before in all else.
    r.wqe = wqe;
    r.mask = bit(mkey_mask::free) | bit(mkey_mask::mkey) | bit(mkey_mask::len);
    r.region.len = key_bytes;
    (void)execute(on, to, transport, r, 0);
    expected.resize(key_bytes);
  }
  use_mkey(on, to, transport, r.key, expected);
  to.say("the key leads to the bytes that it was given, and its CQE is right");
}

void try_psv(bench& on, verdict& to, std::string_view, std::string_view transport) {
  const auto key = make_mkey(on, {.signatures = true});
  on.refill();
  const block_signature protection{
      .wire = {t10_dif{.app_tag = 0x1234, .ref_tag = 7, .counts = true}, block_size::bytes_512,
               key.wire_psv()}};
  auto r = configuring(on, key.lkey().value(), block);
  r.pieces = {{on.address(source), 2 * block, on.lkey().value()}};
  r.mask |= bit(mkey_mask::bsf_enable) | bit(mkey_mask::sig_err);
  r.region.bsf_en = r.region.sig_err_cnt = 1;
  r.has_signature = true;
  r.bsf = protection.bsf();
  r.wire_signature = protection.wire.inline_segment();
  r.memory_signature = protection.memory.inline_segment();
  (void)execute(on, to, transport, r, 0);
  (void)execute(
      on, to, transport,
      {.wqe = "set_psv", .number = key.wire_psv(), .value = protection.wire.transient_signature()},
      0);
  // The peer reads the blocks, each with the signature that the device has made.
  auto read = usual_request(on, "rdma_read", 2 * (block + dif));
  read.remote = 0;
  read.rkey = key.rkey();
  const auto fetched = complete(on, on.on(transport), read);
  if (fetched.status != cqe_syndrome::ok) {
    throw failure{"a READ with signatures: " + in_words(fetched)};
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const auto at = results + i * (block + dif);
    to.require(std::ranges::equal(on.memory(source + i * block, block), on.memory(at, block)),
               "the data of a block with a signature is wrong");
    const auto signature = on.memory(at + block, dif);
    to.note("signature of block " + std::to_string(i), hex(signature));
    constexpr std::array tags{std::byte{0x12}, std::byte{0x34}, std::byte{}, std::byte{},
                              std::byte{}};
    to.require(std::ranges::equal(signature.subspan(2, tags.size()), tags) &&
                   signature[7] == static_cast<std::byte>(7 + i),
               "the tags of a signature are wrong: " + hex(signature));
  }
  to.say("blocks have the tags with which the PSV began, and the CQEs are right");
}

}  // namespace verbatim::tools::selftest
