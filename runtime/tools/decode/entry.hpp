// A decoded entry: a CQE, a WQE, a report in words, a refused command, a mailbox, or a management
// datagram.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/decode/item.hpp"
#include "verbatim/wire/layout.hpp"

namespace verbatim::tools::decode {

enum class entry_kind { cqe, wqe, receive_wqe, report, command, mailbox, mad, unreadable };

struct entry {
  entry_kind kind = entry_kind::unreadable;
  std::string_view origin = {};
  std::size_t line = 0;                   ///< 0 if it is not from a text
  std::optional<std::size_t> index = {};  ///< its slot in the ring
  std::vector<std::byte> bytes = {};      ///< of a CQE: 64 bytes
  std::size_t from = 0;                   ///< of a CQE: the first known byte
  const wire::layout* layout = nullptr;   ///< of a CQE
  std::string transport = {};             ///< of a WQE; initially the usual one of its program
  std::vector<std::string_view> candidates = {};  ///< if there is more than one, the transport is a
                                                  ///< guess
  std::optional<report> error = {};               ///< facts of a CQE with error, or of a program
  std::optional<refused_command> refused = {};
  std::optional<dumped_command> dumped = {};  ///< of a mailbox
  std::vector<std::string> malformed = {};    ///< contradictions to the specs
  std::vector<std::string> remarks = {};
  std::vector<std::size_t> joined = {};  ///< the WQE of an error, or the errors of a WQE
};

}  // namespace verbatim::tools::decode
