// --capture: what the file says is what libmlx5 wrote into the ring.
#include <infiniband/mlx5dv.h>

#include <string>

#include "connected_pair.hpp"

namespace verbatim::testing {
namespace {

/// A file that gets the WQEs of this process; must be named before the device is looked for.
const std::string& capture_file() {
  static const std::string& path = *new std::string([] {
    std::string name = (std::filesystem::temp_directory_path() / "capture-XXXXXX").string();
    close(mkstemp(name.data()));
    setenv("VERBATIM_EMULATOR_CAPTURE", name.c_str(), 1);
    return name;
  }());
  return path;
}

class capture_test : public connected_pair_test {
 protected:
  void SetUp() override {
    capture_file();
    connected_pair_test::SetUp();
  }
  void TearDown() override { std::filesystem::resize_file(capture_file(), 0); }

  static std::vector<std::string> lines() {
    std::ifstream file(capture_file());
    std::vector<std::string> result;
    for (std::string line; std::getline(file, line);) result.push_back(line);
    return result;
  }

  /// `bytes` bytes of the send ring from a WQEBB on, across its end, as digits.
  std::string ring(std::uint32_t wqebb, std::size_t bytes) const {
    mlx5dv_qp direct{};
    mlx5dv_obj object{};
    object.qp.in = qp.get();
    object.qp.out = &direct;
    EXPECT_EQ(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP), 0);
    const auto* const base = static_cast<const std::uint8_t*>(direct.sq.buf);
    const std::size_t size = std::size_t{direct.sq.wqe_cnt} * direct.sq.stride;
    std::string digits;
    for (std::size_t i = 0; i < bytes; ++i) {
      const std::uint8_t one = base[(std::size_t{wqebb} * 64 + i) % size];
      digits += "0123456789abcdef"[one >> 4];
      digits += "0123456789abcdef"[one & 15];
    }
    return digits;
  }

  std::uint32_t ring_wqebbs() const {
    mlx5dv_qp direct{};
    mlx5dv_obj object{};
    object.qp.in = qp.get();
    object.qp.out = &direct;
    EXPECT_EQ(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP), 0);
    return direct.sq.wqe_cnt;
  }

  std::string expected(std::uint32_t wqe_index, const char* opcode, bool refused,
                       std::size_t length) const {
    return "{\"pid\":" + std::to_string(getpid()) +
           ",\"device\":\"mlx5_0\",\"qpn\":" + std::to_string(qp->qp_num) +
           ",\"type\":\"RC\",\"wqe_index\":" + std::to_string(wqe_index) +
           ",\"slot\":" + std::to_string(wqe_index % ring_wqebbs()) + ",\"opcode\":\"" + opcode +
           "\",\"refused\":" + (refused ? "true" : "false") +
           ",\"length\":" + std::to_string(length) + ",\"bytes\":\"" + ring(wqe_index, length) +
           "\"}";
  }
};

TEST_F(capture_test, a_wqe_is_written_as_it_lies_in_the_ring) {
  connect();
  expect(work(IBV_WR_RDMA_WRITE, 64), IBV_WC_SUCCESS);
  expect(work(IBV_WR_RDMA_READ, 8), IBV_WC_SUCCESS);
  expect(work(IBV_WR_ATOMIC_FETCH_AND_ADD, 8), IBV_WC_SUCCESS);
  const auto said = lines();
  ASSERT_EQ(said.size(), 3u);
  EXPECT_EQ(said[0], expected(0, "rdma_write", false, 48));
  EXPECT_EQ(said[1], expected(1, "rdma_read", false, 48));
  EXPECT_EQ(said[2], expected(2, "atomic_fa", false, 64));
}

TEST_F(capture_test, a_wqe_across_the_rings_end_is_one_piece) {
  connect();
  std::uint32_t wqebb = 0;
  for (bool crossed = false; !crossed;) {
    ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 150);
    wr.send_flags |= IBV_SEND_INLINE;
    expect(wr, IBV_WC_SUCCESS);
    // ctrl, raddr, and 150 bytes behind a header of 4.
    constexpr std::size_t length = 16 + 16 + 160;
    EXPECT_EQ(lines().back(), expected(wqebb, "rdma_write", false, length));
    crossed = wqebb % ring_wqebbs() + length / 64 > ring_wqebbs();
    wqebb += length / 64;
    ASSERT_LT(wqebb, 4096u) << "no WQE crosses the end";
  }
}

TEST_F(capture_test, what_is_refused_is_written_too) {
  connect();
  mlx5dv_qp direct{};
  mlx5dv_obj object{};
  object.qp.in = qp.get();
  object.qp.out = &direct;
  ASSERT_EQ(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP), 0);
  // A SEND whose ds is 0.
  auto* const bytes = static_cast<std::uint8_t*>(direct.sq.buf);
  const std::array<std::uint8_t, 16> ctrl{0,
                                          0,
                                          0,
                                          0x0a,
                                          0,
                                          static_cast<std::uint8_t>(qp->qp_num >> 8),
                                          static_cast<std::uint8_t>(qp->qp_num),
                                          0,
                                          0,
                                          0,
                                          0,
                                          8,
                                          0,
                                          0,
                                          0,
                                          0};
  std::memcpy(bytes, ctrl.data(), ctrl.size());
  __atomic_store_n(&direct.dbrec[MLX5_SND_DBR], htobe32(1), __ATOMIC_RELEASE);
  std::uint64_t first;
  std::memcpy(&first, ctrl.data(), sizeof first);
  __atomic_store_n(static_cast<std::uint64_t*>(direct.bf.reg), first, __ATOMIC_RELEASE);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_LOC_QP_OP_ERR);
  ASSERT_EQ(lines().size(), 1u);
  EXPECT_EQ(lines()[0], expected(0, "send", true, 16));
}

}  // namespace
}  // namespace verbatim::testing
