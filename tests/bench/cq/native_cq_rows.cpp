// Polling by ibv_poll_cq beside the rows of cq_rows.cpp. CQEs are plain: libmlx5 reads no others.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cq_turns.hpp"
#include "native_queues.hpp"
#include "rows.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"

namespace verbatim::bench {
namespace {

owner<ibv_cq_ex> create_cq(ibv_context* context, std::uint32_t cqe_size) {
  ibv_cq_init_attr_ex attr{};
  attr.cqe = 2 * depth - 1;  // libmlx5 takes the next power of two above
  mlx5dv_cq_init_attr dv{};
  dv.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_CQE_SIZE;
  dv.cqe_size = static_cast<std::uint16_t>(cqe_size);
  return owner<ibv_cq_ex>(check(mlx5dv_create_cq(context, &attr, &dv), "mlx5dv_create_cq"));
}

owner<ibv_qp> create_qp(ibv_pd* pd, ibv_cq* cq, ibv_qp_type type, std::uint32_t wqebbs) {
  ibv_qp_init_attr_ex attr{};
  attr.qp_type = type;
  attr.send_cq = cq;
  attr.recv_cq = cq;
  attr.cap.max_send_wr = wqebbs;
  attr.cap.max_send_sge = 1;
  attr.cap.max_recv_wr = 1;
  attr.cap.max_recv_sge = 1;
  attr.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  attr.pd = pd;
  attr.send_ops_flags = IBV_QP_EX_WITH_RDMA_WRITE;
  owner<ibv_qp> qp(check(ibv_create_qp_ex(pd->context, &attr), "ibv_create_qp_ex"));
  connect(qp.get());
  return qp;
}

/// Returns the user index of the nth QP that a context made: libmlx5 leaves out the last of every
/// 4096.
constexpr std::uint32_t user_index(std::uint32_t nth) noexcept {
  return nth / 4095 * 4096 + nth % 4095;
}

class native_row final : public counted_row {
 public:
  native_row(std::uint32_t cqe_size, std::vector<ibv_qp_type> types, std::uint32_t pairs)
      : turns_(pairs),
        context_(open_context(tuning::uncached)),
        pd_(check(ibv_alloc_pd(context_.get()), "ibv_alloc_pd")),
        cq_(create_cq(context_.get(), cqe_size)) {
    for (std::uint32_t i = 0; i < pairs; ++i) {
      qps_.push_back(create_qp(pd_.get(), cq(), types[i % types.size()], wqebbs_of_each(pairs)));
    }
    mlx5dv_obj objects{};
    objects.cq.in = cq();
    objects.cq.out = &dv_cq_;
    if (mlx5dv_init_obj(&objects, MLX5DV_OBJ_CQ) != 0) throw std::runtime_error("mlx5dv_init_obj");
    if (dv_cq_.cqe_size != cqe_size) throw std::runtime_error("libmlx5 made CQEs of another size");
  }

  void run() override {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < depth; i += batch) {
      const int taken = ibv_poll_cq(cq(), static_cast<int>(batch), wcs_.data());
      for (int k = 0; k < taken; ++k) {
        const ibv_wc& wc = wcs_[static_cast<std::size_t>(k)];
        if (wc.status == IBV_WC_SUCCESS) sum += wc.wr_id;
      }
      if (taken > 0) taken_ += static_cast<unsigned>(taken);
      benchmark::DoNotOptimize(sum);
    }
  }

 private:
  void post() override {
    turns_.next([this](std::uint32_t nth, std::uint32_t round) {
      for (std::uint32_t id = 0; id < run_length; ++id) {
        post_write(qps_[nth].get(), id);
        complete(nth, static_cast<std::uint16_t>(round * run_length + id));
      }
    });
  }

  static void post_write(ibv_qp* qp, std::uint64_t id) {
    ibv_sge sge{};
    ibv_send_wr wr{};
    wr.wr_id = id;
    wr.sg_list = &sge;
    wr.num_sge = 1;
    wr.opcode = IBV_WR_RDMA_WRITE;
    wr.send_flags = IBV_SEND_SIGNALED;
    ibv_send_wr* refused = nullptr;
    sge.length = 1;
    if (const int error = ibv_post_send(qp, &wr, &refused))
      throw std::system_error(error, std::generic_category(), "ibv_post_send");
  }

  void complete(std::uint32_t nth, std::uint16_t wqe_counter) noexcept {
    cqe64::values{.srqn_uidx = user_index(nth),
                  .s_wqe_opcode = opcode::rdma_write,
                  .qpn = qps_[nth]->qp_num,
                  .wqe_counter = wqe_counter,
                  .opcode = cqe_opcode::req,
                  .owner = static_cast<std::uint8_t>(pi_ / dv_cq_.cqe_cnt & 1)}
        .write(static_cast<std::byte*>(dv_cq_.buf) +
               std::size_t{pi_ % dv_cq_.cqe_cnt + 1} * dv_cq_.cqe_size - cqe64::size);
    ++pi_;
  }

  ibv_cq* cq() const noexcept { return ibv_cq_ex_to_cq(cq_.get()); }

  turns turns_;
  owner<ibv_context> context_;
  owner<ibv_pd> pd_;
  owner<ibv_cq_ex> cq_;
  std::vector<owner<ibv_qp>> qps_;
  mlx5dv_cq dv_cq_{};
  std::uint32_t pi_ = 0;
  std::array<ibv_wc, batch> wcs_{};
};

}  // namespace

std::vector<row_entry> native_cq_rows() {
  std::vector<row_entry> rows;
  const std::vector<std::pair<const char*, std::vector<ibv_qp_type>>> kinds{
      {"mono", {IBV_QPT_RC}}, {"mixed", {IBV_QPT_RC, IBV_QPT_UC}}};
  for (const std::uint32_t cqe_size : {64u, 128u}) {
    for (const std::uint32_t pairs : {1u, 64u, 4096u}) {
      for (const auto& [kind, types] : kinds) {
        rows.push_back(
            {fmt::format("poll_{}_{}_{}/ibv_poll_cq", cqe_size, kind, pairs),
             [=, types = types] { return std::make_unique<native_row>(cqe_size, types, pairs); }});
      }
    }
  }
  return rows;
}

}  // namespace verbatim::bench
