// An open device as commands to it and its doorbell registers need it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"

namespace verbatim::verbs {

/// The part of a context that needs nothing but the ibv_context: its name, and its registers.
class native_context : public body {
 public:
  ibv_context* native() const noexcept { return native_.get(); }
  const std::string& name() const noexcept { return name_; }
  std::string describe() const override { return name_; }
  bool is_mlx5() const noexcept { return is_mlx5_; }

  /// Throws an error of `call` if the device is not mlx5. `remedy` names the replacement on other
  /// devices.
  void require_mlx5(std::string_view call, std::string_view remedy =
                                               "post through verbs: verbs_qp, verbs_cq, "
                                               "verbs_srq") const;

  /// Returns the object of a doorbell register. All queues with the register share the object,
  /// because its next half is a property of the register. `half_size` is mlx5dv_qp.bf.size. libmlx5
  /// returns an uncached register if MLX5_SHUT_UP_BF=1 is set, or if write combining is not
  /// available. Returns null if an earlier queue of the register has another value of `ringers`.
  mmio::doorbell_register* doorbell(std::byte* reg, std::uint32_t half_size, mmio::ringers ringers);

  /// Forgets a register that is freed. Another register may get its address later.
  void forget_doorbell(std::byte* reg) noexcept { doorbells_.erase(reg); }

  /// Takes ownership of a context that was borrowed until now; closing this body then closes it.
  void take_over() noexcept { native_.get_deleter().is_borrowed = false; }

 protected:
  /// Takes over an open context.
  explicit native_context(native_ptr<ibv_context> native);

  /// Closes the ibv_context. Returns 0, or the error of libibverbs.
  int destroy_native() noexcept { return verbs::destroy(native_); }

 private:
  /// Each has a cache line to itself, because each doorbell writes it.
  struct alignas(64) shared_register {
    shared_register(std::byte* reg, std::uint32_t half_size, mmio::register_memory memory,
                    mmio::ringers who) noexcept
        : doorbell(reg, half_size, memory), ringers(who) {}

    mmio::doorbell_register doorbell;
    mmio::ringers ringers;
  };

  mmio::register_memory memory_of(const std::byte* reg) const;

  native_ptr<ibv_context> native_;
  std::string name_;
  bool is_mlx5_;
  std::map<std::byte*, shared_register> doorbells_;
};

}  // namespace verbatim::verbs
