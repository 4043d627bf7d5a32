// Atomics on RC. libmlx5 has calls only for those without a mask.
#include "kinds.hpp"

namespace verbatim::bench {
namespace {

constexpr std::uint8_t masked_swap = 0x14;
constexpr std::uint8_t masked_add = 0x15;
constexpr std::uint8_t of_32_bits = 8;
constexpr std::uint8_t of_64_bits = 9;

std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

/// The remote address, what Operands stores, and the place of the result.
template <std::uint8_t opcode, std::uint8_t opmod, std::uint32_t octowords, class Operands>
struct masked {
  struct store {
    void operator()(std::uint64_t* at, const wqe_parameters& p) const noexcept {
      at[0] = be64(p.raddr);
      at[1] = be32x2(p.rkey, 0);
      Operands{}(at + 2, p);
      at[octowords * 2 - 4] = be32x2(opmod == of_32_bits ? 4 : 8, p.pieces[0].lkey);
      at[octowords * 2 - 3] = be64(p.pieces[0].addr);
    }
  };
  using kind = raw_wqe<opcode, opmod, octowords, store>;
};

struct cas32 {
  void operator()(std::uint64_t* at, const wqe_parameters& p) const noexcept {
    at[0] = be32x2(low(p.swap), low(p.compare));
    at[1] = be32x2(low(p.swap_mask), low(p.compare_mask));
  }
};

struct cas64 {
  void operator()(std::uint64_t* at, const wqe_parameters& p) const noexcept {
    at[0] = be64(p.swap);
    at[1] = be64(p.compare);
    at[2] = be64(p.swap_mask);
    at[3] = be64(p.compare_mask);
  }
};

struct fetch_add32 {
  void operator()(std::uint64_t* at, const wqe_parameters& p) const noexcept {
    at[0] = be32x2(low(p.swap), low(p.swap_mask));
    at[1] = 0;
  }
};

struct fetch_add64 {
  void operator()(std::uint64_t* at, const wqe_parameters& p) const noexcept {
    at[0] = be64(p.swap);
    at[1] = be64(p.swap_mask);
  }
};

struct fetch_and64 {
  void operator()(std::uint64_t* at, const wqe_parameters& p) const noexcept {
    at[0] = be64(p.swap);
    at[1] = 0;
    at[2] = be64(~p.swap);
    at[3] = 0;
  }
};

}  // namespace

void add_native_atomic_lines(std::vector<native_line>& lines) {
  lines.push_back(native_line_of<atomic<IBV_WR_ATOMIC_CMP_AND_SWP>>("rc_cas"));
  lines.push_back(native_line_of<atomic<IBV_WR_ATOMIC_FETCH_AND_ADD>>("rc_fetch_add"));
  lines.push_back(
      native_line_of<masked<masked_swap, of_32_bits, 4, cas32>::kind>("rc_masked_cas32"));
  lines.push_back(
      native_line_of<masked<masked_swap, of_64_bits, 5, cas64>::kind>("rc_masked_cas64"));
  lines.push_back(native_line_of<masked<masked_add, of_32_bits, 4, fetch_add32>::kind>(
      "rc_masked_fetch_add32"));
  lines.push_back(native_line_of<masked<masked_add, of_64_bits, 4, fetch_add64>::kind>(
      "rc_masked_fetch_add64"));
  lines.push_back(
      native_line_of<masked<masked_swap, of_64_bits, 5, fetch_and64>::kind>("rc_fetch_and64"));
}

}  // namespace verbatim::bench
