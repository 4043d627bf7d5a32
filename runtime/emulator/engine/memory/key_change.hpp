// The change that a UMR WQE requests: new values of some fields of a memory key.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "objects/memory/block_signature.hpp"
#include "objects/memory/indirect_key.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"

namespace verbatim::emulator {

/// The encryption that a BSF asks for.
struct encryption_request {
  std::uint32_t unit_bytes = 0;

  /// The number of the first data unit, little-endian.
  aes::block first_unit{};
  encrypted_side side = encrypted_side::wire;
};

/// The contents of a key's BSFs.
struct bsf_reading {
  /// The signatures, if one of the sides has any; or the encryption.
  std::variant<std::monostate, block_signature, encryption_request> protection;

  /// The PSVs of the wire and of memory; 0 for a side without signatures.
  std::uint32_t wire_psv = 0;
  std::uint32_t memory_psv = 0;

  /// The number of the DEK; 0 without encryption.
  std::uint32_t dek = 0;
};

/// The values that a UMR sets.
struct key_change {
  /// The key to change. Only its index is used: a program may use its old or its new variant.
  std::uint32_t key = 0;
  umr_ctrl_seg control;

  /// The new values. Only fields in control.mkey_mask are valid.
  mkey_ctx_seg context;

  /// The new list, if has_list.
  emulator::translation translation;
  bool has_list = false;

  /// The length of the list in units of 16 bytes, without padding.
  std::uint32_t list_octowords = 0;

  /// The BSFs, if there are any.
  std::optional<bsf_reading> bsf;
  std::uint32_t bsf_octowords = 0;

  bool changes(mkey_mask field) const noexcept {
    return (control.mkey_mask & static_cast<std::uint64_t>(field)) != 0;
  }

  /// Returns true if the key gives no access afterwards.
  bool frees() const noexcept { return changes(mkey_mask::free) && context.free != 0; }
};

}  // namespace verbatim::emulator
