// One object for each record: what all records have, and the fields of its body by name.
#include "tools/decode/json.hpp"

#include <fmt/format.h>

#include <string>

#include "tools/recorded/print.hpp"

namespace verbatim::tools::recorded {
namespace {

namespace file = verbatim::recording;
using nlohmann::ordered_json;

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte one : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(one));
  return text;
}

ordered_json words_of(std::string_view arguments) {
  auto all = ordered_json::array();
  while (!arguments.empty()) {
    const auto end = arguments.find('\0');
    all.push_back(std::string(arguments.substr(0, end)));
    arguments.remove_prefix(end == arguments.npos ? arguments.size() : end + 1);
  }
  return all;
}

ordered_json list_of(const std::vector<file::attribute>& attributes) {
  auto all = ordered_json::array();
  for (const auto& one : attributes) {
    auto& to = all.emplace_back(ordered_json::object());
    to["id"] = one.id;
    to["length"] = one.length;
    to["flags"] = one.flags;
    to["data"] = one.data;
    if (!one.bytes.empty()) to["bytes"] = hex(one.bytes);
  }
  return all;
}

void add(ordered_json& to, const file::process_body& body) {
  to["arguments"] = words_of(body.arguments);
  to["parent"] = body.parent;
  to["slot"] = body.slot;
  to["wall_time"] = body.wall_time;
  auto& options = to["options"] = ordered_json::object();
  for (const auto& one : body.options) {
    options[std::string(one.variable)] = std::string(one.value);
  }
}

void add(ordered_json& to, const file::context_opened_body& body) {
  to["context"] = body.context;
  to["device"] = fmt::format("mlx5_{}", body.card);
}

void add(ordered_json& to, const file::context_closed_body& body) { to["context"] = body.context; }

void add(ordered_json& to, const file::pages_mapped_body& body) {
  to["context"] = body.context;
  to["offset"] = body.offset;
  to["length"] = body.length;
  to["address"] = body.address;
}

void add(ordered_json& to, const file::command_body& body) {
  to["command"] = std::string(body.name);
  to["context"] = body.context;
  to["object"] = body.object;
  to["method"] = body.method;
  to["inputs"] = list_of(body.inputs);
}

void add(ordered_json& to, const file::answer_body& body) {
  to["error"] = body.error;
  to["outputs"] = list_of(body.outputs);
}

void add(ordered_json& to, const file::queue_pair_created_body& body) {
  to["qpn"] = body.qpn;
  to["device"] = fmt::format("mlx5_{}", body.card);
  to["type"] = std::string(body.type);
  to["send_wqebbs"] = body.send_count;
  to["receive_wqes"] = body.receive_count;
  to["receive_stride"] = body.receive_stride;
  to["send_cqn"] = body.send_cqn;
  to["receive_cqn"] = body.receive_cqn;
  to["srqn"] = body.srqn;
  to["send_ring"] = body.send_ring;
  to["receive_ring"] = body.receive_ring;
  to["doorbell_record"] = body.doorbell_record;
}

void add(ordered_json& to, const file::queue_pair_changed_body& body) {
  to["qpn"] = body.qpn;
  to["by_device"] = body.by_device != 0;
  to["from"] = std::string(body.from);
  to["to"] = std::string(body.to);
  to["port"] = body.port;
  to["mtu"] = body.mtu;
  to["peer"] = body.peer;
  to["receive_psn"] = body.receive_psn;
  to["send_psn"] = body.send_psn;
  to["access"] = body.access;
  to["qkey"] = body.qkey;
  to["dlid"] = body.dlid;
  to["dgid"] = hex(std::as_bytes(std::span(body.dgid)));
  to["timeout"] = body.timeout;
  to["retry_count"] = body.retry_count;
  to["rnr_retry"] = body.rnr_retry;
  to["rnr_timer"] = body.rnr_timer;
  to["most_reads"] = body.most_reads;
  to["most_peer_reads"] = body.most_peer_reads;
}

template <file::record_kind Kind>
void add(ordered_json& to, const file::number_body<Kind>& body) {
  constexpr bool of_queue_pair = Kind == file::record_kind::queue_pair_destroyed;
  constexpr bool of_shared = Kind == file::record_kind::shared_receive_queue_destroyed;
  to[of_queue_pair ? "qpn" : of_shared ? "srqn" : "cqn"] = body.number;
}

template <file::record_kind Kind>
void add(ordered_json& to, const file::completion_queue_body<Kind>& body) {
  to["cqn"] = body.cqn;
  to["cqe_count"] = body.cqe_count;
  to["cqe_size"] = body.cqe_size;
  to["compression"] = body.layout;
  to["mini_format"] = body.minis;
  to["ring"] = body.ring;
  to["doorbell_record"] = body.doorbell_record;
}

void add(ordered_json& to, const file::shared_receive_queue_created_body& body) {
  to["srqn"] = body.srqn;
  to["wqes"] = body.wqe_count;
  to["stride"] = body.stride;
  to["cqn"] = body.cqn;
}

void add(ordered_json& to, const file::doorbell_body& body) {
  to["page"] = body.page;
  to["offset"] = body.offset;
  to[body.offset >= 0x800 ? "qpn" : "cqn"] = body.number;
  to["bytes"] = hex(body.bytes);
}

void add(ordered_json& to, const file::blueflame_body& body) {
  to["qpn"] = body.qpn;
  to["page"] = body.page;
  to["offset"] = body.offset;
  to["bytes"] = hex(body.bytes);
}

void add(ordered_json& to, const file::send_record_body& body) {
  to["qpn"] = body.qpn;
  to["value"] = body.value;
}

void add(ordered_json& to, const file::receive_record_body& body) {
  to[body.srqn != 0 ? "srqn" : "qpn"] = body.srqn != 0 ? body.srqn : body.qpn;
  to["value"] = body.value;
}

void add(ordered_json& to, const file::arm_body& body) {
  to["cqn"] = body.cqn;
  to["solicited_only"] = body.solicited_only != 0;
  to["consumer_index"] = body.consumer_index;
}

void add_flags(ordered_json& to, std::uint8_t flags) {
  to["refused"] = (flags & file::send_wqe_body::refused) != 0;
  to["flushed"] = (flags & file::send_wqe_body::flushed) != 0;
}

void add(ordered_json& to, const file::send_wqe_body& body) {
  to["qpn"] = body.qpn;
  to["wqe_index"] = body.index;
  add_flags(to, body.flags);
  to["bytes"] = hex(body.bytes);
}

void add(ordered_json& to, const file::receive_wqe_body& body) {
  to[body.srqn != 0 ? "srqn" : "qpn"] = body.srqn != 0 ? body.srqn : body.qpn;
  to["wqe_index"] = body.index;
  add_flags(to, body.flags);
  to["bytes"] = hex(body.bytes);
}

void add(ordered_json& to, const file::cqe_body& body) {
  to["cqn"] = body.cqn;
  to["index"] = body.index;
  to["end"] = body.end;
  to["consumer_index"] = body.consumer_index;
  to["solicited"] = (body.flags & file::cqe_body::solicited) != 0;
  to["minis_only"] = (body.flags & file::cqe_body::minis_only) != 0;
  to["bytes"] = hex(body.bytes);
}

void add(ordered_json& to, const file::memory_body& body) {
  to["key"] = body.key;
  to["offset"] = body.offset;
  to["length"] = body.length;
  to["unchanged"] = (body.flags & file::memory_body::unchanged) != 0;
  to["checksum"] = body.checksum;
  to["bytes"] = hex(body.bytes);
}

void add(ordered_json& to, const file::async_event_body& body) {
  constexpr std::string_view elements[] = {"device", "port", "queue_pair", "completion_queue",
                                           "shared_receive_queue"};
  to["event"] = std::string(body.event);
  to["code"] = body.code;
  to["element"] = body.element < std::size(elements) ? std::string(elements[body.element])
                                                     : std::to_string(body.element);
  to["number"] = body.number;
  to["device"] = fmt::format("mlx5_{}", body.card);
}

void add(ordered_json& to, const file::finding_body& body) { to["text"] = std::string(body.text); }

void add(ordered_json&, const file::process_end_body&) {}

template <class... Bodies>
void add_body(ordered_json& to, const file::record& one) {
  (
      [&] {
        if (const auto body = one.as<Bodies>()) add(to, *body);
      }(),
      ...);
}

}  // namespace

std::string as_json(const event& one) {
  const auto& record = one.record;
  auto to = ordered_json::object();
  to["time"] = one.seconds;
  to["process"] = record.process;
  to["thread"] = record.thread;
  to["kind"] = std::string(name(record.kind));
  if (name(record.kind).empty()) to["code"] = static_cast<unsigned>(record.kind);
  if (!one.command.empty()) to["command"] = one.command;
  add_body<file::process_body, file::process_end_body, file::context_opened_body,
           file::context_closed_body, file::pages_mapped_body, file::command_body,
           file::answer_body, file::queue_pair_created_body, file::queue_pair_changed_body,
           file::queue_pair_destroyed_body, file::completion_queue_created_body,
           file::completion_queue_resized_body, file::completion_queue_destroyed_body,
           file::shared_receive_queue_created_body, file::shared_receive_queue_destroyed_body,
           file::doorbell_body, file::blueflame_body, file::send_record_body,
           file::receive_record_body, file::arm_body, file::send_wqe_body, file::receive_wqe_body,
           file::cqe_body, file::memory_body, file::completion_event_body, file::async_event_body,
           file::finding_body>(to, record);
  if (!one.completes.empty()) to["completes"] = one.completes;
  if (one.and_before != 0) to["and_before"] = one.and_before;
  if (one.it) {
    auto decoded = decode::object_of(*one.it);
    for (const auto* const key : {"origin", "bytes"}) decoded.erase(key);
    to["decoded"] = std::move(decoded);
  }
  return to.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace verbatim::tools::recorded
