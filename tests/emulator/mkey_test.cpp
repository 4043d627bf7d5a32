// Mkeys of direct verbs: lists, strides, nesting, signatures, and what happens when they are misused.
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "connected_pair.hpp"
#include "raw_send_queue.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/klm_seg.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/generated/segments/set_psv_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"

namespace verbatim::testing {
namespace {

using mkey_ptr = std::unique_ptr<mlx5dv_mkey, destroyer<mlx5dv_destroy_mkey>>;

constexpr std::uint64_t operator|(mkey_mask a, mkey_mask b) {
  return static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b);
}
constexpr std::uint64_t operator|(std::uint64_t a, mkey_mask b) {
  return a | static_cast<std::uint64_t>(b);
}

/// Queue pairs that can configure mkeys.
class mkey_test : public connected_pair_test {
 protected:
  void SetUp() override {
    connected_pair_test::SetUp();
    qp = create_configuring(cq.get());
    peer = create_configuring(peer_cq.get());
    ASSERT_TRUE(qp && peer);
    to_rts(qp.get(), peer->qp_num);
    to_rts(peer.get(), qp->qp_num);
  }

  qp_ptr create_configuring(ibv_cq* completions) const {
    ibv_qp_init_attr_ex attributes{};
    attributes.send_cq = completions;
    attributes.recv_cq = completions;
    attributes.qp_type = IBV_QPT_RC;
    attributes.pd = pd.get();
    attributes.cap = {16, 16, 4, 4, 512};
    attributes.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
    attributes.send_ops_flags =
        IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_READ;
    mlx5dv_qp_init_attr direct{};
    direct.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS;
    direct.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE;
    return qp_ptr(mlx5dv_create_qp(context.get(), &attributes, &direct));
  }

  mkey_ptr make(std::uint16_t entries, std::uint32_t more_flags = 0) const {
    mlx5dv_mkey_init_attr attributes{};
    attributes.pd = pd.get();
    attributes.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT | more_flags;
    attributes.max_entries = entries;
    return mkey_ptr(mlx5dv_create_mkey(&attributes));
  }

  /// Configures with what `layout` sets; returns how that ended.
  template <class Layout>
  ibv_wc_status configure(ibv_qp* on, mlx5dv_mkey* mkey, std::uint32_t rights, Layout&& layout,
                          const mlx5dv_sig_block_attr* signature = nullptr) {
    ibv_qp_ex* const ex = ibv_qp_to_qp_ex(on);
    mlx5dv_qp_ex* const dv = mlx5dv_qp_ex_from_ibv_qp_ex(ex);
    mlx5dv_mkey_conf_attr attributes{};
    ibv_wr_start(ex);
    ex->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
    mlx5dv_wr_mkey_configure(dv, mkey, signature ? 3 : 2, &attributes);
    mlx5dv_wr_set_mkey_access_flags(dv, rights);
    layout(dv);
    if (signature) mlx5dv_wr_set_mkey_sig_block(dv, signature);
    EXPECT_EQ(ibv_wr_complete(ex), 0);
    return next(on->send_cq).status;
  }

  ibv_wc_status configure_list(ibv_qp* on, mlx5dv_mkey* mkey, std::vector<ibv_sge> list,
                               std::uint32_t rights = all_rights) {
    return configure(on, mkey, rights, [&](mlx5dv_qp_ex* dv) {
      mlx5dv_wr_set_mkey_layout_list(dv, static_cast<std::uint16_t>(list.size()), list.data());
    });
  }

  ibv_wc_status configure_strided(ibv_qp* on, mlx5dv_mkey* mkey, std::uint32_t repeat_count,
                                  std::vector<mlx5dv_mr_interleaved> list) {
    return configure(on, mkey, all_rights, [&](mlx5dv_qp_ex* dv) {
      mlx5dv_wr_set_mkey_layout_interleaved(dv, repeat_count,
                                            static_cast<std::uint16_t>(list.size()), list.data());
    });
  }

  ibv_sge at_remote(std::uint64_t offset, std::uint32_t bytes) const {
    return {reinterpret_cast<std::uint64_t>(remote.data()) + offset, bytes, remote_mr->lkey};
  }
  ibv_sge at_local(std::uint64_t offset, std::uint32_t bytes) const {
    return {reinterpret_cast<std::uint64_t>(local.data()) + offset, bytes, local_mr->lkey};
  }

  /// A write of `bytes` bytes from `local` to `addr` behind `rkey`, in either address space.
  ibv_send_wr write(std::uint32_t bytes, std::uint64_t addr, std::uint32_t rkey) {
    ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, bytes);
    wr.wr.rdma.remote_addr = addr;
    wr.wr.rdma.rkey = rkey;
    return wr;
  }
};

TEST_F(mkey_test, scatters_what_a_peer_writes) {
  const mkey_ptr mkey = make(4);
  ASSERT_TRUE(mkey);
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(100, 10), at_remote(50, 5)}),
            IBV_WC_SUCCESS);
  expect(write(12, 3, mkey->rkey), IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 7, remote.begin() + 103));
  EXPECT_TRUE(std::equal(local.begin() + 7, local.begin() + 12, remote.begin() + 50));
  EXPECT_EQ(remote[110], 0);
  EXPECT_EQ(remote[55], 0);
  expect(write(13, 3, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("13 bytes at 0x3 are not inside the 15 bytes at 0x0 of the mkey");
}

TEST_F(mkey_test, gathers_what_it_is_read_from) {
  const mkey_ptr mkey = make(4);
  ASSERT_EQ(configure_list(qp.get(), mkey.get(), {at_local(1000, 100000), at_local(7, 3)}),
            IBV_WC_SUCCESS);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 0);
  sge = {0, 100003, mkey->lkey};
  expect(wr, IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin() + 1000, local.begin() + 101000, remote.begin()));
  EXPECT_TRUE(std::equal(local.begin() + 7, local.begin() + 10, remote.begin() + 100000));
  EXPECT_EQ(reported(), "");
}

TEST_F(mkey_test, takes_turns_through_strides) {
  const mkey_ptr mkey = make(4);
  const auto base = reinterpret_cast<std::uint64_t>(local.data());
  ASSERT_EQ(
      configure_strided(qp.get(), mkey.get(), 1000,
                        {{base, 4, 12, local_mr->lkey}, {base + 100000, 2, 1, local_mr->lkey}}),
      IBV_WC_SUCCESS);
  // From the middle of the second turn on.
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 0);
  sge = {8, 5992, mkey->lkey};
  expect(wr, IBV_WC_SUCCESS);
  for (std::uint32_t i = 0; i < 5992; ++i) {
    const std::uint32_t turn = (i + 8) / 6;
    const std::uint32_t in_turn = (i + 8) % 6;
    const std::uint32_t from = in_turn < 4 ? turn * 16 + in_turn : 100000 + turn * 3 + in_turn - 4;
    ASSERT_EQ(remote[i], local[from]) << i;
  }
  EXPECT_EQ(remote[5992], 0);
  sge = {8, 5993, mkey->lkey};
  wr.wr_id = ++next_wr_id;
  expect(wr, IBV_WC_LOC_PROT_ERR);
}

TEST_F(mkey_test, may_lie_on_top_of_another) {
  const mkey_ptr below = make(4);
  const mkey_ptr above = make(4);
  ASSERT_EQ(configure_list(peer.get(), below.get(), {at_remote(100, 10), at_remote(50, 10)}),
            IBV_WC_SUCCESS);
  ASSERT_EQ(configure_list(peer.get(), above.get(), {{8, 4, below->lkey}, {0, 2, below->lkey}}),
            IBV_WC_SUCCESS);
  expect(write(6, 0, above->rkey), IBV_WC_SUCCESS);
  EXPECT_EQ(remote[108], 0);
  EXPECT_EQ(remote[109], 1);
  EXPECT_EQ(remote[50], 2);
  EXPECT_EQ(remote[51], 3);
  EXPECT_EQ(remote[100], 4);
  EXPECT_EQ(remote[101], 5);
}

TEST_F(mkey_test, is_read_through_by_peers) {
  const mkey_ptr mkey = make(4);
  std::iota(remote.begin(), remote.end(), std::uint8_t{9});
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(300, 70000), at_remote(0, 10)}),
            IBV_WC_SUCCESS);
  ibv_send_wr wr = work(IBV_WR_RDMA_READ, 70010);
  wr.wr.rdma.remote_addr = 0;
  wr.wr.rdma.rkey = mkey->rkey;
  expect(wr, IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 70000, remote.begin() + 300));
  EXPECT_TRUE(std::equal(local.begin() + 70000, local.begin() + 70010, remote.begin()));
}

TEST_F(mkey_test, gives_peers_only_the_rights_it_was_configured_with) {
  const mkey_ptr mkey = make(4);
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(0, 64)}, IBV_ACCESS_LOCAL_WRITE),
            IBV_WC_SUCCESS);
  expect(write(1, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("does not allow remote write");
}

TEST_F(mkey_test, needs_local_write_below_to_be_written) {
  const mr_ptr read_only = register_memory(remote, IBV_ACCESS_REMOTE_READ);
  const mkey_ptr mkey = make(4);
  ibv_sge entry = at_remote(0, 64);
  entry.lkey = read_only->lkey;
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {entry}), IBV_WC_SUCCESS);
  expect(write(1, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("was registered without local write");
}

TEST_F(mkey_test, names_the_entry_that_is_wrong) {
  const mkey_ptr mkey = make(4);
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(0, 8), at_remote(remote.size(), 8)}),
            IBV_WC_SUCCESS);
  expect(write(8, 0, mkey->rkey), IBV_WC_SUCCESS);
  expect(write(9, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("entry 1 of the mkey");
}

TEST_F(mkey_test, that_is_not_configured_gives_nothing) {
  const mkey_ptr mkey = make(4);
  expect(write(1, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("no UMR has configured it");
}

TEST_F(mkey_test, gives_nothing_once_it_is_invalidated) {
  const mkey_ptr mkey = make(4);
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(0, 64)}), IBV_WC_SUCCESS);
  ibv_send_wr wr{};
  wr.opcode = IBV_WR_LOCAL_INV;
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.invalidate_rkey = mkey->rkey;
  post(peer.get(), wr);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
  expect(write(1, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
}

TEST_F(mkey_test, that_did_not_allow_it_is_not_invalidated_by_the_peer) {
  const mkey_ptr mkey = make(4);
  ASSERT_EQ(configure_list(peer.get(), mkey.get(), {at_remote(0, 64)}), IBV_WC_SUCCESS);
  post_receive(64);
  ibv_send_wr wr = work(IBV_WR_SEND_WITH_INV, 8);
  wr.invalidate_rkey = mkey->rkey;
  expect(wr, IBV_WC_REM_ACCESS_ERR);
  expect_words("the mkey was created without remote invalidation");
}

/// Bit by bit, as the definitions of CRCs are written.
std::uint64_t reflected_crc(std::uint64_t polynomial, std::uint64_t crc, unsigned bits,
                            std::span<const std::uint8_t> data) {
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - bits);
  crc &= all;
  for (const std::uint8_t one : data) {
    crc ^= one;
    for (int i = 0; i < 8; ++i) crc = (crc & 1) != 0 ? crc >> 1 ^ polynomial : crc >> 1;
  }
  return ~crc & all;
}

std::uint16_t t10_crc(std::uint16_t crc, std::span<const std::uint8_t> data) {
  for (const std::uint8_t one : data) {
    crc = static_cast<std::uint16_t>(crc ^ one << 8);
    for (int i = 0; i < 8; ++i) {
      crc = static_cast<std::uint16_t>((crc & 0x8000) != 0 ? crc << 1 ^ 0x8bb7 : crc << 1);
    }
  }
  return crc;
}

constexpr std::array<std::uint8_t, 9> digits{'1', '2', '3', '4', '5', '6', '7', '8', '9'};

TEST(crc, has_the_values_that_catalogues_give) {
  EXPECT_EQ(reflected_crc(0xedb88320, ~0ull, 32, digits), 0xcbf43926u);
  EXPECT_EQ(reflected_crc(0x82f63b78, ~0ull, 32, digits), 0xe3069283u);
  EXPECT_EQ(reflected_crc(0x9a6c9329ac4bc9b5, ~0ull, 64, digits), 0xae8b14860a799888u);
  EXPECT_EQ(t10_crc(0, digits), 0xd0dbu);
}

/// Keys whose blocks of 512 bytes have signatures, on the wire, in memory, or both.
class signature_test : public mkey_test {
 protected:
  static constexpr std::uint32_t block = 512;
  using bytes = std::vector<std::uint8_t>;

  mkey_ptr make_signed() const { return make(4, MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE); }

  static mlx5dv_sig_block_domain as(const mlx5dv_sig_t10dif& dif) {
    mlx5dv_sig_block_domain domain{};
    domain.sig_type = MLX5DV_SIG_TYPE_T10DIF;
    domain.sig.dif = &dif;
    return domain;
  }
  static mlx5dv_sig_block_domain as(const mlx5dv_sig_crc& crc) {
    mlx5dv_sig_block_domain domain{};
    domain.sig_type = MLX5DV_SIG_TYPE_CRC;
    domain.sig.crc = &crc;
    return domain;
  }

  ibv_wc_status sign(ibv_qp* on, mlx5dv_mkey* mkey, ibv_sge layout,
                     const mlx5dv_sig_block_domain* wire, const mlx5dv_sig_block_domain* memory,
                     std::uint8_t check_mask = 0xff) {
    mlx5dv_sig_block_attr attributes{};
    attributes.wire = wire;
    attributes.mem = memory;
    attributes.check_mask = check_mask;
    return configure(
        on, mkey, all_rights,
        [&](mlx5dv_qp_ex* dv) { mlx5dv_wr_set_mkey_layout_list(dv, 1, &layout); }, &attributes);
  }

  /// Blocks of `data` with a T10-DIF behind each.
  static bytes with_dif(const bytes& data, const mlx5dv_sig_t10dif& dif) {
    bytes all;
    for (std::uint32_t i = 0; i < data.size() / block; ++i) {
      const auto one = std::span(data).subspan(i * block, block);
      std::uint32_t guard = t10_crc(dif.bg, one);
      if (dif.bg_type == MLX5DV_SIG_T10DIF_CSUM) {
        std::uint32_t sum = dif.bg;
        for (std::size_t at = 0; at < block; at += 2) sum += one[at] * 256u + one[at + 1];
        while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
        guard = ~sum & 0xffff;
      }
      const std::uint32_t tag =
          dif.ref_tag + ((dif.flags & MLX5DV_SIG_T10DIF_FLAG_REF_REMAP) != 0 ? i : 0);
      all.insert(all.end(), one.begin(), one.end());
      for (const std::uint32_t two : {guard, std::uint32_t{dif.app_tag}, tag >> 16, tag & 0xffff}) {
        all.push_back(static_cast<std::uint8_t>(two >> 8));
        all.push_back(static_cast<std::uint8_t>(two));
      }
    }
    return all;
  }

  bytes data(std::uint32_t blocks) const { return {local.begin(), local.begin() + blocks * block}; }
  bytes arrived(std::size_t length) const {
    return {remote.begin(), remote.begin() + static_cast<std::ptrdiff_t>(length)};
  }

  /// Writes what an SGE of so many bytes of the key covers to the start of `remote`.
  void send_from(mlx5dv_mkey* mkey, std::uint32_t length) {
    ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 0);
    sge = {0, length, mkey->lkey};
    expect(wr, IBV_WC_SUCCESS);
  }

  /// What the key has to say, after its completions were polled.
  static mlx5dv_mkey_err error_of(mlx5dv_mkey* mkey, ibv_cq* polled) {
    ibv_wc none{};
    EXPECT_EQ(ibv_poll_cq(polled, 1, &none), 0);
    mlx5dv_mkey_err error{};
    EXPECT_EQ(mlx5dv_mkey_check(mkey, &error), 0);
    return error;
  }

  const mlx5dv_sig_t10dif dif{MLX5DV_SIG_T10DIF_CRC, 0, 0x1234, 77,
                              MLX5DV_SIG_T10DIF_FLAG_REF_REMAP};
};

TEST_F(signature_test, is_made_of_every_kind) {
  const mkey_ptr mkey = make_signed();
  ASSERT_TRUE(mkey);
  const auto two = data(2);
  for (const auto type : {MLX5DV_SIG_T10DIF_CRC, MLX5DV_SIG_T10DIF_CSUM}) {
    for (const unsigned seed : {0u, 0xffffu}) {
      mlx5dv_sig_t10dif kind = dif;
      kind.bg_type = type;
      kind.bg = static_cast<std::uint16_t>(seed);
      const auto wire = as(kind);
      ASSERT_EQ(sign(qp.get(), mkey.get(), at_local(0, 2 * block), &wire, nullptr), IBV_WC_SUCCESS);
      send_from(mkey.get(), 2 * block);
      EXPECT_EQ(arrived(2 * (block + 8)), with_dif(two, kind));
    }
  }
  struct {
    mlx5dv_sig_crc_type type;
    std::uint64_t polynomial;
    unsigned bits;
  } const kinds[] = {{MLX5DV_SIG_CRC_TYPE_CRC32, 0xedb88320, 32},
                     {MLX5DV_SIG_CRC_TYPE_CRC32C, 0x82f63b78, 32},
                     {MLX5DV_SIG_CRC_TYPE_CRC64_XP10, 0x9a6c9329ac4bc9b5, 64}};
  for (const auto& kind : kinds) {
    for (const std::uint64_t seed : {std::uint64_t{0}, ~std::uint64_t{0} >> (64 - kind.bits)}) {
      const mlx5dv_sig_crc crc{kind.type, seed};
      const auto wire = as(crc);
      ASSERT_EQ(sign(qp.get(), mkey.get(), at_local(0, block), &wire, nullptr), IBV_WC_SUCCESS);
      send_from(mkey.get(), block);
      std::uint64_t found = 0;
      for (unsigned i = kind.bits / 8; i-- > 0;) found = found << 8 | remote[block + i];
      EXPECT_EQ(found, reflected_crc(kind.polynomial, seed, kind.bits, data(1)));
    }
  }
  EXPECT_EQ(error_of(mkey.get(), cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
}

TEST_F(signature_test, is_checked_and_stripped_where_a_peer_writes) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  constexpr std::uint32_t blocks = 300;  // a message of several pieces
  const auto plain = data(blocks);
  const auto with = with_dif(plain, dif);
  std::copy(with.begin(), with.end(), local.begin());
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, blocks * block), &wire, nullptr),
            IBV_WC_SUCCESS);
  expect(write(static_cast<std::uint32_t>(with.size()), 0, mkey->rkey), IBV_WC_SUCCESS);
  EXPECT_EQ(arrived(plain.size()), plain);
  EXPECT_EQ(remote[plain.size()], 0);
  EXPECT_EQ(error_of(mkey.get(), peer_cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
  expect(write(static_cast<std::uint32_t>(with.size()) + 1, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("as they are on the wire with their signatures");
}

TEST_F(signature_test, is_made_where_a_peer_reads_and_checked_where_it_was_read) {
  const mkey_ptr there = make_signed(), here = make_signed();
  const auto wire = as(dif);
  std::iota(remote.begin(), remote.end(), std::uint8_t{5});
  const bytes expected(remote.begin(), remote.begin() + 3 * block);
  ASSERT_EQ(sign(peer.get(), there.get(), at_remote(0, 3 * block), &wire, nullptr), IBV_WC_SUCCESS);
  ASSERT_EQ(sign(qp.get(), here.get(), at_local(0, 3 * block), &wire, nullptr), IBV_WC_SUCCESS);
  ibv_send_wr wr = work(IBV_WR_RDMA_READ, 0);
  sge = {0, 3 * block, here->lkey};
  wr.wr.rdma.remote_addr = 0;
  wr.wr.rdma.rkey = there->rkey;
  expect(wr, IBV_WC_SUCCESS);
  EXPECT_EQ(data(3), expected);
  EXPECT_EQ(error_of(here.get(), cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
}

TEST_F(signature_test, of_a_receive_is_what_comes_from_the_wire) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  const auto with = with_dif(data(2), dif);
  const auto plain = data(2);
  std::copy(with.begin(), with.end(), local.begin());
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, 2 * block), &wire, nullptr), IBV_WC_SUCCESS);
  ibv_recv_wr taking = receive(2 * block, mkey->lkey);
  receive_sge.addr = 0;
  ibv_recv_wr* bad = nullptr;
  ASSERT_EQ(ibv_post_recv(peer.get(), &taking, &bad), 0);
  expect(work(IBV_WR_SEND, static_cast<std::uint32_t>(with.size())), IBV_WC_SUCCESS);
  EXPECT_EQ(next(peer_cq.get()).byte_len, with.size());
  EXPECT_EQ(arrived(plain.size()), plain);
}

TEST_F(signature_test, that_is_wrong_is_told_once_with_what_was_expected) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  const auto with = with_dif(data(3), dif);
  struct {
    std::size_t at;
    mlx5dv_mkey_err_type type;
    std::uint64_t expected, actual;
  } const mistakes[] = {
      {block, MLX5DV_MKEY_SIG_BLOCK_BAD_GUARD, 0, 0},
      {block + 2, MLX5DV_MKEY_SIG_BLOCK_BAD_APPTAG, 0x1234, 0x9234},
      {block + 4, MLX5DV_MKEY_SIG_BLOCK_BAD_REFTAG, 78, 78 + (0x80u << 24)},
  };
  for (const auto& mistake : mistakes) {
    std::copy(with.begin(), with.end(), local.begin());
    // In the second block, and in the third.
    local[(block + 8) + mistake.at] ^= 0x80;
    local[2 * (block + 8) + mistake.at] ^= 0x80;
    ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, 3 * block), &wire, nullptr),
              IBV_WC_SUCCESS);
    for (const bool first : {true, false}) {
      expect(write(static_cast<std::uint32_t>(with.size()), 0, mkey->rkey), IBV_WC_SUCCESS);
      const auto error = error_of(mkey.get(), peer_cq.get());
      EXPECT_EQ(error.err_type, first ? mistake.type : MLX5DV_MKEY_NO_ERR);
      if (!first) continue;
      EXPECT_EQ(error.err.sig.offset, block + 8);
      const std::uint16_t guard = t10_crc(0, std::span(with).subspan(block + 8, block));
      const bool of_guard = mistake.type == MLX5DV_MKEY_SIG_BLOCK_BAD_GUARD;
      EXPECT_EQ(error.err.sig.expected_value, of_guard ? guard ^ 0x8000u : mistake.expected);
      EXPECT_EQ(error.err.sig.actual_value, of_guard ? guard : mistake.actual);
    }
  }
  expect_words("has a wrong reference tag in the block at byte 520 on the wire");
}

TEST_F(signature_test, is_not_checked_where_it_is_masked_or_escaped) {
  const mkey_ptr mkey = make_signed();
  mlx5dv_sig_t10dif escaping = dif;
  escaping.flags |= MLX5DV_SIG_T10DIF_FLAG_APP_ESCAPE;
  const auto plain = as(dif), escapes = as(escaping);
  auto with = with_dif(data(1), dif);
  with[block] ^= 1;
  std::copy(with.begin(), with.end(), local.begin());
  const auto length = static_cast<std::uint32_t>(with.size());
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, block), &plain, nullptr, 0x3f),
            IBV_WC_SUCCESS);
  expect(write(length, 0, mkey->rkey), IBV_WC_SUCCESS);
  EXPECT_EQ(error_of(mkey.get(), peer_cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
  local[block + 2] = local[block + 3] = 0xff;
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, block), &escapes, nullptr), IBV_WC_SUCCESS);
  expect(write(length, 0, mkey->rkey), IBV_WC_SUCCESS);
  EXPECT_EQ(error_of(mkey.get(), peer_cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
}

TEST_F(signature_test, is_copied_where_both_places_have_the_same_and_made_where_not) {
  const mkey_ptr mkey = make_signed();
  mlx5dv_sig_t10dif there = dif;
  there.ref_tag = 1000;
  const auto wire = as(there), memory = as(dif);
  const auto plain = data(2);
  auto with = with_dif(plain, dif);
  // The application tag is the same by the settings, so it is copied as it is.
  with[block + 2] = 0x56;
  std::copy(with.begin(), with.end(), local.begin());
  const auto length = static_cast<std::uint32_t>(with.size());
  ASSERT_EQ(sign(qp.get(), mkey.get(), at_local(0, length), &wire, &memory, 0xcf), IBV_WC_SUCCESS);
  send_from(mkey.get(), length);
  auto expected = with_dif(plain, there);
  expected[block + 2] = 0x56;
  EXPECT_EQ(arrived(length), expected);
  EXPECT_EQ(error_of(mkey.get(), cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
}

TEST_F(signature_test, changes_its_kind_and_its_blocks_between_memory_and_wire) {
  const mkey_ptr mkey = make_signed();
  const mlx5dv_sig_crc crc{MLX5DV_SIG_CRC_TYPE_CRC32C, UINT32_MAX};
  auto wire = as(crc);
  wire.block_size = MLX5DV_BLOCK_SIZE_4096;
  const auto memory = as(dif);
  const auto plain = data(16);
  const auto with = with_dif(plain, dif);
  std::copy(with.begin(), with.end(), local.begin());
  const auto length = static_cast<std::uint32_t>(with.size());
  ASSERT_EQ(sign(qp.get(), mkey.get(), at_local(0, length), &wire, &memory), IBV_WC_SUCCESS);
  send_from(mkey.get(), length);
  EXPECT_TRUE(std::equal(plain.begin(), plain.begin() + 4096, remote.begin()));
  EXPECT_TRUE(std::equal(plain.begin() + 4096, plain.end(), remote.begin() + 4096 + 4));
  EXPECT_EQ(error_of(mkey.get(), cq.get()).err_type, MLX5DV_MKEY_NO_ERR);
}

TEST_F(signature_test, is_not_for_atomics) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, 2 * block), &wire, nullptr), IBV_WC_SUCCESS);
  ibv_send_wr atomic = work(IBV_WR_ATOMIC_FETCH_AND_ADD, 8);
  atomic.wr.atomic.remote_addr = 0;
  atomic.wr.atomic.rkey = mkey->rkey;
  expect(atomic, IBV_WC_REM_ACCESS_ERR);
  expect_words("has signatures, which atomics do not keep");
}

TEST_F(signature_test, does_not_begin_inside_a_block) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, 2 * block), &wire, nullptr), IBV_WC_SUCCESS);
  expect(write(block + 8, 4, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("begins 4 bytes into a block of 520 with its signature");
}

TEST_F(signature_test, needs_data_of_whole_blocks) {
  const mkey_ptr mkey = make_signed();
  const auto wire = as(dif);
  ASSERT_EQ(sign(peer.get(), mkey.get(), at_remote(0, block + 1), &wire, nullptr), IBV_WC_SUCCESS);
  expect(write(block, 0, mkey->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("the 513 bytes of data of mkey");
}

TEST_F(signature_test, may_not_lie_below_another_key) {
  const mkey_ptr below = make_signed(), above = make(4);
  const auto wire = as(dif);
  ASSERT_EQ(sign(peer.get(), below.get(), at_remote(0, block), &wire, nullptr), IBV_WC_SUCCESS);
  ASSERT_EQ(configure_list(peer.get(), above.get(), {{0, 8, below->lkey}}), IBV_WC_SUCCESS);
  expect(write(8, 0, above->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("has signatures, so no other key may lie on top of it");
}

/// UMRs as libmlx5 would not write them.
class raw_umr_test : public mkey_test {
 protected:
  void SetUp() override {
    mkey_test::SetUp();
    mkey = make(4);
    sends.emplace(qp.get());
    control.list_inline = 1;
    control.klm_octowords = 4;
    control.mkey_mask =
        mkey_mask::free | mkey_mask::len | mkey_mask::remote_write | mkey_mask::local_write;
    mkey_context.local_write = 1;
    mkey_context.remote_write = 1;
    mkey_context.len = 64;
    klm = {.byte_count = 64,
           .mkey = local_mr->lkey,
           .address = reinterpret_cast<std::uint64_t>(local.data())};
  }

  ibv_wc_status configure() {
    sends->begin(opcode::umr, 0, fence_mode::none, mkey->lkey)
        .with(control)
        .with(mkey_context)
        .with(klm)
        .with_zeroes(48)
        .post();
    return next(cq.get()).status;
  }

  ibv_wc_status write_from_mkey(fence_mode fm) {
    sends->begin(opcode::rdma_write, 0, fm)
        .with(raddr_seg{.raddr = reinterpret_cast<std::uint64_t>(remote.data()),
                        .rkey = remote_mr->rkey})
        .with(data_seg{.byte_count = 8, .lkey = mkey->lkey, .addr = 0})
        .post();
    return next(cq.get()).status;
  }

  mkey_ptr mkey;
  std::optional<raw_send_queue> sends;
  umr_ctrl_seg control;
  mkey_ctx_seg mkey_context;
  klm_seg klm;
};

TEST_F(raw_umr_test, wants_a_small_fence_before_the_key_is_used) {
  ASSERT_EQ(configure(), IBV_WC_SUCCESS);
  EXPECT_EQ(write_from_mkey(fence_mode::none), IBV_WC_SUCCESS);
  expect_words("which a UMR before it changes, without a fence: set fm to 1");
  EXPECT_EQ(write_from_mkey(fence_mode::fence), IBV_WC_SUCCESS);
  expect_words("without a fence");
  EXPECT_EQ(write_from_mkey(fence_mode::initiator_small), IBV_WC_SUCCESS);
  EXPECT_EQ(write_from_mkey(fence_mode::none), IBV_WC_SUCCESS);
  ASSERT_EQ(configure(), IBV_WC_SUCCESS);
  EXPECT_EQ(write_from_mkey(fence_mode::fence_and_small), IBV_WC_SUCCESS);
  EXPECT_EQ(reported(), "");
}

TEST_F(raw_umr_test, may_not_change_what_is_the_kernels) {
  control.mkey_mask = control.mkey_mask | mkey_mask::pd;
  EXPECT_EQ(configure(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("bits 0x80 of its mkey_mask name fields that only the kernel may change");
}

TEST_F(raw_umr_test, says_how_long_its_list_is) {
  control.klm_octowords = 8;
  EXPECT_EQ(configure(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("its klm_octowords is 8, but 4 octowords follow");
}

TEST_F(raw_umr_test, may_ask_for_a_key_in_use) {
  control.check_not_free = 1;
  EXPECT_EQ(configure(), IBV_WC_MW_BIND_ERR);
  expect_words("is free, and the UMR asks for one in use");
}

TEST_F(raw_umr_test, changes_no_memory_region) {
  sends->begin(opcode::umr, 0, fence_mode::none, local_mr->lkey)
      .with(control)
      .with(mkey_context)
      .with(klm)
      .with_zeroes(48)
      .post();
  EXPECT_EQ(next(cq.get()).status, IBV_WC_MW_BIND_ERR);
  expect_words("no memory window and no mkey has key");
}

TEST_F(raw_umr_test, does_not_make_a_key_that_names_itself) {
  klm.mkey = mkey->lkey;
  EXPECT_EQ(configure(), IBV_WC_MW_BIND_ERR);
  expect_words("names the key itself");
}

/// The same with BSFs.
class raw_bsf_test : public raw_umr_test {
 protected:
  void SetUp() override {
    raw_umr_test::SetUp();
    mkey = make(4, MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE);
    control.bsf_octowords = 4;
    control.mkey_mask = control.mkey_mask | mkey_mask::bsf_enable;
    mkey_context.bsf_en = 1;
    mkey_context.len = klm.byte_count = 512;
    bsf = {.bsf_size = bsf_size::with_inline, .m_bs_selector = block_size::bytes_512};
  }

  ibv_wc_status sign() {
    sends->begin(opcode::umr, 0, fence_mode::none, mkey->lkey)
        .with(control)
        .with(mkey_context)
        .with(klm)
        .with_zeroes(48)
        .with(bsf)
        .with_zeroes(16)
        .with(wire)
        .with(memory)
        .post();
    return next(cq.get()).status;
  }

  bsf_seg bsf;
  bsf_inl_seg wire;
  bsf_inl_seg memory;
};

TEST_F(raw_bsf_test, without_signatures_are_taken) { EXPECT_EQ(sign(), IBV_WC_SUCCESS); }

TEST_F(raw_bsf_test, have_to_be_enabled) {
  mkey_context.bsf_en = 0;
  EXPECT_EQ(sign(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("it has a BSF, but does not enable it");
}

TEST_F(raw_bsf_test, say_how_long_they_are) {
  control.bsf_octowords = 12;
  EXPECT_EQ(sign(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("its bsf_octowords is 12, but 8 octowords follow the mkey_ctx_seg");
}

TEST_F(raw_bsf_test, say_their_size) {
  bsf.bsf_size = bsf_size::basic;
  EXPECT_EQ(sign(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("bsf_size of its bsf_seg is 0 instead of 2, with_inline");
}

TEST_F(raw_bsf_test, name_blocks_of_a_size_that_exists) {
  memory = {.vld = 1, .sig_type = guard_type::crc};
  bsf.m_bs_selector = block_size::none;
  EXPECT_EQ(sign(), IBV_WC_LOC_QP_OP_ERR);
  expect_words("it gives no block size that exists for memory");
}

TEST_F(raw_bsf_test, name_psvs_that_exist) {
  bsf.m_bfs = block_format::crc32;
  bsf.m_psv = 0xabcdef;
  EXPECT_EQ(sign(), IBV_WC_MW_BIND_ERR);
  expect_words("its BSF names PSV 0xabcdef, which does not exist");
}

TEST_F(raw_bsf_test, are_for_keys_that_were_made_for_them) {
  mkey = make(4);
  EXPECT_EQ(sign(), IBV_WC_MW_BIND_ERR);
  expect_words("its BSFs take 4 octowords, but key");
}

TEST_F(raw_bsf_test, begin_with_psvs_that_exist) {
  sends->begin(opcode::set_psv, 0, fence_mode::none)
      .with(set_psv_seg{.psv_index = 0xabcdef})
      .post();
  EXPECT_EQ(next(cq.get()).status, IBV_WC_LOC_QP_OP_ERR);
  expect_words("there is no PSV 0xabcdef");
}

}  // namespace
}  // namespace verbatim::testing
