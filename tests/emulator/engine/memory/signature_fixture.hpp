// The common part of the tests of mkeys with signatures: the CRCs, and keys whose blocks have them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mkey_fixture.hpp"

namespace verbatim::testing {

/// Bit by bit, as the definitions of CRCs are written.
inline std::uint64_t reflected_crc(std::uint64_t polynomial, std::uint64_t crc, unsigned bits,
                                   std::span<const std::uint8_t> data) {
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - bits);
  crc &= all;
  for (const std::uint8_t one : data) {
    crc ^= one;
    for (int i = 0; i < 8; ++i) crc = (crc & 1) != 0 ? crc >> 1 ^ polynomial : crc >> 1;
  }
  return ~crc & all;
}

inline std::uint16_t t10_crc(std::uint16_t crc, std::span<const std::uint8_t> data) {
  for (const std::uint8_t one : data) {
    crc = static_cast<std::uint16_t>(crc ^ one << 8);
    for (int i = 0; i < 8; ++i) {
      crc = static_cast<std::uint16_t>((crc & 0x8000) != 0 ? crc << 1 ^ 0x8bb7 : crc << 1);
    }
  }
  return crc;
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

  /// Returns the error that the key has, after its completions were polled.
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

}  // namespace verbatim::testing
