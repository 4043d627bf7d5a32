// Objects made by commands to the firmware (DevX), their memory and their registers.
#include "verbatim/verbs/context/devx.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/hca_capabilities.hpp"
#include "verbatim/verbs/context/native_context.hpp"

namespace verbatim::verbs {

std::string in_hex(std::uint32_t value) {
  char text[11];
  const int length = std::snprintf(text, sizeof text, "0x%x", value);
  return std::string(text, static_cast<std::size_t>(length));
}

namespace {

/// Returns the firmware's status if the firmware refused, and the remedy.
std::string in_words(const mailbox_answer& answer, std::string_view remedy) {
  const auto status = answer.get(firmware::mbox_out::status);
  std::string words;
  if (status != 0) {
    words = "the firmware answers with status " + in_hex(status) + " and syndrome " +
            in_hex(answer.get(firmware::mbox_out::syndrome)) + ", which dmesg may explain";
  }
  if (!words.empty() && !remedy.empty()) words += "; ";
  return words.append(remedy);
}

}  // namespace

void umem::frees::operator()(std::byte* memory) const noexcept { std::free(memory); }

umem::umem(const native_context& context, std::size_t bytes, std::string_view call)
    : context_(context.native()) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto whole = (bytes + page - 1) / page * page;
  bytes_.reset(static_cast<std::byte*>(std::aligned_alloc(page, whole)));
  if (bytes_ == nullptr) {
    throw error(ENOMEM, call, context.describe(), std::to_string(whole) + " bytes");
  }
  std::memset(bytes_.get(), 0, whole);
  umem_.reset(mlx5dv_devx_umem_reg(context.native(), bytes_.get(), whole, IBV_ACCESS_LOCAL_WRITE));
  if (umem_ != nullptr) return;
  throw error(errno, "mlx5dv_devx_umem_reg", context.describe(),
              "of " + std::to_string(whole) + " bytes for " + std::string(call) +
                  ": does RLIMIT_MEMLOCK allow it, and the kernel DevX?");
}

std::uint32_t umem::umem_id() const noexcept { return umem_->umem_id; }

int umem::destroy() noexcept {
  const int returned = verbs::destroy(umem_, context_);
  if (returned == 0) bytes_.reset();
  return returned;
}

native_ptr<mlx5dv_devx_obj> make_devx_object(const native_context& context,
                                             std::span<const std::byte> command,
                                             std::span<std::byte> answer, std::string_view call,
                                             std::string_view remedy) {
  auto* const made = mlx5dv_devx_obj_create(context.native(), command.data(), command.size(),
                                            answer.data(), answer.size());
  if (made == nullptr) {
    const int failed = errno;
    mailbox_answer beginning;
    std::copy_n(answer.begin(), beginning.bytes.size(), beginning.bytes.begin());
    throw error(failed, call, context.describe(), in_words(beginning, remedy));
  }
  return native_ptr<mlx5dv_devx_obj>(made);
}

std::uint32_t number_of(ibv_pd* of) {
  mlx5dv_pd dv{};
  mlx5dv_obj object{};
  object.pd.in = of;
  object.pd.out = &dv;
  check(mlx5dv_init_obj(&object, MLX5DV_OBJ_PD), "mlx5dv_init_obj", "PD");
  return dv.pdn;
}

void check_devx(int returned, const mailbox_answer& answer, std::string_view call,
                const std::string& object, std::string_view remedy) {
  if (returned != 0) throw error(error_number(returned), call, object, in_words(answer, remedy));
}

void devx_uar::reset(native_context& context) noexcept {
  if (native_ != nullptr) context.forget_doorbell(static_cast<std::byte*>(native_->reg_addr));
  native_.reset();
}

mlx5dv_devx_uar& devx_uar::get(const native_context& context) {
  if (native_ != nullptr) return *native_;
  native_.reset(mlx5dv_devx_alloc_uar(context.native(), MLX5DV_UAR_ALLOC_TYPE_BF));
  if (native_ != nullptr) {
    const hca_capabilities device(context, "create_uar");
    if (device.has(firmware::cmd_hca_cap::bf))
      half_size_ = (1u << device.value(firmware::cmd_hca_cap::log_bf_reg_size)) / 2;
    return *native_;
  }
  // In some virtual machines, the kernel cannot map it for write combining.
  native_.reset(mlx5dv_devx_alloc_uar(context.native(), MLX5DV_UAR_ALLOC_TYPE_NC));
  if (native_ == nullptr) throw error(errno, "mlx5dv_devx_alloc_uar", context.describe(), "");
  return *native_;
}

}  // namespace verbatim::verbs
