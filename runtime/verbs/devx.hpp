// Objects made by commands to the firmware, the memory that they lie in, and their registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/verbs/mailbox.hpp"
#include "verbatim/verbs/native.hpp"

namespace verbatim::verbs {

class context_body;

/// Memory of this program that the device reads and writes: whole pages, zeros to begin with. It is
/// to outlive the object that lies in it.
class device_memory {
 public:
  device_memory() noexcept = default;

  /// `bytes` are rounded up to pages; `call` is named in errors.
  device_memory(const context_body& context, std::size_t bytes, std::string_view call);

  std::byte* data() const noexcept { return bytes_.get(); }
  std::uint32_t umem_id() const noexcept;

  /// Takes it back from the device and frees it: 0, or what the verb returned, and it stays.
  int destroy() noexcept;

 private:
  struct frees {
    void operator()(std::byte* memory) const noexcept;
  };
  std::unique_ptr<std::byte, frees> bytes_;
  ibv_context* context_ = nullptr;
  native_ptr<mlx5dv_devx_umem> umem_;
};

/// Runs a command that makes an object. Throws if the firmware or the kernel refuses: `call` is the
/// name of the command, and `remedy` may be empty. `answer` has room for 16 bytes at least.
native_ptr<mlx5dv_devx_obj> make_devx_object(const context_body& context,
                                             std::span<const std::byte> command,
                                             std::span<std::byte> answer, std::string_view call,
                                             std::string_view remedy);

/// As numbers of objects are written.
std::string in_hex(std::uint32_t value);

/// By which commands name the protection domain.
std::uint32_t number_of(ibv_pd* of);

/// Throws if a command to an existing object has failed: `returned` is what mlx5dv_devx_*_modify() did.
void check_devx(int returned, const mailbox_answer& answer, std::string_view call,
                const std::string& object, std::string_view remedy = "");

/// A page of doorbell registers that the program may name in commands. Made when it is first asked
/// for: few programs do.
class devx_uar {
 public:
  mlx5dv_devx_uar& get(const context_body& context);

  /// What get() made goes; nobody rings there any more.
  void reset(context_body& context) noexcept;

  /// Of WQEs, how many bytes half of the register takes at once; 0 for none.
  std::uint32_t half_size() const noexcept { return half_size_; }

 private:
  native_ptr<mlx5dv_devx_uar> native_;
  std::uint32_t half_size_ = 0;
};

}  // namespace verbatim::verbs
