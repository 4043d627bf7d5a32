// The rounds of AES on a state of 16 bytes, column after column.
#include "objects/memory/aes.hpp"

#include <algorithm>
#include <bit>

namespace verbatim::emulator {
namespace {

using box = std::array<std::uint8_t, 256>;

/// Multiplies by x in the field of AES.
constexpr std::uint8_t times_x(std::uint8_t value) noexcept {
  return static_cast<std::uint8_t>(value << 1 ^ (value & 0x80 ? 0x1b : 0));
}

constexpr std::uint8_t multiply(std::uint8_t a, std::uint8_t b) noexcept {
  std::uint8_t sum = 0;
  for (; b != 0; b = static_cast<std::uint8_t>(b >> 1), a = times_x(a)) {
    if (b & 1) sum = static_cast<std::uint8_t>(sum ^ a);
  }
  return sum;
}

/// The substitution: the inverse in the field, then an affine map. 3 generates all values but 0.
constexpr box make_substitution() noexcept {
  box result{};
  std::uint8_t power = 1;
  std::uint8_t inverse = 1;
  constexpr std::uint8_t inverse_of_3 = 0xf6;
  do {
    std::uint8_t mapped = inverse;
    for (int turn = 1; turn <= 4; ++turn) {
      mapped = static_cast<std::uint8_t>(mapped ^ std::rotl(inverse, turn));
    }
    result[power] = static_cast<std::uint8_t>(mapped ^ 0x63);
    power = multiply(power, 3);
    inverse = multiply(inverse, inverse_of_3);
  } while (power != 1);
  result[0] = 0x63;
  return result;
}

constexpr box substitution = make_substitution();

constexpr box inverse_substitution = [] {
  box result{};
  for (unsigned i = 0; i < result.size(); ++i)
    result[substitution[i]] = static_cast<std::uint8_t>(i);
  return result;
}();

void add_round_key(aes::block& state, const aes::block& key) noexcept {
  for (std::size_t i = 0; i < state.size(); ++i) {
    state[i] = static_cast<std::uint8_t>(state[i] ^ key[i]);
  }
}

void substitute(aes::block& state, const box& by) noexcept {
  for (std::uint8_t& one : state) one = by[one];
}

/// Moves row r by `direction` * r columns.
void shift_rows(aes::block& state, std::size_t direction) noexcept {
  const aes::block before = state;
  for (std::size_t i = 0; i < state.size(); ++i) {
    state[i] = before[(i + 4 * direction * (i % 4)) % state.size()];
  }
}

/// Multiplies each column by the circulant matrix of these factors.
void mix_columns(aes::block& state, const std::array<std::uint8_t, 4>& factors) noexcept {
  const aes::block before = state;
  for (std::size_t i = 0; i < state.size(); ++i) {
    std::uint8_t sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      sum = static_cast<std::uint8_t>(sum ^ multiply(before[i / 4 * 4 + (i + k) % 4], factors[k]));
    }
    state[i] = sum;
  }
}

constexpr std::array<std::uint8_t, 4> mixing{2, 3, 1, 1};
constexpr std::array<std::uint8_t, 4> unmixing{14, 11, 13, 9};

}  // namespace

aes::aes(std::span<const std::uint8_t> key) {
  std::vector<std::uint8_t> bytes(key.begin(), key.end());
  const std::size_t rounds = key.size() / 4 + 6;
  std::uint8_t constant = 1;
  while (bytes.size() < (rounds + 1) * block_bytes) {
    std::array<std::uint8_t, 4> word;
    std::copy(bytes.end() - 4, bytes.end(), word.begin());
    const std::size_t at = bytes.size() % key.size();
    if (at == 0) {
      std::rotate(word.begin(), word.begin() + 1, word.end());
      for (std::uint8_t& one : word) one = substitution[one];
      word[0] = static_cast<std::uint8_t>(word[0] ^ constant);
      constant = times_x(constant);
    } else if (key.size() == 32 && at == 16) {
      for (std::uint8_t& one : word) one = substitution[one];
    }
    for (const std::uint8_t one : word) {
      bytes.push_back(static_cast<std::uint8_t>(one ^ bytes[bytes.size() - key.size()]));
    }
  }
  round_keys_.resize(rounds + 1);
  for (std::size_t i = 0; i < round_keys_.size(); ++i) {
    const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(i * block_bytes);
    std::copy(from, from + block_bytes, round_keys_[i].begin());
  }
}

void aes::encrypt(block& one) const noexcept {
  add_round_key(one, round_keys_.front());
  for (std::size_t round = 1; round < round_keys_.size(); ++round) {
    substitute(one, substitution);
    shift_rows(one, 1);
    if (round + 1 < round_keys_.size()) mix_columns(one, mixing);
    add_round_key(one, round_keys_[round]);
  }
}

void aes::decrypt(block& one) const noexcept {
  for (std::size_t round = round_keys_.size() - 1; round > 0; --round) {
    add_round_key(one, round_keys_[round]);
    if (round + 1 < round_keys_.size()) mix_columns(one, unmixing);
    shift_rows(one, 3);
    substitute(one, inverse_substitution);
  }
  add_round_key(one, round_keys_.front());
}

std::optional<std::vector<std::uint8_t>> unwrap(const aes& kek,
                                                std::span<const std::uint8_t> wrapped) {
  constexpr std::size_t half = aes::block_bytes / 2;
  constexpr std::uint8_t check_byte = 0xa6;
  if (wrapped.size() < 3 * half || wrapped.size() % half != 0) return std::nullopt;
  std::vector<std::uint8_t> bytes(wrapped.begin(), wrapped.end());
  const std::size_t count = bytes.size() / half - 1;
  for (std::size_t step = 6 * count; step > 0; --step) {
    const auto part = bytes.begin() + static_cast<std::ptrdiff_t>(((step - 1) % count + 1) * half);
    aes::block one;
    std::copy(bytes.begin(), bytes.begin() + half, one.begin());
    for (std::size_t i = 0; i < half; ++i) {
      one[i] = static_cast<std::uint8_t>(one[i] ^ (step >> 8 * (half - 1 - i) & 0xff));
    }
    std::copy(part, part + half, one.begin() + half);
    kek.decrypt(one);
    std::copy(one.begin(), one.begin() + half, bytes.begin());
    std::copy(one.begin() + half, one.end(), part);
  }
  const auto is_check = [](std::uint8_t value) { return value == check_byte; };
  if (!std::all_of(bytes.begin(), bytes.begin() + half, is_check)) return std::nullopt;
  bytes.erase(bytes.begin(), bytes.begin() + half);
  return bytes;
}

}  // namespace verbatim::emulator
