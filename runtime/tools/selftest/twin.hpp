// A queue pair that libmlx5, or any other provider, posts to: it shows what others make of a request.
#pragma once

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/selftest/bench.hpp"
#include "tools/selftest/request.hpp"
#include "verbatim/queue/send/send_queue_memory.hpp"

namespace verbatim::tools::selftest {

/// Calls the verb that destroys the object.
template <auto Destroy>
struct destroys_by {
  template <class Native>
  void operator()(Native* object) const noexcept {
    (void)Destroy(object);
  }
};
template <class Native, auto Destroy>
using native_object = std::unique_ptr<Native, destroys_by<Destroy>>;

/// The verb is an inline function of the header, so it cannot be a template argument here.
struct frees_window {
  void operator()(ibv_mw* window) const noexcept { (void)ibv_dealloc_mw(window); }
};
using window_object = std::unique_ptr<ibv_mw, frees_window>;

/// Throws the errno of a verb that returned no object. The runner decides what it means.
[[noreturn]] void throw_errno(const char* verb, int error_number);

class twin {
 public:
  /// Makes a queue pair of the transport that is in RTS. RC and UC queue pairs are connected to
  /// themselves, XRC ones to a receiver in `domain`.
  /// `with_direct_verbs` also allows what only mlx5dv posts: memory keys and copies.
  twin(bench& on, std::string_view transport, bool with_direct_verbs, ibv_xrcd* domain = nullptr);

  /// Posts the request by the verbs that libmlx5 has for it, signaled. Returns false if it has none.
  bool post(const request& r, const target& to);

  /// Posts a receive for a queue pair that is connected to itself.
  void post_receive(std::uint64_t addr, std::uint32_t length, std::uint32_t lkey);

  /// Returns the next completion. Throws `failure` if none comes, or if one is an error.
  ibv_wc wait(bool may_fail = false);

  /// Returns the WQEs in the ring from the first one on, as many as have been posted.
  std::vector<std::byte> wqes(unsigned count) const;

  std::uint32_t qpn() const noexcept { return qp_->qp_num; }
  ibv_qp* native() const noexcept { return qp_.get(); }
  ibv_cq* cq() const noexcept { return cq_.get(); }

  /// Returns the ring for a send queue of ours. libmlx5 must not post any more.
  const mlx5dv_qp& rings() const noexcept { return rings_; }

  /// An object that requests use: made by the check, and destroyed after the queue pair.
  window_object window;
  native_object<mlx5dv_mkey, mlx5dv_destroy_mkey> mkey;

 private:
  void create(std::string_view transport, bool with_direct_verbs, ibv_xrcd* domain);
  void connect(std::string_view transport);
  void modify(ibv_qp_attr& attributes, ibv_qp_state state, int mask);
  bool begin(const request& r);
  bool begin_key_change(const request& r);
  bool post_by_list(const request& r, const target& to);
  void set_address(const target& to);

  bench& on_;
  std::string transport_;
  native_object<ibv_cq, ibv_destroy_cq> cq_;
  native_object<ibv_qp, ibv_destroy_qp> peer_;  // of XRC
  native_object<ibv_qp, ibv_destroy_qp> qp_;
  mlx5dv_qp rings_{};
  bool data_set_ = false;  // by begin()
};

}  // namespace verbatim::tools::selftest
