// Streams and channels of this library for driver.hpp: KIND is bytes or messages.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "driver.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim::bench {

using engine_type = stream::direct_engine<>;

/// Long messages are sent by coroutines that wait here for the next one.
struct gate {
  std::coroutine_handle<>& waits;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> next) noexcept { waits = next; }
  void await_resume() const noexcept {}
};

template <class End>
struct ours {
  static constexpr bool are_bytes = std::is_same_v<End, stream::byte_stream<engine_type>>;

  ours(std::string_view, const scenario& what)
      : what_(what),
        device_(open_device()),
        domain_(device_),
        engines_{make_engine(), make_engine()},
        ends_{make_end(0, options()), make_end(1, options())} {
    for (std::size_t end = 0; end < 2; ++end) {
      out_[end].emplace(memory(access::local_write | access::remote_read));
      in_[end].emplace(memory(access::local_write));
    }
    connect(*ends_[0], *ends_[1]);
    for (std::size_t i = 0; i < what.idle * 2; i += 2) {
      const stream::stream_options small{.window = 4, .slot_bytes = 64};
      idle_.push_back(make_end(0, small));
      idle_.push_back(make_end(1, small));
      connect(*idle_[i], *idle_[i + 1]);
    }
    if (!what.is_long()) return;
    for (std::size_t end = 0; end < 2; ++end) {
      senders_[end] = sends(end);
      senders_[end].start();
      if constexpr (!are_bytes) {
        receivers_[end] = receives(end);
        receivers_[end].start();
      }
    }
  }

  std::span<std::byte> out(std::size_t end) { return out_[end]->memory(); }
  std::span<std::byte> in(std::size_t end) { return in_[end]->memory(); }
  bool is_idle(std::size_t end) const { return !is_sending_[end]; }

  void progress(std::size_t end) { engines_[end]->poll(); }

  template <class Work>
  void batch(std::size_t end, Work&& work) {
    engines_[end]->batch(work);
  }

  std::size_t send(std::size_t end, std::size_t offset, std::size_t length) {
    if (what_.is_long()) {
      if (is_sending_[end]) return 0;
      is_sending_[end] = true;
      next_send_[end].resume();
      return length;
    }
    const auto from = std::span<const std::byte>(out(end)).subspan(offset, length);
    if constexpr (are_bytes) {
      return ends_[end]->try_write(from).bytes;
    } else {
      return ends_[end]->try_send(from) == stream::stream_status::ok ? length : 0;
    }
  }

  std::size_t receive(std::size_t end, std::size_t offset, std::size_t length) {
    const auto to = in(end).subspan(offset, length);
    if constexpr (are_bytes) {
      return ends_[end]->try_read(to).bytes;
    } else if (what_.is_long()) {
      return std::exchange(received_[end], 0);
    } else {
      const auto message = ends_[end]->try_receive();
      if (message && message.size() != what_.length) fail("a message has another length");
      return message ? message.copy_to(to) : 0;
    }
  }

  /// Says what the streams' own counters must be.
  void end() {
    for (const auto& one : ends_) {
      if (one->statistics().not_ready != 0) fail("a message found no receive");
    }
    // Closing idle connections does not belong to the messages. It takes another number of WQEs and
    // system calls in each run.
    if (what_.idle != 0) std::exit(0);
  }

 private:
  std::unique_ptr<engine_type> make_engine() const {
    return std::make_unique<engine_type>(
        device_, stream::engine_options{.cqes = what_.idle == 0 ? 4096u : 65536u,
                                        .wait = stream::wait_mode::park,
                                        .takes_device_events = false});
  }
  std::unique_ptr<End> make_end(std::size_t end, const stream::stream_options& how) const {
    return std::make_unique<End>(*engines_[end], domain_, how);
  }
  /// Long bytes go into a ring, and long messages are lent.
  stream::stream_options options() const {
    if (!what_.is_long()) return {};
    if (are_bytes) return {.ring_bytes = 1 << 20};
    return {.lend_from = 65536};
  }
  mr memory(access rights) const {
    return mr::allocate(domain_, what_.bytes(), {.access = rights});
  }
  static void connect(End& a, End& b) {
    const auto address = a.address();
    a.connect(b.address());
    b.connect(address);
  }

  stream::task<> sends(std::size_t end) {
    for (;;) {
      co_await gate{next_send_[end]};
      if constexpr (are_bytes) {
        const auto put = co_await ends_[end]->send(out_[end]->slice());
        if (!put) fail("a send has failed");
      } else {
        const auto put = co_await ends_[end]->send(*out_[end], 0, what_.length);
        if (put != stream::stream_status::ok) fail("a send has failed");
      }
      is_sending_[end] = false;
    }
  }
  stream::task<> receives(std::size_t end) {
    if constexpr (!are_bytes) {
      for (;;) {
        const auto got = co_await ends_[end]->receive_into(*in_[end], 0, what_.length);
        if (!got) co_return;
        received_[end] = got.bytes;
      }
    } else {
      co_return;
    }
  }

  const scenario what_;
  context device_;
  pd domain_;
  std::array<std::unique_ptr<engine_type>, 2> engines_;
  std::array<std::optional<mr>, 2> out_, in_;
  std::array<std::unique_ptr<End>, 2> ends_;
  std::vector<std::unique_ptr<End>> idle_;
  std::array<std::coroutine_handle<>, 2> next_send_;
  std::array<bool, 2> is_sending_ = {};
  std::array<std::size_t, 2> received_ = {};
  std::array<stream::task<>, 2> senders_, receivers_;
};

}  // namespace verbatim::bench

int main(int argc, char** argv) {
  using namespace verbatim;
  const std::string_view kind = argc > 1 ? argv[1] : "";
  if (kind == "bytes")
    return bench::run<bench::ours<stream::byte_stream<bench::engine_type>>>(argc, argv);
  if (kind == "messages")
    return bench::run<bench::ours<stream::message_channel<bench::engine_type>>>(argc, argv);
  return std::fprintf(stderr, "KIND is bytes or messages\n"), 2;
}
