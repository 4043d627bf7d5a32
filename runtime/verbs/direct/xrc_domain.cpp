// An XRC domain: a group of XRC shared receive queues and XRC receive queue pairs.
#include "verbatim/verbs/direct/xrc_domain.hpp"

#include <infiniband/verbs.h>

#include <cerrno>
#include <string_view>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {
namespace {

std::string_view remedy_for(int error_number, const xrc_domain_attributes& attributes) {
  if (!attributes.fd) return "";
  const bool exclusive = (attributes.oflags & O_EXCL) != 0;
  if (error_number == EAGAIN) return "the file has no XRC domain yet: open it with O_CREAT";
  if (error_number == EINVAL && exclusive) {
    return "the file has an XRC domain already: open it without O_EXCL";
  }
  return error_number == EBADF ? "fd is not that of an open file" : "";
}

native_ptr<ibv_xrcd> open(context_body& context, const xrc_domain_attributes& attributes) {
  ibv_xrcd_init_attr attr{};
  attr.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS;
  attr.fd = attributes.fd.value_or(-1);
  attr.oflags = attributes.fd ? attributes.oflags : O_CREAT;  // without a file, always new
  if (attributes.fd && *attributes.fd < 0) {
    throw error(std::errc::bad_file_descriptor, "ibv_open_xrcd", context.describe(),
                "fd is " + std::to_string(*attributes.fd) +
                    ": open the file first, or leave fd out for a domain without one");
  }
  auto* xrcd = ibv_open_xrcd(context.native(), &attr);
  if (xrcd == nullptr) {
    const int number = errno;
    throw error(number, "ibv_open_xrcd", context.describe(), remedy_for(number, attributes));
  }
  return native_ptr<ibv_xrcd>(xrcd);
}

}  // namespace

xrc_domain_body::xrc_domain_body(context_body& context, const xrc_domain_attributes& attributes)
    : body(rank::xrc_domain), context_(context), native_(open(context, attributes)) {}

}  // namespace verbatim::verbs
