// Commands of rdma_cm's device file by chance: right ones in any order, and ones whose length, header, id,
// pointers and bytes are damaged. Each returns an errno that Linux has for it, writes nothing behind the
// program's answer, and leaves a device on which connections can be made. Seeds distinguish the finished
// histories.
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <set>
#include <span>

#include "dice.hpp"
#include "histories.hpp"
#include "raw_channel.hpp"

namespace {

using verbatim::test::dice;

const std::string here = "127.0.0.1";

/// The layout of a command: the length of its structure, and where its id and the pointer to its answer are.
/// Source: rdma_user_cm.h.
struct layout {
  static constexpr std::size_t none = 0xffff;
  std::size_t bytes;
  std::size_t id = none;
  std::size_t response = none;
};
#define LAYOUT(type) \
  { sizeof(type), offsetof(type, id) }
#define LAYOUT_WITH_ANSWER(type) \
  { sizeof(type), offsetof(type, id), offsetof(type, response) }
constexpr std::array<layout, 25> layouts{{
    {sizeof(rdma_ucm_create_id), layout::none, offsetof(rdma_ucm_create_id, response)},
    LAYOUT_WITH_ANSWER(rdma_ucm_destroy_id),
    LAYOUT(rdma_ucm_bind_ip),
    LAYOUT(rdma_ucm_resolve_ip),
    LAYOUT(rdma_ucm_resolve_route),
    LAYOUT_WITH_ANSWER(rdma_ucm_query),
    LAYOUT(rdma_ucm_connect),
    LAYOUT(rdma_ucm_listen),
    LAYOUT(rdma_ucm_accept),
    LAYOUT(rdma_ucm_reject),
    LAYOUT(rdma_ucm_disconnect),
    LAYOUT_WITH_ANSWER(rdma_ucm_init_qp_attr),
    {sizeof(rdma_ucm_get_event), layout::none, offsetof(rdma_ucm_get_event, response)},
    {8},  // GET_OPTION, which the kernel does not have
    {sizeof(rdma_ucm_set_option), offsetof(rdma_ucm_set_option, id),
     offsetof(rdma_ucm_set_option, optval)},
    LAYOUT(rdma_ucm_notify),
    LAYOUT_WITH_ANSWER(rdma_ucm_join_ip_mcast),
    LAYOUT_WITH_ANSWER(rdma_ucm_destroy_id),  // LEAVE_MCAST
    LAYOUT_WITH_ANSWER(rdma_ucm_migrate_id),
    LAYOUT_WITH_ANSWER(rdma_ucm_query),
    LAYOUT(rdma_ucm_bind),
    LAYOUT(rdma_ucm_resolve_addr),
    LAYOUT_WITH_ANSWER(rdma_ucm_join_mcast),
    {16},  // numbers that no command has
    {16},
}};
#undef LAYOUT
#undef LAYOUT_WITH_ANSWER

constexpr int enotsupp = 524;  // of Linux, which libc does not name

/// The errno values that ib_core's ucma.c, cma.c and addr.c return to a program.
const std::set<int> known_errors{
    0,          EINVAL,        ENOENT, EFAULT, ENOSPC, ENOSYS,       EBUSY,
    EADDRINUSE, EADDRNOTAVAIL, ENODEV, EAGAIN, ENOMEM, EAFNOSUPPORT, EPROTONOSUPPORT,
    EOPNOTSUPP, enotsupp,      ENXIO,  EACCES, EPERM,  ENETUNREACH,  EHOSTUNREACH,
    ENOTCONN};

/// The memory that answers go to, and a page that cannot be accessed.
class answers {
 public:
  static constexpr std::size_t size = 4096;

  answers() : forbidden_(mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~answers() { munmap(forbidden_, size); }
  answers(const answers&) = delete;
  answers& operator=(const answers&) = delete;

  void clear() { bytes_.fill(untouched); }
  std::uint64_t somewhere(dice& random) {
    switch (random.below(30)) {
      case 0:
        return 0;
      case 1:
        return reinterpret_cast<std::uintptr_t>(forbidden_);
      case 2:
        return ~std::uint64_t{0} - random.below(64);
      default:
        return reinterpret_cast<std::uintptr_t>(bytes_.data());
    }
  }
  /// Expects that at most so many bytes were written.
  void expect_at_most(std::size_t written, std::uint32_t command) const {
    for (auto at = std::min(written, size); at != size; ++at) {
      ASSERT_EQ(bytes_[at], untouched)
          << "command " << command << " wrote at " << at << ", behind " << written;
    }
  }
  template <class Answer>
  Answer as() const {
    Answer answer;
    std::memcpy(&answer, bytes_.data(), sizeof answer);
    return answer;
  }

 private:
  static constexpr std::byte untouched{0xa5};
  alignas(8) std::array<std::byte, size> bytes_{};
  void* forbidden_;
};

/// Two event channels of one program, with the ids that either has named.
class world {
 public:
  explicit world(dice& random) : random_(random) {
    for (auto& one : channels_) fcntl(one.fd(), F_SETFL, O_NONBLOCK);
  }

  void run(int steps) {
    for (int i = 0; i < steps && !::testing::Test::HasFailure(); ++i) {
      random_.one_in(2) ? right_command() : damaged_command();
      if (random_.one_in(3)) take_event(any_channel());
    }
  }

 private:
  raw_channel& any_channel() { return channels_[random_.below(2)]; }

  std::uint32_t any_id() {
    if (ids_.empty() || random_.one_in(10)) return random_.below(40);
    return *std::next(ids_.begin(), static_cast<std::ptrdiff_t>(
                                        random_.below(static_cast<std::uint32_t>(ids_.size()))));
  }

  socket_address any_address() {
    const std::array<const char*, 6> all{"127.0.0.1", "0.0.0.0",   "::1",
                                         "10.0.0.1",  "224.1.2.3", "ff05::1:2"};
    return socket_address::of(all[random_.below(all.size())], any_port());
  }
  /// A few, so that programs meet.
  std::uint16_t any_port() {
    return static_cast<std::uint16_t>(random_.below(6) == 0 ? 0 : 7000 + random_.below(3));
  }

  std::string any_data() { return std::string(random_.below(random_.one_in(4) ? 255 : 20), 'x'); }

  void expect_known(int error, std::uint32_t number) {
    EXPECT_TRUE(known_errors.contains(error)) << std::strerror(error) << " from command " << number;
  }

  /// A command as librdmacm would write it, to any id in any state.
  void right_command() {
    const auto& on = any_channel();
    const auto id = any_id();
    int error = 0;
    switch (random_.below(18)) {
      case 0:
      case 1: {
        const std::array<std::uint16_t, 4> spaces{RDMA_PS_TCP, RDMA_PS_UDP, RDMA_PS_IB,
                                                  RDMA_PS_IPOIB};
        std::uint32_t made = 0;
        error = on.create(made, id, spaces[random_.below(spaces.size())],
                          static_cast<std::uint8_t>(2 + random_.below(3)));
        if (error == 0) ids_.insert(made);
        break;
      }
      case 2:
        error = on.bind(id, any_address());
        break;
      case 3:
        error = on.listen(id, random_.below(4));
        break;
      case 4:
      case 5:
        error = on.resolve_address(id, any_address(), random_.below(50));
        break;
      case 6:
      case 7:
        error = on.resolve_route(id, random_.below(50));
        break;
      case 8:
      case 9:
        error = on.connect(id, random_.below(100), any_data());
        break;
      case 10:
        error = random_.one_in(2) ? on.accept(id, id, random_.below(100), any_data())
                                  : on.establish(id);
        break;
      case 11:
        error = on.reject(id, any_data(), static_cast<std::uint8_t>(random_.below(40)));
        break;
      case 12:
        error = on.disconnect(id);
        break;
      case 13:
        error = on.notify(id, random_.below(20));
        break;
      case 14: {
        ib_uverbs_qp_attr answer{};
        error = on.attributes(id, random_.below(7), answer);
        break;
      }
      case 15: {
        std::uint32_t group = 0;
        error = on.join(id, id, any_address(), group, static_cast<std::uint16_t>(random_.below(4)));
        if (error == 0) ids_.insert(group);
        break;
      }
      case 16:
        error = random_.one_in(2) ? on.leave(id) : on.migrate(id, any_channel());
        break;
      case 17:
        error = on.destroy(id);
        break;
    }
    expect_known(error, 0);
  }

  /// A command with a random part.
  void damaged_command() {
    const auto number = random_.below(static_cast<std::uint32_t>(layouts.size()));
    const auto& its = layouts[number];
    std::array<std::byte, sizeof(rdma_ucm_cmd_hdr) + 1024> command{};
    const auto payload = std::span(command).subspan(sizeof(rdma_ucm_cmd_hdr));
    if (random_.one_in(2)) {
      for (auto& one : payload.first(its.bytes))
        one = std::byte(random_.one_in(3) ? random_.below(256) : 0);
    }
    answers_.clear();
    if (its.id != layout::none) put(payload, its.id, any_id());
    const bool answers_by_event = number == RDMA_USER_CM_CMD_GET_EVENT;
    if (its.response != layout::none) put(payload, its.response, answers_.somewhere(random_));
    if (number == RDMA_USER_CM_CMD_MIGRATE_ID) {
      put(payload, offsetof(rdma_ucm_migrate_id, fd),
          random_.one_in(2) ? any_channel().fd() : int(random_.below(12)) - 1);
    }
    if (number == RDMA_USER_CM_CMD_SET_OPTION) {
      put(payload, offsetof(rdma_ucm_set_option, optlen),
          random_.below(random_.one_in(8) ? 1u << 31 : 64u));
    }
    const auto in = random_.one_in(6) ? random_.below(static_cast<std::uint32_t>(its.bytes) + 32)
                                      : static_cast<std::uint32_t>(its.bytes);
    const auto out = random_.one_in(4) ? random_.below(600) : 512u;
    const rdma_ucm_cmd_hdr header{random_.one_in(40) ? random_.below(1u << 31) : number,
                                  static_cast<std::uint16_t>(in), static_cast<std::uint16_t>(out)};
    std::memcpy(command.data(), &header, sizeof header);
    auto bytes = sizeof header + in;
    if (random_.one_in(8)) bytes = random_.below(static_cast<std::uint32_t>(bytes) + 16);
    const ssize_t written = write(any_channel().fd(), command.data(), bytes);
    expect_known(written < 0 ? errno : 0, header.cmd);
    if (written >= 0) {
      EXPECT_EQ(static_cast<std::size_t>(written), bytes);
    }
    // Linux's ucma_migrate_id does not look at the length of its answer.
    auto most = number == RDMA_USER_CM_CMD_SET_OPTION ? 0u : out;
    if (number == RDMA_USER_CM_CMD_MIGRATE_ID)
      most = std::max<std::uint32_t>(most, sizeof(rdma_ucm_migrate_resp));
    answers_.expect_at_most(most, number);
    if (written < 0 || header.cmd != number) return;
    if (answers_by_event) ids_.insert(answers_.as<rdma_ucm_event_resp>().id);
    if (number == RDMA_USER_CM_CMD_CREATE_ID)
      ids_.insert(answers_.as<rdma_ucm_create_id_resp>().id);
  }

  template <class Value>
  static void put(std::span<std::byte> payload, std::size_t at, Value value) {
    std::memcpy(payload.data() + at, &value, sizeof value);
  }

  void take_event(const raw_channel& on) {
    rdma_ucm_event_resp answer{};
    const int error = on.get_event(answer);
    expect_known(error, RDMA_USER_CM_CMD_GET_EVENT);
    if (error == 0) ids_.insert(answer.id);
  }

  dice& random_;
  raw_channel channels_[2];
  answers answers_;
  std::set<std::uint32_t> ids_;
};

/// Connects two ids, as programs do.
void expect_a_device_that_works() {
  raw_channel passive, active;
  const auto listening = passive.listener(here, 1);
  const auto id = active.made(2);
  active.resolve(id, here, passive.port_of(listening));
  ASSERT_EQ(active.connect(id, 0x100), 0);
  const auto request = passive.expect(ev::connect_request).id;
  ASSERT_EQ(passive.accept(request, 3, 0x101), 0);
  active.expect(ev::connect_response);
  ASSERT_EQ(active.establish(id), 0);
  passive.expect(ev::established);
}

TEST(cm_random_test, commands_are_refused_or_executed) {
  verbatim::test::each_history(60, [](dice& random) {
    world(random).run(400);
    if (!::testing::Test::HasFailure()) expect_a_device_that_works();
  });
}

}  // namespace
