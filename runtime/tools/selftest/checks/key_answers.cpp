// Answers to what the specs of memory keys leave open: UMRs with other bits than those of libmlx5.
#include <algorithm>

#include "tools/selftest/checks/keys.hpp"
#include "tools/selftest/checks/signature_pair.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::tools::selftest {
namespace {

// The places in a WQE of one KLM: the list is padded to 64 bytes, and the BSF follows.
constexpr std::size_t umr_at = ctrl_seg::size;
constexpr std::size_t bsf_at = umr_at + umr_ctrl_seg::size + mkey_ctx_seg::size + 64;
constexpr std::size_t bsf_ext_at = bsf_at + bsf_seg::size;

block_signature usual(const mkey& key) {
  return {
      .wire = {t10_dif{.app_tag = 0x1234, .ref_tag = 7}, block_size::bytes_512, key.wire_psv()}};
}

/// Sets a bit of a word of the WQE, on a new key, and returns the result in words.
std::string with_bit(bench& on, std::size_t at, unsigned bit) {
  signature_pair pair(on);
  const auto status = pair.configure(usual(pair.key()), [&](std::span<std::byte> wqe) {
    wire::store32(wqe.data() + at, wire::load32(wqe.data() + at) | 1u << bit);
  });
  return status == cqe_syndrome::ok ? "accepted" : "refused: " + std::string(name(status));
}

void free_key(bench& on, verdict& to) {
  constexpr unsigned check_free = 29;
  const auto key = make_mkey(on, {});
  for (const bool in_use : {false, true}) {
    auto& at = on.on("rc");
    const auto r = configuring(on, key.lkey().value(), 64);
    const auto posted = at.post(r, 1);
    if (!posted || !*posted) throw failure{"the UMR cannot be posted"};
    auto* const word = at.wqe(posted->wqe_index()).data() + umr_at;
    wire::store32(word, wire::load32(word) | 1u << check_free);
    at.ring();
    const auto sent = on.collect(at, 1).front();
    to.note(in_use ? "of a key in use" : "of a free key",
            sent.status == cqe_syndrome::ok ? "accepted" : in_words(sent));
    if (sent.status != cqe_syndrome::ok) on.drop_lanes();
  }
  to.answer("a UMR with check_free, of a key that is free and of one that is in use");
}

void bsf_type(bench& on, verdict& to) {
  for (unsigned bit = 24; bit < 30; ++bit) {
    to.note("bit " + std::to_string(bit), with_bit(on, bsf_at, bit));
  }
  to.answer("a UMR with a signature, with each of these bits of the BSF's first word set");
}

void bsf_ext(bench& on, verdict& to, std::size_t word) {
  for (const unsigned bit : {0u, 16u, 24u, 31u}) {
    to.note("bit " + std::to_string(bit), with_bit(on, bsf_ext_at + word, bit));
  }
  to.answer("a UMR with a signature, with each of these bits of the word set");
}

/// A CRC that the device makes shows the value from which it began.
void seed(bench& on, verdict& to) {
  constexpr unsigned w_seed = 24;
  constexpr std::size_t wire_word = 8;
  constexpr std::uint32_t crc_bytes = 4;
  for (const bool set : {false, true}) {
    signature_pair pair(on);
    on.refill();
    std::ranges::copy(on.memory(source), on.memory(target_at).begin());
    const block_signature how{
        .wire = {block_crc{.format = block_format::crc32, .begins_with_ones = !set},
                 block_size::bytes_512, pair.key().wire_psv()}};
    const auto status = pair.configure(how, [&](std::span<std::byte> wqe) {
      auto* const word = wqe.data() + bsf_at + wire_word;
      wire::store32(word, (wire::load32(word) & ~(1u << w_seed)) | (set ? 1u << w_seed : 0u));
    });
    const std::string which = set ? "w_seed 1, and a PSV of zeros" : "w_seed 0, and a PSV of ones";
    if (status != cqe_syndrome::ok) {
      to.note(which, "refused: " + std::string(name(status)));
      continue;
    }
    if (const auto read = pair.read(crc_bytes); read != cqe_syndrome::ok) {
      to.note(which, "the READ failed: " + std::string(name(read)));
      continue;
    }
    const auto signature = on.memory(results + signature_pair::block, crc_bytes);
    const auto data = on.memory(target_at, signature_pair::block);
    const auto big = wire::load32(signature.data());
    std::string begins = "begins with another value";
    for (const std::uint32_t first : {0u, ~0u}) {
      const auto crc = crc32(data, first);
      for (const auto value : {crc, ~crc}) {
        if (big != value && big != __builtin_bswap32(value)) continue;
        begins = std::string("begins with ") + (first == 0 ? "0" : "ones") +
                 (value == crc ? "" : ", is inverted at its end") +
                 (big == value ? ", and is big-endian" : ", and is little-endian");
      }
    }
    to.note(which, "the CRC " + hex(signature) + " " + begins);
  }
  to.answer("the CRC32 that the device makes of a block");
}

}  // namespace

void add_key_answers(std::vector<check>& to) {
  const auto add = [&](std::string_view field, std::string_view about, auto run) {
    to.push_back(
        {.id = "uncertain/" + std::string(field), .about = std::string(about), .run = run});
  };
  add("umr_ctrl_seg.check_free", "Does it fail unless the key is free, or if it is free?",
      free_key);
  add("bsf_seg.bsf_type", "How many bits tell the type of a BSF?", bsf_type);
  add("bsf_seg.w_seed", "Does the bit choose from where a CRC begins?", seed);
  add("bsf_ext_seg.t_init_gen_pro_size", "Does the device look at the word?",
      [](bench& on, verdict& found) { bsf_ext(on, found, 0); });
  add("bsf_ext_seg.rsvd_epi_size", "Does the device look at the word?",
      [](bench& on, verdict& found) { bsf_ext(on, found, 4); });
  for (const std::string_view field : {"bsf_type", "xts_init_tweak"}) {
    add("crypto_bsf_seg." + std::string(field), "What does a device with encryption do with it?",
        [](bench& on, verdict&) {
          on.require(firmware::cmd_hca_cap::crypto);
          throw skip{
              "the selftest makes no keys for encryption (DEKs): how a program may make one "
              "depends on the device's configuration"};
        });
  }
}

}  // namespace verbatim::tools::selftest
