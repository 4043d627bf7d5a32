// Checks values in the launcher, which can report errors to the user: the device only reads them.
#include "launcher/option_values.hpp"

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "abi/command_names.hpp"
#include "launcher/recorded_options.hpp"
#include "settings/cm_faults.hpp"
#include "settings/event_names.hpp"
#include "settings/gid_forms.hpp"
#include "settings/wire_faults.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {
namespace {

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  std::istringstream all{std::string(text)};
  for (std::string part; std::getline(all, part, at);) parts.push_back(part);
  return parts;
}

/// Checks the fabric's name, which becomes part of a path.
std::string check_fabric_name(const std::string& name) {
  const bool fits = !name.empty() && name.size() <= 32 && name.front() != '.' &&
                    name.find('/') == std::string::npos;
  return fits ? "" : "a fabric's name has 1 to 32 characters, no '/', and no '.' at its start";
}

std::string check_interface_name(const std::string& name) {
  if (name == "own" || if_nametoindex(name.c_str()) != 0) return "";
  return "there is no network interface " + name;
}

/// Returns the number from 0 to 255 in `text`; nothing if it is not such a number.
std::optional<std::uint64_t> byte_of(const std::string& text) {
  const auto value = number_of(text);
  return value && *value < 0x100 ? value : std::nullopt;
}

/// Returns the syndrome with that name or number; nothing if there is none.
std::optional<std::uint64_t> syndrome_of(const std::string& text) {
  // The name of an unknown code is empty.
  for (std::uint64_t code = 1; code < 0x100 && !text.empty(); ++code) {
    if (name(static_cast<verbatim::cqe_syndrome>(code)) == text) return code;
  }
  return byte_of(text);
}

/// Returns N:SYNDROME or N:SYNDROME:VENDOR, all as decimal numbers; empty if `text` is not N,
/// N:SYNDROME or N:SYNDROME:VENDOR.
std::string failure_of(const std::string& text, const char* usual) {
  const std::vector<std::string> parts = split(text, ':');
  if (parts.empty() || parts.size() > 3 || text.back() == ':') return {};
  const std::string& number = parts.front();
  if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) return {};
  const auto syndrome = syndrome_of(parts.size() > 1 ? parts[1] : usual);
  const auto vendor = parts.size() > 2 ? byte_of(parts[2]) : 0;
  if (!syndrome || !vendor) return {};
  const std::string result = number + ":" + std::to_string(*syndrome);
  return parts.size() > 2 ? result + ":" + std::to_string(*vendor) : result;
}

std::string failed_send(const std::string& text) {
  return failure_of(text, "transport_retry_exc_err");
}

std::string failed_receive(const std::string& text) { return failure_of(text, "local_prot_err"); }

std::string check_failure(const std::string& text) {
  if (!failed_send(text).empty()) return {};
  std::string known;
  for (int code = 1; code < 0x100; ++code) {
    const auto one = name(static_cast<verbatim::cqe_syndrome>(code));
    if (!one.empty()) known.append(known.empty() ? "" : ", ").append(one);
  }
  return "is N, N:SYNDROME or N:SYNDROME:VENDOR; a syndrome is a number up to 255 or one of " +
         known;
}

std::string check_events(const std::string& text) {
  if (!parse_events(text).empty()) return {};
  std::string known;
  for (const auto one : event_names) known.append(known.empty() ? "" : ", ").append(one);
  return "is N:EVENT, or several with commas between them, and N counts from 1; an event is one "
         "of " +
         known;
}

std::string check_verb_failures(const std::string& text) {
  if (!parse_failures(text).empty()) return {};
  return "is NAME:N:ERRNO, or several with commas between them; N counts calls from 1, ERRNO is a "
         "name as ENOMEM, and NAME is one of " +
         all_command_names();
}

std::string check_cm_faults(const std::string& text) {
  if (!parse_cm_faults(text).empty()) return {};
  std::string known;
  for (const auto one : cm_fault_names) known.append(known.empty() ? "" : ", ").append(one);
  return "is NAME:N or NAME:N:VALUE, or several with commas between them, and N counts from 1; a "
         "NAME is one of " +
         known + "; the VALUE of reject is a reason, that of the last three are milliseconds";
}

std::string check_wire_faults(const std::string& text) {
  if (parse_wire_faults(text)) return {};
  return "is NAME:N, or several with commas between them; a NAME is drop, duplicate, reorder, "
         "corrupt or seed; N is at least 1, and at least 2 for drop and corrupt";
}

std::string check_addresses(const std::string& text) {
  std::set<gid> taken;
  for (const std::string& port : split(text, ',')) {
    for (const std::string& one : split(port, '+')) {
      gid address{};
      in_addr ipv4{};
      if (inet_pton(AF_INET, one.c_str(), &ipv4) == 1) {
        address = mapped_gid(ntohl(ipv4.s_addr));
      } else if (inet_pton(AF_INET6, one.c_str(), address.data()) != 1) {
        return "'" + one + "' is no IP address; commas are between ports, and a plus between the " +
               "addresses of one";
      }
      if (!taken.insert(address).second) {
        return one + " is given twice: rdma_cm finds a port by its address";
      }
    }
  }
  return {};
}

std::string check_ece(const std::string& text) {
  for (const std::string& one : split(text, ',')) {
    const auto value = number_of(one);
    if (!value || *value > UINT32_MAX) return "'" + one + "' is no number of 32 bits";
  }
  return {};
}

std::string check_import_kek(const std::string& text) {
  const bool digits = text.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
  if (digits && (text.size() == 32 || text.size() == 64)) return {};
  return "a key has 32 or 64 hexadecimal digits";
}

std::string check_number(const option_row& row, const std::string& text) {
  const auto value = number_of(text);
  if (value && *value >= row.least && *value <= row.most) return {};
  return text + " is not a number from " + std::to_string(row.least) + " to " +
         std::to_string(row.most);
}

std::string check_choice(const option_row& row, const std::string& text) {
  std::string known;
  for (const std::string& one : split(row.takes, '|')) {
    if (one == text) return {};
    known.append(known.empty() ? "" : ", ").append(one);
  }
  return text + " is none of " + known;
}

/// Options whose values have their own format: a check, and a conversion for the device if one is
/// needed.
struct form {
  std::string_view name;
  std::string (*check)(const std::string& text);
  std::string (*convert)(const std::string& text) = nullptr;
};

constexpr form forms[] = {
    {"fabric", check_fabric_name},
    {"netdev", check_interface_name},
    {"fail-at", check_failure, failed_send},
    {"fail-receive-at", check_failure, failed_receive},
    {"raise-at", check_events},
    {"fail-verb", check_verb_failures},
    {"fail-cm", check_cm_faults},
    {"addresses", check_addresses},
    {"wire-faults", check_wire_faults},
    {"ece", check_ece},
    {"import-kek", check_import_kek},
    {"replay", why_no_recording},
};

const form* form_of(const option_row& row) noexcept {
  for (const form& one : forms) {
    if (one.name == row.name) return &one;
  }
  return nullptr;
}

}  // namespace

std::optional<std::uint64_t> number_of(const std::string& text) noexcept {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  char* end = nullptr;
  errno = 0;
  const unsigned long long value = std::strtoull(text.c_str(), &end, 0);
  return *end == '\0' && errno == 0 ? std::optional<std::uint64_t>(value) : std::nullopt;
}

std::string why_wrong(const option_row& row, const std::string& text) {
  if (const form* const own = form_of(row)) return own->check(text);
  switch (row.kind) {
    case option_kind::number:
      return check_number(row, text);
    case option_kind::choice:
      return check_choice(row, text);
    default:
      return {};
  }
}

std::string in_variable(const option_row& row, const std::string& text) {
  if (const form* const own = form_of(row); own && own->convert) return own->convert(text);
  switch (row.kind) {
    case option_kind::file:
      return std::filesystem::absolute(text).string();
    case option_kind::number:
      return std::to_string(number_of(text).value_or(0));
    default:
      return text;
  }
}

}  // namespace verbatim::emulator
