// The transport between processes: framing, back-pressure, peers that die, and peers that send wrong bytes.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "transport/message.hpp"
#include "transport/unix_socket_transport.hpp"

namespace verbatim::emulator {
namespace {

using namespace std::chrono_literals;

/// Remembers what arrived.
class collector : public message_receiver {
 public:
  struct received {
    message header;
    std::vector<std::byte> payload;
  };

  void message_arrived(const message& arrived) override {
    messages.push_back({arrived, {arrived.payload.begin(), arrived.payload.end()}});
    bytes += arrived.payload.size();
  }
  void peer_lost(std::uint32_t slot) override { lost.push_back(slot); }

  std::vector<received> messages;
  std::size_t bytes = 0;
  std::vector<std::uint32_t> lost;
};

/// Lets all of them work until `done`, or for ten seconds.
bool run(std::initializer_list<std::pair<transport*, collector*>> parties,
         const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    for (const auto& [party, to] : parties) {
      party->exchange();
      party->deliver(*to);
    }
  }
  return true;
}

class transport_test : public ::testing::Test {
 protected:
  transport_test() {
    std::string name = (std::filesystem::temp_directory_path() / "fabric-XXXXXX").string();
    // Longer than the path of a socket may be.
    directory = std::string(mkdtemp(name.data())) + "/" + std::string(120, 'x');
  }
  ~transport_test() override {
    std::filesystem::remove_all(std::filesystem::path(directory).parent_path());
  }

  /// A socket that is connected to the process in slot 1, as a stranger.
  int connect_stranger() const {
    const int here = open(directory.c_str(), O_RDONLY | O_DIRECTORY);
    const int made = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/slot-1.socket",
                  here);
    EXPECT_EQ(connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    close(here);
    return made;
  }

  std::string directory;
};

message to(std::uint32_t slot, std::uint32_t from_slot) {
  message result;
  result.kind = message_kind::send;
  result.source_qpn = from_slot << qpn_slot_shift | 5;
  result.destination_qpn = slot << qpn_slot_shift | 6;
  return result;
}

/// The bytes of a message on its way.
std::vector<std::byte> wire_bytes(const message& from) {
  std::vector<std::byte> bytes(message_header::size);
  message_header::write(from, bytes.data());
  bytes.insert(bytes.end(), from.payload.begin(), from.payload.end());
  return bytes;
}

TEST(unreachable_advice, has_the_likely_cause_and_tells_of_other_fabrics) {
  using reason = unreachable_reason;
  const std::pair<reason, const char*> causes[]{
      {reason::no_process, "destroyed"},
      {reason::no_queue_pair, "destroyed"},
      {reason::wrong_state, "not be connected"},
      {reason::wrong_peer, "used for another peer"},
      {reason::wrong_psn, "rq_psn"},
  };
  for (const auto& [why, cause] : causes) {
    for (const bool own_process : {false, true}) {
      const auto words = advice(why, own_process);
      EXPECT_NE(words.find(cause), std::string::npos) << words;
      EXPECT_NE(words.find("in another fabric"), std::string::npos) << words;
      EXPECT_EQ(words.find("one of this process itself") != std::string::npos, own_process)
          << words;
    }
  }
  // A DCT names its key and LID itself; there is nothing to guess.
  EXPECT_EQ(advice(reason::wrong_access_key, false), "");
  EXPECT_EQ(advice(reason::wrong_lid, true), "");
}

TEST_F(transport_test, slots_are_reused_lowest_first) {
  auto first = std::make_unique<unix_socket_transport>(directory);
  unix_socket_transport second(directory);
  EXPECT_EQ(first->slot(), 1u);
  EXPECT_EQ(second.slot(), 2u);
  first.reset();
  EXPECT_EQ(unix_socket_transport(directory).slot(), 1u);
}

TEST_F(transport_test, every_field_arrives) {
  unix_socket_transport a(directory);
  unix_socket_transport b(directory);
  collector at_a;
  collector at_b;
  const std::vector<std::byte> payload(100, std::byte{0x5a});
  message sent = to(2, 1);
  sent.kind = message_kind::rdma_write_imm;
  sent.solicited = true;
  sent.reliable = true;
  sent.code = 0x7e;
  sent.psn = 0xfedcba;
  sent.attempt = 3;
  sent.offset = 1000;
  sent.message_bytes = 1100;
  sent.raddr = 0x123456789abcdef0;
  sent.rkey = 0xdeadbeef;
  sent.imm = 0x01020304;
  sent.swap_add = 7;
  sent.compare = 8;
  sent.payload = payload;
  ASSERT_TRUE(a.send(sent));
  ASSERT_TRUE(run({{&a, &at_a}, {&b, &at_b}}, [&] { return !at_b.messages.empty(); }));
  const auto& [got, bytes] = at_b.messages.front();
  EXPECT_EQ(got.kind, sent.kind);
  EXPECT_TRUE(got.solicited);
  EXPECT_TRUE(got.reliable);
  EXPECT_EQ(got.code, sent.code);
  EXPECT_EQ(got.source_qpn, sent.source_qpn);
  EXPECT_EQ(got.destination_qpn, sent.destination_qpn);
  EXPECT_EQ(got.psn, sent.psn);
  EXPECT_EQ(got.attempt, sent.attempt);
  EXPECT_EQ(got.offset, sent.offset);
  EXPECT_EQ(got.message_bytes, sent.message_bytes);
  EXPECT_EQ(got.raddr, sent.raddr);
  EXPECT_EQ(got.rkey, sent.rkey);
  EXPECT_EQ(got.imm, sent.imm);
  EXPECT_EQ(got.swap_add, sent.swap_add);
  EXPECT_EQ(got.compare, sent.compare);
  EXPECT_EQ(bytes, payload);
  EXPECT_TRUE(got.last());
}

TEST_F(transport_test, a_process_reaches_itself) {
  unix_socket_transport a(directory);
  collector at_a;
  message sent = to(1, 1);
  sent.psn = 9;
  ASSERT_TRUE(a.send(sent));
  ASSERT_TRUE(a.deliver(at_a));
  ASSERT_EQ(at_a.messages.size(), 1u);
  EXPECT_EQ(at_a.messages[0].header.psn, 9u);
  EXPECT_FALSE(a.deliver(at_a));
}

TEST_F(transport_test, both_may_send_much_at_once) {
  unix_socket_transport a(directory);
  unix_socket_transport b(directory);
  collector at_a;
  collector at_b;
  const std::vector<std::byte> payload(message::max_payload, std::byte{1});
  constexpr std::uint32_t count = 400;
  for (std::uint32_t i = 0; i < count; ++i) {
    message sent = to(2, 1);
    sent.psn = i;
    sent.payload = payload;
    sent.message_bytes = message::max_payload;
    ASSERT_TRUE(a.send(sent));
    std::swap(sent.source_qpn, sent.destination_qpn);
    ASSERT_TRUE(b.send(sent));
  }
  EXPECT_TRUE(a.congested(2));
  ASSERT_TRUE(run({{&a, &at_a}, {&b, &at_b}},
                  [&] { return at_a.messages.size() == count && at_b.messages.size() == count; }));
  for (std::uint32_t i = 0; i < count; ++i) {
    EXPECT_EQ(at_a.messages[i].header.psn, i);
    EXPECT_EQ(at_b.messages[i].header.psn, i);
  }
  EXPECT_EQ(at_a.bytes, count * message::max_payload);
  EXPECT_FALSE(a.congested(2));
}

TEST_F(transport_test, nobody_is_reached_in_an_empty_slot) {
  unix_socket_transport a(directory);
  EXPECT_FALSE(a.send(to(7, 1)));
  EXPECT_FALSE(a.send(to(0, 1)));
}

TEST_F(transport_test, nobody_is_reached_without_descriptors_until_some_are_free) {
  unix_socket_transport one(directory);
  unix_socket_transport other(directory);
  const message hello = to(2, 1);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const int lowest_free = dup(STDERR_FILENO);
  close(lowest_free);
  rlimit none = before;
  none.rlim_cur = static_cast<rlim_t>(lowest_free);
  testing::internal::CaptureStderr();
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  EXPECT_FALSE(one.send_to(other.slot(), hello));
  EXPECT_FALSE(one.send_to(other.slot(), hello));
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "verbatim-emulator: no connection to another process: Too many open files: raise the "
            "limit of open files (ulimit -n)\n");
  collector to_one, to_other;
  EXPECT_TRUE(one.send_to(other.slot(), hello));
  EXPECT_TRUE(
      run({{&one, &to_one}, {&other, &to_other}}, [&] { return !to_other.messages.empty(); }));
}

TEST_F(transport_test, the_end_of_a_peer_is_noticed) {
  unix_socket_transport a(directory);
  const pid_t child = fork();
  if (child == 0) {
    a.abandon();
    const unix_socket_transport b(directory);
    pause();
    _exit(0);
  }
  collector at_a;
  ASSERT_TRUE(run({{&a, &at_a}}, [&] { return a.send(to(2, 1)); }));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  ASSERT_TRUE(run({{&a, &at_a}}, [&] { return !at_a.lost.empty(); }));
  EXPECT_EQ(at_a.lost, std::vector<std::uint32_t>{2});
  EXPECT_FALSE(a.send(to(2, 1)));
  EXPECT_EQ(unix_socket_transport(directory).slot(), 2u);
}

TEST_F(transport_test, a_child_leaves_its_parents_connections_alone) {
  unix_socket_transport a(directory);
  unix_socket_transport b(directory);
  collector at_a;
  collector at_b;
  ASSERT_TRUE(a.send(to(2, 1)));
  ASSERT_TRUE(run({{&a, &at_a}, {&b, &at_b}}, [&] { return at_b.messages.size() == 1; }));
  const pid_t child = fork();
  if (child == 0) {
    a.abandon();
    b.abandon();
    const unix_socket_transport own(directory);
    _exit(own.slot() == 3 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  ASSERT_TRUE(a.send(to(2, 1)));
  ASSERT_TRUE(run({{&a, &at_a}, {&b, &at_b}}, [&] { return at_b.messages.size() == 2; }));
  EXPECT_TRUE(at_a.lost.empty());
}

TEST_F(transport_test, messages_may_come_byte_by_byte) {
  unix_socket_transport a(directory);
  collector at_a;
  const int stranger = connect_stranger();
  message hello;
  hello.source_qpn = 9;
  auto bytes = wire_bytes(hello);
  const std::vector<std::byte> payload(10, std::byte{2});
  message sent = to(1, 9);
  sent.payload = payload;
  sent.message_bytes = 10;
  const auto more = wire_bytes(sent);
  bytes.insert(bytes.end(), more.begin(), more.end());
  for (const std::byte one : bytes) {
    EXPECT_TRUE(at_a.messages.empty());
    ASSERT_EQ(write(stranger, &one, 1), 1);
    a.exchange();
    a.deliver(at_a);
  }
  ASSERT_EQ(at_a.messages.size(), 1u);
  EXPECT_EQ(at_a.messages[0].payload, payload);
  close(stranger);
}

/// Sends `bytes` after a proper hello and expects the connection to be dropped without a message.
void expect_dropped(unix_socket_transport& a, int stranger, std::vector<std::byte> bytes) {
  collector at_a;
  ASSERT_EQ(write(stranger, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  const auto dropped = [stranger] {
    pollfd file{stranger, POLLIN, 0};
    return poll(&file, 1, 0) == 1;
  };
  EXPECT_TRUE(run({{&a, &at_a}}, dropped));
  EXPECT_TRUE(at_a.messages.empty());
  close(stranger);
}

TEST_F(transport_test, a_first_message_that_is_no_hello_is_refused) {
  unix_socket_transport a(directory);
  expect_dropped(a, connect_stranger(), wire_bytes(to(1, 9)));
}

TEST_F(transport_test, a_message_in_anothers_name_is_refused) {
  unix_socket_transport a(directory);
  message hello;
  hello.source_qpn = 9;
  auto bytes = wire_bytes(hello);
  const auto more = wire_bytes(to(1, 8));
  bytes.insert(bytes.end(), more.begin(), more.end());
  expect_dropped(a, connect_stranger(), bytes);
}

TEST_F(transport_test, noise_is_refused) {
  unix_socket_transport a(directory);
  expect_dropped(a, connect_stranger(), std::vector<std::byte>(200, std::byte{0x33}));
}

struct bad_header {
  std::size_t at;
  std::uint8_t value;
  const char* problem;
};

TEST(message_header, refuses_what_is_not_one) {
  message good = to(1, 2);
  const std::vector<std::byte> payload(4);
  good.payload = payload;
  good.message_bytes = 4;
  std::vector<std::byte> bytes(message_header::size);
  message_header::write(good, bytes.data());
  ASSERT_EQ(message_header::read(bytes.data()).problem, "");
  for (const bad_header& bad : std::initializer_list<bad_header>{
           {0x00, 0x57, "it begins with 0x5742544d instead of 0x5642544d"},
           {0x05, 0x07,
            "it is of version 7 instead of 6: run the same build of the emulator in all processes "
            "of a fabric"},
           {0x06, 0xee, "kind 238 is not known"},
           {0x07, 0x08, "its flags are 0x8"},
           {0x08, 0x01, "a QP number or PSN has more than 24 bits"},
           {0x24, 0x01, "its code is 0x1000000"},
           {0x18, 0x01, "its payload of 16777220 bytes is longer than 65536"},
           {0x1f, 0x01, "its payload ends at byte 5 of 4"},
           {0x5c, 0x01, "the PSN of its packet has more than 24 bits"},
           {0x06, 0x09, "a message of kind ack has a payload"},
           {0x1b, 0x00, "it carries nothing of a message that is not empty"},
       }) {
    auto changed = bytes;
    changed[bad.at] = std::byte{bad.value};
    EXPECT_EQ(message_header::read(changed.data()).problem, bad.problem);
  }
}

}  // namespace
}  // namespace verbatim::emulator
