// The counts of a process as one line of JSON.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/count/traffic_counts.hpp"

namespace verbatim::emulator {
namespace {

using tally = std::uint64_t;

/// Writes an object of JSON to the end of a text.
class json_object {
 public:
  explicit json_object(std::string& to) : to_(to) { to_ += '{'; }
  ~json_object() { to_ += '}'; }
  json_object(const json_object&) = delete;
  json_object& operator=(const json_object&) = delete;

  /// Writes a key and returns the text, for the value.
  std::string& at(std::string_view key) {
    if (to_.back() != '{') to_ += ',';
    fmt::format_to(std::back_inserter(to_), "\"{}\":", key);
    return to_;
  }
  json_object& number(std::string_view key, tally value) {
    fmt::format_to(std::back_inserter(at(key)), "{}", value);
    return *this;
  }

  json_object& number_or_null(std::string_view key, std::optional<tally> value) {
    if (value) return number(key, *value);
    at(key) += "null";
    return *this;
  }
  json_object& text(std::string_view key, std::string_view value) {
    // Names of programs may have any character except '/'.
    std::string& to = at(key);
    to += '"';
    for (const char one : value) {
      const auto code = static_cast<unsigned char>(one);
      if (one == '"' || one == '\\') {
        to += '\\';
        to += one;
      } else if (code < ' ' || code > '~') {
        to += '?';
      } else {
        to += one;
      }
    }
    to += '"';
    return *this;
  }

 private:
  std::string& to_;
};

/// The numbers of doorbells in the line. Nothing stands for an unknown number.
struct doorbell_numbers {
  std::optional<tally> rung = 0;
  std::optional<tally> blueflame = 0;
  tally found = 0;
  tally found_blueflame = 0;
  tally found_blueflame_bytes = 0;

  doorbell_numbers& operator+=(const doorbell_numbers& more) noexcept {
    const auto add = [](std::optional<tally>& to, const std::optional<tally>& one) {
      to = to && one ? std::optional(*to + *one) : std::nullopt;
    };
    add(rung, more.rung);
    add(blueflame, more.blueflame);
    found += more.found;
    found_blueflame += more.found_blueflame;
    found_blueflame_bytes += more.found_blueflame_bytes;
    return *this;
  }
};

/// Returns the doorbells of a queue pair. Numbers that contradict each other are not known.
doorbell_numbers doorbells_of(const queue_pair_counts& of) noexcept {
  constexpr tally most_stores = 2;
  const doorbell_counts& counts = of.doorbells;
  const tally stores = std::max<tally>(counts.apart, 1);
  const tally rung = (counts.writes + stores - 1) / stores;
  const tally blueflame = (counts.copy_writes + stores - 1) / stores;
  doorbell_numbers result{rung, blueflame, counts.found, counts.found_blueflame,
                          counts.found_blueflame_bytes};
  // Without a doorbell that was found, another queue pair's doorbell may have replaced it.
  const bool lost = counts.found == 0 && !of.wqes.empty();
  if (!counts.writes_are_known || stores > most_stores || lost || rung < counts.found) {
    result.rung.reset();
  }
  if (!counts.copy_writes_are_known || !result.rung || blueflame > rung) result.blueflame.reset();
  return result;
}

void write(json_object& to, const std::map<opcode, wqe_counts>& wqes) {
  json_object by_opcode(to.at("wqes"));
  for (const auto& [wqe_opcode, counts] : wqes) {
    const std::string_view known = name(wqe_opcode);
    const std::string key = known.empty()
                                ? fmt::format("{:#04x}", static_cast<unsigned>(wqe_opcode))
                                : std::string(known);
    json_object(by_opcode.at(key))
        .number("wqes", counts.wqes)
        .number("wqebbs", counts.wqebbs)
        .number("signaled", counts.signaled)
        .number("inline", counts.inlined)
        .number("bytes", counts.bytes);
  }
}

/// Writes the keys that a queue pair and the total have.
void write(json_object& to, const queue_pair_counts& of, const doorbell_numbers& doorbells) {
  write(to, of.wqes);
  json_object(to.at("doorbells"))
      .number_or_null("rung", doorbells.rung)
      .number_or_null("blueflame", doorbells.blueflame)
      .number("found", doorbells.found)
      .number("found_blueflame", doorbells.found_blueflame)
      .number("found_blueflame_bytes", doorbells.found_blueflame_bytes);
  json_object(to.at("receives"))
      .number("posted", of.receive_record.posted())
      .number("advances", of.receive_record.advances())
      .number("taken", of.receives_taken)
      .number("flushed", of.receives_flushed);
  json_object(to.at("completions"))
      .number("requester", of.completions.requester)
      .number("responder", of.completions.responder)
      .number("error", of.completions.error)
      .number("other", of.completions.other);
  json_object(to.at("packets"))
      .number("requests", of.packets.requests)
      .number("retransmitted", of.packets.retransmitted)
      .number("responses", of.packets.responses)
      .number("acks", of.packets.acks)
      .number("naks", of.packets.naks)
      .number("rnr_naks", of.packets.rnr_naks);
  to.number("wire_bytes", of.packets.wire_bytes)
      .number("rnr_naks_received", of.rnr_naks_received)
      .number("retries", of.retries);
}

void write(json_object& to, const completion_queue_counts& of) {
  to.number("cqes", of.cqes)
      .number("mini_arrays", of.mini_arrays)
      .number("mini_cqes", of.mini_cqes)
      .number("arms", of.arms)
      .number("solicited_arms", of.solicited_arms)
      .number("events", of.events);
}

/// Writes an array with an object for each element, by `write_one(json_object&, element)`.
template <class Elements, class Write>
void write_each(std::string& to, const Elements& elements, Write&& write_one) {
  to += '[';
  for (const auto& one : elements) {
    if (to.back() != '[') to += ',';
    json_object object(to);
    write_one(object, one);
  }
  to += ']';
}

std::string device_name(unsigned card) { return fmt::format("mlx5_{}", card); }

void write_async_events(json_object& to, const async_event_counts& counts) {
  json_object events(to.at("async_events"));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] != 0) events.number(name(static_cast<async_event>(i)), counts[i]);
  }
}

}  // namespace

std::string traffic_counts::line(bool ended) const {
  std::string result;
  queue_pair_counts total;
  doorbell_numbers all_doorbells;
  completion_queue_counts all_completions;
  {
    json_object process(result);
    process.number("pid", static_cast<tally>(getpid()))
        .text("program", program_invocation_short_name);
    process.at("ended") += ended ? "true" : "false";
    write_each(process.at("queue_pairs"), queue_pairs_,
               [&](json_object& to, const queue_pair_counts& one) {
                 const doorbell_numbers doorbells = doorbells_of(one);
                 total += one;
                 all_doorbells += doorbells;
                 to.text("device", device_name(one.card))
                     .number("qpn", one.qpn)
                     .text("type", name(one.type))
                     .number("mtu", one.mtu);
                 write(to, one, doorbells);
               });
    write_each(process.at("shared_receive_queues"), shared_receive_queues_,
               [&](json_object& to, const shared_receive_counts& one) {
                 total.receive_record += one.receive_record;
                 to.text("device", device_name(one.card))
                     .number("srqn", one.srqn)
                     .number("posted", one.receive_record.posted())
                     .number("advances", one.receive_record.advances());
               });
    write_each(process.at("completion_queues"), completion_queues_,
               [&](json_object& to, const completion_queue_counts& one) {
                 all_completions += one;
                 to.text("device", device_name(one.card)).number("cqn", one.cqn);
                 write(to, one);
               });
    json_object sum(process.at("total"));
    write(sum, total, all_doorbells);
    write(sum, all_completions);
    write_async_events(sum, async_events_);
  }
  return result + '\n';
}

}  // namespace verbatim::emulator
