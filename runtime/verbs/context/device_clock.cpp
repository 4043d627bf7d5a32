// The device's clock: conversion of the timestamps of completions to nanoseconds.
#include "verbatim/verbs/context/device_clock.hpp"

#include <infiniband/mlx5dv.h>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim {

device_clock::device_clock(const verbatim::context& context) : context_(context) {
  refresh();
  const auto open = context_.body()->while_open("device_clock");
  mlx5dv_context device{};
  device.comp_mask = MLX5DV_CONTEXT_MASK_CLOCK_INFO_UPDATE;
  verbs::check(mlx5dv_query_device(context_.native(), &device), "mlx5dv_query_device",
               context_.describe());
  validity_ = std::chrono::nanoseconds(
      static_cast<std::chrono::nanoseconds::rep>(device.max_clock_info_update_nsec));
}

void device_clock::refresh() {
  const auto open = context_.body()->while_open("device_clock");
  context_.body()->require_mlx5("device_clock",
                                "others put the time of day into completions: "
                                "wc_field::completion_timestamp_wallclock of extended_cq");
  mlx5dv_clock_info info{};
  verbs::check(mlx5dv_get_clock_info(context_.native(), &info), "mlx5dv_get_clock_info",
               context_.describe(), "the kernel's mlx5 driver shows no clock of this device");
  nsec_ = info.nsec;
  last_cycles_ = info.last_cycles;
  frac_ = info.frac;
  mask_ = info.mask;
  mult_ = info.mult;
  shift_ = info.shift;
}

}  // namespace verbatim
