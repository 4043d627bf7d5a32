// Runs a snippet in C of docs/from-ucx.md on UCX's uct: pairs_uct PAGE c STEP..., as pairs.cpp does it.
// side_by_side.py compiles the snippets.
#include <dlfcn.h>
#include <infiniband/mlx5dv.h>
#include <uct/api/uct.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <string_view>

#include "pair_uct.hpp"

namespace {

template <class Function>
Function* in_libmlx5(const char* name) {
  return reinterpret_cast<Function*>(dlsym(dlopen("libmlx5.so.1", RTLD_LAZY), name));
}

}  // namespace

extern "C" {
int is_last(int number) { return pairs::uct_frame::current->is_last(number); }
void at_end() { pairs::uct_frame::current->at_end(); }
void write_through(uct_rkey_t key) { pairs::uct_frame::current->write_through(key); }
void send_tagged() { pairs::uct_frame::current->send_tagged(); }
void say_outstanding() { pairs::uct_frame::say_outstanding(); }
void say_event() { pairs::uct_frame::say_event(); }
void say_fence() { pairs::say_fence(pairs::noted.last_made().qp); }
void fail_with(const uct_iface_params_t* how) { pairs::uct_frame::current->fail_with(*how); }

std::size_t pack(void* to, void* length) {
  const auto bytes = std::size_t(*static_cast<int*>(length));
  std::memcpy(to, buffer, bytes);
  return bytes;
}
ucs_status_t handler(void*, void* data, std::size_t length, unsigned) {
  pairs::uct_frame::current->received(data, length);
  return UCS_OK;
}
ucs_status_t failed(void*, uct_ep_h, ucs_status_t status) {
  pairs::say("failed", ucs_status_string(status));
  return UCS_OK;
}

// libuct_ib.so is loaded later than this program, and so calls these functions for those of libmlx5.

[[gnu::visibility("default")]] int mlx5dv_init_obj(mlx5dv_obj* object, std::uint64_t type) {
  static const auto real = in_libmlx5<decltype(mlx5dv_init_obj)>("mlx5dv_init_obj");
  const int error = real(object, type);
  if (error != 0) return error;
  if ((type & MLX5DV_OBJ_QP) != 0) pairs::noted.sends.push_back({object->qp.in, *object->qp.out});
  if ((type & MLX5DV_OBJ_CQ) != 0)
    pairs::noted.completions.push_back({object->cq.in, *object->cq.out});
  return 0;
}

[[gnu::visibility("default")]] int mlx5dv_devx_general_cmd(ibv_context* context, const void* in,
                                                           std::size_t in_bytes, void* out,
                                                           std::size_t out_bytes) {
  static const auto real = in_libmlx5<decltype(mlx5dv_devx_general_cmd)>("mlx5dv_devx_general_cmd");
  const int error = real(context, in, in_bytes, out, out_bytes);
  // The answer of QUERY_HCA_CAP with atomic_caps, whose fetch_add_pci_atomic gets 8 bytes.
  constexpr std::size_t opcode = 1, op_mod = 7, answer = 16, fetch_add_pci_atomic = 0x51;
  const auto* const asked = static_cast<const std::uint8_t*>(in);
  if (error == 0 && pairs::has_pcie_atomics && asked[opcode - 1] == 1 && asked[opcode] == 0 &&
      asked[op_mod] >> 1 == 3)
    static_cast<std::uint8_t*>(out)[answer + fetch_add_pci_atomic] = 2;
  return error;
}
}

#include "uct_snippets.inc"

int main(int count, char** arguments) {
  int status = 1;
  try {
    const auto steps = std::span(arguments, static_cast<std::size_t>(count)).subspan(3);
    const auto has = [&](std::string_view word) {
      return std::find(steps.begin(), steps.end(), word) != steps.end();
    };
    pairs::uct_frame all(
        {.dc = has("dc"), .lonely = has("lonely"), .tags = has("tags"), .fences = has("fences")});
    all.begin(std::stoi(steps.back()));
    for (const std::string_view step : steps) {
      int number = 0;
      if (std::from_chars(step.data(), step.data() + step.size(), number).ec == std::errc()) {
        run_from_ucx(number);
      } else {
        all.prepare(step);
      }
    }
    if (!all.has_ended()) std::cout << "it did not come to its end\n";
    status = all.has_ended() ? 0 : 1;
  } catch (const std::exception& failed) {
    std::cout << "it throws: " << failed.what() << '\n';
  }
  std::cout.flush();
  // The objects stay: uct complains of operations that are under way when it closes them.
  std::_Exit(status);
}
