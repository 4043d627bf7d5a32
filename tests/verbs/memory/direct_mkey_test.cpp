// Memory keys as objects, configured by the builders of direct queue pairs, on the emulated device.
#include <gtest/gtest.h>

#include <optional>

#include "posting_fixture.hpp"
#include "verbatim/queue/send/block_signature.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/memory/mkey.hpp"

namespace verbatim {
namespace {

constexpr std::uint64_t bit(mkey_mask field) { return static_cast<std::uint64_t>(field); }
constexpr std::uint64_t configured = bit(mkey_mask::free) | bit(mkey_mask::len) |
                                     bit(mkey_mask::local_write) | bit(mkey_mask::remote_write);
constexpr std::uint32_t block = 512;

class direct_mkeys : public testing::posting_fixture {
 protected:
  using qp_type = rc_qp<int>;

  cqe_syndrome completed() {
    std::optional<cqe_syndrome> status;
    while (!status) cq.poll([&](auto&& done) { status = done.status(); });
    return *status;
  }

  static mkey_ctx_seg properties(std::uint64_t length) {
    return {.remote_write = 1, .local_write = 1, .qpn = 0xffffff, .len = length};
  }

  /// `length` bytes of the second half, with signatures.
  cqe_syndrome sign(const mkey& key, std::uint32_t length, const block_signature& as) {
    auto with = properties(length);
    with.bsf_en = with.sig_err_cnt = 1;
    EXPECT_TRUE(b.sq_wqe()
                    .configure_mkey()
                    .key(key.lkey())
                    .change(configured | bit(mkey_mask::bsf_enable) | bit(mkey_mask::sig_err))
                    .to(with)
                    .klm(length, mr.lkey(), mr.addr() + half)
                    .sig_block(as.bsf(), as.wire.inline_segment(), as.memory.inline_segment())
                    .finish());
    EXPECT_TRUE(
        b.sq_wqe().set_psv().psv(as.wire.psv(), as.wire.transient_signature()).signal(1).finish());
    b.ring_doorbell();
    return completed();
  }

  cqe_syndrome write(const mkey& to, std::uint32_t length) {
    EXPECT_TRUE(
        a.sq_wqe().write().rdma(0, to.rkey()).sge(mr.addr(), length, mr.lkey()).signal(2).finish());
    a.ring_doorbell();
    return completed();
  }

  verbatim::cq<qp_type> cq{context, 64};
  qp_type a{pd, cq};
  qp_type b{pd, cq};
};

TEST_F(direct_mkeys, GiveAccessOnceTheyAreConfigured) {
  connect(a, b);
  mkey key(pd);
  EXPECT_EQ(key.wire_psv(), 0u);
  ASSERT_TRUE(b.sq_wqe()
                  .configure_mkey()
                  .key(key.lkey())
                  .change(configured)
                  .to(properties(24))
                  .klm(8, mr.lkey(), mr.addr() + half + 100)
                  .klm(16, mr.lkey(), mr.addr() + half)
                  .signal(1)
                  .finish());
  b.ring_doorbell();
  ASSERT_EQ(completed(), cqe_syndrome::ok);
  EXPECT_EQ(write(key, 24), cqe_syndrome::ok);
  EXPECT_TRUE(arrived(8, 0, 100));
  EXPECT_TRUE(arrived(16, 8, 0));
  EXPECT_EQ(key.describe().find("mkey 0x"), 0u);
  key.close_or_throw();
  EXPECT_EQ(write(key, 24), cqe_syndrome::remote_access_err);
}

TEST_F(direct_mkeys, StripSignaturesAndTellWhichIsWrong) {
  connect(a, b);
  mkey key(pd, {.signatures = true});
  ASSERT_NE(key.wire_psv(), 0u);
  ASSERT_NE(key.wire_psv(), key.memory_psv());
  const block_signature protection{
      .wire = {t10_dif{.app_tag = 0x1234, .ref_tag = 7, .counts = true}, block_size::bytes_512,
               key.wire_psv()},
      .check_mask = dif_app_tag_bytes | dif_ref_tag_bytes};
  ASSERT_EQ(sign(key, 2 * block, protection), cqe_syndrome::ok);
  const auto put = [&](std::size_t at, std::initializer_list<std::uint8_t> tags) {
    std::copy(tags.begin(), tags.end(), memory.begin() + static_cast<std::ptrdiff_t>(at));
  };
  put(block + 2, {0x12, 0x34, 0, 0, 0, 7});
  put(2 * block + 8 + 2, {0x12, 0x34, 0, 0, 0, 9});
  EXPECT_EQ(write(key, 2 * (block + 8)), cqe_syndrome::ok);
  EXPECT_TRUE(arrived(block, 0, 0));
  EXPECT_TRUE(arrived(block, block + 8, block));
  EXPECT_EQ(cq.dropped(), 1u);
  ASSERT_EQ(cq.last_dropped().why, cqe_problem::signature_error);
  const signature_error error(sigerr_cqe(cq.last_dropped().bytes.data()), protection);
  EXPECT_EQ(error.mkey, key.lkey().value());
  EXPECT_FALSE(error.in_memory);
  EXPECT_EQ(name(error.part), "reference tag");
  EXPECT_EQ(error.expected, 8u);
  EXPECT_EQ(error.actual, 9u);
  EXPECT_EQ(error.offset, block + 8);
}

}  // namespace
}  // namespace verbatim
