// The full matrix of the WQEs that change keys or the queue itself: what can be called on each state,
// and nothing else.
#include <gtest/gtest.h>

#include "typestate.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/xrq_cmd.hpp"

namespace verbatim::test {
namespace {

using namespace step;
using slot = any_slot;

// A window has one piece of memory behind it.
template <class Wqe>
consteval bool binds() {
  return has_exactly<typename Wqe::needs_window>(window) &&
         has_exactly<typename Wqe::needs_to>(to_properties) &&
         has_exactly<typename Wqe::needs_klm>(klm) && ends_after_ready<Wqe>();
}
static_assert(binds<wqe::bind_mw<slot>>());
static_assert(binds<wqe::bind_mw_type1<slot>>());

using unbind = wqe::unbind_mw<slot>;
static_assert(has_exactly<unbind::needs_window>(window));
static_assert(has_exactly<unbind::needs_as>(as));
static_assert(ends_after_ready<unbind>());

using invalidates = wqe::local_invalidate<slot>;
static_assert(has_exactly<invalidates::needs_key>(key));
static_assert(ends_after_ready<invalidates>());

// BSFs end a WQE: a signature, encryption, or both in this order, each once.
template <class Wqe>
consteval bool ends_after_bsfs() {
  return has_exactly<typename Wqe::takes_crypto_or_signal_or_finish>(crypto | end) &&
         ends_after_ready<Wqe>();
}

// A key has a list of at least one piece, and what counts the list is not for the caller.
using configures = wqe::configure_mkey<slot>;
static_assert(has_exactly<configures::needs_key>(key));
static_assert(has_exactly<configures::needs_change>(change));
static_assert(has_exactly<configures::needs_to>(to_properties));
static_assert(has_exactly<configures::needs_klm>(klm));
static_assert(has_exactly<configures::takes_klm_or_sig_block_or_crypto_or_signal_or_finish>(
    klm | sig_block | crypto | end));
static_assert(ends_after_bsfs<configures>());

using takes_turns = wqe::configure_mkey_strided<slot>;
static_assert(has_exactly<takes_turns::needs_key>(key));
static_assert(has_exactly<takes_turns::needs_change>(change));
static_assert(has_exactly<takes_turns::needs_to>(to_properties));
static_assert(has_exactly<takes_turns::needs_repeat>(repeat));
static_assert(has_exactly<takes_turns::needs_strided>(strided));
static_assert(has_exactly<takes_turns::takes_strided_or_sig_block_or_crypto_or_signal_or_finish>(
    strided | sig_block | crypto | end));
static_assert(ends_after_bsfs<takes_turns>());

using updates = wqe::update_mkey<slot>;
static_assert(has_exactly<updates::needs_key>(key));
static_assert(has_exactly<updates::needs_change>(change));
static_assert(has_exactly<updates::needs_to>(to_properties));
static_assert(has_exactly<updates::takes_sig_block_or_crypto_or_signal_or_finish>(sig_block |
                                                                                  crypto | end));
static_assert(ends_after_bsfs<updates>());

static_assert(has_exactly<wqe::set_psv<slot>::needs_psv>(psv));
static_assert(ends_after_ready<wqe::set_psv<slot>>());

using writes_table = wqe::write_flow_table<slot>;
static_assert(has_exactly<writes_table::needs_object>(object));
static_assert(has_exactly<writes_table::needs_argument>(argument));
static_assert(ends_after_ready<writes_table>());

static_assert(ends_after_ready<wqe::nop<slot>>());
static_assert(ends_after_ready<wqe::nop_to<slot>>());

static_assert(has_exactly<wqe::wait_cq<slot>::needs_until>(until));
static_assert(ends_after_ready<wqe::wait_cq<slot>>());
static_assert(has_exactly<wqe::wait_data<slot>::needs_until>(until_data));
static_assert(ends_after_ready<wqe::wait_data<slot>>());
static_assert(has_exactly<wqe::wait_time<slot>::needs_until>(until));
static_assert(ends_after_ready<wqe::wait_time<slot>>());
static_assert(has_exactly<wqe::send_enable<slot>::needs_queue>(queue));
static_assert(ends_after_ready<wqe::send_enable<slot>>());
static_assert(has_exactly<wqe::recv_enable<slot>::needs_queue>(queue));
static_assert(ends_after_ready<wqe::recv_enable<slot>>());

// A tag that is appended has a buffer; one that is removed has none.
using appends = wqe::tag_append<slot>;
static_assert(has_exactly<appends::needs_tag>(tag_and_mask));
static_assert(has_exactly<appends::needs_sge>(sge));
static_assert(ends_after_ready<appends>());
static_assert(has_exactly<wqe::tag_remove<slot>::needs_tag>(tag_index));
static_assert(ends_after_ready<wqe::tag_remove<slot>>());
static_assert(has_exactly<wqe::tag_sync<slot>::needs_count>(count));
static_assert(ends_after_ready<wqe::tag_sync<slot>>());

TEST(typestate, control_was_checked_by_the_compiler) {}

}  // namespace
}  // namespace verbatim::test
