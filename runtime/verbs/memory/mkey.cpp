// CREATE_MKEY and CREATE_PSV by DevX. They are needed because libmlx5 reports neither the PSVs of
// its own keys nor the errors in their signatures.
#include "verbatim/verbs/memory/mkey.hpp"

#include "verbatim/generated/commands/create_mkey.hpp"
#include "verbatim/generated/commands/create_psv.hpp"
#include "verbatim/generated/segments/bsf_ext_seg.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/context/devx.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::verbs {
namespace {

using firmware::create_mkey;
using firmware::create_psv;
using firmware::mkc;

constexpr std::uint32_t klm_list = 2;
constexpr std::uint32_t every_queue_pair = 0xffffff;
constexpr std::uint32_t entries_per_wqebb = 4;

}  // namespace

mkey_body::psv mkey_body::make_psv(pd_body& pd) {
  wire::mailbox<create_psv::in> command;
  command.set(create_psv::in::num_psv, 1);
  command.set(create_psv::in::pd, number_of(pd.native()));
  wire::mailbox<create_psv::out> answer;
  psv made;
  made.object = make_devx_object(pd.context(), command.bytes, answer.bytes, create_psv::title,
                                 "not every device has signatures of blocks");
  made.number = answer.get(create_psv::out::psv0_index);
  return made;
}

mkey_body::mkey_body(pd_body& pd, const mkey_attributes& attributes)
    : body(rank::memory_window), pd_(pd) {
  if (attributes.signatures) {
    wire_psv_ = make_psv(pd);
    memory_psv_ = make_psv(pd);
  }
  wire::mailbox<create_mkey::in> command;
  const auto key = command.part(create_mkey::in::memory_key_mkey_entry);
  key.set(mkc::free, 1);
  key.set(mkc::umr_en, 1);
  key.set(mkc::lr, 1);
  key.set(mkc::access_mode_1_0, klm_list);
  key.set(mkc::qpn, every_queue_pair);
  key.set(mkc::en_rinval, attributes.remote_invalidate);
  key.set(mkc::pd, number_of(pd.native()));
  key.set(mkc::translations_octword_size,
          (attributes.max_entries + entries_per_wqebb - 1) / entries_per_wqebb * entries_per_wqebb);
  if (attributes.signatures) {
    key.set(mkc::bsf_en, 1);
    key.set(mkc::bsf_octword_size, (bsf_seg::size + bsf_ext_seg::size + 2 * bsf_inl_seg::size) /
                                       static_cast<std::uint32_t>(octoword));
  }
  wire::mailbox<create_mkey::out> answer;
  object_ = make_devx_object(pd.context(), command.bytes, answer.bytes, create_mkey::title,
                             "for " + std::to_string(attributes.max_entries) + " entries");
  key_ = answer.get(create_mkey::out::mkey_index) << 8;
}

std::string mkey_body::describe() const {
  return std::string("mkey ").append(in_hex(key_)).append(" of ").append(pd_.context().name());
}

/// Destroys the key first, because it refers to the PSVs.
int mkey_body::destroy() noexcept {
  for (auto* const object : {&object_, &wire_psv_.object, &memory_psv_.object}) {
    if (const int failed = verbs::destroy(*object); failed != 0) return failed;
  }
  return 0;
}

}  // namespace verbatim::verbs
