// Offers and paths that can be sent, of random content.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/connect/exchange/exchange_fields.hpp"

namespace verbatim {

/// A number that the field takes.
template <class Value>
Value random_value(std::mt19937_64& random, unsigned bits) {
  for (;;) {
    auto number = random() >> (64 - bits);
    // Few of the numbers of 16 bits are an MTU.
    if constexpr (std::is_same_v<Value, mtu>) number = std::uint64_t{256} << number % 5;
    if (const auto value = detail::of_number<Value>(number, bits)) return *value;
  }
}

/// Each field is set or not by chance.
inline path random_path(std::mt19937_64& random, bool roce) {
  path made = roce ? path(roce_path{}) : path(ib_path{});
  for_each_field(made, [&](std::string_view name, auto& field) {
    using value = typename std::remove_reference_t<decltype(field)>::value_type;
    if (random() % 2 == 0) return;
    if constexpr (std::is_same_v<value, gid>) {
      for (auto& byte : field.emplace().bytes) byte = static_cast<std::uint8_t>(random());
    } else {
      field = random_value<value>(random, detail::path_field(name).bits);
    }
  });
  return made;
}

inline exchange::offer random_offer(std::mt19937_64& random, bool roce) {
  exchange::offer offer{.transport = static_cast<verbs::transport>(random() % 8),
                        .device = random(),
                        .path = random_path(random, roce),
                        .features = random()};
  for (auto* value : {&offer.max_message, &offer.max_inline, &offer.receive_depth}) {
    if (random() % 2 == 0) *value = static_cast<std::uint32_t>(random());
  }
  for (auto count = random() % 4; count-- != 0;) {
    offer.memory.push_back({random(), random(), rkey(static_cast<std::uint32_t>(random())),
                            "region " + std::to_string(random() % 100), random()});
  }
  if (random() % 2 == 0) offer.dc_key = random();
  if (random() % 2 == 0) {
    const auto word = [&] { return static_cast<std::uint32_t>(random()); };
    offer.ece = ece{word(), word(), word()};
  }
  offer.user_data.resize(random() % 100);
  for (auto& byte : offer.user_data) byte = static_cast<std::byte>(random());
  return offer;
}

}  // namespace verbatim
