// Completion queues of the device: polling them, and waiting for them.
#include "verbatim/verbs/completion/cq.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/hca_capabilities.hpp"

namespace verbatim::verbs {
namespace {

/// Asks libmlx5 for the device's capabilities, including those of CQE compression.
mlx5dv_context capabilities(const context_body& context) {
  mlx5dv_context answer{};
  answer.comp_mask = MLX5DV_CONTEXT_MASK_CQE_COMPRESION;
  check(mlx5dv_query_device(context.native(), &answer), "mlx5dv_query_device", context.describe());
  return answer;
}

struct mini_format {
  mini_cqe_format format;
  mlx5dv_cqe_comp_res_format native;
  std::string_view name;
};
constexpr mini_format mini_formats[] = {
    {mini_cqe_format::hash, MLX5DV_CQE_RES_FORMAT_HASH, "hash"},
    {mini_cqe_format::csum, MLX5DV_CQE_RES_FORMAT_CSUM, "csum"},
    {mini_cqe_format::csum_stridx, MLX5DV_CQE_RES_FORMAT_CSUM_STRIDX, "csum_stridx"},
};

/// Returns the attributes of this format for libmlx5. Throws if the device does not support the
/// format.
mlx5dv_cq_init_attr native_attributes(const context_body& context, const cq_format& format) {
  const auto refuse = [&](std::string_view reason) {
    return error(std::errc::not_supported, "create_cq", context.describe(), reason);
  };
  mlx5dv_cq_init_attr attr{};
  attr.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_CQE_SIZE;
  attr.cqe_size = static_cast<std::uint16_t>(format.cqe_size);
  if (format.compression == cqe_compression::none) return attr;

  const auto device = capabilities(context);
  std::string has;
  bool found = false;
  for (const auto& one : mini_formats) {
    if ((device.cqe_comp_caps.supported_format & one.native) == 0) continue;
    has.append(has.empty() ? "" : ", ").append(one.name);
    if (one.format != format.minis) continue;
    found = true;
    attr.comp_mask |= MLX5DV_CQ_INIT_ATTR_MASK_COMPRESSED_CQE;
    attr.cqe_comp_res_format = static_cast<std::uint8_t>(one.native);
  }
  if (device.cqe_comp_caps.max_num == 0 || has.empty()) {
    throw refuse("the device does not compress CQEs: make the CQ without compression");
  }
  if (!found) {
    throw refuse("the device and libmlx5 do not write mini CQEs of that format: they have " + has);
  }
  if (format.cqe_size == 128 && (device.flags & MLX5DV_CONTEXT_FLAGS_CQE_128B_COMP) == 0) {
    throw refuse(
        "the device does not compress CQEs of 128 bytes: make them of 64 bytes, or do not "
        "compress");
  }
  return attr;
}

std::string in_words(const cq_format& format) {
  return "with CQEs of " + std::to_string(format.cqe_size) + " bytes, " +
         (format.compression == cqe_compression::none ? "not compressed" : "compressed");
}

/// The offset in its page of the register that takes arm commands.
constexpr std::size_t doorbell_offset = 0x20;

native_ptr<ibv_cq> create(context_body& context, std::uint32_t cqes, const cq_format& format,
                          completion_channel_body* channel, channel_cq& of) {
  ibv_cq_init_attr_ex attr{};
  attr.cqe = cqes;
  attr.cq_context = &of;
  if (channel != nullptr) attr.channel = channel->native();
  auto mlx5_attr = native_attributes(context, format);
  auto* cq = mlx5dv_create_cq(context.native(), &attr, &mlx5_attr);
  if (cq == nullptr) throw error(errno, "mlx5dv_create_cq", context.describe(), in_words(format));
  return native_ptr<ibv_cq>(ibv_cq_ex_to_cq(cq));
}

}  // namespace

cq_body::cq_body(context_body& context, std::uint32_t cqes, const cq_format& format,
                 completion_channel_body* channel)
    : any_cq_body(context, cqes, channel) {
  context.require_mlx5("create_cq");
  if (takes_devx(format)) {
    devx_.emplace(context, cqes, format);
    memory_ = devx_->memory();
    if (channel != nullptr) channel->subscribe(*this);
  } else {
    adopt(create(context, cqes, format, channel, *this));
    mlx5dv_cq dv{};
    mlx5dv_obj object{};
    object.cq.in = native();
    object.cq.out = &dv;
    check(mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ), "mlx5dv_init_obj", context.name());
    if (dv.cq_uar == nullptr) {
      // libmlx5 goes on without the page, and would write to address 0x20.
      throw error(std::errc::not_enough_memory, "mlx5dv_create_cq", context.describe(),
                  "libmlx5 could not map a page of registers when it opened the device, so that "
                  "the queue could not be armed: close contexts or processes that use the device");
    }
    memory_ = {.ring = static_cast<std::byte*>(dv.buf),
               .cqes = dv.cqe_cnt,
               .cqe_size = dv.cqe_size,
               .dbrec = reinterpret_cast<std::byte*>(dv.dbrec),
               .cqn = dv.cqn,
               .doorbell = static_cast<std::byte*>(dv.cq_uar) + doorbell_offset};
  }
  cqn_ = memory_.cqn;
  if (devx_) context.events().subscribe(devx(), async_event_subject::cq);
}

ibv_cq* cq_body::for_verbs(std::string_view call, std::string_view what) const {
  if (native() != nullptr) return native();
  throw error(std::errc::not_supported, call, describe(),
              "it was made by DevX, where only RC and UC queue pairs can complete, and this is " +
                  std::string(what) +
                  ": give it a CQ without compression or with cqe_compression::basic");
}

void cq_body::moderate(std::uint16_t count, std::chrono::microseconds period) const {
  if (!devx_) return any_cq_body::moderate(count, period);
  check_moderation(count, period, modify_cq_command::longest_period);
  modify_cq_command command(cqn_);
  command.moderate(count, period);
  command.run(devx(), nullptr, describe(), "");
}

void cq_body::resize(std::uint32_t cqes) {
  check_size(cqes, "resize", describe());
  hca_capabilities(context(), "resize")
      .require(firmware::cmd_hca_cap::cq_resize, "moving a CQ",
               "make it as long as it will have to be");
  if (resizing()) {
    throw error(std::errc::operation_in_progress, "resize", describe(),
                "the resize before this one is not through: poll until resizing() is false");
  }
  if (left_) check(left_->memory.destroy(), "mlx5dv_devx_umem_dereg", describe());
  devx_ring next(context(), cqes, memory_.cqe_size, "MODIFY_CQ");
  auto memory = memory_;
  memory.ring = next.memory.data();
  memory.cqes = 1u << next.log_cqes;
  resize_to(memory);
  try {
    modify_cq_command command(cqn_);
    command.move(next, memory_.cqe_size);
    command.run(devx(), native(), describe(),
                "are more completions waiting than " + std::to_string(memory.cqes) +
                    " or than the present ring can take one more of? Then poll before");
  } catch (...) {
    stay();
    throw;
  }
  left_ = std::exchange(ring_, std::move(next));
}

int cq_body::destroy_object() noexcept {
  const int returned = devx_ ? devx_->destroy() : any_cq_body::destroy_object();
  if (returned != 0) return returned;
  // Memory that is registered with the device must be released before the context.
  for (auto* const ring : {&left_, &ring_}) {
    if (!*ring) continue;
    if (const int refused = (*ring)->memory.destroy(); refused != 0) return refused;
    ring->reset();
  }
  return 0;
}

int cq_body::destroy() noexcept {
  close_queue();
  if (devx_) context().events().forget(devx());
  return any_cq_body::destroy();
}

}  // namespace verbatim::verbs
