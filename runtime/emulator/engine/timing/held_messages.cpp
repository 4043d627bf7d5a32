// Keeps messages in order.
#include "engine/timing/held_messages.hpp"

#include <algorithm>
#include <utility>

#include "transport/transport.hpp"

namespace verbatim::emulator {

void held_messages::keep(const message& arrived, model_time comes) {
  coming_.emplace(comes, held_message(arrived));
}

std::optional<model_time> held_messages::latest(std::uint32_t source,
                                                std::uint32_t destination) const noexcept {
  const auto fits = [=](const held_message& one) {
    return one.header.source_qpn == source && one.header.destination_qpn == destination;
  };
  for (auto at = coming_.rbegin(); at != coming_.rend(); ++at) {
    if (fits(at->second)) return at->first;
  }
  // A message that comes now lands behind all of these.
  const bool has_landed = std::any_of(landed_.begin(), landed_.end(), fits);
  return has_landed ? std::optional(model_time{}) : std::nullopt;
}

std::optional<held_message> held_messages::next_due(model_time now) {
  if (landed_.empty() || landed_.front().due > now) return std::nullopt;
  std::optional<held_message> result(std::move(landed_.front()));
  landed_.pop_front();
  return result;
}

std::vector<held_message> held_messages::take_from(std::uint32_t slot) {
  std::vector<held_message> result;
  const auto is_from = [slot](const held_message& one) {
    return slot_of(one.header.source_qpn) == slot;
  };
  for (held_message& one : landed_) {
    if (is_from(one)) result.push_back(std::move(one));
  }
  std::erase_if(landed_, is_from);
  for (auto at = coming_.begin(); at != coming_.end();) {
    if (is_from(at->second)) {
      result.push_back(std::move(at->second));
      at = coming_.erase(at);
    } else {
      ++at;
    }
  }
  return result;
}

std::optional<model_time> held_messages::deadline() const noexcept {
  std::optional<model_time> result;
  if (!coming_.empty()) result = coming_.begin()->first;
  if (!landed_.empty())
    result = std::min(result.value_or(landed_.front().due), landed_.front().due);
  return result;
}

}  // namespace verbatim::emulator
