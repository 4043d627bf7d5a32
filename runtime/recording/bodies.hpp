// The bodies of records, field after field in the order of the file. docs/recording.md explains
// them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "recording/format.hpp"

namespace verbatim::recording {

using bytes_view = std::span<const std::byte>;

/// An option of the emulator: its environment variable and the value.
struct option_value {
  std::string_view variable = {};
  std::string_view value = {};

  static void fields(auto& self, auto& with) { with(self.variable, self.value); }
};

/// A process has opened its first device.
struct process_body {
  static constexpr auto kind = record_kind::process;
  std::uint64_t wall_time = 0;  ///< nanoseconds since 1970 at the time of the record
  std::uint32_t parent = 0;
  std::uint32_t slot = 0;
  std::string_view arguments = {};  ///< as in /proc/self/cmdline
  std::vector<option_value> options = {};

  static void fields(auto& self, auto& with) {
    with(self.wall_time, self.parent, self.slot, self.arguments, self.options);
  }
};

/// A process ends by exit(3) or _exit(2).
struct process_end_body {
  static constexpr auto kind = record_kind::process_end;
  static void fields(auto&, auto&) {}
};

struct context_opened_body {
  static constexpr auto kind = record_kind::context_opened;
  std::uint64_t context = 0;
  std::uint32_t card = 0;

  static void fields(auto& self, auto& with) { with(self.context, self.card); }
};

struct context_closed_body {
  static constexpr auto kind = record_kind::context_closed;
  std::uint64_t context = 0;

  static void fields(auto& self, auto& with) { with(self.context); }
};

struct pages_mapped_body {
  static constexpr auto kind = record_kind::pages_mapped;
  std::uint64_t context = 0;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t address = 0;

  static void fields(auto& self, auto& with) {
    with(self.context, self.offset, self.length, self.address);
  }
};

/// An attribute of a command, or of its answer.
struct attribute {
  std::uint16_t id = 0;
  std::uint16_t length = 0;  ///< as the program gave it
  std::uint16_t flags = 0;
  std::uint64_t data = 0;  ///< the attribute's own word: a value of up to 8 bytes, or a pointer
  bytes_view bytes = {};   ///< the bytes to which it points; none for a value

  /// A bit for each eight bytes of `bytes` that are an address of the process, and one for `data`
  /// if there are no bytes.
  bytes_view addresses = {};

  static void fields(auto& self, auto& with) {
    with(self.id, self.length, self.flags, self.data, self.bytes, self.addresses);
  }
};

/// A command begins.
struct command_body {
  static constexpr auto kind = record_kind::command;
  std::uint64_t context = 0;
  std::uint16_t object = 0;
  std::uint16_t method = 0;
  std::string_view name = {};
  std::vector<attribute> inputs = {};

  static void fields(auto& self, auto& with) {
    with(self.context, self.object, self.method, self.name, self.inputs);
  }
};

/// The last command of the same thread ends.
struct answer_body {
  static constexpr auto kind = record_kind::answer;
  std::uint32_t error = 0;  ///< an errno; 0 for success
  std::vector<attribute> outputs = {};

  static void fields(auto& self, auto& with) { with(self.error, self.outputs); }
};

struct queue_pair_created_body {
  static constexpr auto kind = record_kind::queue_pair_created;
  std::uint32_t qpn = 0;
  std::uint32_t card = 0;
  std::string_view type = {};
  std::uint32_t send_count = 0;  ///< WQEBBs of the send ring
  std::uint32_t receive_count = 0;
  std::uint32_t receive_stride = 0;
  std::uint32_t send_cqn = 0;
  std::uint32_t receive_cqn = 0;
  std::uint32_t srqn = 0;  ///< 0 if it has its own receive ring
  std::uint64_t send_ring = 0;
  std::uint64_t receive_ring = 0;
  std::uint64_t doorbell_record = 0;

  static void fields(auto& self, auto& with) {
    with(self.qpn, self.card, self.type, self.send_count, self.receive_count, self.receive_stride,
         self.send_cqn, self.receive_cqn, self.srqn, self.send_ring, self.receive_ring,
         self.doorbell_record);
  }
};

/// The state or the attributes of a queue pair have changed.
struct queue_pair_changed_body {
  static constexpr auto kind = record_kind::queue_pair_changed;
  std::uint32_t qpn = 0;
  std::uint8_t by_device = 0;  ///< 1: by the device, not by a command
  std::string_view from = {};
  std::string_view to = {};
  std::uint8_t state = 0;  ///< the number of `to`, as in ibv_qp_state
  std::uint8_t port = 0;
  std::uint32_t mtu = 0;
  std::uint32_t peer = 0;
  std::uint32_t receive_psn = 0;
  std::uint32_t send_psn = 0;
  std::uint32_t access = 0;
  std::uint32_t qkey = 0;
  std::uint16_t dlid = 0;
  std::array<std::uint8_t, 16> dgid{};
  std::uint8_t timeout = 0;
  std::uint8_t retry_count = 0;
  std::uint8_t rnr_retry = 0;
  std::uint8_t rnr_timer = 0;
  std::uint8_t most_reads = 0;
  std::uint8_t most_peer_reads = 0;

  static void fields(auto& self, auto& with) {
    with(self.qpn, self.by_device, self.from, self.to, self.state, self.port, self.mtu, self.peer,
         self.receive_psn, self.send_psn, self.access, self.qkey, self.dlid, self.dgid,
         self.timeout, self.retry_count, self.rnr_retry, self.rnr_timer, self.most_reads,
         self.most_peer_reads);
  }
};

/// The bodies of records that have only the number of an object.
template <record_kind Kind>
struct number_body {
  static constexpr auto kind = Kind;
  std::uint32_t number = 0;

  static void fields(auto& self, auto& with) { with(self.number); }
};

using queue_pair_destroyed_body = number_body<record_kind::queue_pair_destroyed>;
using completion_queue_destroyed_body = number_body<record_kind::completion_queue_destroyed>;
using shared_receive_queue_destroyed_body =
    number_body<record_kind::shared_receive_queue_destroyed>;

/// An event of an armed completion queue, in its channel.
using completion_event_body = number_body<record_kind::completion_event>;

/// The body of a completion queue that was made or resized.
template <record_kind Kind>
struct completion_queue_body {
  static constexpr auto kind = Kind;
  std::uint32_t cqn = 0;
  std::uint32_t cqe_count = 0;
  std::uint32_t cqe_size = 0;
  std::uint8_t layout = 0;  ///< of compressed CQEs: 0 for none, 1 basic, 2 enhanced
  std::uint8_t minis = 0;   ///< the format of mini CQEs
  std::uint64_t ring = 0;
  std::uint64_t doorbell_record = 0;

  static void fields(auto& self, auto& with) {
    with(self.cqn, self.cqe_count, self.cqe_size, self.layout, self.minis, self.ring,
         self.doorbell_record);
  }
};

using completion_queue_created_body = completion_queue_body<record_kind::completion_queue_created>;
using completion_queue_resized_body = completion_queue_body<record_kind::completion_queue_resized>;

struct shared_receive_queue_created_body {
  static constexpr auto kind = record_kind::shared_receive_queue_created;
  std::uint32_t srqn = 0;
  std::uint32_t wqe_count = 0;
  std::uint32_t stride = 0;
  std::uint32_t cqn = 0;  ///< 0 if it has none

  static void fields(auto& self, auto& with) {
    with(self.srqn, self.wqe_count, self.stride, self.cqn);
  }
};

/// A doorbell that the device has found in a register.
struct doorbell_body {
  static constexpr auto kind = record_kind::doorbell;
  std::uint32_t page = 0;    ///< the number of the register page
  std::uint32_t offset = 0;  ///< in the page
  std::uint32_t number = 0;  ///< the queue pair, or the completion queue
  bytes_view bytes = {};     ///< eight bytes, as they are in the register

  static void fields(auto& self, auto& with) {
    with(self.page, self.offset, self.number, self.bytes);
  }
};

/// The copy of a WQE that came with the last doorbell of this register.
struct blueflame_body {
  static constexpr auto kind = record_kind::blueflame;
  std::uint32_t qpn = 0;
  std::uint32_t page = 0;
  std::uint32_t offset = 0;
  bytes_view bytes = {};  ///< without the first eight, which are in the doorbell

  static void fields(auto& self, auto& with) { with(self.qpn, self.page, self.offset, self.bytes); }
};

/// A doorbell record of sends that the device has read.
struct send_record_body {
  static constexpr auto kind = record_kind::send_record;
  std::uint32_t qpn = 0;
  std::uint16_t value = 0;

  static void fields(auto& self, auto& with) { with(self.qpn, self.value); }
};

/// A doorbell record of receives that has changed.
struct receive_record_body {
  static constexpr auto kind = record_kind::receive_record;
  std::uint32_t qpn = 0;   ///< 0 for a shared receive queue
  std::uint32_t srqn = 0;  ///< 0 for a queue pair
  std::uint16_t value = 0;

  static void fields(auto& self, auto& with) { with(self.qpn, self.srqn, self.value); }
};

/// The arm record of a completion queue that the device has taken.
struct arm_body {
  static constexpr auto kind = record_kind::arm;
  std::uint32_t cqn = 0;
  std::uint8_t solicited_only = 0;
  std::uint32_t consumer_index = 0;

  static void fields(auto& self, auto& with) {
    with(self.cqn, self.solicited_only, self.consumer_index);
  }
};

/// A send WQE that the device has read from its ring.
struct send_wqe_body {
  static constexpr auto kind = record_kind::send_wqe;

  enum flag : std::uint8_t { refused = 1, flushed = 2 };

  std::uint32_t qpn = 0;
  std::uint16_t index = 0;  ///< in WQEBBs, modulo 65536
  std::uint8_t flags = 0;
  bytes_view bytes = {};
  bytes_view addresses = {};  ///< a bit for each eight bytes that are an address of the process

  static void fields(auto& self, auto& with) {
    with(self.qpn, self.index, self.flags, self.bytes, self.addresses);
  }
};

/// A receive WQE that a message takes, or that is flushed.
struct receive_wqe_body {
  static constexpr auto kind = record_kind::receive_wqe;
  std::uint32_t qpn = 0;   ///< 0 for one of a shared receive queue
  std::uint32_t srqn = 0;  ///< 0 for one of a queue pair
  std::uint16_t index = 0;
  std::uint8_t flags = 0;  ///< as in a send WQE
  bytes_view bytes = {};   ///< its data segments
  bytes_view addresses = {};

  static void fields(auto& self, auto& with) {
    with(self.qpn, self.srqn, self.index, self.flags, self.bytes, self.addresses);
  }
};

/// A slot of a completion queue that the device has written.
struct cqe_body {
  static constexpr auto kind = record_kind::cqe;

  enum flag : std::uint8_t { solicited = 1, minis_only = 2 };

  std::uint32_t cqn = 0;
  std::uint32_t index = 0;           ///< of the slot, counted from the first CQE
  std::uint32_t end = 0;             ///< the index after the last completion that it announces
  std::uint32_t consumer_index = 0;  ///< the program's, at this time
  std::uint8_t flags = 0;
  bytes_view bytes = {};  ///< the whole slot

  static void fields(auto& self, auto& with) {
    with(self.cqn, self.index, self.end, self.consumer_index, self.flags, self.bytes);
  }
};

/// Memory of the program that the device has written.
struct memory_body {
  static constexpr auto kind = record_kind::memory;

  /// The memory had these bytes already.
  enum flag : std::uint8_t { unchanged = 1 };

  std::uint32_t key = 0;     ///< of the memory region
  std::uint64_t offset = 0;  ///< in the region
  std::uint32_t length = 0;
  std::uint8_t flags = 0;
  std::uint32_t checksum = 0;  ///< the CRC-32 of the bytes
  bytes_view bytes = {};       ///< nothing if they are unchanged

  static void fields(auto& self, auto& with) {
    with(self.key, self.offset, self.length, self.flags, self.checksum, self.bytes);
  }
};

/// An asynchronous event.
struct async_event_body {
  static constexpr auto kind = record_kind::async_event;

  enum of : std::uint8_t { device, port, queue_pair, completion_queue, shared_receive_queue };

  std::string_view event = {};
  std::uint32_t code = 0;  ///< as in ibv_event_type
  std::uint8_t element = 0;
  std::uint32_t number = 0;  ///< of the element
  std::uint32_t card = 0;

  static void fields(auto& self, auto& with) {
    with(self.event, self.code, self.element, self.number, self.card);
  }
};

/// A sentence of the emulator about the program's work.
struct finding_body {
  static constexpr auto kind = record_kind::finding;
  std::string_view text = {};

  static void fields(auto& self, auto& with) { with(self.text); }
};

}  // namespace verbatim::recording
