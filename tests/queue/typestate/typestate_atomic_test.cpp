// The full matrix of the atomics: what can be called on each state, and nothing else.
#include <gtest/gtest.h>

#include "typestate.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

using namespace step;
using slot = any_slot;

/// True if a WQE takes an address, operands, and exactly one place for the old value: its length is
/// known.
template <class Wqe>
consteval bool is_atomic(steps operands) {
  return has_exactly<typename Wqe::needs_rdma>(rdma) &&
         has_exactly<typename Wqe::needs_operands>(operands) &&
         has_exactly<typename Wqe::needs_sge>(result_sge) && ends_after_ready<Wqe>();
}

static_assert(is_atomic<wqe::atomic_cs<slot>>(operands_2));
static_assert(is_atomic<wqe::atomic_fa<slot>>(operands_1));
static_assert(is_atomic<wqe::cas32<slot>>(operands_2));
static_assert(is_atomic<wqe::fetch_add32<slot>>(operands_1));
static_assert(is_atomic<wqe::fetch_and32<slot>>(operands_1));
static_assert(is_atomic<wqe::fetch_and64<slot>>(operands_1));
static_assert(is_atomic<wqe::fetch_or32<slot>>(operands_1));
static_assert(is_atomic<wqe::fetch_or64<slot>>(operands_1));
static_assert(is_atomic<wqe::fetch_xor32<slot>>(operands_1));
static_assert(is_atomic<wqe::fetch_xor64<slot>>(operands_1));
static_assert(is_atomic<wqe::swap32<slot>>(operands_1));
static_assert(is_atomic<wqe::swap64<slot>>(operands_1));
static_assert(is_atomic<wqe::masked_cas32<slot>>(operands_4));
static_assert(is_atomic<wqe::masked_cas64<slot>>(operands_4));
static_assert(is_atomic<wqe::masked_cas128<slot>>(operands_4_of_16_bytes));
static_assert(is_atomic<wqe::masked_fetch_add32<slot>>(operands_2));
static_assert(is_atomic<wqe::masked_fetch_add64<slot>>(operands_2));
static_assert(is_atomic<wqe::masked_fetch_add128<slot>>(operands_2_of_16_bytes));

TEST(typestate, atomics_were_checked_by_the_compiler) {}

}  // namespace
}  // namespace verbatim::test
