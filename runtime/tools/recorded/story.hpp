// The records of a file with the facts of earlier records about them: queues by number, WQEs by index.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "recording/bodies.hpp"
#include "recording/reader.hpp"
#include "tools/decode/entry.hpp"

namespace verbatim::tools::recorded {

/// The records that the user wants to see.
struct selection {
  std::optional<std::uint32_t> qpn = {};
  std::optional<std::uint32_t> process = {};
  double from = 0;  ///< seconds since the first record
  std::optional<double> to = {};
};

/// A queue pair of a process, as far as its records describe it.
struct queue_pair {
  std::string type = {};
  std::uint32_t send_cqn = 0;
  std::uint32_t receive_cqn = 0;
  std::uint32_t srqn = 0;

  /// The titles of the send WQEs that no CQE has completed yet, oldest first.
  std::vector<std::pair<std::uint16_t, std::string>> pending = {};
};

struct completion_queue {
  std::uint8_t layout = 0;
  std::string minis = {};

  /// The last CQE of 64 bytes that is no block of minis.
  std::vector<std::byte> title = {};

  /// The arrays of minis, of 64 bytes each, whose title has not come yet.
  std::vector<std::byte> arrays = {};
};

/// The objects of one process.
struct process {
  std::map<std::uint32_t, queue_pair> queue_pairs = {};
  std::map<std::uint32_t, completion_queue> completion_queues = {};

  /// The commands that are not answered yet, by thread.
  std::map<std::uint32_t, std::string> commands = {};
};

/// A record, explained.
struct event {
  recording::record record;
  double seconds = 0;                    ///< since the first record
  std::set<std::uint32_t> qpns = {};     ///< the queue pairs that it concerns
  std::string command = {};              ///< of an answer: the command
  std::optional<decode::entry> it = {};  ///< the WQE or CQE

  /// The WQE that a CQE completes, and the number of WQEs before it that it completes too.
  std::string completes = {};
  std::size_t and_before = 0;
};

/// Explains records in order.
class story {
 public:
  explicit story(std::uint64_t begin) noexcept : begin_(begin) {}

  event tell(const recording::record& one);

 private:
  void tell_wqe(event& of, process& in, const recording::send_wqe_body& body);
  void tell_receive(event& of, const process& in, const recording::receive_wqe_body& body);
  void tell_cqe(event& of, process& in, const recording::cqe_body& body);
  void tell_object(event& of, process& in);

  std::uint64_t begin_;
  std::map<std::uint32_t, process> processes_;
};

/// Returns true if the event is selected.
bool is_selected(const event& one, const selection& by);

}  // namespace verbatim::tools::recorded
