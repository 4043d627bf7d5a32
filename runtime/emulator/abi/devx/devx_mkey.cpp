// CREATE_MKEY: keys over user memory, and keys that translate through others. Also CREATE_PSV, the
// start of signatures.
#include <algorithm>
#include <cerrno>

#include "abi/devx/devx_objects.hpp"
#include "verbatim/generated/commands/create_mkey.hpp"
#include "verbatim/generated/commands/create_psv.hpp"
#include "verbatim/generated/segments/klm_seg.hpp"

namespace verbatim::emulator {
namespace {

using firmware::create_mkey;
using firmware::create_psv;
using firmware::mkc;

// Values of access_mode.
constexpr std::uint32_t pages = 1;
constexpr std::uint32_t klm_list = 2;
constexpr std::uint32_t ksm_list = 3;

using mkey_input = mailbox_part_input<create_mkey::in>;

std::uint32_t access_of(const mailbox_part_input<mkc>& key) {
  return (key.is_set(mkc::a) ? access::remote_atomic : 0) |
         (key.is_set(mkc::rw) ? access::remote_write : 0) |
         (key.is_set(mkc::rr) ? access::remote_read : 0) |
         (key.is_set(mkc::lw) ? access::local_write : 0);
}

std::uint64_t length_of(const mailbox_part_input<mkc>& key) {
  return key.is_set(mkc::length64) ? UINT64_MAX : key.get(mkc::len);
}

std::uint32_t with_variant(std::uint32_t number, const mailbox_part_input<mkc>& key) {
  return (number & ~0xffu) | key.get(mkc::mkey_7_0);
}

object& create_over_memory(const request& to, const mkey_input& command,
                           const mailbox_output& out) {
  const auto key = command.part(create_mkey::in::memory_key_mkey_entry);
  if (!command.is_set(create_mkey::in::mkey_umem_valid)) {
    refuse<check::devx_values>(EINVAL,
                               "CREATE_MKEY over pages needs user memory (mkey_umem_valid)");
  }
  auto made = std::make_unique<memory_region>(to.of);
  auto& memory = find_user_memory(to, command.get(create_mkey::in::mkey_umem_id), "CREATE_MKEY");
  made->of_user_memory = reference(&memory);
  made->memory = memory_at(memory, command.get(create_mkey::in::mkey_umem_offset),
                           key.get(mkc::len), "CREATE_MKEY");
  made->pd = reference(&find_protection_domain(to, key.get(mkc::pd)));
  made->iova = key.get(mkc::start_addr);
  made->length = key.get(mkc::len);
  made->access_flags = access_of(key);
  to.on.enlist(*made);
  made->key = with_variant(made->key, key);
  out.as<create_mkey::out>().set(create_mkey::out::mkey_index, made->key >> 8);
  return to.of.add(std::move(made));
}

translation read_list(const mkey_input& command, std::uint32_t mode) {
  const auto key = command.part(create_mkey::in::memory_key_mkey_entry);
  translation list;
  const std::uint32_t count = command.get(create_mkey::in::translations_octword_actual_size);
  const auto bytes = command.rest(create_mkey::in::klm_pas_mtt);
  if (count > bytes.size() / klm_seg::size) {
    refuse<check::devx_values>(
        EINVAL, "CREATE_MKEY says that its list has {} octowords, which its {} bytes do not hold",
        count, command.bytes().size());
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto one = klm_seg::read(bytes.data() + i * klm_seg::size);
    // An entry that pads the list to 64 bytes.
    if (one.mkey == 0) continue;
    // The entries of a KSM list all have the same size, so they do not contain one.
    const std::uint64_t covered =
        mode == ksm_list ? std::uint64_t{1} << key.get(mkc::log_entity_size) : one.byte_count;
    list.entries.push_back({covered, one.mkey, one.address, 0});
  }
  return list;
}

object& create_indirect(const request& to, const mkey_input& command, const mailbox_output& out,
                        std::uint32_t mode) {
  const auto key = command.part(create_mkey::in::memory_key_mkey_entry);
  auto made = std::make_unique<indirect_key>(to.of, indirect_kind::mkey);
  made->pd = reference(&find_protection_domain(to, key.get(mkc::pd)));
  made->free = key.is_set(mkc::free);
  made->umr_enabled = key.is_set(mkc::umr_en);
  made->remote_invalidate = key.is_set(mkc::en_rinval);
  made->qpn = key.get(mkc::qpn);
  made->start = key.get(mkc::start_addr);
  made->length = length_of(key);
  made->access_flags = access_of(key);
  made->local_read = key.is_set(mkc::lr);
  made->most_octowords = key.get(mkc::translations_octword_size);
  if (key.is_set(mkc::bsf_en)) made->most_bsf_octowords = key.get(mkc::bsf_octword_size);
  made->translation = read_list(command, mode);
  to.on.enlist(*made);
  made->key = with_variant(made->key, key);
  note("mkey {:#x} created for lists of {} octowords", made->key, made->most_octowords);
  out.as<create_mkey::out>().set(create_mkey::out::mkey_index, made->key >> 8);
  return to.of.add(std::move(made));
}

}  // namespace

object& create_devx_psv(const request& to, const mailbox_input& in, const mailbox_output& out) {
  const auto command = in.as<create_psv::in>();
  const auto count = command.get(create_psv::in::num_psv);
  if (count != 1) {
    refuse<check::devx_not_emulated>(EOPNOTSUPP,
                                     "CREATE_PSV makes one PSV at a time here, and not {}", count);
  }
  auto made = std::make_unique<signature_value>(to.of);
  made->pd = reference(&find_protection_domain(to, command.get(create_psv::in::pd)));
  to.on.enlist(*made);
  out.as<create_psv::out>().set(create_psv::out::psv0_index, made->psvn);
  return to.of.add(std::move(made));
}

object& create_devx_mkey(const request& to, const mailbox_input& in, const mailbox_output& out) {
  const auto command = in.as<create_mkey::in>();
  const auto key = command.part(create_mkey::in::memory_key_mkey_entry);
  const std::uint32_t mode = key.get(mkc::access_mode_4_2) << 2 | key.get(mkc::access_mode_1_0);
  switch (mode) {
    case pages:
      return create_over_memory(to, command, out);
    case klm_list:
    case ksm_list:
      return create_indirect(to, command, out, mode);
    default:
      refuse<check::devx_not_emulated>(
          EOPNOTSUPP, "CREATE_MKEY with access mode {}: pages (1), KLM (2) and KSM (3) lists",
          mode);
  }
}

}  // namespace verbatim::emulator
