// The objects of the snippets in C for users of uct, and an endpoint that is their peer.
#pragma once

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <ucs/datastruct/callbackq.h>
#include <uct/api/uct.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "pair_uct_queues.hpp"
#include "pair_verbs.hpp"

// The objects of the snippets.
extern "C" {
uct_component_h component;
uct_md_config_t* md_config;
uct_iface_config_t* iface_config;
uct_md_h md;
uct_worker_h worker;
uct_iface_h iface;
uct_ep_h ep;
uct_mem_h memh;
uct_rkey_bundle_t bundle;
uct_rkey_t rkey;
uct_completion_t comp;
uct_tag_context_t tag_context;
uct_device_addr_t* dev_addr;
uct_iface_addr_t* iface_addr;
uct_ep_addr_t *own_ep_addr, *ep_addr;
uct_iov_t piece;
uct_tag_t tag = 5, mask = ~uct_tag_t{0};
alignas(4096) char buffer[4096];
char packed[64];
std::uint64_t remote, result = ~std::uint64_t{0}, header = 0x1817161514131211;
std::uint32_t result32 = ~std::uint32_t{0};
int argument = 512, fd = -1;

ucs_status_t handler(void* argument, void* data, std::size_t length, unsigned flags);
}

namespace pairs {

/// Notes every queue that uct makes.
inline noted_queues noted;

/// uct finds a device that does atomics over PCIe. On others it sets no fences.
inline bool has_pcie_atomics = false;

inline void check(const char* what, ucs_status_t status) {
  if (UCS_STATUS_IS_ERR(status)) fail(std::string(what) + ": " + ucs_status_string(status));
}

/// Demands of the words among the steps, for when the objects are made.
struct uct_needs {
  bool dc = false, lonely = false, tags = false, fences = false;
};

/// The peer is an endpoint of the same iface.
class uct_objects {
 public:
  uct_objects(const uct_objects&) = delete;
  uct_objects& operator=(const uct_objects&) = delete;

 protected:
  explicit uct_objects(uct_needs needs) : needs_(needs) {
    has_pcie_atomics = needs.fences;
    set_environment();
    open();
  }
  ~uct_objects() = default;

  static std::uint64_t address(const void* of) { return reinterpret_cast<std::uintptr_t>(of); }

  void set_environment() const {
    // Everything is made by libibverbs, where it can be seen. uct asks the device by DevX for masked atomics.
    // The rings are those of the C++.
    for (const auto& [name, value] : std::initializer_list<std::pair<const char*, const char*>>{
             {"UCX_IB_MLX5_DEVX", needs_.dc ? "n" : "y"},
             {"UCX_IB_MLX5_DEVX_OBJECTS", ""},
             {"UCX_IB_FORK_INIT", "n"},
             {"UCX_IB_REG_METHODS", "direct"},
             {"UCX_RC_MLX5_SRQ_TOPO", "list"},
             {"UCX_RC_MLX5_TM_ENABLE", needs_.tags ? "y" : "n"},
             {"UCX_RC_TX_CQ_LEN", "256"},
             {"UCX_RC_TX_INLINE_RESP", "0"},
             {"UCX_DC_MLX5_NUM_DCI", "1"},
             {"UCX_LOG_LEVEL", "warn"},
             {"UCX_WARN_UNUSED_ENV_VARS", "n"}}) {
      setenv(name, value, 1);
    }
  }

  void open() {
    uct_component_h* components = nullptr;
    unsigned count = 0;
    check("uct_query_components", uct_query_components(&components, &count));
    for (const auto one : std::span(components, count)) {
      uct_component_attr_t about{};
      about.field_mask = UCT_COMPONENT_ATTR_FIELD_NAME;
      check("uct_component_query", uct_component_query(one, &about));
      if (std::string_view(about.name) == "ib") component = one;
    }
    if (component == nullptr) fail("UCX has no component 'ib'");
    ucs_async_context_t* async = nullptr;
    check("ucs_async_context_create",
          ucs_async_context_create(UCS_ASYNC_MODE_THREAD_SPINLOCK, &async));
    check("uct_worker_create", uct_worker_create(async, UCS_THREAD_MODE_SINGLE, &worker));
    auto id = UCS_CALLBACKQ_ID_NULL;
    const auto first = [](void* objects) {
      static_cast<uct_objects*>(objects)->before_progress();
      return 0u;
    };
    uct_worker_progress_register_safe(worker, first, this, UCS_CALLBACKQ_FLAG_FAST, &id);
    check("uct_md_config_read", uct_md_config_read(component, nullptr, nullptr, &md_config));
    check("uct_md_open", uct_md_open(component, "mlx5_0", md_config, &md));
    const auto* const transport = needs_.dc ? "dc_mlx5" : "rc_mlx5";
    check("uct_md_iface_config_read",
          uct_md_iface_config_read(md, transport, nullptr, nullptr, &iface_config));
    uct_iface_params_t how{};
    how.field_mask = UCT_IFACE_PARAM_FIELD_ERR_HANDLER;
    how.err_handler = [](void*, uct_ep_h, ucs_status_t) { return UCS_OK; };
    iface = opened(md, how);
  }

  /// Opens an iface with these parameters and those that each needs.
  uct_iface_h opened(uct_md_h on, uct_iface_params_t how) const {
    how.field_mask |= UCT_IFACE_PARAM_FIELD_OPEN_MODE | UCT_IFACE_PARAM_FIELD_DEVICE;
    how.open_mode = UCT_IFACE_OPEN_MODE_DEVICE;
    how.mode.device.tl_name = needs_.dc ? "dc_mlx5" : "rc_mlx5";
    how.mode.device.dev_name = "mlx5_0:1";
    if (needs_.tags) {
      how.field_mask |= UCT_IFACE_PARAM_FIELD_HW_TM_EAGER_CB | UCT_IFACE_PARAM_FIELD_HW_TM_RNDV_CB;
      how.eager_cb = [](void*, void*, std::size_t, unsigned, uct_tag_t, std::uint64_t, void**) {
        say("unexpected", "a message");
        return UCS_OK;
      };
      how.rndv_cb = [](void*, unsigned, std::uint64_t, const void*, unsigned, std::uint64_t,
                       std::size_t, const void*) {
        say("unexpected", "a rendezvous");
        return UCS_OK;
      };
    }
    uct_iface_h made = nullptr;
    check("uct_iface_open", uct_iface_open(on, worker, &how, iface_config, &made));
    uct_iface_progress_enable(made, UCT_PROGRESS_SEND | UCT_PROGRESS_RECV);
    return made;
  }

  uct_mem_h registered(void* from, std::size_t length) const {
    uct_mem_h made = nullptr;
    check("uct_md_mem_reg", uct_md_mem_reg(md, from, length, UCT_MD_MEM_ACCESS_ALL, &made));
    return made;
  }

  uct_rkey_t key_of(uct_mem_h of) const {
    std::array<char, 64> key{};
    uct_rkey_bundle_t unpacked{};
    check("uct_md_mkey_pack", uct_md_mkey_pack(md, of, key.data()));
    check("uct_rkey_unpack", uct_rkey_unpack(component, key.data(), &unpacked));
    return unpacked.rkey;
  }

  /// A place for an address of uct.
  template <class Address>
  struct place {
    std::array<unsigned char, 256> bytes{};
    Address* data() { return reinterpret_cast<Address*>(bytes.data()); }
  };

  /// Makes the endpoint that the snippets use, or what they need to make it.
  void meet() {
    if (needs_.dc) {
      check("uct_iface_get_device_address", uct_iface_get_device_address(iface, device_.data()));
      check("uct_iface_get_address", uct_iface_get_address(iface, interface_.data()));
    } else {
      std::tie(ep, peer_ep_) = connected(needs_.lonely);
    }
    dev_addr = device_.data();
    iface_addr = interface_.data();
    own_ep_addr = own_.data();
    ep_addr = peer_.data();
  }

  /// Makes an endpoint and the peer's, and connects them.
  std::pair<uct_ep_h, uct_ep_h> connected(bool only_peer) {
    check("uct_iface_get_device_address", uct_iface_get_device_address(iface, device_.data()));
    const auto make = [&](place<uct_ep_addr_t>& at) {
      uct_ep_params_t with{};
      with.field_mask = UCT_EP_PARAM_FIELD_IFACE;
      with.iface = iface;
      uct_ep_h made = nullptr;
      check("uct_ep_create", uct_ep_create(&with, &made));
      check("uct_ep_get_address", uct_ep_get_address(made, at.data()));
      ends_.emplace_back(made, noted.last_made().qp);
      return made;
    };
    const auto second = make(peer_);
    if (only_peer) return {nullptr, second};
    const auto first = make(own_);
    check("uct_ep_connect_to_ep", uct_ep_connect_to_ep(first, device_.data(), peer_.data()));
    check("uct_ep_connect_to_ep", uct_ep_connect_to_ep(second, device_.data(), own_.data()));
    return {first, second};
  }

  /// The queue pair of an endpoint that was made here, or the last one, which a snippet has made.
  ibv_qp* queue_of(uct_ep_h end) const {
    const auto found = std::find_if(ends_.begin(), ends_.end(),
                                    [end](const auto& one) { return one.first == end; });
    return found != ends_.end() ? found->second : noted.last_made().qp;
  }

  /// The CQEs of this endpoint from that index on, in words.
  std::vector<std::string> completions_of(uct_ep_h end, std::size_t from) const {
    std::vector<std::string> found;
    const auto& cq = noted.of(queue_of(end)->send_cq);
    for (; from < cq.dv.cqe_cnt && cq.is_written(from); ++from) {
      if ((be32toh(cq.at(from).sop_drop_qpn) & 0xffffff) == queue_of(end)->qp_num)
        found.push_back(words(cq.at(from)));
    }
    return found;
  }

  /// Posts, waits for the completion, and returns it in words.
  template <class Post>
  std::string tried(uct_ep_h end, Post&& post) const {
    const auto begin = noted.of(queue_of(end)->send_cq).written();
    uct_completion_t done = {[](uct_completion_t*) {}, 1, UCS_OK};
    check("the operation", post(&done));
    await("completion", [&] { return uct_worker_progress(worker), done.count == 0; });
    const auto all = completions_of(end, begin);
    return all.empty() ? "no CQE" : all.back();
  }

  /// Called at the begin of each uct_worker_progress().
  virtual void before_progress() {}

  const uct_needs needs_;
  place<uct_device_addr_t> device_;
  place<uct_iface_addr_t> interface_;
  place<uct_ep_addr_t> own_, peer_;
  uct_ep_h peer_ep_ = nullptr;

 private:
  std::vector<std::pair<uct_ep_h, ibv_qp*>> ends_;
};

}  // namespace pairs
