// The RDMA devices of this machine, and how to open one.
#include "verbatim/verbs/device.hpp"

#include <endian.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <span>

#include "verbatim/verbs/error.hpp"

namespace verbatim {
namespace {

struct frees_list {
  void operator()(ibv_device** list) const noexcept { ibv_free_device_list(list); }
};

class native_devices {
 public:
  native_devices() {
    int count = 0;
    list_.reset(ibv_get_device_list(&count));
    // ENOSYS is a kernel without RDMA: as good as no device.
    if (list_ == nullptr && errno != ENOSYS) {
      throw error(errno, "ibv_get_device_list", "", "is /sys mounted, and may you read it?");
    }
    if (list_ != nullptr) devices_ = {list_.get(), static_cast<std::size_t>(count)};
  }

  auto begin() const noexcept { return devices_.begin(); }
  auto end() const noexcept { return devices_.end(); }

 private:
  std::unique_ptr<ibv_device*[], frees_list> list_;
  std::span<ibv_device*> devices_;
};

/// Why there is no device at all.
std::string no_device() {
  const char* preload = std::getenv("LD_PRELOAD");
  if (preload == nullptr ||
      std::string_view(preload).find("libverbatim-emulator") == std::string_view::npos) {
    return "this machine has no RDMA device. To run on the emulated ConnectX: verbatim-emulator "
           "PROGRAM [ARGUMENTS...]";
  }
  return "the emulator's library did not load, though LD_PRELOAD names it (" +
         std::string(preload) +
         "): start the program through verbatim-emulator, not as another user or setuid, and look "
         "for a message of ld.so above";
}

std::string names(const native_devices& devices) {
  std::string names;
  for (auto* device : devices) {
    if (!names.empty()) names += ", ";
    names += ibv_get_device_name(device);
    if (!mlx5dv_is_supported(device)) names += " (not mlx5)";
  }
  return names;
}

ibv_device* choose(const native_devices& devices, std::string_view name) {
  const auto refuse = [&](const std::string& reason) {
    return error(std::errc::no_such_device, "open_device", name, reason);
  };
  if (devices.begin() == devices.end()) throw refuse(no_device());
  const auto found = std::find_if(devices.begin(), devices.end(), [&](ibv_device* device) {
    return name.empty() ? mlx5dv_is_supported(device) : name == ibv_get_device_name(device);
  });
  if (found != devices.end()) return *found;
  if (!name.empty()) throw refuse("no such device; there are: " + names(devices));
  return *devices.begin();
}

}  // namespace

std::vector<device> devices() {
  std::vector<device> result;
  for (auto* native : native_devices()) {
    result.emplace_back(ibv_get_device_name(native), be64toh(ibv_get_device_guid(native)),
                        mlx5dv_is_supported(native));
  }
  return result;
}

context open_device(std::string_view name) {
  const native_devices devices;
  auto* device = choose(devices, name);
  verbs::native_ptr<ibv_context> native(ibv_open_device(device));
  if (native == nullptr) {
    throw error(errno, "ibv_open_device", ibv_get_device_name(device),
                "may you read and write /dev/infiniband/uverbs*, and is the device in this "
                "container?");
  }
  return context(verbs::make<verbs::context_body>("ibv_open_device", {}, std::move(native)));
}

}  // namespace verbatim
