// The interface that every transport implements: it carries messages from one engine to another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "transport/message.hpp"

namespace verbatim::emulator {

/// A QP number is slot << 14 | index: the upper ten bits identify the process.
inline constexpr unsigned qpn_slot_shift = 14;

constexpr std::uint32_t slot_of(std::uint32_t qpn) noexcept { return qpn >> qpn_slot_shift; }

/// A queue pair whose peer is outside of the fabric has this number in place of the slot of its peer's
/// process.
constexpr std::uint32_t network_slot(std::uint32_t own_qpn) noexcept { return 1u << 24 | own_qpn; }
constexpr bool is_network_slot(std::uint32_t slot) noexcept { return slot >> 24 != 0; }
constexpr std::uint32_t qpn_of_network(std::uint32_t slot) noexcept { return slot & 0xffffff; }

/// The receiver of messages that arrive.
class message_receiver {
 public:
  virtual ~message_receiver() = default;

  /// Handles a message. The payload is valid only during the call.
  virtual void message_arrived(const message& arrived) = 0;

  /// Handles the end of the process in that slot: messages to it without an answer are lost.
  virtual void peer_lost(std::uint32_t slot) = 0;
};

/// A connection between any two processes, reliable and in order until one of them ends. No function
/// blocks. A lock of the owner lets one thread at a time call them.
class transport {
 public:
  virtual ~transport() = default;

  /// Returns this process's place in the fabric, 1 to 1023.
  virtual std::uint32_t slot() const noexcept = 0;

  /// Returns a descriptor that is readable when `exchange` has work to do.
  virtual int wait_descriptor() const noexcept = 0;

  /// Takes a copy of the message for the process of its destination_qpn. Returns false if that
  /// process is known not to run.
  virtual bool send(const message& outgoing) = 0;

  /// Does the same for the process in `slot`; destination_qpn is not used.
  virtual bool send_to(std::uint32_t slot, const message& outgoing) = 0;

  /// Returns the slots of the other processes of the fabric, as of a few milliseconds ago.
  virtual const std::vector<std::uint32_t>& others() = 0;

  /// Returns true if many bytes wait on their way to that slot: callers then delay messages that
  /// can wait. Answers need not wait.
  virtual bool congested(std::uint32_t slot) const noexcept = 0;

  /// These functions return the number of bytes given for that slot since the start, and the number
  /// of them that have left this process. The latter arrive even if this process ends.
  virtual std::uint64_t given(std::uint32_t slot) const noexcept = 0;
  virtual std::uint64_t gone(std::uint32_t slot) const noexcept = 0;

  /// Sends the given bytes, as far as this is possible at once. Does not call the receiver.
  virtual void flush() = 0;

  /// Flushes, and reads the bytes that have arrived. Does not call the receiver.
  virtual void exchange() = 0;

  /// Delivers the messages that have arrived. Returns false if there were none.
  virtual bool deliver(message_receiver& to) = 0;

  /// For a child after fork: closes the parent's descriptors, without a message to any peer. Only
  /// the destructor may follow.
  virtual void abandon() noexcept = 0;
};

}  // namespace verbatim::emulator
