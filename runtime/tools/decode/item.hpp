// The items of a text before they are decoded: bytes of queues, and reports in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::tools::decode {

/// The kind of some bytes. A mailbox comes with what is known of it, a command alone.
enum class content { unknown, cqe, wqe, cq_ring, sq_ring, rq_ring, mailbox, command, mad };

/// The side whose WQE failed.
enum class side { unknown, requester, responder };

/// The facts of a CQE with error, as far as a program has printed them in words.
struct report {
  decode::side side = decode::side::unknown;
  std::optional<std::uint8_t> syndrome = {};
  std::optional<std::uint8_t> vendor = {};
  std::optional<std::uint8_t> hardware = {};
  std::optional<std::uint8_t> hardware_type = {};
  std::optional<std::uint8_t> wqe_opcode = {};
  std::optional<std::uint32_t> qpn = {};
  std::optional<std::uint16_t> wqe_counter = {};
  std::string wqe = {};  ///< the program's text about the WQE
};

/// A command that the firmware refused, as a program has printed it.
struct refused_command {
  std::string title = {};
  std::uint16_t opcode = 0;
  std::uint16_t op_mod = 0;
  std::uint8_t status = 0;
  std::uint32_t syndrome = 0;
  std::optional<std::uint16_t> error = {};  ///< the number of errno that the kernel made of it
};

/// A command of the firmware whose bytes, or those of its answer, are given.
struct dumped_command {
  std::string title = {};
  std::uint16_t opcode = 0;
  bool is_answer = false;
};

/// Bytes, a report, or a refused command.
struct item {
  std::string_view origin = "hex";
  std::size_t line = 0;  ///< line where it begins, counted from 1
  content kind = content::unknown;
  std::vector<std::byte> bytes = {};
  std::size_t begins_at = 0;  ///< offset of the first byte in the dump
  std::optional<report> said = {};
  std::optional<refused_command> refused = {};
  std::optional<dumped_command> dumped = {};  ///< of a mailbox
  std::string_view transport = {};  ///< transport of the program; empty if it could be any
  std::string remark = {};          ///< remark about the bytes; empty if there is none
};

}  // namespace verbatim::tools::decode
