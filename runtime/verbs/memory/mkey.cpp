// CREATE_MKEY and CREATE_PSV by DevX. They are needed because libmlx5 reports neither the PSVs of
// its own keys nor the errors in their signatures.
#include "verbatim/verbs/memory/mkey.hpp"

#include "verbatim/generated/segments/bsf_ext_seg.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/context/devx.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::verbs {
namespace {

constexpr std::uint32_t create_mkey = 0x200;
constexpr std::uint32_t create_psv = 0x600;

// Fields of struct mlx5_ifc_mkc_bits, which begins at bit 0x80 of the command.
constexpr std::uint32_t context_at = 0x80;
constexpr mailbox_field is_free = context_at + mailbox_field{0x001, 1};
constexpr mailbox_field umr_en = context_at + mailbox_field{0x010, 1};
constexpr mailbox_field local_read = context_at + mailbox_field{0x015, 1};
constexpr mailbox_field access_mode = context_at + mailbox_field{0x016, 2};
constexpr mailbox_field qpn = context_at + mailbox_field{0x020, 24};
constexpr mailbox_field bsf_en = context_at + mailbox_field{0x061, 1};
constexpr mailbox_field en_rinval = context_at + mailbox_field{0x067, 1};
constexpr mailbox_field pd_number = context_at + mailbox_field{0x068, 24};
constexpr mailbox_field bsf_octowords = context_at + mailbox_field{0x100, 32};
constexpr mailbox_field list_octowords = context_at + mailbox_field{0x1a0, 32};
constexpr std::size_t command_words = 0x880 / 32;

constexpr std::uint32_t klm_list = 2;
constexpr std::uint32_t every_queue_pair = 0xffffff;
constexpr std::uint32_t entries_per_wqebb = 4;

}  // namespace

mkey_body::psv mkey_body::make_psv(pd_body& pd) {
  constexpr mailbox_field num_psv{0x40, 4};
  constexpr mailbox_field pd_of_psv{0x48, 24};
  constexpr mailbox_field psv0_index{0x88, 24};
  constexpr std::size_t answer_words = 8;
  mailbox<4> command;
  command.set(mailbox_header::opcode, create_psv);
  command.set(num_psv, 1);
  command.set(pd_of_psv, number_of(pd.native()));
  mailbox<answer_words> answer;
  psv made;
  made.object = make_devx_object(pd.context(), command.bytes, answer.bytes, "CREATE_PSV",
                                 "not every device has signatures of blocks");
  made.number = answer.get(psv0_index);
  return made;
}

mkey_body::mkey_body(pd_body& pd, const mkey_attributes& attributes)
    : body(rank::memory_window), pd_(pd) {
  if (attributes.signatures) {
    wire_psv_ = make_psv(pd);
    memory_psv_ = make_psv(pd);
  }
  mailbox<command_words> command;
  command.set(mailbox_header::opcode, create_mkey);
  command.set(is_free, 1);
  command.set(umr_en, 1);
  command.set(local_read, 1);
  command.set(access_mode, klm_list);
  command.set(qpn, every_queue_pair);
  command.set(en_rinval, attributes.remote_invalidate);
  command.set(pd_number, number_of(pd.native()));
  command.set(list_octowords, (attributes.max_entries + entries_per_wqebb - 1) / entries_per_wqebb *
                                  entries_per_wqebb);
  if (attributes.signatures) {
    command.set(bsf_en, 1);
    command.set(bsf_octowords, (bsf_seg::size + bsf_ext_seg::size + 2 * bsf_inl_seg::size) /
                                   static_cast<std::uint32_t>(octoword));
  }
  mailbox_answer answer;
  object_ = make_devx_object(pd.context(), command.bytes, answer.bytes, "CREATE_MKEY",
                             "for " + std::to_string(attributes.max_entries) + " entries");
  key_ = answer.get(mailbox_header::object) << 8;
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
