// The RDMA devices of this machine: listing, choosing and opening them.
#include "verbatim/verbs/discovery/device.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <link.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/discovery/device_facts.hpp"
#include "verbatim/verbs/discovery/device_selector.hpp"

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
    // ENOSYS means that the kernel has no RDMA, and so no device.
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

/// Returns true if the library of the emulator is loaded in this process.
bool has_emulator() noexcept {
  const auto is_it = [](dl_phdr_info* library, std::size_t, void*) {
    return std::string_view(library->dlpi_name).find("libverbatim-emulator") !=
                   std::string_view::npos
               ? 1
               : 0;
  };
  return dl_iterate_phdr(is_it, nullptr) != 0;
}

/// Returns the reason why there is no device at all.
std::string no_device() {
  const char* preload = std::getenv("LD_PRELOAD");
  if (preload == nullptr ||
      std::string_view(preload).find("libverbatim-emulator") == std::string_view::npos) {
    return "this machine has no RDMA device. To run on the emulated ConnectX: verbatim-emulator "
           "PROGRAM [ARGUMENTS...]";
  }
  if (has_emulator()) {
    return "the emulator has no device, though its library has loaded: look for a message of "
           "verbatim-emulator above";
  }
  return "the emulator's library did not load, though LD_PRELOAD names it (" +
         std::string(preload) +
         "): start the program through verbatim-emulator, not as another user or setuid, and look "
         "for a message of ld.so above";
}

std::vector<device> describe(const native_devices& natives) {
  const auto sources = verbs::this_machine();
  std::vector<device> devices;
  for (auto* native : natives) {
    devices.push_back(verbs::describe_device(sources, ibv_get_device_name(native)));
    devices.back().is_mlx5 = mlx5dv_is_supported(native);
  }
  return devices;
}

/// Parses the selector. Throws if `text` is not one.
device_selector read(std::string_view text, std::string_view call) {
  const auto parsed = parse_selector(text);
  if (!parsed.selector) throw error(std::errc::invalid_argument, call, text, parsed.why);
  return *parsed.selector;
}

verbs::found_port choose(std::span<const device> devices, const device_selector& selector,
                         std::string_view call) {
  const auto refuse = [&](const std::string& reason) {
    return error(std::errc::no_such_device, call, to_string(selector), reason);
  };
  if (devices.empty()) throw refuse(no_device());
  auto choice = choose_port(devices, selector);
  if (!choice.chosen) throw refuse(choice.why);
  return std::move(*choice.chosen);
}

context open(ibv_device* found) {
  verbs::native_ptr<ibv_context> native(ibv_open_device(found));
  if (native == nullptr) {
    throw error(errno, "ibv_open_device", ibv_get_device_name(found),
                "may you read and write /dev/infiniband/uverbs*, and is the device in this "
                "container? `verbatim info` says more");
  }
  return context(verbs::make<verbs::context_body>("ibv_open_device", {}, std::move(native)));
}

/// Returns null if there is no device of that name.
ibv_device* named(const native_devices& natives, std::string_view name) {
  const auto found = std::find_if(natives.begin(), natives.end(), [&](ibv_device* native) {
    return name == ibv_get_device_name(native);
  });
  return found != natives.end() ? *found : nullptr;
}

context open(const native_devices& natives, const device& chosen) {
  if (auto* const found = named(natives, chosen.name)) return open(found);
  throw error(std::errc::no_such_device, "open_device", chosen.name,
              "it is not there any more: list the devices() anew");
}

/// Returns the device that the selector selects, if that is clear without the facts of all devices; null if
/// it is not. To read the facts takes thousands of calls where GID tables are long.
ibv_device* at_once(const native_devices& natives, const device_selector& selector) {
  if (selector.port != 0 || !selector.netdev.empty()) return nullptr;
  if (const auto* name = std::get_if<std::string>(&selector.device)) return named(natives, *name);
  if (!std::holds_alternative<std::monostate>(selector.device)) return nullptr;
  const auto mlx5 = std::find_if(natives.begin(), natives.end(), mlx5dv_is_supported);
  if (mlx5 != natives.end()) return *mlx5;
  return natives.begin() != natives.end() ? *natives.begin() : nullptr;
}

}  // namespace

std::vector<device> devices() { return describe(native_devices()); }

verbs::found_port find_port(const device_selector& selector) {
  return choose(devices(), selector, "find_port");
}

verbs::found_port find_port(std::string_view selector) {
  return find_port(read(selector, "find_port"));
}

std::vector<device> find_devices(std::span<const std::string> selectors) {
  const auto all = devices();
  std::vector<device> found;
  std::string missing, why;
  for (const auto& text : selectors) {
    const auto selector = read(text, "find_devices");
    auto choice =
        all.empty() ? verbs::port_choice{std::nullopt, no_device()} : choose_port(all, selector);
    if (choice.chosen) {
      found.push_back(std::move(choice.chosen->device));
    } else {
      missing += (missing.empty() ? "" : ", ") + text;
      why = choice.why;
    }
  }
  if (!missing.empty()) throw error(std::errc::no_such_device, "find_devices", missing, why);
  return found;
}

std::vector<device> find_devices(std::initializer_list<std::string> selectors) {
  return find_devices(std::span(selectors.begin(), selectors.size()));
}

context open_device(const device& device) { return open(native_devices(), device); }

context open_device(const device_selector& selector) {
  const native_devices natives;
  if (auto* const found = at_once(natives, selector)) return open(found);
  return open(natives, choose(describe(natives), selector, "open_device").device);
}

context open_device(std::string_view selector) {
  return open_device(read(selector, "open_device"));
}

}  // namespace verbatim
