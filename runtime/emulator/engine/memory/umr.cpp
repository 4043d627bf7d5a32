// Binds windows, configures mkeys, and invalidates both.
#include "engine/memory/umr.hpp"

#include <fmt/format.h>

#include <bit>
#include <memory>
#include <optional>
#include <variant>

#include "objects/device.hpp"
#include "objects/memory/encryption_key.hpp"

namespace verbatim::emulator {
namespace {

/// The longest window, which is libmlx5's limit too.
constexpr std::uint64_t longest_window = std::uint64_t{1} << 31;

/// Returns the rights after a UMR, as `access` values. A UMR changes only the rights in its mask.
std::uint32_t rights_of(const key_change& change, std::uint32_t before) {
  std::uint32_t rights = before;
  const auto take = [&](mkey_mask field, bool allowed, std::uint32_t right) {
    if (change.changes(field)) rights = allowed ? rights | right : rights & ~right;
  };
  take(mkey_mask::local_write, change.context.local_write != 0, access::local_write);
  take(mkey_mask::remote_write, change.context.remote_write != 0, access::remote_write);
  take(mkey_mask::remote_read, change.context.remote_read != 0, access::remote_read);
  take(mkey_mask::atomic, change.context.atomic != 0, access::remote_atomic);
  return rights;
}

/// Checks that the key is in the state that the UMR requires.
std::string check_state(const indirect_key& key, const queue_pair& qp, const key_change& change) {
  if (key.pd.get() != qp.pd.get()) {
    return fmt::format("key {:#x} is in another protection domain", key.key);
  }
  if (!key.umr_enabled) {
    return fmt::format("key {:#x} was created without umr_en: UMRs cannot change it", key.key);
  }
  if (change.control.check_free && !key.free) {
    return fmt::format(
        "key {:#x} is in use, and the UMR asks for a free one (check_free): "
        "invalidate it before it is bound again",
        key.key);
  }
  if (change.control.check_not_free && key.free) {
    return fmt::format("key {:#x} is free, and the UMR asks for one in use (check_not_free)",
                       key.key);
  }
  if (change.control.check_qpn && key.kind == indirect_kind::window_type_1) {
    return fmt::format(
        "key {:#x} is that of a memory window of type 1: bind it with length 0 to "
        "invalidate it",
        key.key);
  }
  if (change.control.check_qpn && key.qpn != indirect_key::every_queue_pair && key.qpn != qp.qpn) {
    return fmt::format(
        "key {:#x} is for QP {:#x}, and the UMR asks for one of this queue pair "
        "(check_qpn)",
        key.key, key.qpn);
  }
  return {};
}

/// Checks InfiniBand's rules for binding a window.
std::string check_window(const device& of, const indirect_key& key, const queue_pair& qp,
                         const key_change& change) {
  if (change.translation.entries.size() != 1 || change.translation.repeat_count != 1) {
    return fmt::format("memory window {:#x} is bound to {} entries instead of one", key.key,
                       change.translation.entries.size());
  }
  if (key.kind == indirect_kind::window_type_2 &&
      (!change.changes(mkey_mask::qpn) || change.context.qpn != qp.qpn)) {
    return fmt::format(
        "a memory window of type 2 belongs to the queue pair that binds it: qpn of "
        "the mkey_ctx_seg must be {:#x}, and in the mkey_mask",
        qp.qpn);
  }
  const translation_entry& entry = change.translation.entries.front();
  const memory_region* const region = of.find_memory_region(entry.key);
  if (region == nullptr) return fmt::format("no memory region has lkey {:#x}", entry.key);
  if (region->pd.get() != qp.pd.get()) {
    return fmt::format("the memory region with lkey {:#x} is in another protection domain",
                       entry.key);
  }
  if (!(region->access_flags & access::mw_bind)) {
    return fmt::format(
        "the memory region with lkey {:#x} was registered without "
        "IBV_ACCESS_MW_BIND",
        entry.key);
  }
  if (!region->covers(entry.addr, entry.byte_count)) {
    return fmt::format(
        "{} bytes at {:#x} are not inside the {} bytes at {:#x} of the memory "
        "region with lkey {:#x}",
        entry.byte_count, entry.addr, region->length, region->iova, entry.key);
  }
  constexpr std::uint32_t writing = access::remote_write | access::remote_atomic;
  if (rights_of(change, 0) & writing && !(region->access_flags & access::local_write)) {
    return fmt::format(
        "a window that peers may write needs a memory region with local write, "
        "which lkey {:#x} has not",
        entry.key);
  }
  if (change.context.len > longest_window || change.context.len > entry.byte_count) {
    return fmt::format("a window of {} bytes is longer than {}", change.context.len,
                       std::min(entry.byte_count, longest_window));
  }
  return {};
}

std::string check_list(const indirect_key& key, const key_change& change) {
  if (change.list_octowords > key.most_octowords) {
    return fmt::format("the translation list takes {} octowords, but key {:#x} was created for {}",
                       change.list_octowords, key.key, key.most_octowords);
  }
  for (const translation_entry& entry : change.translation.entries) {
    if (entry.key >> 8 == key.key >> 8) {
      return fmt::format("the translation list of key {:#x} names the key itself", key.key);
    }
  }
  return {};
}

const encryption_key* find_dek(const indirect_key& key, std::uint32_t number) {
  return number == 0 ? nullptr : key.owner->find<encryption_key>(number - 1);
}

std::string check_bsf(const device& of, const indirect_key& key, const key_change& change) {
  if (change.bsf_octowords > key.most_bsf_octowords) {
    return fmt::format(
        "its BSFs take {} octowords, but key {:#x} was created for {}: a signature and encryption "
        "take 4 each, and are asked for when the key is created",
        change.bsf_octowords, key.key, key.most_bsf_octowords);
  }
  if (std::holds_alternative<encryption_request>(change.bsf->protection)) {
    const auto* const dek = find_dek(key, change.bsf->dek);
    if (dek == nullptr || dek->pd.get() != key.pd.get()) {
      return fmt::format("its BSF names DEK {:#x}, which {}", change.bsf->dek,
                         dek == nullptr ? "does not exist" : "is in another protection domain");
    }
  }
  for (const std::uint32_t psvn : {change.bsf->wire_psv, change.bsf->memory_psv}) {
    const signature_value* const psv = psvn != 0 ? of.find_signature_value(psvn) : nullptr;
    if (psvn == 0 || (psv != nullptr && psv->pd.get() == key.pd.get())) continue;
    return fmt::format("its BSF names PSV {:#x}, which {}", psvn,
                       psv == nullptr ? "does not exist" : "is in another protection domain");
  }
  return {};
}

/// Signs or encrypts as a BSF asks for, or does neither.
void protect(indirect_key& key, const bsf_reading& as) {
  key.cipher.reset();
  key.sign(std::nullopt);
  if (const auto* const signature = std::get_if<block_signature>(&as.protection)) {
    key.sign(*signature);
  } else if (const auto* const request = std::get_if<encryption_request>(&as.protection)) {
    key.cipher = std::make_shared<const block_cipher>(
        find_dek(key, as.dek)->keys, request->first_unit, request->unit_bytes, request->side);
    block_signature units;
    units.memory.block = request->unit_bytes;
    key.sign(units);
  }
}

/// Applies a UMR to the key's signature and encryption. A UMR that disables the BSF removes it; a UMR without
/// bsf_en in its mask keeps it.
void apply_bsf(indirect_key& key, const key_change& change) {
  if (change.changes(mkey_mask::sig_err)) key.tells_signature_error = true;
  if (change.bsf) {
    protect(key, *change.bsf);
  } else if (change.changes(mkey_mask::bsf_enable)) {
    protect(key, {});
  } else if (change.has_list) {
    key.incoming.bytes.clear();
  }
}

void apply(indirect_key& key, const key_change& change) {
  const mkey_ctx_seg& context = change.context;
  if (change.changes(mkey_mask::mkey)) key.key = (key.key & ~0xffu) | context.mkey_7_0;
  if (change.changes(mkey_mask::qpn)) key.qpn = context.qpn;
  if (change.changes(mkey_mask::start_addr)) key.start = context.start_addr;
  if (change.changes(mkey_mask::len)) key.length = context.len;
  if (change.changes(mkey_mask::local_read)) key.local_read = context.local_read != 0;
  key.access_flags = rights_of(change, key.access_flags);
  if (change.has_list) key.translation = change.translation;
  apply_bsf(key, change);
  if (change.changes(mkey_mask::free)) key.free = context.free != 0;
}

}  // namespace

std::string execute_umr(const device& of, const queue_pair& qp, const key_change& change) {
  indirect_key* const key = of.find_indirect_key_of_index(change.key >> 8);
  if (key == nullptr) {
    return fmt::format("no memory window and no mkey has key {:#x}, which its imm names",
                       change.key);
  }
  auto problem = check_state(*key, qp, change);
  if (problem.empty() && change.has_list) problem = check_list(*key, change);
  if (problem.empty() && change.bsf) problem = check_bsf(of, *key, change);
  if (problem.empty() && key->is_window() && !change.frees()) {
    problem = check_window(of, *key, qp, change);
  }
  if (problem.empty()) apply(*key, change);
  return problem;
}

std::string execute_set_psv(const device& of, const queue_pair& qp, const set_psv_seg& what) {
  signature_value* const psv = of.find_signature_value(what.psv_index);
  if (psv == nullptr) return fmt::format("there is no PSV {:#x}", what.psv_index);
  if (psv->pd.get() != qp.pd.get()) {
    return fmt::format("PSV {:#x} is in another protection domain", what.psv_index);
  }
  psv->transient_signature = what.transient_signature;
  return {};
}

std::string invalidate_remotely(const device& of, const queue_pair& qp, const protection_domain* pd,
                                std::uint32_t rkey) {
  indirect_key* const key = of.find_indirect_key(rkey);
  const auto forbid = [rkey](std::string_view why) {
    return fmt::format("the peer may not invalidate rkey {:#x}: {}", rkey, why);
  };
  if (key == nullptr) {
    return forbid("it is that of no memory window of type 2 and of no mkey");
  }
  if (key->pd.get() != pd) return forbid("it is in another protection domain");
  if (!key->remote_invalidate) {
    return forbid(key->is_window() ? "a memory window of type 1 cannot be invalidated"
                                   : "the mkey was created without remote invalidation");
  }
  if (key->free) return forbid("it is free already");
  if (key->qpn != indirect_key::every_queue_pair && key->qpn != qp.qpn) {
    return forbid(fmt::format("it belongs to QP {:#x}", key->qpn));
  }
  key->free = true;
  return {};
}

}  // namespace verbatim::emulator
