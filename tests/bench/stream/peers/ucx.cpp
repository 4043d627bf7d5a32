// UCX for driver.hpp: KIND is stream, am (active messages) or tag.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <ucp/api/ucp.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "driver.hpp"

namespace verbatim::bench {

void check(ucs_status_t status, const char* what) {
  if (status != UCS_OK) fail(std::string(what) + ": " + ucs_status_string(status));
}

struct ucx {
  ucx(std::string_view kind, const scenario& what) : kind_(kind), what_(what) {
    if (kind != "stream" && kind != "am" && kind != "tag") fail("KIND is stream, am or tag");
    ucp_params_t parameters = {};
    parameters.field_mask = UCP_PARAM_FIELD_FEATURES;
    parameters.features = kind == "stream" ? UCP_FEATURE_STREAM
                          : kind == "am"   ? UCP_FEATURE_AM
                                           : UCP_FEATURE_TAG;
    ucp_context_h context = nullptr;
    check(ucp_init(&parameters, nullptr, &context), "ucp_init");
    for (std::size_t end = 0; end < 2; ++end) {
      out_[end].resize(what.bytes());
      in_[end].resize(what.bytes());
      sending_[end].reserve(what.depth + 1);
      ucp_worker_params_t how = {};
      how.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE;
      how.thread_mode = UCS_THREAD_MODE_SINGLE;
      check(ucp_worker_create(context, &how, &worker_[end]), "ucp_worker_create");
      if (kind == "am") take_messages(end);
    }
    listen();
    for (std::size_t i = 0; i <= what.idle; ++i) connect_one();
    for (std::size_t end = 0; kind == "tag" && end < 2; ++end) {
      tags_[end].resize(what.depth);
      post_tags(end, 0);
    }
  }

  std::span<std::byte> out(std::size_t end) { return out_[end]; }
  std::span<std::byte> in(std::size_t end) { return in_[end]; }

  bool is_idle(std::size_t end) const { return sending_[end].empty(); }

  /// Frees the requests that are done, too.
  void progress(std::size_t end) {
    ucp_worker_progress(worker_[end]);
    auto& requests = sending_[end];
    std::size_t left = 0;
    for (auto* const request : requests) {
      if (is_done(request)) continue;
      requests[left++] = request;
    }
    requests.resize(left);
  }
  template <class Work>
  void batch(std::size_t, Work&& work) {
    work();
  }

  std::size_t send(std::size_t end, std::size_t offset, std::size_t length) {
    const auto* const from = out_[end].data() + offset;
    ucp_request_param_t how = {};
    auto* const ep = ep_[end];
    auto* const request = kind_ == "stream" ? ucp_stream_send_nbx(ep, from, length, &how)
                          : kind_ == "am"
                              ? ucp_am_send_nbx(ep, message_id, nullptr, 0, from, length, &how)
                              : ucp_tag_send_nbx(ep, from, length, message_tag, &how);
    if (UCS_PTR_IS_ERR(request)) check(UCS_PTR_STATUS(request), "send");
    if (request != nullptr) sending_[end].push_back(request);
    return length;
  }

  /// Receives are posted where the next bytes belong. Active messages come by a call.
  std::size_t receive(std::size_t end, std::size_t offset, std::size_t length) {
    if (kind_ == "am") return take_arrived(end, length);
    if (kind_ == "stream") return read(end, offset, length);
    const auto number = offset / what_.length;
    auto*& request = tags_[end][number];
    if (request != nullptr && !is_done(request)) return 0;
    post_tags(end, number + 1);
    return what_.length;
  }

  /// The connections are gone with the process.
  void end() { std::exit(0); }

 private:
  static constexpr unsigned message_id = 1;
  static constexpr ucp_tag_t message_tag = 7;

  /// Frees a request that is done.
  static bool is_done(void* request) {
    const auto status = ucp_request_check_status(request);
    if (status == UCS_INPROGRESS) return false;
    check(status, "request");
    ucp_request_free(request);
    return true;
  }

  /// Keeps up to 64 receives posted, and no more than those of the round.
  void post_tags(std::size_t end, std::size_t taken) {
    if (taken == what_.depth) taken = posted_[end] = 0;
    for (auto& posted = posted_[end]; posted < std::min(taken + 64, what_.depth); ++posted) {
      const ucp_request_param_t how = {};
      auto* const to = in_[end].data() + posted * what_.length;
      auto*& request = tags_[end][posted];
      request =
          ucp_tag_recv_nbx(worker_[end], to, what_.length, message_tag, ~std::uint64_t{0}, &how);
      if (UCS_PTR_IS_ERR(request)) check(UCS_PTR_STATUS(request), "receive");
    }
  }

  /// Takes the bytes that are there, or asks for the next ones.
  std::size_t read(std::size_t end, std::size_t offset, std::size_t length) {
    auto*& request = request_[end];
    if (request != nullptr) {
      if (!is_done(request)) return 0;
      request = nullptr;
      return std::exchange(arrived_[end], 0);
    }
    ucp_request_param_t how = {};
    how.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA;
    how.cb.recv_stream = [](void*, ucs_status_t status, std::size_t got, void* to_whom) {
      check(status, "receive");
      *static_cast<std::size_t*>(to_whom) = got;
    };
    how.user_data = &arrived_[end];
    std::size_t bytes = 0;
    request = ucp_stream_recv_nbx(ep_[end], in_[end].data() + offset, length, &bytes, &how);
    if (UCS_PTR_IS_ERR(request)) check(UCS_PTR_STATUS(request), "receive");
    return request == nullptr ? bytes : 0;
  }

  std::size_t take_arrived(std::size_t end, std::size_t most) {
    if (request_[end] != nullptr && is_done(request_[end])) {
      request_[end] = nullptr;
      arrived_[end] += what_.length;
    }
    const auto bytes = std::min(arrived_[end], most);
    arrived_[end] -= bytes;
    return bytes;
  }

  /// The messages of a round lie behind each other.
  std::byte* next_place(std::size_t end) {
    auto* const to = in_[end].data() + placed_[end];
    placed_[end] = (placed_[end] + what_.length) % what_.bytes();
    return to;
  }

  struct handler_of {
    ucx* of;
    std::size_t end;
  };
  void take_messages(std::size_t end) {
    handlers_[end] = {this, end};
    ucp_am_handler_param_t how = {};
    how.field_mask = UCP_AM_HANDLER_PARAM_FIELD_ID | UCP_AM_HANDLER_PARAM_FIELD_CB |
                     UCP_AM_HANDLER_PARAM_FIELD_ARG;
    how.id = message_id;
    how.arg = &handlers_[end];
    how.cb = [](void* argument, const void*, std::size_t, void* data, std::size_t length,
                const ucp_am_recv_param_t* info) {
      const auto& to = *static_cast<handler_of*>(argument);
      return to.of->take(to.end, data, length, (info->recv_attr & UCP_AM_RECV_ATTR_FLAG_RNDV) != 0);
    };
    check(ucp_worker_set_am_recv_handler(worker_[end], &how), "ucp_worker_set_am_recv_handler");
  }
  ucs_status_t take(std::size_t end, void* data, std::size_t length, bool is_rendezvous) {
    if (length != what_.length) fail("a message has another length");
    auto* const to = next_place(end);
    if (!is_rendezvous) {
      std::memcpy(to, data, length);
      arrived_[end] += length;
      return UCS_OK;
    }
    if (request_[end] != nullptr) fail("two long messages at once");
    const ucp_request_param_t how = {};
    request_[end] = ucp_am_recv_data_nbx(worker_[end], data, to, length, &how);
    if (UCS_PTR_IS_ERR(request_[end])) check(UCS_PTR_STATUS(request_[end]), "receive");
    if (request_[end] == nullptr) arrived_[end] += length;
    return UCS_INPROGRESS;
  }

  void listen() {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ucp_listener_params_t how = {};
    how.field_mask = UCP_LISTENER_PARAM_FIELD_SOCK_ADDR | UCP_LISTENER_PARAM_FIELD_CONN_HANDLER;
    how.sockaddr.addr = reinterpret_cast<const sockaddr*>(&address_);
    how.sockaddr.addrlen = sizeof address_;
    how.conn_handler.arg = this;
    how.conn_handler.cb = [](ucp_conn_request_h request, void* argument) {
      static_cast<ucx*>(argument)->wants_ = request;
    };
    ucp_listener_h listener = nullptr;
    check(ucp_listener_create(worker_[1], &how, &listener), "ucp_listener_create");
    ucp_listener_attr_t is = {};
    is.field_mask = UCP_LISTENER_ATTR_FIELD_SOCKADDR;
    check(ucp_listener_query(listener, &is), "ucp_listener_query");
    std::memcpy(&address_, &is.sockaddr, sizeof address_);
  }

  /// The last connection is the one that is used.
  void connect_one() {
    ucp_ep_params_t how = {};
    how.field_mask = UCP_EP_PARAM_FIELD_FLAGS | UCP_EP_PARAM_FIELD_SOCK_ADDR;
    how.flags = UCP_EP_PARAMS_FLAGS_CLIENT_SERVER;
    how.sockaddr.addr = reinterpret_cast<const sockaddr*>(&address_);
    how.sockaddr.addrlen = sizeof address_;
    check(ucp_ep_create(worker_[0], &how, &ep_[0]), "ucp_ep_create");
    while (wants_ == nullptr) turn_both();
    ucp_ep_params_t accepts = {};
    accepts.field_mask = UCP_EP_PARAM_FIELD_CONN_REQUEST;
    accepts.conn_request = std::exchange(wants_, nullptr);
    check(ucp_ep_create(worker_[1], &accepts, &ep_[1]), "ucp_ep_create");
    for (std::size_t end = 0; end < 2; ++end) {
      const ucp_request_param_t plain = {};
      auto* const flush = ucp_ep_flush_nbx(ep_[end], &plain);
      if (UCS_PTR_IS_ERR(flush)) check(UCS_PTR_STATUS(flush), "ucp_ep_flush");
      while (flush != nullptr && ucp_request_check_status(flush) == UCS_INPROGRESS) turn_both();
      if (flush != nullptr) ucp_request_free(flush);
    }
  }
  /// Takes a turn of both ends, and leaves time for the device. Callgrind counts nothing here, but it
  /// slows everything down.
  void turn_both() {
    for (auto* const worker : worker_) ucp_worker_progress(worker);
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }

  const std::string kind_;
  const scenario what_;
  sockaddr_in address_ = {};
  std::array<ucp_worker_h, 2> worker_ = {};
  std::array<ucp_ep_h, 2> ep_ = {};
  ucp_conn_request_h wants_ = nullptr;
  std::array<handler_of, 2> handlers_ = {};
  std::array<std::vector<std::byte>, 2> out_, in_;
  std::array<std::vector<void*>, 2> sending_;
  std::array<std::vector<void*>, 2> tags_;
  std::array<void*, 2> request_ = {};  ///< of a receive that waits
  std::array<std::size_t, 2> posted_ = {}, arrived_ = {}, placed_ = {};
};

}  // namespace verbatim::bench

int main(int argc, char** argv) { return verbatim::bench::run<verbatim::bench::ucx>(argc, argv); }
