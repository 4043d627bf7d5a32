// Every state that two ends of a stream can come to is explored: none is wrong, and from none on an end waits
// for ever. Each mistake that the rules of the protocol exclude is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "protocol_model.hpp"

namespace verbatim::testing {
namespace {

/// 128 bits of a state.
struct digest {
  std::uint64_t high = 0x9e3779b97f4a7c15, low = 0xc2b2ae3d27d4eb4f;

  explicit digest(const model_state& state) {
    static_assert(std::is_trivially_copyable_v<model_state>);
    const auto* at = reinterpret_cast<const unsigned char*>(&state);
    for (std::size_t i = 0; i < sizeof state; i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at + i, std::min<std::size_t>(8, sizeof state - i));
      high = (high ^ word) * 0x100000001b3;
      high ^= high >> 29;
      low = (low + word) * 0xff51afd7ed558ccd;
      low ^= low >> 32;
    }
  }
  bool operator==(const digest&) const = default;
};
struct hash_of {
  std::size_t operator()(const digest& one) const noexcept { return one.high; }
};

/// The result of exploring.
struct explored {
  std::size_t states = 0;
  std::string wrong;
};

/// Explores everything that can happen, until something is wrong.
explored explore(const model_rules& rules, std::size_t most = 400'000) {
  protocol_model model(rules);
  std::unordered_set<digest, hash_of> seen;
  std::vector<model_state> open{model.first()};
  seen.insert(digest(open.back()));
  explored found;
  while (!open.empty()) {
    const model_state at = open.back();
    open.pop_back();
    bool goes_on = false;
    found.wrong = model.successors(at, [&](const model_state& next) {
      goes_on = true;
      if (seen.insert(digest(next)).second) open.push_back(next);
    });
    if (found.wrong.empty() && !goes_on) found.wrong = model.stuck(at);
    found.states = seen.size();
    if (!found.wrong.empty() || found.states > most) break;
  }
  if (found.wrong.empty() && found.states > most) found.wrong = "there are too many states";
  return found;
}

void is_right(const char* what, const model_rules& rules) {
  const auto found = explore(rules);
  EXPECT_EQ(found.wrong, "") << what;
  std::printf("%s: %zu states\n", what, found.states);
  std::fflush(stdout);
}

TEST(protocol, is_right_in_every_order) {
  is_right("window 1", {.window = 1, .messages = 3});
  is_right("window 2", {.window = 2, .messages = 4});
  is_right("window 4", {.window = 4, .messages = 5});
  is_right("both ways", {.window = 1, .messages = 2, .other_way = 1});
}

TEST(protocol, needs_no_more_than_its_receives) {
  // The second end gets BLOCKED and FIN, and the first one an update and FIN.
  is_right("two receives besides", {.window = 1, .messages = 3, .reserved = 2});
  is_right("two receives besides, window 2", {.window = 2, .messages = 3, .reserved = 2});
}

TEST(protocol, needs_no_more_than_its_send_queue) {
  is_right("WQEs of which every second is signaled",
           {.window = 1, .messages = 2, .send_queue = 3, .signal_every = 2});
  is_right("two WQEs", {.window = 1, .messages = 2, .send_queue = 2, .signal_every = 1});
}

TEST(protocol, counts_beyond_the_largest_number) {
  is_right("16 bits", {.window = 1, .messages = 3, .first = 0xfffe});
  is_right("32 bits", {.window = 1, .messages = 3, .first = 0xfffffffe});
}

TEST(protocol, ends_in_every_order) {
  is_right("resets", {.window = 1, .messages = 2, .resets = true});
  is_right("cancelled writes", {.window = 1, .messages = 3, .cancels = true});
  is_right("questions", {.window = 1, .messages = 1, .pings = {1, 1}});
  is_right("questions that are repeated", {.window = 1, .messages = 1, .pings = {2, 0}});
}

TEST(protocol, tells_a_failure_of_the_queue_pair_to_who_waits) {
  is_right("a failure", {.window = 1, .messages = 2, .failures = 1});
  is_right("a failure, window 2", {.window = 2, .messages = 3, .failures = 1});
  is_right("a failure of each end", {.window = 1, .messages = 2, .failures = 2});
  is_right("a failure, both ways", {.window = 1, .messages = 1, .other_way = 1, .failures = 1});
  is_right("a failure and a reset", {.window = 1, .messages = 1, .resets = true, .failures = 1});
  is_right("a failure and a question",
           {.window = 1, .messages = 1, .pings = {1, 0}, .failures = 1});
  is_right("a failure, and a ring", {.window = 1, .messages = 2, .ring = 2, .failures = 1});
  is_right("a failure, and nobody reads",
           {.window = 1, .messages = 2, .reads = false, .failures = 1});
}

TEST(protocol, stands_still_while_nobody_reads) {
  is_right("nobody reads", {.window = 2, .messages = 4, .other_way = 1, .reads = false});
}

TEST(protocol, overwrites_nothing_in_the_ring_and_wakes_who_waits_for_it) {
  is_right("ring of 1 byte", {.window = 2, .messages = 3, .ring = 1});
  is_right("ring of 2 bytes", {.window = 2, .messages = 3, .ring = 2});
  is_right("ring of 3 bytes", {.window = 4, .messages = 4, .ring = 3, .in_ring_only = true});
  is_right("ring of 4 bytes", {.window = 3, .messages = 3, .ring = 4, .in_ring_only = true});
  is_right("rings, both ways", {.window = 1, .messages = 1, .other_way = 1, .ring = 2});
  is_right("ring and large numbers", {.window = 1, .messages = 3, .first = 0xfffffffe, .ring = 3});
  is_right("ring and resets", {.window = 2, .messages = 2, .ring = 2, .resets = true});
  is_right("ring and cancelled writes", {.window = 1, .messages = 3, .ring = 2, .cancels = true});
  is_right("ring that nobody reads", {.window = 2, .messages = 4, .ring = 3, .reads = false});
  is_right("ring and two receives besides", {.window = 1, .messages = 3, .ring = 2, .reserved = 2});
  is_right("ring and WQEs", {.window = 2, .messages = 2, .send_queue = 3, .ring = 2});
}

TEST(protocol, returns_what_was_lent_after_it_was_read) {
  is_right("lent messages", {.window = 1, .messages = 3, .lends = true});
  is_right("lent messages, window 2", {.window = 2, .messages = 3, .lends = true});
  is_right("lent messages, both ways", {.window = 1, .messages = 1, .other_way = 1, .lends = true});
  is_right("lent messages and resets", {.window = 1, .messages = 2, .lends = true, .resets = true});
  is_right("lent messages that nobody reads",
           {.window = 2, .messages = 3, .lends = true, .reads = false});
  is_right("lent messages and three receives besides",
           {.window = 1, .messages = 2, .lends = true, .reserved = 3});
}

TEST(protocol, shares_receives_and_promises_none_twice) {
  is_right("shared receives", {.window = 1, .messages = 4, .most = 3, .spare = 2});
  is_right("shared receives, all taken", {.window = 1, .messages = 3, .most = 2, .spare = 0});
  is_right("shared receives, both ways",
           {.window = 1, .messages = 2, .other_way = 1, .most = 2, .spare = 1});
  is_right("shared receives and large numbers",
           {.window = 1, .messages = 4, .first = 0xfffffffe, .most = 2, .spare = 1});
  is_right("shared receives and resets",
           {.window = 1, .messages = 2, .most = 2, .spare = 1, .resets = true});
  is_right("shared receives and cancelled writes",
           {.window = 1, .messages = 3, .most = 2, .spare = 1, .cancels = true});
  is_right("shared receives that nobody reads",
           {.window = 1, .messages = 4, .most = 3, .spare = 2, .reads = false});
  is_right("shared receives and two besides",
           {.window = 1, .messages = 3, .most = 2, .spare = 1, .reserved = 2});
  is_right("shared receives, lent messages",
           {.window = 1, .messages = 2, .most = 2, .spare = 1, .lends = true});
}

void is_found(const char* what, const model_rules& rules) {
  const auto found = explore(rules);
  EXPECT_NE(found.wrong, "") << what;
  EXPECT_NE(found.wrong, "there are too many states") << what;
  std::printf("%s: %s\n", what, found.wrong.c_str());
}

TEST(protocol, would_be_wrong_with_any_mistake) {
  is_found("grants applied before the receive is posted",
           {.window = 1, .messages = 3, .reserved = 2, .applies_before_posting = true});
  is_found("slots announced before they are posted",
           {.window = 1, .messages = 3, .reserved = 2, .releases_before_posting = true});
  is_found("a receive less", {.window = 1, .messages = 3, .reserved = 1});
  is_found("no BLOCKED", {.window = 4, .messages = 8, .never_says_blocked = true});
  is_found("BLOCKED said again", {.window = 1, .messages = 3, .says_blocked_again = true});
  is_found("BLOCKED answered by a release only",
           {.window = 1, .messages = 3, .answers_only_a_release = true});
  is_found("a silent update", {.window = 1, .messages = 3, .updates_silently = true});
  is_found("FIN before the data", {.window = 1, .messages = 3, .fin_overtakes = true});
  is_found("a count in place of a position",
           {.window = 1, .messages = 3, .counts_in_place_of_positions = true});
  is_found("too few signaled WQEs",
           {.window = 4, .messages = 6, .send_queue = 4, .signals_too_rarely = true});
  is_found("a sleep with completions",
           {.window = 1, .messages = 3, .sleeps_with_completions = true});
}

TEST(protocol, would_be_wrong_with_any_mistake_with_the_ring) {
  is_found("room that is free when it was sent",
           {.window = 4, .messages = 4, .ring = 2, .frees_what_was_sent = true});
  is_found("room that is free a message too soon",
           {.window = 4, .messages = 4, .ring = 2, .frees_one_message_early = true});
  is_found("a writer that the limit does not wake",
           {.window = 2, .messages = 3, .ring = 1, .waits_for_more_than_needed = true});
  is_found("a writer that waits for any credit",
           {.window = 4, .messages = 3, .ring = 2, .waits_for_any_credit = true});
  is_found("a message beyond the end of the ring",
           {.window = 4, .messages = 4, .ring = 3, .writes_beyond_the_ring = true});
}

TEST(protocol, would_be_wrong_with_any_mistake_about_failures) {
  is_found("a failure that is told as the end",
           {.window = 1, .messages = 2, .failures = 1, .ends_without_fin = true});
  is_found("a failure that nobody is told of",
           {.window = 1, .messages = 2, .failures = 1, .misses_the_flush = true});
  is_found("a failure that a writer is not told of",
           {.window = 1, .messages = 3, .failures = 1, .leaves_the_writer = true});
}

TEST(protocol, would_be_wrong_with_any_mistake_with_lent_messages) {
  is_found("two lent messages", {.window = 2, .messages = 3, .lends = true, .lends_two = true});
  is_found("a return before the end",
           {.window = 1, .messages = 2, .lends = true, .returns_too_early = true});
}

TEST(protocol, would_be_wrong_with_any_mistake_with_shared_receives) {
  is_found("receives that are promised twice",
           {.window = 1, .messages = 5, .most = 3, .reserved = 2, .promises_twice = true});
  is_found("a promise that is taken back", {.window = 1,
                                            .messages = 5,
                                            .most = 3,
                                            .spare = 2,
                                            .reserved = 2,
                                            .takes_back_a_promise = true});
  is_found("a window of nothing",
           {.window = 1, .messages = 3, .most = 2, .spare = 0, .forgets_who_waits = true});
}

TEST(protocol, reads_its_own_header) {
  for (const auto kind : {protocol::kind::data, protocol::kind::blocked, protocol::kind::pong}) {
    const protocol::header head{kind, 0xbeef, 0x123};
    EXPECT_EQ(protocol::header::unpack(head.pack()), head);
  }
  EXPECT_EQ(protocol::widened(0x0001, 0x0000ffff), 0x00010001u);
  EXPECT_EQ(protocol::widened(0xfffe, 0x00010001), 0x0000fffeu);
  EXPECT_EQ(protocol::widened(0x0003, 0xfffffffe), 3u);
}

TEST(protocol, refuses_what_no_peer_says) {
  using protocol::kind;
  using protocol::meaning;
  const auto fresh = protocol::begin({2, 2});
  const auto take = [](protocol::side one, kind what, std::uint16_t limit, std::uint32_t body) {
    return protocol::receive(one, {what, limit, 0}, body);
  };
  EXPECT_EQ(take(fresh, kind::data, 2, 0), meaning::data);
  EXPECT_EQ(take(fresh, kind::data, 100, 0), meaning::wrong);  // an absurd limit
  EXPECT_EQ(take(fresh, kind::update, 2, 2), meaning::wrong);  // an answer to nothing
  EXPECT_EQ(take(fresh, kind::pong, 2, 0), meaning::wrong);
  EXPECT_EQ(take(fresh, static_cast<kind>(0), 2, 0), meaning::wrong);
  EXPECT_EQ(take(fresh, static_cast<kind>(15), 2, 0), meaning::wrong);
  auto one = fresh;
  EXPECT_EQ(protocol::receive(one, {kind::data, 2, 0}, 0), meaning::data);
  EXPECT_EQ(protocol::receive(one, {kind::data, 2, 0}, 0), meaning::data);
  EXPECT_EQ(protocol::receive(one, {kind::data, 2, 0}, 0), meaning::wrong);  // more than its credit
  one = fresh;
  EXPECT_EQ(protocol::receive(one, {kind::fin, 2, 0}, 0), meaning::end);
  EXPECT_EQ(take(one, kind::fin, 2, 0), meaning::wrong);  // twice
  EXPECT_EQ(take(one, kind::data, 2, 0), meaning::wrong);
  one = fresh;
  EXPECT_EQ(take(one, kind::returned, 2, 0), meaning::wrong);  // nothing was lent
  const protocol::header lent{kind::data, 2, protocol::ends_message | protocol::is_lent};
  EXPECT_EQ(protocol::receive(one, lent, 0), meaning::data);
  EXPECT_EQ(protocol::receive(one, lent, 0), meaning::wrong);  // two at a time
}

}  // namespace
}  // namespace verbatim::testing
