// A completion queue that a DevX command makes, for formats that libmlx5 does not know.
#include "verbatim/verbs/completion/devx_cq.hpp"

#include <infiniband/mlx5dv.h>

#include <bit>
#include <string>

#include "verbatim/generated/commands/create_cq.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/context/hca_capabilities.hpp"

namespace verbatim::verbs {
namespace {

using firmware::cmd_hca_cap;
using firmware::cqc;
using firmware::create_cq;
using firmware::modify_cq;

constexpr std::uint32_t select_period = 1 << 0;
constexpr std::uint32_t select_count = 1 << 1;
constexpr std::uint32_t op_mod_resize = 1;
constexpr std::uint32_t select_log_size = 1 << 0;

/// The offset in its page of the register that takes arm commands.
constexpr std::size_t doorbell_offset = 0x20;

/// Returns the context. Throws if its device does not support the format.
const context_body& able(const context_body& context, const cq_format& format) {
  const hca_capabilities device(context, "create_cq");
  device.require(cmd_hca_cap::cqe_compression, "compressing CQEs",
                 "make the CQ without compression");
  if (format.compression == cqe_compression::enhanced) {
    // Linux reads the first bit, DPDK and UCX the second.
    if (!device.has(cmd_hca_cap::enhanced_cqe_compression)) {
      device.require(cmd_hca_cap::enhanced_cqe_compression_5bb, "cqe_compression::enhanced",
                     "it is from ConnectX-6 Dx on; take cqe_compression::basic");
    }
  }
  if (format.cqe_size == 128) {
    device.require(cmd_hca_cap::cqe_compression_128b, "compressing CQEs of 128 bytes",
                   "make them of 64 bytes, or do not compress");
  }
  if (format.minis == mini_cqe_format::csum_stridx) {
    device.require(cmd_hca_cap::mini_cqe_resp_stride_index, "mini_cqe_format::csum_stridx",
                   "take hash or csum");
  } else if (format.minis == mini_cqe_format::l34h_stridx) {
    device.require(cmd_hca_cap::mini_cqe_resp_l3_l4_tag, "mini_cqe_format::l34h_stridx",
                   "take hash or csum");
  }
  return context;
}

std::uint32_t size_code(std::uint32_t cqe_size) noexcept { return cqe_size == 128 ? 1 : 0; }

/// Returns the number of an event queue, without which the kernel makes no CQ.
std::uint32_t event_queue(const context_body& context) {
  std::uint32_t eqn = 0;
  check(mlx5dv_devx_query_eqn(context.native(), 0, &eqn), "mlx5dv_devx_query_eqn",
        context.describe());
  return eqn;
}

}  // namespace

devx_ring::devx_ring(const context_body& context, std::uint32_t cqes, std::uint32_t cqe_size,
                     std::string_view call)
    : log_cqes(static_cast<std::uint32_t>(std::bit_width(cqes))),
      memory(context, std::size_t{cqe_size} << log_cqes, call) {}

devx_cq::devx_cq(context_body& context, std::uint32_t cqes, const cq_format& format)
    : ring_(able(context, format), cqes, format.cqe_size, "CREATE_CQ"),
      dbrec_(context, 8, "CREATE_CQ"),
      context_(context.native()) {
  const auto& uar = context.uar().get(context);
  wire::mailbox<create_cq::in> command;
  command.set(create_cq::in::cq_umem_id, ring_.memory.umem_id());
  command.set(create_cq::in::cq_umem_valid, 1);
  const auto queue = command.part(create_cq::in::cq_context);
  queue.set(cqc::dbr_umem_id, dbrec_.umem_id());
  queue.set(cqc::dbr_umem_valid, 1);
  queue.set(cqc::dbr_addr, 0);
  queue.set(cqc::uar_page, uar.page_id);
  queue.set(cqc::c_eqn_or_apu_element, event_queue(context));
  queue.set(cqc::log_cq_size, ring_.log_cqes);
  queue.set(cqc::cqe_sz, size_code(format.cqe_size));
  queue.set(cqc::cqe_comp_en, 1);
  queue.set(cqc::cqe_compression_layout, format.compression == cqe_compression::enhanced ? 1 : 0);
  const auto minis = static_cast<std::uint32_t>(format.minis);
  queue.set(cqc::mini_cqe_res_format, minis & 3);
  queue.set(cqc::mini_cqe_res_format_ext, minis >> 2);
  wire::mailbox<create_cq::out> answer;
  object_ = make_devx_object(context, command.bytes, answer.bytes, create_cq::title,
                             "for " + std::to_string(1u << ring_.log_cqes) + " CQEs of " +
                                 std::to_string(format.cqe_size) + " bytes");
  memory_ = {.ring = ring_.memory.data(),
             .cqes = 1u << ring_.log_cqes,
             .cqe_size = format.cqe_size,
             .dbrec = dbrec_.data(),
             .cqn = answer.get(create_cq::out::cqn),
             .doorbell = static_cast<std::byte*>(uar.base_addr) + doorbell_offset};
}

int devx_cq::destroy() noexcept {
  if (const int returned = verbs::destroy(object_, context_); returned != 0) return returned;
  if (const int returned = ring_.memory.destroy(); returned != 0) return returned;
  return dbrec_.destroy();
}

modify_cq_command::modify_cq_command(std::uint32_t cqn) noexcept {
  command_.set(modify_cq::in::cqn, cqn);
}

void modify_cq_command::moderate(std::uint16_t count, std::chrono::microseconds period) noexcept {
  command_.set(modify_cq::in::modify_field_select, select_period | select_count);
  const auto queue = command_.part(modify_cq::in::cq_context);
  queue.set(cqc::cq_max_count, count);
  queue.set(cqc::cq_period, static_cast<std::uint64_t>(period.count()));
}

void modify_cq_command::move(const devx_ring& to, std::uint32_t cqe_size) noexcept {
  command_.set(modify_cq::in::op_mod, op_mod_resize);
  command_.set(modify_cq::in::modify_field_select, select_log_size);
  command_.set(modify_cq::in::cq_umem_id, to.memory.umem_id());
  command_.set(modify_cq::in::cq_umem_valid, 1);
  const auto queue = command_.part(modify_cq::in::cq_context);
  queue.set(cqc::log_cq_size, to.log_cqes);
  queue.set(cqc::cqe_sz, size_code(cqe_size));
}

void modify_cq_command::run(mlx5dv_devx_obj* devx, ibv_cq* native, const std::string& object,
                            std::string_view remedy) {
  mailbox_answer answer;
  const auto* const in = command_.bytes.data();
  auto* const out = answer.bytes.data();
  const int returned =
      devx != nullptr
          ? mlx5dv_devx_obj_modify(devx, in, command_.bytes.size(), out, answer.bytes.size())
          : mlx5dv_devx_cq_modify(native, in, command_.bytes.size(), out, answer.bytes.size());
  check_devx(returned, answer, modify_cq::title, object, remedy);
}

}  // namespace verbatim::verbs
