// Two RC queue pairs and a memory key with signatures, for what such keys do.
#pragma once

#include <array>
#include <optional>

#include "tools/selftest/checks/keys.hpp"
#include "verbatim/queue/send/block_signature.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"

namespace verbatim::tools::selftest {

/// Blocks of 512 bytes, each with a T10-DIF on the wire.
class signature_pair {
 public:
  static constexpr std::uint32_t block = 512, dif = 8;

  /// Throws `skip` if the device has no such keys.
  explicit signature_pair(bench& on);

  const mkey& key() const noexcept { return key_; }

  /// Posts a UMR that configures the key as one block of the target, after `change` has changed the
  /// WQE's bytes, and sets its PSV. Returns the syndrome of what failed first.
  template <class Change>
  cqe_syndrome configure(const block_signature& how, Change&& change) {
    auto r = configuring(on_, key_.lkey().value(), block);
    r.pieces = {{on_.address(target_at), block, on_.lkey().value()}};
    r.region.len = block;
    r.region.bsf_en = r.region.sig_err_cnt = 1;
    r.mask |= bit(mkey_mask::bsf_enable) | bit(mkey_mask::sig_err);
    const auto index = post_umr(r, how);
    const auto bytes = a_.wqe(index);
    change(std::span<std::byte>(const_cast<std::byte*>(bytes.data()), bytes.size()));
    return finish(how);
  }

  /// Reads the block with its signature, of so many bytes, into the results.
  cqe_syndrome read(std::uint32_t signature_bytes);

  /// Writes a block with its signature from the source.
  cqe_syndrome write();

  /// Returns the last CQE that belonged to no WQE, if it reports a wrong signature.
  std::optional<std::array<std::byte, 64>> told() const;

 private:
  using type = rc_qp<int>;

  std::uint16_t post_umr(const request& r, const block_signature& how);
  cqe_syndrome finish(const block_signature& how);
  cqe_syndrome completed(type& by);

  bench& on_;
  mkey key_;
  cq<type> cq_;
  type a_;
  type b_;
};

void try_signature_error(bench& on, verdict& to);

/// Returns the CRC32 over the data, beginning with `seed`, and not inverted at its end.
std::uint32_t crc32(std::span<const std::byte> data, std::uint32_t seed);

}  // namespace verbatim::tools::selftest
