// How messages get from one engine to another: the interface that every transport implements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "transport/message.hpp"

namespace verbatim::emulator {

/// A QP number is slot << 14 | index: the upper ten bits name the process.
inline constexpr unsigned qpn_slot_shift = 14;

constexpr std::uint32_t slot_of(std::uint32_t qpn) noexcept { return qpn >> qpn_slot_shift; }

/// Who gets what arrives.
class message_receiver {
 public:
  virtual ~message_receiver() = default;

  /// The payload lasts only as long as the call.
  virtual void message_arrived(const message& arrived) = 0;

  /// What was sent to the process in that slot and not answered is lost.
  virtual void peer_lost(std::uint32_t slot) = 0;
};

/// Reliable and in order between any two processes, until one of them ends. Belongs to one thread;
/// nothing here blocks.
class transport {
 public:
  virtual ~transport() = default;

  /// This process's place in the fabric, 1 to 1023.
  virtual std::uint32_t slot() const noexcept = 0;

  /// A descriptor that polls readable when `exchange` would move something.
  virtual int wait_descriptor() const noexcept = 0;

  /// Takes a copy of the message for the process of its destination_qpn. False if that process is
  /// known not to run.
  virtual bool send(const message& outgoing) = 0;

  /// The same for the process in `slot`, whatever destination_qpn is.
  virtual bool send_to(std::uint32_t slot, const message& outgoing) = 0;

  /// The slots of the other processes of the fabric, as of a moment ago.
  virtual const std::vector<std::uint32_t>& others() = 0;

  /// True if much is waiting on its way to that slot: hold back what can wait. Answers need not.
  virtual bool congested(std::uint32_t slot) const noexcept = 0;

  /// How many bytes were ever given for that slot, and how many of them have left this process, so
  /// that they arrive even if it ends.
  virtual std::uint64_t given(std::uint32_t slot) const noexcept = 0;
  virtual std::uint64_t gone(std::uint32_t slot) const noexcept = 0;

  /// Lets go what was given, as far as that is possible at once. Calls nobody.
  virtual void flush() = 0;

  /// Flushes, and takes in what has come. Calls nobody.
  virtual void exchange() = 0;

  /// Hands over what has arrived. Returns false if there was nothing.
  virtual bool deliver(message_receiver& to) = 0;

  /// Call in a child after fork: closes what belongs to the parent, without a word to any peer.
  /// Nothing but the destructor may follow.
  virtual void abandon() noexcept = 0;
};

}  // namespace verbatim::emulator
