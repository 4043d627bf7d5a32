// Data encryption keys (DEKs), and login sessions for wrapped ones.
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "abi/commands/hca_capabilities.hpp"
#include "abi/devx/devx_objects.hpp"
#include "objects/memory/aes.hpp"
#include "objects/memory/encryption_key.hpp"
#include "settings/options.hpp"
#include "verbatim/generated/commands/create_crypto_login_obj_in.hpp"
#include "verbatim/generated/commands/create_encryption_key_obj_in.hpp"
#include "verbatim/generated/commands/query_encryption_key_obj_out.hpp"

namespace verbatim::emulator {
namespace {

using firmware::crypto_login_obj;
using firmware::encryption_key_obj;
using given_key = firmware::create_encryption_key_obj_in;
using given_login = firmware::create_crypto_login_obj_in;
using answered = firmware::general_obj_out_cmd_hdr;
using key_input = mailbox_part_input<encryption_key_obj>;

constexpr std::uint64_t key_of_128_bits = 0;
constexpr std::uint64_t key_of_256_bits = 1;
constexpr std::uint64_t purpose_aes_xts = 3;

/// Returns the first `count` bytes of a field.
std::vector<std::uint8_t> first(std::span<const std::byte> field, std::size_t count) {
  std::vector<std::uint8_t> result(count);
  std::ranges::transform(field.first(count), result.begin(),
                         [](std::byte one) { return std::to_integer<std::uint8_t>(one); });
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
std::vector<std::uint8_t> keys_of(const request& to, const key_input& key) {
  const std::size_t plain_bytes =
      key.get(encryption_key_obj::key_size) == key_of_256_bits ? 64 : 32;
  const auto bytes = key.get(encryption_key_obj::key);
  if (!takes_wrapped_keys()) return first(bytes, plain_bytes);
  if (!is_logged_in(to))
    refuse<check::devx_values>(EINVAL,
                               "a wrapped DEK is made in a login session, and there is none");
  constexpr std::size_t of_wrapping = aes::block_bytes / 2;
  const auto plain = unwrap(import_kek(), first(bytes, plain_bytes + of_wrapping));
  if (!plain)
    refuse<check::devx_values>(EINVAL, "the DEK was not wrapped by the key of --import-kek");
  return *plain;
}

}  // namespace

object& create_encryption_key(const request& to, const mailbox_input& in,
                              const mailbox_output& out) {
  const auto key = in.as<given_key>().part(given_key::key_obj);
  auto made = std::make_unique<encryption_key>(to.of);
  // A device that executes nothing takes any key.
  if (to.on.settings().engine) {
    const auto purpose = key.get(encryption_key_obj::key_purpose);
    const auto size = key.get(encryption_key_obj::key_size);
    const bool tagged = key.is_set(encryption_key_obj::has_keytag);
    if (purpose != purpose_aes_xts || tagged ||
        (size != key_of_128_bits && size != key_of_256_bits)) {
      refuse<check::devx_not_emulated>(
          EINVAL, "a DEK of purpose {} and size {}{}: AES-XTS (3) of 128 (0) or 256 bits (1)",
          purpose, size, tagged ? " with a key tag" : "");
    }
    made->keys = keys_of(to, key);
    made->pd = reference(&find_protection_domain(to, key.get(encryption_key_obj::pd)));
  }
  made->opaque = key.get(encryption_key_obj::opaque);
  encryption_key& dek = to.of.add(std::move(made));
  out.as<answered>().set(answered::obj_id, dek.number());
  return dek;
}

object& create_crypto_login(const request& to, const mailbox_input& in, const mailbox_output& out) {
  if (is_logged_in(to)) refuse<check::devx_values>(EEXIST, "there is a login session already");
  const auto session = in.as<given_login>().part(given_login::login_obj);
  const auto credential = session.get(crypto_login_obj::credential);
  if (!unwrap(import_kek(), first(credential, credential.size())))
    refuse<check::devx_values>(EINVAL, "the credential was not wrapped by the key of --import-kek");
  crypto_login& made = to.of.add(std::make_unique<crypto_login>(to.of));
  out.as<answered>().set(answered::obj_id, made.number());
  return made;
}

void query_encryption_object(const object& of, const mailbox_output& out) {
  using key_answer = firmware::query_encryption_key_obj_out;
  // The states of a key that is ready and of a valid session are 0.
  if (const auto* const dek = dynamic_cast<const encryption_key*>(&of)) {
    const auto key = out.as<key_answer>().part(key_answer::obj);
    out.as<answered>().set(answered::obj_id, dek->number());
    key.set(encryption_key_obj::pd, dek->pd ? dek->pd->pdn : 0);
    key.set(encryption_key_obj::opaque, dek->opaque);
  } else if (const auto* const login = dynamic_cast<const crypto_login*>(&of)) {
    out.as<answered>().set(answered::obj_id, login->number());
  } else {
    refuse<check::devx_not_emulated>(
        EINVAL, "object {} is no DEK and no login session, so it cannot be queried", of.handle);
  }
}

}  // namespace verbatim::emulator
