// Interposed functions that translate names and indexes of network interfaces.
#include "netdev/interfaces.hpp"

#include <net/if.h>

#include <cstring>

#include "preload/exported.hpp"
#include "preload/next.hpp"

namespace netdev = verbatim::emulator::netdev;
using verbatim::emulator::next_function;

namespace {

next_function<unsigned(const char*)> next_if_nametoindex("if_nametoindex");
next_function<char*(unsigned, char*)> next_if_indextoname("if_indextoname");

}  // namespace

VERBATIM_EXPORTED unsigned if_nametoindex(const char* name) noexcept {
  const auto* const port = name ? netdev::find(name) : nullptr;
  return port ? port->netdev_index : next_if_nametoindex(name);
}

VERBATIM_EXPORTED char* if_indextoname(unsigned index, char* name) noexcept {
  const auto* const port = netdev::find(index);
  return port ? std::strcpy(name, port->netdev.c_str()) : next_if_indextoname(index, name);
}
