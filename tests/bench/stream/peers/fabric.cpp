// libfabric's reliable datagrams over verbs for driver.hpp: KIND is its provider, such as
// verbs;ofi_rxm. The address of the device's interface is in PEERS_ADDRESS.
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver.hpp"

namespace verbatim::bench {

void check(ssize_t status, const char* what) {
  if (status < 0) fail(std::string(what) + ": " + fi_strerror(static_cast<int>(-status)));
}

struct fabric {
  fabric(std::string_view kind, const scenario& what) : what_(what) {
    if (what.idle != 0) fail("there are no idle connections of libfabric");
    const char* const address = std::getenv("PEERS_ADDRESS");
    auto* const hints = fi_allocinfo();
    hints->caps = FI_MSG;
    hints->mode = FI_CONTEXT;
    hints->ep_attr->type = FI_EP_RDM;
    hints->fabric_attr->prov_name = strdup(std::string(kind).c_str());
    hints->domain_attr->mr_mode = FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY;
    hints->domain_attr->threading = FI_THREAD_DOMAIN;
    hints->domain_attr->data_progress = FI_PROGRESS_MANUAL;
    fi_info* found = nullptr;
    check(fi_getinfo(FI_VERSION(1, 17), address, nullptr, FI_SOURCE, hints, &found), "fi_getinfo");
    inject_ = found->tx_attr->inject_size;
    fid_fabric* net = nullptr;
    fid_domain* domain = nullptr;
    check(fi_fabric(found->fabric_attr, &net, nullptr), "fi_fabric");
    check(fi_domain(net, found, &domain, nullptr), "fi_domain");
    for (std::size_t end = 0; end < 2; ++end) {
      out_[end].resize(what.bytes());
      in_[end].resize(what.bytes());
      if (found->domain_attr->mr_mode & FI_MR_LOCAL) {
        out_key_[end] = register_memory(domain, out_[end], FI_SEND);
        in_key_[end] = register_memory(domain, in_[end], FI_RECV);
      }
      fi_av_attr names = {};
      names.type = FI_AV_TABLE;
      fi_cq_attr completions = {};
      completions.format = FI_CQ_FORMAT_MSG;
      completions.size = 4096;
      check(fi_av_open(domain, &names, &av_[end], nullptr), "fi_av_open");
      check(fi_cq_open(domain, &completions, &cq_[end], nullptr), "fi_cq_open");
      check(fi_endpoint(domain, found, &ep_[end], nullptr), "fi_endpoint");
      check(fi_ep_bind(ep_[end], &av_[end]->fid, 0), "fi_ep_bind");
      check(fi_ep_bind(ep_[end], &cq_[end]->fid, FI_TRANSMIT | FI_RECV), "fi_ep_bind");
      check(fi_enable(ep_[end]), "fi_enable");
      sends_[end].resize(what.depth);
      receives_[end].resize(what.depth);
    }
    for (std::size_t end = 0; end < 2; ++end) {
      std::array<char, 256> name;
      std::size_t length = name.size();
      check(fi_getname(&ep_[1 - end]->fid, name.data(), &length), "fi_getname");
      check(fi_av_insert(av_[end], name.data(), 1, &peer_[end], 0, nullptr), "fi_av_insert");
      post(end, 0);
    }
  }

  std::span<std::byte> out(std::size_t end) { return out_[end]; }
  std::span<std::byte> in(std::size_t end) { return in_[end]; }
  bool is_idle(std::size_t end) const { return under_way_[end] == 0; }

  void progress(std::size_t end) {
    std::array<fi_cq_msg_entry, 16> entries;
    const auto count = fi_cq_read(cq_[end], entries.data(), entries.size());
    if (count == -FI_EAGAIN) return;
    check(count, "fi_cq_read");
    for (const auto& one : std::span(entries).first(static_cast<std::size_t>(count))) {
      if (one.flags & FI_RECV) {
        if (one.len != what_.length) fail("a message has another length");
        ++arrived_[end];
      } else {
        --under_way_[end];
      }
    }
  }
  template <class Work>
  void batch(std::size_t, Work&& work) {
    work();
  }

  std::size_t send(std::size_t end, std::size_t offset, std::size_t length) {
    const auto* const from = out_[end].data() + offset;
    const bool is_short = length <= inject_;
    const auto how = is_short ? fi_inject(ep_[end], from, length, peer_[end])
                              : fi_send(ep_[end], from, length, out_key_[end], peer_[end],
                                        &sends_[end][offset / what_.length]);
    if (how == -FI_EAGAIN) return 0;
    check(how, "fi_send");
    if (!is_short) ++under_way_[end];
    return length;
  }

  std::size_t receive(std::size_t end, std::size_t offset, std::size_t) {
    if (arrived_[end] == 0) return 0;
    --arrived_[end];
    post(end, offset / what_.length + 1);
    return what_.length;
  }

  /// The endpoints are gone with the process.
  void end() { std::exit(0); }

 private:
  /// Keeps up to 64 receives posted, and no more than those of the round.
  void post(std::size_t end, std::size_t taken) {
    if (taken == what_.depth) taken = posted_[end] = 0;
    for (auto& posted = posted_[end]; posted < std::min(taken + 64, what_.depth); ++posted) {
      const auto how = fi_recv(ep_[end], in_[end].data() + posted * what_.length, what_.length,
                               in_key_[end], FI_ADDR_UNSPEC, &receives_[end][posted]);
      if (how == -FI_EAGAIN) break;
      check(how, "fi_recv");
    }
  }

  void* register_memory(fid_domain* domain, std::span<std::byte> memory, std::uint64_t rights) {
    fid_mr* region = nullptr;
    check(fi_mr_reg(domain, memory.data(), memory.size(), rights, 0, next_key_++, 0, &region,
                    nullptr),
          "fi_mr_reg");
    return fi_mr_desc(region);
  }

  const scenario what_;
  std::size_t inject_ = 0;
  std::uint64_t next_key_ = 1;
  std::array<fid_av*, 2> av_ = {};
  std::array<fid_cq*, 2> cq_ = {};
  std::array<fid_ep*, 2> ep_ = {};
  std::array<fi_addr_t, 2> peer_ = {};
  std::array<std::vector<std::byte>, 2> out_, in_;
  std::array<void*, 2> out_key_ = {}, in_key_ = {};
  std::array<std::vector<fi_context>, 2> sends_, receives_;
  std::array<std::size_t, 2> under_way_ = {}, arrived_ = {}, posted_ = {};
};

}  // namespace verbatim::bench

int main(int argc, char** argv) {
  return verbatim::bench::run<verbatim::bench::fabric>(argc, argv);
}
