// Data encryption keys (DEKs), and login sessions for wrapped ones.
#include <algorithm>
#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include "abi/commands/hca_capabilities.hpp"
#include "abi/devx/devx_objects.hpp"
#include "objects/memory/aes.hpp"
#include "objects/memory/encryption_key.hpp"
#include "settings/options.hpp"

namespace verbatim::emulator {
namespace {

// Source: providers/mlx5/mlx5_ifc.h of rdma-core, struct mlx5_ifc_general_obj_in_cmd_hdr_bits, then
// at 0x80 mlx5_ifc_dek_bits or mlx5_ifc_crypto_login_bits.
constexpr mailbox_field obj_id{0x040, 32};
constexpr std::uint32_t object_at = 0x80;
constexpr mailbox_field key_size = object_at + mailbox_field{0x054, 4};
constexpr mailbox_field has_keytag = object_at + mailbox_field{0x058, 1};
constexpr mailbox_field key_purpose = object_at + mailbox_field{0x05c, 4};
constexpr mailbox_field pd = object_at + mailbox_field{0x068, 24};
constexpr mailbox_field opaque = object_at + mailbox_field{0x180, 64};
constexpr std::size_t key_at = (object_at + 0x200) / 8;
constexpr std::size_t credential_at = (object_at + 0x200) / 8;
constexpr std::size_t credential_bytes = 48;

constexpr std::uint64_t key_of_128_bits = 0;
constexpr std::uint64_t key_of_256_bits = 1;
constexpr std::uint64_t purpose_aes_xts = 3;

std::vector<std::uint8_t> bytes_at(const mailbox_input& in, std::size_t at, std::size_t count) {
  std::vector<std::uint8_t> result(count);
  const auto from = in.bytes();
  for (std::size_t i = 0; i < count && at + i < from.size(); ++i) {
    result[i] = std::to_integer<std::uint8_t>(from[at + i]);
  }
  return result;
}

/// Returns the key that wraps all others.
aes import_kek() {
  const std::string& digits = current_options().import_kek;
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  }
  return aes(bytes);
}

bool is_logged_in(const request& to) {
  return std::ranges::any_of(to.of.objects, [](const auto& entry) {
    return dynamic_cast<const crypto_login*>(entry.second.get()) != nullptr;
  });
}

/// Returns the keys in plain.
std::vector<std::uint8_t> keys_of(const request& to, const mailbox_input& in) {
  const std::size_t plain_bytes = in.get(key_size) == key_of_256_bits ? 64 : 32;
  if (!takes_wrapped_keys()) return bytes_at(in, key_at, plain_bytes);
  if (!is_logged_in(to))
    refuse<check::devx_values>(EINVAL,
                               "a wrapped DEK is made in a login session, and there is none");
  constexpr std::size_t of_wrapping = aes::block_bytes / 2;
  const auto plain = unwrap(import_kek(), bytes_at(in, key_at, plain_bytes + of_wrapping));
  if (!plain)
    refuse<check::devx_values>(EINVAL, "the DEK was not wrapped by the key of --import-kek");
  return *plain;
}

}  // namespace

object& create_encryption_key(const request& to, const mailbox_input& in, mailbox_output& out) {
  auto made = std::make_unique<encryption_key>(to.of);
  // A device that executes nothing takes any key.
  if (to.on.settings().engine) {
    if (in.get(key_purpose) != purpose_aes_xts || in.is_set(has_keytag) ||
        (in.get(key_size) != key_of_128_bits && in.get(key_size) != key_of_256_bits)) {
      refuse<check::devx_not_emulated>(
          EINVAL, "a DEK of purpose {} and size {}{}: AES-XTS (3) of 128 (0) or 256 bits (1)",
          in.get(key_purpose), in.get(key_size), in.is_set(has_keytag) ? " with a key tag" : "");
    }
    made->keys = keys_of(to, in);
    made->pd = reference(&find_protection_domain(to, in.get32(pd)));
  }
  made->opaque = in.get(opaque);
  encryption_key& dek = to.of.add(std::move(made));
  out.set(obj_id, dek.number());
  return dek;
}

object& create_crypto_login(const request& to, const mailbox_input& in, mailbox_output& out) {
  if (is_logged_in(to)) refuse<check::devx_values>(EEXIST, "there is a login session already");
  if (!unwrap(import_kek(), bytes_at(in, credential_at, credential_bytes)))
    refuse<check::devx_values>(EINVAL, "the credential was not wrapped by the key of --import-kek");
  crypto_login& made = to.of.add(std::make_unique<crypto_login>(to.of));
  out.set(obj_id, made.number());
  return made;
}

void query_encryption_object(const object& of, mailbox_output& out) {
  // The states of a key that is ready and of a valid session are 0.
  if (const auto* const dek = dynamic_cast<const encryption_key*>(&of)) {
    out.set(obj_id, dek->number());
    out.set(pd, dek->pd ? dek->pd->pdn : 0);
    out.set(opaque, dek->opaque);
  } else if (const auto* const login = dynamic_cast<const crypto_login*>(&of)) {
    out.set(obj_id, login->number());
  } else {
    refuse<check::devx_not_emulated>(
        EINVAL, "object {} is no DEK and no login session, so it cannot be queried", of.handle);
  }
}

}  // namespace verbatim::emulator
