// A completion queue of the device, the polling of it, and waiting for it.
#include "verbatim/verbs/cq.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/hca_capabilities.hpp"

namespace verbatim::verbs {
namespace {

/// The device's answer, in the words of the format.
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

/// What libmlx5 is asked for, if the device has it.
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

/// Of the register that takes arm commands, in its page.
constexpr std::size_t doorbell_offset = 0x20;

/// Taken together: each time locks.
constexpr std::uint32_t acknowledged_at_once = 64;

void check_size(const context_body& context, std::uint32_t cqes, std::string_view call,
                const std::string& object) {
  const auto max_cqe = context.limits().max_cqe;
  if (cqes != 0 && cqes <= max_cqe) return;
  throw error(std::errc::invalid_argument, call, object,
              "asked for " + std::to_string(cqes) + " CQEs, and the device's max_cqe is " +
                  std::to_string(max_cqe));
}

native_ptr<ibv_cq> create(context_body& context, std::uint32_t cqes, const cq_format& format,
                          completion_channel_body* channel, cq_body& of) {
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
    : body(rank::completion_queue), context_(context), device_(context.name()), channel_(channel) {
  context.require_mlx5("create_cq");
  check_size(context, cqes, "create_cq", context.describe());
  if (takes_devx(format)) {
    devx_.emplace(context, cqes, format);
    memory_ = devx_->memory();
    if (channel != nullptr) channel->subscribe(*this);
  } else {
    native_ = create(context, cqes, format, channel, *this);
    mlx5dv_cq dv{};
    mlx5dv_obj object{};
    object.cq.in = native_.get();
    object.cq.out = &dv;
    check(mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ), "mlx5dv_init_obj", device_);
    memory_ = {.ring = static_cast<std::byte*>(dv.buf),
               .cqes = dv.cqe_cnt,
               .cqe_size = dv.cqe_size,
               .dbrec = reinterpret_cast<std::byte*>(dv.dbrec),
               .cqn = dv.cqn,
               .doorbell = static_cast<std::byte*>(dv.cq_uar) + doorbell_offset};
  }
  cqn_ = memory_.cqn;
  if (devx_) context_.events().subscribe(devx(), async_event_subject::cq);
}

ibv_cq* cq_body::for_verbs(std::string_view call, std::string_view what) const {
  if (native_ != nullptr) return native_.get();
  throw error(std::errc::not_supported, call, describe(),
              "it was made by DevX, where only RC and UC queue pairs can complete, and this is " +
                  std::string(what) +
                  ": give it a CQ without compression or with cqe_compression::basic");
}

std::string cq_body::describe() const { return "CQ " + std::to_string(cqn_) + " of " + device_; }

void cq_body::check_armable() const {
  if (!is_open()) (void)while_open("arm");
  if (channel_ != nullptr) return;
  throw error(std::errc::invalid_argument, "arm", describe(),
              "it has no channel to report events on: make it with a completion_channel");
}

void cq_body::moderate(std::uint16_t count, std::chrono::microseconds period) const {
  ibv_device_attr_ex device{};
  check(ibv_query_device_ex(context_.native(), nullptr, &device), "ibv_query_device_ex", device_);
  auto most = device.cq_mod_caps;
  if (devx_) {
    const auto longest = static_cast<std::uint16_t>(modify_cq_command::longest_period.count());
    most.max_cq_period = std::min(most.max_cq_period, longest);
  }
  if (most.max_cq_count == 0 || most.max_cq_period == 0) {
    throw error(std::errc::not_supported, "moderate", describe(),
                "the device does not moderate events");
  }
  if (count > most.max_cq_count || period.count() < 0 || period.count() > most.max_cq_period) {
    throw error(std::errc::invalid_argument, "moderate", describe(),
                "the device holds events back for at most " + std::to_string(most.max_cq_count) +
                    " completions and " + std::to_string(most.max_cq_period) + " microseconds");
  }
  if ((count == 0) != (period.count() == 0)) {
    throw error(std::errc::invalid_argument, "moderate", describe(),
                "a count without a period could hold the last completions back for ever, and a "
                "period without a count is no request: give both, or 0 and 0 to end it");
  }
  if (devx_) {
    modify_cq_command command(cqn_);
    command.moderate(count, period);
    return command.run(devx(), nullptr, describe(), "");
  }
  ibv_modify_cq_attr attr{};
  attr.attr_mask = IBV_CQ_ATTR_MODERATE;
  attr.moderate.cq_count = count;
  attr.moderate.cq_period = static_cast<std::uint16_t>(period.count());
  check(ibv_modify_cq(native_.get(), &attr), "ibv_modify_cq", describe());
}

void cq_body::resize(std::uint32_t cqes) {
  check_size(context_, cqes, "resize", describe());
  hca_capabilities(context_, "resize")
      .require(capability::cq_resize, "moving a CQ", "make it as long as it will have to be");
  if (resizing()) {
    throw error(std::errc::operation_in_progress, "resize", describe(),
                "the resize before this one is not through: poll until resizing() is false");
  }
  devx_ring next(context_, cqes, memory_.cqe_size, "MODIFY_CQ");
  auto memory = memory_;
  memory.ring = next.memory.data();
  memory.cqes = 1u << next.log_cqes;
  resize_to(memory);
  try {
    modify_cq_command command(cqn_);
    command.move(next, memory_.cqe_size);
    command.run(devx(), native_.get(), describe(),
                "are more completions waiting than " + std::to_string(memory.cqes) +
                    " or than the present ring can take one more of? Then poll before");
  } catch (...) {
    stay();
    throw;
  }
  left_ = std::exchange(ring_, std::move(next));
}

void cq_body::take_event() noexcept {
  event_taken();
  if (devx_) return;  // such events need no acknowledgement
  if (++unacknowledged_ == acknowledged_at_once) acknowledge();
}

void cq_body::acknowledge() noexcept {
  if (unacknowledged_ != 0) ibv_ack_cq_events(native_.get(), std::exchange(unacknowledged_, 0));
}

bool cq_body::wait_for_event(wait_limit limit) { return channel_->wait_for(*this, limit); }

int cq_body::destroy_object() noexcept {
  return devx_ ? devx_->destroy() : verbs::destroy(native_);
}

std::optional<std::uint32_t> cq_body::take_async_event(const void* native,
                                                       async_event_type what) noexcept {
  if (native != native_.get() && native != devx()) return std::nullopt;
  if (what == async_event_type::cq_err) overrun_ = true;
  return cqn_;
}

int cq_body::destroy() noexcept {
  close_queue();
  if (devx_) context_.events().forget(devx());
  const int returned = channel_ != nullptr ? channel_->destroy(*this) : destroy_object();
  if (returned != 0) return returned;
  // Memory that the device knows goes before the context does.
  devx_.reset();
  ring_.reset();
  left_.reset();
  return 0;
}

}  // namespace verbatim::verbs
