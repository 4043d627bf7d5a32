// Objects made by commands to the firmware (DevX), their memory and their registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/generated/commands/mbox_out.hpp"
#include "verbatim/verbs/base/native.hpp"

namespace verbatim::verbs {

class native_context;

/// The answer to most commands.
using mailbox_answer = wire::mailbox<firmware::mbox_out>;

/// Memory of this program that the device reads and writes: whole pages, initially zero. It must
/// outlive the object in it.
class umem {
 public:
  umem() noexcept = default;

  /// `bytes` are rounded up to whole pages. `call` is used in errors.
  umem(const native_context& context, std::size_t bytes, std::string_view call);

  std::byte* data() const noexcept { return bytes_.get(); }
  std::uint32_t umem_id() const noexcept;

  /// Takes the memory back from the device and frees it. Returns 0, or the error of the function
  /// that failed; then the memory stays.
  int destroy() noexcept;

 private:
  struct frees {
    void operator()(std::byte* memory) const noexcept;
  };
  std::unique_ptr<std::byte, frees> bytes_;
  ibv_context* context_ = nullptr;
  native_ptr<mlx5dv_devx_umem> umem_;
};

/// Runs a command that makes an object. Throws if the firmware or the kernel refuses. `call` is the
/// name of the command, and `remedy` may be empty. `answer` has room for at least 16 bytes.
native_ptr<mlx5dv_devx_obj> make_devx_object(const native_context& context,
                                             std::span<const std::byte> command,
                                             std::span<std::byte> answer, std::string_view call,
                                             std::string_view remedy);

/// Returns the number in hexadecimal, as numbers of objects are written.
std::string in_hex(std::uint32_t value);

/// Returns the number of the protection domain for commands.
std::uint32_t number_of(ibv_pd* of);

/// Throws if a command to an existing object has failed. `returned` is the result of
/// mlx5dv_devx_*_modify().
void check_devx(int returned, const mailbox_answer& answer, std::string_view call,
                const std::string& object, std::string_view remedy = "");

/// A page of doorbell registers that commands can refer to. It is made on first use, because few
/// programs need it.
class devx_uar {
 public:
  /// Returns the page. The first call makes it.
  mlx5dv_devx_uar& get(const native_context& context);

  /// Frees the page, which no queue uses any more.
  void reset(native_context& context) noexcept;

  /// Returns the most bytes of WQEs that half of the register takes at once; 0 if it takes none.
  std::uint32_t half_size() const noexcept { return half_size_; }

 private:
  native_ptr<mlx5dv_devx_uar> native_;
  std::uint32_t half_size_ = 0;
};

}  // namespace verbatim::verbs
