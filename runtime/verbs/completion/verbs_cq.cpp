// A completion queue that is polled through libibverbs, on any device.
#include "verbatim/verbs/completion/verbs_cq.hpp"

#include <cerrno>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {
namespace {

/// A number above all CQ numbers of mlx5, which have 24 bits.
constexpr std::uint32_t above_cq_numbers = 1u << 24;

native_ptr<ibv_cq> create(context_body& context, std::uint32_t cqes,
                          completion_channel_body* channel, channel_cq& of) {
  native_ptr<ibv_cq> cq(ibv_create_cq(context.native(), static_cast<int>(cqes), &of,
                                      channel != nullptr ? channel->native() : nullptr, 0));
  if (cq != nullptr) return cq;
  throw error(errno, "ibv_create_cq", context.describe(), "of " + std::to_string(cqes) + " CQEs");
}

/// Returns the reason why the CQ could not be made, or the things to check.
std::string remedy(const context_body& context, int error_number, const extended_format& format) {
  constexpr std::uint64_t timestamps =
      IBV_WC_EX_WITH_COMPLETION_TIMESTAMP | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK;
  if (error_number == EOPNOTSUPP) {
    return "the device's library has no extended CQs, or not these fields: use a verbs_cq";
  }
  ibv_device_attr_ex device{};
  if ((format.wc_flags & timestamps) != 0 &&
      ibv_query_device_ex(context.native(), nullptr, &device) == 0 &&
      device.completion_timestamp_mask == 0) {
    return "the device has no timestamps: leave them out of the fields";
  }
  return "are all the fields that it is asked for among those of the device?";
}

ibv_cq_ex* create(context_body& context, std::uint32_t cqes, completion_channel_body* channel,
                  channel_cq& of, const extended_format& format) {
  ibv_cq_init_attr_ex attr{};
  attr.cqe = cqes;
  attr.cq_context = &of;
  if (channel != nullptr) attr.channel = channel->native();
  attr.wc_flags = format.wc_flags;
  if (format.flags != 0) {
    attr.comp_mask = IBV_CQ_INIT_ATTR_MASK_FLAGS;
    attr.flags = format.flags;
  }
  auto* const cq = ibv_create_cq_ex(context.native(), &attr);
  if (cq != nullptr) return cq;
  const int error_number = errno;
  throw error(error_number, "ibv_create_cq_ex", context.describe(),
              remedy(context, error_number, format));
}

struct readable_field {
  std::uint64_t flag;
  bool is_there;
  const char* name;  // the name in wc_field
};

/// Returns the names of the fields of `wc_flags` that the queue lacks. A provider leaves out the
/// functions for fields that were not requested.
std::string missing_fields(const ibv_cq_ex& cq, std::uint64_t wc_flags) {
  const readable_field all[]{
      {IBV_WC_EX_WITH_BYTE_LEN, cq.read_byte_len != nullptr, "byte_len"},
      {IBV_WC_EX_WITH_IMM, cq.read_imm_data != nullptr, "imm"},
      {IBV_WC_EX_WITH_QP_NUM, cq.read_qp_num != nullptr, "qp_num"},
      {IBV_WC_EX_WITH_SRC_QP, cq.read_src_qp != nullptr, "src_qp"},
      {IBV_WC_EX_WITH_SLID, cq.read_slid != nullptr, "slid"},
      {IBV_WC_EX_WITH_SL, cq.read_sl != nullptr, "sl"},
      {IBV_WC_EX_WITH_DLID_PATH_BITS, cq.read_dlid_path_bits != nullptr, "dlid_path_bits"},
      {IBV_WC_EX_WITH_COMPLETION_TIMESTAMP, cq.read_completion_ts != nullptr,
       "completion_timestamp"},
      {IBV_WC_EX_WITH_CVLAN, cq.read_cvlan != nullptr, "cvlan"},
      {IBV_WC_EX_WITH_FLOW_TAG, cq.read_flow_tag != nullptr, "flow_tag"},
      {IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK, cq.read_completion_wallclock_ns != nullptr,
       "completion_timestamp_wallclock"},
  };
  std::string missing;
  for (const auto& field : all) {
    if ((wc_flags & field.flag) == 0 || field.is_there) continue;
    missing.append(missing.empty() ? "" : ", ").append(field.name);
  }
  return missing;
}

}  // namespace

verbs_cq_body::verbs_cq_body(context_body& context, std::uint32_t cqes,
                             completion_channel_body* channel)
    : any_cq_body(context, cqes, channel) {
  adopt(create(context, cqes, channel, *this));
  number_ = above_cq_numbers + native()->handle;
}

verbs_cq_body::verbs_cq_body(context_body& context, std::uint32_t cqes,
                             completion_channel_body* channel, const extended_format& format)
    : any_cq_body(context, cqes, channel),
      extended_(create(context, cqes, channel, *this, format)) {
  adopt(native_ptr<ibv_cq>(ibv_cq_ex_to_cq(extended_)));
  number_ = above_cq_numbers + native()->handle;
}

verbs_cq_body::verbs_cq_body(context_body& context, ibv_cq* native, ownership how)
    : any_cq_body(context, static_cast<std::uint32_t>(native->cqe), nullptr),
      number_(above_cq_numbers + native->handle) {
  if (native->context != context.native()) {
    throw error(std::errc::invalid_argument, "adopt", context.describe(),
                "the completion queue is of another open device");
  }
  adopt(adopted(native, how));
}

verbs_cq_body::verbs_cq_body(context_body& context, ibv_cq_ex* native, ownership how,
                             std::uint64_t wc_flags)
    : verbs_cq_body(context, ibv_cq_ex_to_cq(native), ownership::borrowed) {
  if (const auto missing = missing_fields(*native, wc_flags); !missing.empty()) {
    throw error(std::errc::invalid_argument, "adopt", context.describe(),
                "the completion queue was made without " + missing +
                    ": ask for them in its wc_flags, or adopt it with fewer fields");
  }
  extended_ = native;
  adopt(adopted(ibv_cq_ex_to_cq(native), how));
}

bool verbs_cq_body::start_poll() noexcept {
  if (!is_open() || is_polling_) return false;
  ibv_poll_cq_attr attr{};
  const int ended = ibv_start_poll(extended_, &attr);
  is_polling_ = ended == 0;
  if (!is_polling_) poll_ended(ended);
  return is_polling_;
}

bool verbs_cq_body::next_poll() noexcept {
  const int ended = ibv_next_poll(extended_);
  if (ended != 0) poll_ended(ended);
  return ended == 0;
}

void verbs_cq_body::end_poll() noexcept {
  ibv_end_poll(extended_);
  is_polling_ = false;
}

std::string verbs_cq_body::describe() const {
  return "verbs CQ " + std::to_string(number_ - above_cq_numbers) + " of " + context().name();
}

void verbs_cq_body::arm(arm_mode which) {
  check_armable();
  check(ibv_req_notify_cq(native(), which == arm_mode::solicited_only ? 1 : 0), "ibv_req_notify_cq",
        describe());
}

void verbs_cq_body::resize(std::uint32_t cqes) {
  check_size(cqes, "resize", describe());
  check(ibv_resize_cq(native(), static_cast<int>(cqes)), "ibv_resize_cq", describe(),
        "poll what is there, or ask for more room");
}

}  // namespace verbatim::verbs
