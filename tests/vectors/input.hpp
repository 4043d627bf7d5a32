// The arguments of a vector, as the builders take them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "flat_slot.hpp"
#include "json.h"
#include "verbatim/queue/send/send_flags.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim::test {

template <class T>
inline constexpr bool is_byte_array = false;
template <std::size_t size>
inline constexpr bool is_byte_array<std::array<std::byte, size>> = true;

/// A vector, and the call of its chain that is next.
class input {
 public:
  explicit input(const json* vector)
      : vector_(vector), step_(json_get(vector, "steps", json_array)->first) {
    find_values();
  }

  bool at_end() const { return step_ == nullptr; }
  bool builds(std::string_view wqe) const {
    return json_get(vector_, "wqe", json_string)->string == wqe;
  }

  /// Returns true if the next call has this name, and arguments with these names.
  bool is(std::string_view call, std::initializer_list<const char*> names) const {
    if (at_end() || step_->first->string != call || json_count(values_) != names.size())
      return false;
    for (const char* name : names) {
      if (json_find(values_, name) == nullptr) return false;
    }
    return true;
  }

  input next() const {
    input behind = *this;
    behind.step_ = step_->next;
    behind.find_values();
    return behind;
  }

  /// Returns an argument, or a field, of this type.
  template <class T>
  T get(const char* name) const {
    if constexpr (is_byte_array<T>) {
      T made;
      json_bytes(json_get(values_, name, json_string),
                 reinterpret_cast<unsigned char*>(made.data()), made.size());
      return made;
    } else if constexpr (std::is_same_v<T, lkey> || std::is_same_v<T, rkey>) {
      return T(get<std::uint32_t>(name));
    } else {
      return static_cast<T>(json_get(values_, name, json_number)->number);
    }
  }

  /// Returns the bytes of an argument. They are valid until the next call.
  std::span<const std::byte> bytes(const char* name) const {
    thread_local std::vector<std::byte> room;
    const auto* string = json_get(values_, name, json_string);
    room.resize(string->length / 2);
    json_bytes(string, reinterpret_cast<unsigned char*>(room.data()), room.size());
    return room;
  }

  /// Returns the fields of a segment that is an argument.
  input object(const char* name) const {
    return input(vector_, json_get(values_, name, json_object));
  }
  static input fields(const json* vector) {
    return input(vector, json_get(vector, "fields", json_object));
  }

  send_flags flags() const {
    return {.fence = static_cast<fence_mode>(ctrl("fm")), .solicited = ctrl("se") != 0};
  }

  /// Returns the values that a queue writes into ctrl_seg.
  ctrl_seg queue_values() const {
    return {.wqe_index = static_cast<std::uint16_t>(ctrl("wqe_index")),
            .qpn = static_cast<std::uint32_t>(ctrl("qpn")),
            .dci_stream_channel_id = static_cast<std::uint16_t>(ctrl("dci_stream_channel_id"))};
  }

  template <class State>
  outcome finish(State&& state) const {
    if (ctrl("ce") == static_cast<unsigned>(completion_mode::always))
      return outcome_of(std::move(state).signal({}).finish());
    return outcome_of(std::move(state).finish());
  }

  outcome refuse() const {
    return {.error = at_end()
                         ? "the chain ends too early"
                         : "no builder takes " + std::string(step_->first->string) + "() here"};
  }

 private:
  input(const json* vector, const json* values) : vector_(vector), values_(values) {}

  std::uint64_t ctrl(const char* name) const {
    return json_get(json_get(vector_, "ctrl", json_object), name, json_number)->number;
  }
  void find_values() { values_ = step_ == nullptr ? nullptr : step_->first->next; }

  const json* vector_;
  const json* step_ = nullptr;
  const json* values_ = nullptr;
};

}  // namespace verbatim::test
