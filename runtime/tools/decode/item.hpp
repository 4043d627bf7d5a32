// What is found in a text before it is decoded: bytes of queues, and what programs said in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::tools::decode {

/// What some bytes are.
enum class content { unknown, cqe, wqe, cq_ring, sq_ring, rq_ring };

/// Which queue's WQE failed.
enum class side { unknown, requester, responder };

/// The facts of a CQE with error, as far as a program gave them in words.
struct report {
  decode::side side = decode::side::unknown;
  std::optional<std::uint8_t> syndrome = {};
  std::optional<std::uint8_t> vendor = {};
  std::optional<std::uint8_t> hardware = {};
  std::optional<std::uint8_t> hardware_type = {};
  std::optional<std::uint8_t> wqe_opcode = {};
  std::optional<std::uint32_t> qpn = {};
  std::optional<std::uint16_t> wqe_counter = {};
  std::string wqe = {};  ///< what was said about the WQE, as it was said
};

/// Bytes, or a report.
struct item {
  std::string_view origin = "hex";
  std::size_t line = 0;  ///< where it begins, counted from 1
  content kind = content::unknown;
  std::vector<std::byte> bytes = {};
  std::size_t begins_at = 0;  ///< offset that the dump gives to the first byte
  std::optional<report> said = {};
  std::string_view transport = {};  ///< that the program uses; empty if it could be any
};

}  // namespace verbatim::tools::decode
