// Objects that raise asynchronous events.
#pragma once

#include <cstdint>
#include <memory>

#include "objects/queues/async_event_file.hpp"
#include "recording/bodies.hpp"

namespace verbatim::emulator {

/// The part of CQs, QPs and SRQs that raises asynchronous events and counts the events that the
/// program has read.
struct async_source {
  std::shared_ptr<async_event_file> events;

  /// The program's number for the object, which is in every event about it.
  std::uint64_t user_handle = 0;

  /// The kind and the number of the object in records.
  recording::async_event_body::of record_kind = recording::async_event_body::device;
  std::uint32_t record_number = 0;

  /// Raises `event` about this object.
  void raise(async_event event) noexcept;

  /// Removes unread events and returns the number of events that were read. Called to destroy the
  /// object.
  std::uint32_t withdraw_events() noexcept;

 private:
  std::uint32_t raised_ = 0;
};

}  // namespace verbatim::emulator
