// Two RC queue pairs and a memory key with signatures, for what such keys do.
#include "tools/selftest/checks/signature_pair.hpp"

#include <algorithm>

#include "tools/selftest/build.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::tools::selftest {

signature_pair::signature_pair(bench& on)
    : on_(on),
      key_(make_mkey(on, {.signatures = true})),
      cq_(on.context(), 64),
      a_(on.pd(), cq_, on.attributes()),
      b_(on.pd(), cq_, on.attributes()) {
  const auto address = a_.address();
  a_.connect(b_.address());
  b_.connect(address);
}

std::uint16_t signature_pair::post_umr(const request& r, const block_signature& how) {
  auto with = r;
  with.has_signature = true;
  with.bsf = how.bsf();
  with.wire_signature = how.wire.inline_segment();
  with.memory_signature = how.memory.inline_segment();
  const auto posted = build<rc>(a_, {}, with, 1);
  if (!posted || !*posted) throw failure{"the UMR cannot be posted"};
  return posted->wqe_index();
}

cqe_syndrome signature_pair::completed(type& by) {
  by.ring_doorbell();
  std::optional<cqe_syndrome> status;
  const bool came = on_.wait([&] {
    cq_.poll([&](auto&& c) { status = c.status(); }, 1);
    return status.has_value();
  });
  if (!came) throw failure{"no completion came in time"};
  return *status;
}

cqe_syndrome signature_pair::finish(const block_signature& how) {
  if (const auto status = completed(a_); status != cqe_syndrome::ok) return status;
  const request psv{
      .wqe = "set_psv", .number = key_.wire_psv(), .value = how.wire.transient_signature()};
  const auto posted = build<rc>(a_, {}, psv, 2);
  if (!posted || !*posted) throw failure{"SET_PSV cannot be posted"};
  return completed(a_);
}

cqe_syndrome signature_pair::read(std::uint32_t signature_bytes) {
  const auto posted = a_.sq_wqe()
                          .read()
                          .rdma(0, key_.rkey())
                          .sge(on_.address(results), block + signature_bytes, on_.lkey())
                          .signal(3)
                          .finish();
  if (!posted) throw failure{std::string(message(posted.error()))};
  return completed(a_);
}

cqe_syndrome signature_pair::write() {
  const auto posted = b_.sq_wqe()
                          .write()
                          .rdma(0, key_.rkey())
                          .sge(on_.address(source), block + dif, on_.lkey())
                          .signal(4)
                          .finish();
  if (!posted) throw failure{std::string(message(posted.error()))};
  return completed(b_);
}

std::optional<std::array<std::byte, 64>> signature_pair::told() const {
  if (cq_.last_dropped().why != cqe_problem::signature_error) return std::nullopt;
  std::array<std::byte, 64> bytes;
  std::copy_n(cq_.last_dropped().bytes.data(), bytes.size(), bytes.begin());
  return bytes;
}

std::uint32_t crc32(std::span<const std::byte> data, std::uint32_t seed) {
  constexpr std::uint32_t reflected_polynomial = 0xedb88320;  // IEEE 802.3
  auto crc = seed;
  for (const auto byte : data) {
    crc ^= std::to_integer<std::uint32_t>(byte);
    for (int bits = 8; bits != 0; --bits) {
      crc = crc >> 1 ^ ((crc & 1) != 0 ? reflected_polynomial : 0);
    }
  }
  return crc;
}

void try_signature_error(bench& on, verdict& to) {
  signature_pair pair(on);
  on.refill();
  const block_signature how{.wire = {t10_dif{.app_tag = 0x1234, .ref_tag = 7},
                                     block_size::bytes_512, pair.key().wire_psv()},
                            .check_mask = dif_app_tag_bytes | dif_ref_tag_bytes};
  if (pair.configure(how, [](auto) {}) != cqe_syndrome::ok) {
    throw failure{"the key cannot be configured"};
  }
  constexpr std::array tags{std::byte{0x12}, std::byte{0x34}, std::byte{},
                            std::byte{},     std::byte{},     std::byte{9}};
  std::ranges::copy(tags, on.memory(source + signature_pair::block + 2).begin());
  const auto status = pair.write();
  to.require(status == cqe_syndrome::ok,
             "a WRITE with a wrong signature ended with " + std::string(name(status)));
  const auto told = pair.told();
  if (!to.require(told.has_value(), "no CQE told of the wrong signature")) return;
  to.observed(*told);
  const signature_error error(sigerr_cqe(told->data()), how);
  to.require_equal("mkey", error.mkey, pair.key().lkey().value());
  to.require(name(error.part) == "reference tag", "another part of the signature was wrong");
  to.require_equal("expected reference tag", error.expected, 7);
  to.require_equal("actual reference tag", error.actual, 9);
  to.require_equal("offset", error.offset, 0);
  to.say("a wrong reference tag is reported");
}

}  // namespace verbatim::tools::selftest
