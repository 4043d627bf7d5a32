// Memory keys that UMRs configure: lists of pieces of memory regions, and signatures of their
// blocks.
#pragma once

#include <cstdint>
#include <string>

#include "verbatim/queue/send/block_signature.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim {

namespace verbs {

/// Attributes of an mkey.
struct mkey_attributes {
  /// The most pieces in its list. A strided list takes one more.
  std::uint32_t max_entries = 4;

  /// True if its blocks may have signatures. The key then gets two PSVs.
  bool signatures = false;

  /// True if a peer may invalidate the key with SEND with invalidate.
  bool remote_invalidate = false;
};

class mkey_body final : public body {
 public:
  mkey_body(pd_body& pd, const mkey_attributes& attributes);

  std::string describe() const override;

  std::uint32_t key() const noexcept { return key_; }
  std::uint32_t wire_psv() const noexcept { return wire_psv_.number; }
  std::uint32_t memory_psv() const noexcept { return memory_psv_.number; }

 private:
  struct psv {
    native_ptr<mlx5dv_devx_obj> object;
    std::uint32_t number = 0;
  };

  static psv make_psv(pd_body& pd);
  int destroy() noexcept override;

  pd_body& pd_;
  psv wire_psv_;
  psv memory_psv_;
  std::uint32_t key_ = 0;
  native_ptr<mlx5dv_devx_obj> object_;
};

}  // namespace verbs

/// A memory key that is made once and then changed by WQEs, which are as fast as any other WQE.
/// WQEs of direct queue pairs of its protection domain change it: configure_mkey(),
/// configure_mkey_strided(), update_mkey() and local_invalidate(). Before the first change, it
/// gives no access.
///
///   mkey key(pd, {.signatures = true});
///   const block_signature protection{
///       .wire = {t10_dif{.ref_tag = 7, .counts = true}, block_size::bytes_512, key.wire_psv()},
///       .check_mask = t10_dif_bytes};
///   qp.sq_wqe().configure_mkey().key(key.lkey()).change(mask)
///       .to({.local_write = 1, .qpn = 0xffffff, .bsf_en = 1, .sig_err_cnt = 1, .len = 4096})
///       .klm(mr.slice(0, 4096))
///       .sig_block(protection.bsf(), protection.wire.inline_segment(),
///                  protection.memory.inline_segment()).finish();
///   qp.sq_wqe().set_psv().psv(key.wire_psv(), protection.wire.transient_signature()).finish();
///
/// A wrong signature is reported by a CQE that belongs to no WQE: see cq.last_dropped() and
/// signature_error.
class mkey : public handle<verbs::mkey_body> {
 public:
  using attributes = verbs::mkey_attributes;

  /// Makes the key, which needs a kernel with DevX. Throws if the device has no such keys.
  explicit mkey(const pd& pd, const attributes& how = {})
      : handle(verbs::make<verbs::mkey_body>("mkey", {pd.body()}, *pd.body(), how)) {}

  /// Returns the key, which is the same number for local and remote use. The WQEs that configure it
  /// take it as an lkey. Addresses with this key are offsets.
  verbatim::lkey lkey() const noexcept { return verbatim::lkey(body_->key()); }

  /// Returns the same number as lkey(), for peers and for local_invalidate().
  verbatim::rkey rkey() const noexcept { return verbatim::rkey(body_->key()); }

  /// Returns the number of the PSV for the wire; 0 for a key without signatures.
  std::uint32_t wire_psv() const noexcept { return body_->wire_psv(); }

  /// Returns the number of the PSV for memory; 0 for a key without signatures.
  std::uint32_t memory_psv() const noexcept { return body_->memory_psv(); }
};

}  // namespace verbatim
