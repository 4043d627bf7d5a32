// CREATE_MKEY: keys over user memory, and keys that translate through others. Also CREATE_PSV, the
// start of signatures, and data encryption keys (DEKs).
#include <algorithm>
#include <cerrno>

#include "abi/commands/hca_capabilities.hpp"
#include "abi/devx/devx_objects.hpp"
#include "verbatim/generated/segments/klm_seg.hpp"

namespace verbatim::emulator {
namespace {

// Fields of the command, and of the key's context (mlx5_ifc.h, struct mlx5_ifc_create_mkey_in_bits
// and mlx5_ifc_mkc_bits).
constexpr mailbox_field umem_valid{0x061, 1};
constexpr mailbox_field list_octowords{0x300, 32};
constexpr mailbox_field umem_id{0x320, 32};
constexpr mailbox_field umem_offset{0x340, 64};
constexpr std::size_t list_bytes_at = 0x880 / 8;
constexpr std::uint32_t context_at = 0x80;
constexpr mailbox_field is_free = context_at + mailbox_field{0x001, 1};
constexpr mailbox_field access_mode_high = context_at + mailbox_field{0x003, 3};
constexpr mailbox_field umr_en = context_at + mailbox_field{0x010, 1};
constexpr mailbox_field atomic = context_at + mailbox_field{0x011, 1};
constexpr mailbox_field remote_write = context_at + mailbox_field{0x012, 1};
constexpr mailbox_field remote_read = context_at + mailbox_field{0x013, 1};
constexpr mailbox_field local_write = context_at + mailbox_field{0x014, 1};
constexpr mailbox_field local_read = context_at + mailbox_field{0x015, 1};
constexpr mailbox_field access_mode_low = context_at + mailbox_field{0x016, 2};
constexpr mailbox_field qpn = context_at + mailbox_field{0x020, 24};
constexpr mailbox_field variant = context_at + mailbox_field{0x038, 8};
constexpr mailbox_field length64 = context_at + mailbox_field{0x060, 1};
constexpr mailbox_field bsf_en = context_at + mailbox_field{0x061, 1};
constexpr mailbox_field en_rinval = context_at + mailbox_field{0x067, 1};
constexpr mailbox_field pd = context_at + mailbox_field{0x068, 24};
constexpr mailbox_field start_addr = context_at + mailbox_field{0x080, 64};
constexpr mailbox_field length = context_at + mailbox_field{0x0c0, 64};
constexpr mailbox_field bsf_octowords = context_at + mailbox_field{0x100, 32};
constexpr mailbox_field most_octowords = context_at + mailbox_field{0x1a0, 32};
constexpr mailbox_field log_entity_size = context_at + mailbox_field{0x1db, 5};
constexpr mailbox_field made_index{0x048, 24};

// Values of access_mode.
constexpr std::uint32_t pages = 1;
constexpr std::uint32_t klm_list = 2;
constexpr std::uint32_t ksm_list = 3;

std::uint32_t access_of(const mailbox_input& in) {
  return (in.is_set(atomic) ? access::remote_atomic : 0) |
         (in.is_set(remote_write) ? access::remote_write : 0) |
         (in.is_set(remote_read) ? access::remote_read : 0) |
         (in.is_set(local_write) ? access::local_write : 0);
}

std::uint64_t length_of(const mailbox_input& in) {
  return in.is_set(length64) ? UINT64_MAX : in.get(length);
}

std::uint32_t with_variant(std::uint32_t key, const mailbox_input& in) {
  return (key & ~0xffu) | in.get32(variant);
}

object& create_over_memory(const request& to, const mailbox_input& in, mailbox_output& out) {
  if (!in.is_set(umem_valid)) {
    refuse<check::devx_values>(EINVAL,
                               "CREATE_MKEY over pages needs user memory (mkey_umem_valid)");
  }
  auto made = std::make_unique<memory_region>(to.of);
  auto& memory = find_user_memory(to, in.get32(umem_id), "CREATE_MKEY");
  made->of_user_memory = reference(&memory);
  made->memory = memory_at(memory, in.get(umem_offset), in.get(length), "CREATE_MKEY");
  made->pd = reference(&find_protection_domain(to, in.get32(pd)));
  made->iova = in.get(start_addr);
  made->length = in.get(length);
  made->access_flags = access_of(in);
  to.on.enlist(*made);
  made->key = with_variant(made->key, in);
  out.set(made_index, made->key >> 8);
  return to.of.add(std::move(made));
}

translation read_list(const mailbox_input& in, std::uint32_t mode) {
  translation list;
  const std::uint32_t count = in.get32(list_octowords);
  const auto bytes = in.bytes();
  if (count > (bytes.size() - std::min(bytes.size(), list_bytes_at)) / klm_seg::size) {
    refuse<check::devx_values>(
        EINVAL, "CREATE_MKEY says that its list has {} octowords, which its {} bytes do not hold",
        count, bytes.size());
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto one = klm_seg::read(bytes.data() + list_bytes_at + i * klm_seg::size);
    // An entry that pads the list to 64 bytes.
    if (one.mkey == 0) continue;
    // The entries of a KSM list all have the same size, so they do not contain one.
    const std::uint64_t covered =
        mode == ksm_list ? std::uint64_t{1} << in.get(log_entity_size) : one.byte_count;
    list.entries.push_back({covered, one.mkey, one.address, 0});
  }
  return list;
}

object& create_indirect(const request& to, const mailbox_input& in, mailbox_output& out,
                        std::uint32_t mode) {
  auto made = std::make_unique<indirect_key>(to.of, indirect_kind::mkey);
  made->pd = reference(&find_protection_domain(to, in.get32(pd)));
  made->free = in.is_set(is_free);
  made->umr_enabled = in.is_set(umr_en);
  made->remote_invalidate = in.is_set(en_rinval);
  made->qpn = in.get32(qpn);
  made->start = in.get(start_addr);
  made->length = length_of(in);
  made->access_flags = access_of(in);
  made->local_read = in.is_set(local_read);
  made->most_octowords = in.get32(most_octowords);
  if (in.is_set(bsf_en)) made->most_bsf_octowords = in.get32(bsf_octowords);
  made->translation = read_list(in, mode);
  to.on.enlist(*made);
  made->key = with_variant(made->key, in);
  note("mkey {:#x} created for lists of {} octowords", made->key, made->most_octowords);
  out.set(made_index, made->key >> 8);
  return to.of.add(std::move(made));
}

}  // namespace

object& create_devx_psv(const request& to, const mailbox_input& in, mailbox_output& out) {
  constexpr mailbox_field num_psv{0x040, 4};
  constexpr mailbox_field psv_pd{0x048, 24};
  constexpr mailbox_field psv0_index{0x088, 24};
  if (in.get(num_psv) != 1) {
    refuse<check::devx_not_emulated>(
        EOPNOTSUPP, "CREATE_PSV makes one PSV at a time here, and not {}", in.get(num_psv));
  }
  auto made = std::make_unique<signature_value>(to.of);
  made->pd = reference(&find_protection_domain(to, in.get32(psv_pd)));
  to.on.enlist(*made);
  out.set(psv0_index, made->psvn);
  return to.of.add(std::move(made));
}

object& create_devx_mkey(const request& to, const mailbox_input& in, mailbox_output& out) {
  const std::uint32_t mode = in.get32(access_mode_high) << 2 | in.get32(access_mode_low);
  switch (mode) {
    case pages:
      return create_over_memory(to, in, out);
    case klm_list:
    case ksm_list:
      return create_indirect(to, in, out, mode);
    default:
      refuse<check::devx_not_emulated>(
          EOPNOTSUPP, "CREATE_MKEY with access mode {}: pages (1), KLM (2) and KSM (3) lists",
          mode);
  }
}

}  // namespace verbatim::emulator
