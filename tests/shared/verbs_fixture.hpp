// Verbs objects that go away by themselves, and what the emulated device said, for tests.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/verbs.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "long_enough.hpp"

namespace verbatim::testing {

/// Calls a verbs destructor; a failing one is a failed test.
template <auto Destroy>
struct destroyer {
  template <class Object>
  void operator()(Object* object) const {
    EXPECT_EQ(Destroy(object), 0);
  }
};

using context_ptr = std::unique_ptr<ibv_context, destroyer<ibv_close_device>>;
using pd_ptr = std::unique_ptr<ibv_pd, destroyer<ibv_dealloc_pd>>;
using mr_ptr = std::unique_ptr<ibv_mr, destroyer<ibv_dereg_mr>>;
using channel_ptr = std::unique_ptr<ibv_comp_channel, destroyer<ibv_destroy_comp_channel>>;
using cq_ptr = std::unique_ptr<ibv_cq, destroyer<ibv_destroy_cq>>;
using srq_ptr = std::unique_ptr<ibv_srq, destroyer<ibv_destroy_srq>>;
using qp_ptr = std::unique_ptr<ibv_qp, destroyer<ibv_destroy_qp>>;

/// The header defines this destructor itself, so `destroyer` of it is another type in each file.
struct flow_destroyer {
  void operator()(ibv_flow* flow) const { EXPECT_EQ(ibv_destroy_flow(flow), 0); }
};
using flow_ptr = std::unique_ptr<ibv_flow, flow_destroyer>;

/// Opens the only device.
inline context_ptr open_device() {
  int count = 0;
  ibv_device** const list = ibv_get_device_list(&count);
  context_ptr opened(count == 1 ? ibv_open_device(list[0]) : nullptr);
  if (list) ibv_free_device_list(list);
  return opened;
}

/// A file that gets what the device says, for as long as the test runs.
class report_file {
 public:
  report_file() {
    const std::string made = (std::filesystem::temp_directory_path() / "report-XXXXXX").string();
    std::vector<char> name(made.begin(), made.end());
    name.push_back('\0');
    close(mkstemp(name.data()));
    path_ = name.data();
    setenv("VERBATIM_EMULATOR_REPORT", name.data(), 1);
  }
  ~report_file() { std::filesystem::remove(path_); }
  report_file(const report_file&) = delete;
  report_file& operator=(const report_file&) = delete;

  /// Returns the text that it got since the last call.
  std::string fresh() {
    std::ifstream file(path_);
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    const std::string result = all.substr(seen_);
    seen_ = all.size();
    return result;
  }

 private:
  std::string path_;
  std::size_t seen_ = 0;
};

/// Returns the device's reports since the last call. The first must come before the device is
/// looked for.
inline std::string reported() {
  static report_file file;
  return file.fresh();
}

/// Waits until the device has said this; returns all that it said.
inline std::string wait_for_words(const std::string& words) {
  std::string said;
  const auto end = std::chrono::steady_clock::now() + long_enough;
  while (said.find(words) == std::string::npos && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    said += reported();
  }
  EXPECT_NE(said.find(words), std::string::npos) << said;
  return said;
}

/// A device with a protection domain and a completion queue.
class device_test : public ::testing::Test {
 protected:
  void SetUp() override {
    reported();
    context = open_device();
    ASSERT_TRUE(context) << "run this test under verbatim-emulator";
    pd.reset(ibv_alloc_pd(context.get()));
    ASSERT_TRUE(pd);
    cq.reset(ibv_create_cq(context.get(), 15, nullptr, nullptr, 0));
    ASSERT_TRUE(cq);
    reported();
  }

  ibv_qp_init_attr queue_pair_attributes(ibv_qp_type type) const {
    ibv_qp_init_attr attributes{};
    attributes.send_cq = cq.get();
    attributes.recv_cq = cq.get();
    attributes.qp_type = type;
    attributes.cap.max_send_wr = 8;
    attributes.cap.max_recv_wr = 8;
    attributes.cap.max_send_sge = 2;
    attributes.cap.max_recv_sge = 2;
    return attributes;
  }

  qp_ptr create_qp(ibv_qp_type type = IBV_QPT_RC, ibv_srq* srq = nullptr) const {
    ibv_qp_init_attr attributes = queue_pair_attributes(type);
    attributes.srq = srq;
    return qp_ptr(ibv_create_qp(pd.get(), &attributes));
  }

  context_ptr context;
  pd_ptr pd;
  cq_ptr cq;
};

// The attributes that each step from RESET to RTS needs of an RC queue pair.
inline constexpr int init_mask =
    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
inline constexpr int uc_rtr_mask =
    IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
inline constexpr int rtr_mask = uc_rtr_mask | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
inline constexpr int uc_rts_mask = IBV_QP_STATE | IBV_QP_SQ_PSN;
inline constexpr int rts_mask =
    uc_rts_mask | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;

/// Values for all of these steps, to a queue pair `dest_qp_num` of this device.
inline ibv_qp_attr attributes_for(ibv_qp_state state, std::uint32_t dest_qp_num = 0) {
  ibv_qp_attr attributes{};
  attributes.qp_state = state;
  attributes.port_num = 1;
  attributes.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
  attributes.path_mtu = IBV_MTU_2048;
  attributes.dest_qp_num = dest_qp_num;
  attributes.rq_psn = 0x123456;
  attributes.sq_psn = 0x654321;
  attributes.max_dest_rd_atomic = 4;
  attributes.max_rd_atomic = 5;
  attributes.min_rnr_timer = 12;
  attributes.timeout = 14;
  attributes.retry_cnt = 6;
  attributes.rnr_retry = 7;
  attributes.ah_attr.dlid = 1;
  attributes.ah_attr.sl = 3;
  attributes.ah_attr.port_num = 1;
  return attributes;
}

/// Modifies with the values of `attributes_for`; returns what ibv_modify_qp does.
inline int modify(ibv_qp* qp, ibv_qp_state state, int mask) {
  ibv_qp_attr attributes = attributes_for(state, qp->qp_num);
  return ibv_modify_qp(qp, &attributes, mask);
}

}  // namespace verbatim::testing
