// CQEs as they lie in memory, of a completion queue whose format verbs make.
#include "tools/selftest/raw_completions.hpp"

#include <atomic>
#include <cerrno>

#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::tools::selftest {
namespace {

constexpr std::size_t last_byte = 63;
constexpr unsigned invalid = 0xf;  // the opcode of a CQE that was never written

}  // namespace

raw_completions::raw_completions(bench& on)
    : cq_(ibv_create_cq(on.context().native(), 63, nullptr, nullptr, 0)) {
  if (!cq_) throw_errno("ibv_create_cq", errno);
  mlx5dv_obj object{};
  object.cq = {cq_.get(), &dv_};
  if (const int e = mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ)) throw_errno("mlx5dv_init_obj", e);
}

std::optional<seen> raw_completions::next_at_once() {
  const auto* const at =
      static_cast<const std::byte*>(dv_.buf) + std::size_t{ci_ & (dv_.cqe_cnt - 1)} * dv_.cqe_size;
  const auto owner =
      std::to_integer<unsigned>(*const_cast<const volatile std::byte*>(at + last_byte));
  if (owner >> 4 == invalid || (owner & 1) != ((ci_ & dv_.cqe_cnt) != 0)) return std::nullopt;
  std::atomic_thread_fence(std::memory_order_acquire);
  seen one;
  std::copy_n(at, one.bytes.size(), one.bytes.begin());
  wire::store32(reinterpret_cast<std::byte*>(dv_.dbrec), ++ci_ & 0xffffff);
  const auto what = one.cqe().opcode();
  one.of_send = what == cqe_opcode::req || what == cqe_opcode::req_err;
  if (what == cqe_opcode::req_err || what == cqe_opcode::resp_err) {
    one.status = err_cqe(one.bytes.data()).syndrome();
  }
  return one;
}

seen raw_completions::next(const bench& on) {
  std::optional<seen> one;
  if (!on.wait([&] { return (one = next_at_once()).has_value(); })) {
    throw failure{"no CQE came in time"};
  }
  return *one;
}

}  // namespace verbatim::tools::selftest
