// Follows queues through the records of their processes.
#include "tools/recorded/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "tools/decode/inspect.hpp"
#include "tools/decode/split.hpp"
#include "tools/reading.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::tools::recorded {
namespace {

namespace file = verbatim::recording;

/// Returns the name of the specs for the transport of a queue pair.
std::string transport_of(std::string_view type, std::span<const std::byte> wqe) {
  static const std::map<std::string_view, std::string_view> names = {
      {"RC", "rc"},       {"UC", "uc"}, {"UD", "ud"}, {"DCI", "dci"}, {"raw packet", "raw_packet"},
      {"XRC send", "xrc"}};
  const auto found = names.find(type);
  if (found == names.end()) return "rc";
  // Datagrams and DCIs have several forms of address vectors.
  if (wqe.size() < ctrl_seg::size || (found->second != "ud" && found->second != "dci")) {
    return std::string(found->second);
  }
  for (const auto one : likely_transports(wqe)) {
    if (one.starts_with(found->second)) return std::string(one);
  }
  return std::string(found->second);
}

/// Returns the layout of minis of receives, by its number in records.
std::string minis_of(std::uint8_t format) {
  constexpr std::array<std::string_view, 5> names = {"hash", "csum", "ftag", "csum_stridx", "l34h"};
  return format < names.size() ? "mini_resp_" + std::string(names[format]) : std::string();
}

bool is_error(cqe_opcode code) noexcept {
  return code == cqe_opcode::req_err || code == cqe_opcode::resp_err;
}

/// Adds a remark for each completion of a compressed CQE.
void list_completions(decode::entry& it, const decode::options& said, completion_queue& cq) {
  const cqe64 cqe(it.bytes.data());
  const auto arrays = std::exchange(cq.arrays, {});
  if (cqe.format() != cqe_format::compressed || is_error(cqe.opcode())) {
    cq.title = it.bytes;
    return;
  }
  // The ring as the program sees it. A block and its completions come after their title; the arrays of
  // a title come after it in slots 1, 8, 16 and so on.
  auto ring = said.enhanced ? cq.title : it.bytes;
  const auto first = ring.size() / cqe64::size;
  if (said.enhanced) {
    ring.insert(ring.end(), it.bytes.begin(), it.bytes.end());
    ring.resize(ring.size() + 7 * cqe64::size);
  } else {
    ring.resize(std::max(8 * arrays.size(), ring.size()));
    for (std::size_t at = 0; at < arrays.size(); at += cqe64::size) {
      const auto slot = std::max<std::size_t>(8 * at, cqe64::size);
      std::copy_n(arrays.begin() + static_cast<std::ptrdiff_t>(at), cqe64::size,
                  ring.begin() + static_cast<std::ptrdiff_t>(slot));
    }
  }
  const auto index = said.enhanced ? first : 0;
  const auto entries = decode::split({.kind = said.kind, .bytes = std::move(ring)}, said);
  const auto found = std::ranges::find(entries, std::optional(index), &decode::entry::index);
  if (found == entries.end()) return;
  it.remarks.insert(it.remarks.end(), found->remarks.begin(), found->remarks.end());
  it.malformed.insert(it.malformed.end(), found->malformed.begin(), found->malformed.end());
}

/// Returns true if the sentence names the queue pair.
bool names(std::string_view text, std::uint32_t qpn) {
  const std::string number = fmt::format("{:#x}", qpn);
  for (auto at = text.find(number); at != text.npos; at = text.find(number, at + 1)) {
    const auto end = at + number.size();
    const std::string_view digits = "0123456789abcdef";
    if (end == text.size() || digits.find(text[end]) == digits.npos) return true;
  }
  return false;
}

}  // namespace

void story::tell_wqe(event& of, process& in, const file::send_wqe_body& body) {
  of.qpns.insert(body.qpn);
  auto& qp = in.queue_pairs[body.qpn];
  auto& it = of.it.emplace();
  it.kind = decode::entry_kind::wqe;
  it.origin = "recording";
  it.bytes.assign(body.bytes.begin(), body.bytes.end());
  if (it.bytes.size() < ctrl_seg::size) {
    it.kind = decode::entry_kind::unreadable;
    return;
  }
  it.transport = transport_of(qp.type, it.bytes);
  decode::options said;
  said.transport = it.transport;
  decode::inspect(it, said);
  qp.pending.emplace_back(body.index, read_wqe(it.bytes, it.transport).title);
}

void story::tell_receive(event& of, const process& in, const file::receive_wqe_body& body) {
  if (body.qpn != 0) of.qpns.insert(body.qpn);
  for (const auto& [qpn, qp] : in.queue_pairs) {
    if (body.srqn != 0 && qp.srqn == body.srqn) of.qpns.insert(qpn);
  }
  auto& it = of.it.emplace();
  it.kind = decode::entry_kind::receive_wqe;
  it.origin = "recording";
  it.bytes.assign(body.bytes.begin(), body.bytes.end());
}

void story::tell_cqe(event& of, process& in, const file::cqe_body& body) {
  if (body.bytes.size() < cqe64::size) return;
  const auto proper = body.bytes.last(cqe64::size);
  auto& cq = in.completion_queues[body.cqn];
  if ((body.flags & file::cqe_body::minis_only) != 0) {
    // The title, which comes next, says whose they are.
    for (const auto& [qpn, qp] : in.queue_pairs) {
      if (qp.send_cqn == body.cqn || qp.receive_cqn == body.cqn) of.qpns.insert(qpn);
    }
    cq.arrays.insert(cq.arrays.end(), proper.begin(), proper.end());
    return;
  }
  auto& it = of.it.emplace();
  it.kind = decode::entry_kind::cqe;
  it.origin = "recording";
  it.bytes.assign(proper.begin(), proper.end());
  decode::options said;
  said.kind = decode::content::cq_ring;
  said.enhanced = cq.layout == 2;
  said.minis = cq.minis;
  it.layout = &cqe_layout(it.bytes, {false, said.enhanced});
  decode::inspect(it, said);
  list_completions(it, said, cq);
  const cqe64 cqe(it.bytes.data());
  const std::uint32_t qpn = cqe.qpn();
  of.qpns.insert(qpn);
  const auto found = in.queue_pairs.find(qpn);
  if (found == in.queue_pairs.end()) return;
  const auto code = cqe.opcode();
  if (code != cqe_opcode::req && code != cqe_opcode::req_err) return;
  auto& pending = found->second.pending;
  const auto done =
      std::ranges::find(pending, cqe.wqe_counter(), &std::pair<std::uint16_t, std::string>::first);
  if (done == pending.end()) return;
  of.completes = fmt::format("send WQE {} ({})", done->first, done->second);
  // The WQEs of a DCI's streams complete in any order.
  if (found->second.type != "DCI" && !is_error(code)) {
    of.and_before = static_cast<std::size_t>(done - pending.begin());
    pending.erase(pending.begin(), done + 1);
  } else {
    pending.erase(done);
  }
}

void story::tell_object(event& of, process& in) {
  const auto& one = of.record;
  if (const auto made = one.as<file::queue_pair_created_body>()) {
    in.queue_pairs[made->qpn] = {.type = std::string(made->type),
                                 .send_cqn = made->send_cqn,
                                 .receive_cqn = made->receive_cqn,
                                 .srqn = made->srqn};
    of.qpns.insert(made->qpn);
  } else if (const auto changed = one.as<file::queue_pair_changed_body>()) {
    of.qpns.insert(changed->qpn);
    if (changed->to == "RESET") in.queue_pairs[changed->qpn].pending.clear();
  } else if (const auto gone = one.as<file::queue_pair_destroyed_body>()) {
    of.qpns.insert(gone->number);
    in.queue_pairs.erase(gone->number);
  } else if (const auto cq = one.as<file::completion_queue_created_body>()) {
    in.completion_queues[cq->cqn] = {cq->layout, minis_of(cq->minis)};
  } else if (const auto rung = one.as<file::doorbell_body>()) {
    if (rung->offset >= 0x800) of.qpns.insert(rung->number);
  } else if (const auto copy = one.as<file::blueflame_body>()) {
    of.qpns.insert(copy->qpn);
  } else if (const auto sends = one.as<file::send_record_body>()) {
    of.qpns.insert(sends->qpn);
  } else if (const auto receives = one.as<file::receive_record_body>()) {
    if (receives->qpn != 0) of.qpns.insert(receives->qpn);
  } else if (const auto raised = one.as<file::async_event_body>()) {
    if (raised->element == file::async_event_body::queue_pair) of.qpns.insert(raised->number);
  } else if (const auto said = one.as<file::finding_body>()) {
    for (const auto& entry : in.queue_pairs) {
      if (names(said->text, entry.first)) of.qpns.insert(entry.first);
    }
  } else if (const auto command = one.as<file::command_body>()) {
    in.commands[one.thread] = command->name;
  } else if (one.kind == file::record_kind::answer) {
    of.command = std::exchange(in.commands[one.thread], {});
  }
}

event story::tell(const file::record& one) {
  event result{.record = one};
  result.seconds = static_cast<double>(static_cast<std::int64_t>(one.time - begin_)) * 1e-9;
  process& in = processes_[one.process];
  if (one.kind == file::record_kind::process) in = {};
  if (const auto sent = one.as<file::send_wqe_body>()) {
    tell_wqe(result, in, *sent);
  } else if (const auto received = one.as<file::receive_wqe_body>()) {
    tell_receive(result, in, *received);
  } else if (const auto cqe = one.as<file::cqe_body>()) {
    tell_cqe(result, in, *cqe);
  } else {
    tell_object(result, in);
  }
  return result;
}

bool is_selected(const event& one, const selection& by) {
  if (one.seconds < by.from || (by.to && one.seconds > *by.to)) return false;
  if (by.process && one.record.process != *by.process) return false;
  return !by.qpn || one.qpns.contains(*by.qpn);
}

}  // namespace verbatim::tools::recorded
