// One sentence for each kind of record.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>

#include "tools/decode/explain.hpp"
#include "tools/reading.hpp"
#include "tools/recorded/print.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"

namespace verbatim::tools::recorded {
namespace {

namespace file = verbatim::recording;

std::string plain_words(std::string_view arguments) {
  std::string text(arguments);
  while (text.ends_with('\0')) text.pop_back();
  // A file that is not what it seems may have anything here.
  for (char& one : text) {
    if (one == '\0') one = ' ';
    if (static_cast<unsigned char>(one) < ' ') one = '?';
  }
  return text;
}

std::string error_name(std::uint32_t error) {
  const char* const name = strerrorname_np(static_cast<int>(error));
  return name != nullptr ? std::string(name) : std::to_string(error);
}

std::string changed(const file::queue_pair_changed_body& body) {
  auto text = fmt::format("QP {:#x}: {} to {}", body.qpn, body.from, body.to);
  if (body.by_device != 0) return text + ", by the device";
  if (body.to == "RTR" || body.to == "RTS") {
    fmt::format_to(std::back_inserter(text),
                   ", peer {:#x}, MTU {}, PSNs {} (receives) and {} (sends)", body.peer, body.mtu,
                   body.receive_psn, body.send_psn);
  }
  return text;
}

std::string send_wqe(const file::send_wqe_body& body, const decode::entry& it) {
  auto text = fmt::format("QP {:#x}: send WQE {}", body.qpn, body.index);
  if (it.kind != decode::entry_kind::wqe) return text + ": too short";
  const auto read = read_wqe(it.bytes, it.transport);
  const auto ctrl = ctrl_seg::read(it.bytes.data());
  fmt::format_to(std::back_inserter(text), ": {}, {} bytes, ce {}", read.title, body.bytes.size(),
                 name(ctrl.ce));
  if ((body.flags & file::send_wqe_body::refused) != 0) text += ", refused";
  if ((body.flags & file::send_wqe_body::flushed) != 0) text += ", flushed";
  return text;
}

std::string receive_wqe(const file::receive_wqe_body& body) {
  auto text =
      body.srqn != 0 ? fmt::format("SRQ {:#x}", body.srqn) : fmt::format("QP {:#x}", body.qpn);
  std::uint64_t room = 0;
  for (std::size_t at = 0; at + data_seg::size <= body.bytes.size(); at += data_seg::size) {
    room += data_seg::read(body.bytes.data() + at).byte_count;
  }
  fmt::format_to(std::back_inserter(text), ": receive WQE {}, {} buffers of {} bytes", body.index,
                 body.bytes.size() / data_seg::size, room);
  if ((body.flags & file::send_wqe_body::flushed) != 0) text += ", flushed";
  return text;
}

std::string cqe(const event& one, const file::cqe_body& body) {
  auto text = fmt::format("CQ {:#x}: CQE {}", body.cqn, body.index);
  if (body.bytes.size() < cqe64::size) return text + ": too short";
  if ((body.flags & file::cqe_body::minis_only) != 0) return text + ": minis of the next CQE";
  const cqe64 read(one.it->bytes.data());
  fmt::format_to(std::back_inserter(text), ": QP {:#x}, {}, wqe_counter {}", read.qpn(),
                 name(read.opcode()), read.wqe_counter());
  if (body.end - body.index > 1) {
    fmt::format_to(std::back_inserter(text), ", {} completions", body.end - body.index);
  }
  if (!one.completes.empty()) text += ", completes " + one.completes;
  if (one.and_before != 0) {
    fmt::format_to(std::back_inserter(text), " and {} before it", one.and_before);
  }
  if (!one.it->error) return text;
  const auto said = decode::explain(*one.it->error);
  text += ": " + said.syndrome;
  if (!said.vendor.empty()) text += " Vendor syndrome: " + said.vendor;
  return text;
}

std::string memory(const file::memory_body& body) {
  return fmt::format(
      "memory: {} bytes are written at {:#x} of the region with key {:#x}{}", body.length,
      body.offset, body.key,
      (body.flags & file::memory_body::unchanged) != 0 ? ", which has these bytes already" : "");
}

std::string raised(const file::async_event_body& body) {
  using of = file::async_event_body;
  switch (body.element) {
    case of::queue_pair:
      return fmt::format("QP {:#x}: event {}", body.number, body.event);
    case of::completion_queue:
      return fmt::format("CQ {:#x}: event {}", body.number, body.event);
    case of::shared_receive_queue:
      return fmt::format("SRQ {:#x}: event {}", body.number, body.event);
    case of::port:
      return fmt::format("port {} of mlx5_{}: event {}", body.number, body.card, body.event);
    default:
      return fmt::format("mlx5_{}: event {}", body.card, body.event);
  }
}

template <class Body>
std::string completion_queue_line(const Body& body, std::string_view what) {
  return fmt::format("CQ {:#x} {}: {} CQEs of {} bytes{}", body.cqn, what, body.cqe_count,
                     body.cqe_size, body.layout != 0 ? ", compressed" : "");
}

std::string about_queues(const event& one) {
  const auto& record = one.record;
  if (const auto made = record.as<file::queue_pair_created_body>()) {
    return fmt::format(
        "QP {:#x} created: {} on mlx5_{}, {} WQEBBs for sends into CQ {:#x}, {} receives{} into CQ "
        "{:#x}",
        made->qpn, made->type, made->card, made->send_count, made->send_cqn, made->receive_count,
        made->srqn != 0 ? fmt::format(" and those of SRQ {:#x}", made->srqn) : "",
        made->receive_cqn);
  }
  if (const auto body = record.as<file::queue_pair_changed_body>()) return changed(*body);
  if (const auto body = record.as<file::queue_pair_destroyed_body>()) {
    return fmt::format("QP {:#x} destroyed", body->number);
  }
  if (const auto body = record.as<file::completion_queue_created_body>()) {
    return completion_queue_line(*body, "created");
  }
  if (const auto body = record.as<file::completion_queue_resized_body>()) {
    return completion_queue_line(*body, "resized");
  }
  if (const auto body = record.as<file::completion_queue_destroyed_body>()) {
    return fmt::format("CQ {:#x} destroyed", body->number);
  }
  if (const auto body = record.as<file::shared_receive_queue_created_body>()) {
    return fmt::format("SRQ {:#x} created: {} WQEs", body->srqn, body->wqe_count);
  }
  if (const auto body = record.as<file::shared_receive_queue_destroyed_body>()) {
    return fmt::format("SRQ {:#x} destroyed", body->number);
  }
  return {};
}

std::string about_doorbells(const event& one) {
  const auto& record = one.record;
  if (const auto body = record.as<file::doorbell_body>()) {
    const bool arms = body->offset < 0x800;
    auto text = fmt::format("{} {:#x}: doorbell at {:#x} of register page {}", arms ? "CQ" : "QP",
                            body->number, body->offset, body->page);
    if (!arms && body->bytes.size() == 8) {
      std::byte whole[ctrl_seg::size] = {};
      std::memcpy(whole, body->bytes.data(), body->bytes.size());
      fmt::format_to(std::back_inserter(text), ", for WQE {}", ctrl_seg::read(whole).wqe_index);
    }
    return text;
  }
  if (const auto body = record.as<file::blueflame_body>()) {
    return fmt::format("QP {:#x}: BlueFlame copy at {:#x}, {} bytes with the doorbell", body->qpn,
                       body->offset, body->bytes.size() + 8);
  }
  if (const auto body = record.as<file::send_record_body>()) {
    return fmt::format("QP {:#x}: doorbell record of sends is {}", body->qpn, body->value);
  }
  if (const auto body = record.as<file::receive_record_body>()) {
    return body->srqn != 0
               ? fmt::format("SRQ {:#x}: doorbell record is {}", body->srqn, body->value)
               : fmt::format("QP {:#x}: doorbell record of receives is {}", body->qpn, body->value);
  }
  if (const auto body = record.as<file::arm_body>()) {
    return fmt::format("CQ {:#x}: armed for {} from CQE {} on", body->cqn,
                       body->solicited_only != 0 ? "solicited completions" : "any completion",
                       body->consumer_index);
  }
  return {};
}

std::string about_programs(const event& one) {
  const auto& record = one.record;
  if (const auto body = record.as<file::process_body>()) {
    return fmt::format("process {} begins: {} (slot {} of the fabric, parent {})", record.process,
                       plain_words(body->arguments), body->slot, body->parent);
  }
  if (record.as<file::process_end_body>()) return fmt::format("process {} ends", record.process);
  if (const auto body = record.as<file::context_opened_body>()) {
    return fmt::format("mlx5_{} opened", body->card);
  }
  if (record.as<file::context_closed_body>()) return "device closed";
  if (const auto body = record.as<file::pages_mapped_body>()) {
    return fmt::format("{} bytes of the device mapped, from {:#x} on", body->length, body->offset);
  }
  if (const auto body = record.as<file::command_body>()) {
    return fmt::format("command {}", plain_words(body->name));
  }
  if (const auto body = record.as<file::answer_body>()) {
    return fmt::format("command {}: {}", plain_words(one.command),
                       body->error == 0 ? "done" : "fails with " + error_name(body->error));
  }
  if (const auto body = record.as<file::finding_body>()) return "! " + plain_words(body->text);
  return {};
}

}  // namespace

std::string sentence(const event& one) {
  const auto& record = one.record;
  if (const auto body = record.as<file::send_wqe_body>()) return send_wqe(*body, *one.it);
  if (const auto body = record.as<file::receive_wqe_body>()) return receive_wqe(*body);
  if (const auto body = record.as<file::cqe_body>()) return cqe(one, *body);
  if (const auto body = record.as<file::memory_body>()) return memory(*body);
  if (const auto body = record.as<file::async_event_body>()) return raised(*body);
  if (const auto body = record.as<file::completion_event_body>()) {
    return fmt::format("CQ {:#x}: completion event", body->number);
  }
  for (const auto& about : {about_queues, about_doorbells, about_programs}) {
    if (auto text = about(one); !text.empty()) return text;
  }
  return fmt::format("a record of kind {}, which this program does not know",
                     static_cast<unsigned>(record.kind));
}

}  // namespace verbatim::tools::recorded
