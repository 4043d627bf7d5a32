// The checks of `verbatim selftest`, as a table.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/selftest/bench.hpp"
#include "tools/selftest/finding.hpp"
#include "tools/selftest/request.hpp"

namespace verbatim::tools::selftest {

struct check {
  std::string id;     ///< `wqe/rdma_write/rc`; the first word is the kind of check
  std::string about;  ///< one sentence
  std::function<void(bench&, verdict&)> run;
  bool only_verbs = false;  ///< needs no direct queue pairs
};

/// Returns all checks, in the order in which they run. The table does not depend on the device.
std::vector<check> all_checks();

/// The parts of the table.
void add_capability_checks(std::vector<check>& to);
void add_verbs_checks(std::vector<check>& to);
void add_wqe_checks(std::vector<check>& to);
void add_bytes_checks(std::vector<check>& to);
void add_cqe_checks(std::vector<check>& to);
void add_cqe_answers(std::vector<check>& to);
void add_wqe_answers(std::vector<check>& to);
void add_key_answers(std::vector<check>& to);
void add_command_answers(std::vector<check>& to);

/// Runs one check. Everything that it throws becomes part of the finding.
finding run(const check& which, bench& on);

/// The parts of checks of WQEs, by the subjects of specs/wqes. Each function tries one WQE on one
/// transport.
using try_wqe = void (*)(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_message(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_atomic(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_wide_atomic(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_nop(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_wait(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_channel(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_window(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_mkey(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_psv(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_copy(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_packet(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_dump(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_flow_table(bench&, verdict&, std::string_view wqe, std::string_view transport);
void try_tag(bench&, verdict&, std::string_view wqe, std::string_view transport);

/// Throws the `skip` of CQEs with flow tags, which no queue pair of ours can get.
[[noreturn]] void throw_no_flow_tags();

/// The entries of the WQEs that execute() and complete() post.
inline constexpr int send_entry = 1, receive_entry = 2;

/// A time that is long for a device, so that what waits has begun to.
inline constexpr std::chrono::milliseconds moment{2};

/// A request with memory of the bench: from the source to the target, or from the target into the
/// results.
request usual_request(const bench& on, std::string_view wqe, std::uint32_t length);

/// The completions of a request, and its WQE.
struct done {
  seen sent;
  std::vector<seen> received;
  std::vector<std::byte> wqe;
};

/// Posts a request and waits for its completions. Notes what is wrong in the WQE and in the CQEs.
/// First posts `receives` receives of 2048 bytes, one behind the other in the inbox. Throws
/// `failure` if a completion is an error, or does not come; those of frames may not come.
done execute(bench& on, verdict& to, std::string_view transport, const request& r,
             unsigned receives);

/// The place of the buffer of a receive.
inline constexpr std::size_t buffer_bytes = 2048;

/// Posts a request on a lane and returns its completion, which may be an error. Throws `failure` if
/// it cannot be posted, or if the completion does not come.
seen complete(bench& on, lane& at, const request& r);

}  // namespace verbatim::tools::selftest
