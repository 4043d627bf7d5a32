// Builds every WQE of a capture again, and compares.
//
//   rebuild_test [--only KIND... --] CAPTURE...
//
// CAPTURE are files that `verbatim-emulator --capture FILE` has written. Ends with one line for each
// KIND of WQE that it has met; with --only it passes over all others.
#include "rebuild.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/dci_compact.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/ud_compact.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/generated/transports/xrq_cmd.hpp"

namespace verbatim::test {
namespace {

/// One line of a capture.
struct captured {
  std::string type;
  byte_string bytes;
};

/// The text behind `"key":`, without its quotes. The emulator writes each line in the same order.
std::string value_of(std::string_view line, std::string_view key) {
  const auto at = line.find("\"" + std::string(key) + "\":");
  if (at == line.npos) throw std::runtime_error("a line without " + std::string(key));
  auto rest = line.substr(at + key.size() + 3);
  if (rest.starts_with('"')) return std::string(rest.substr(1, rest.find('"', 1) - 1));
  return std::string(rest.substr(0, rest.find_first_of(",}")));
}

captured parse(const std::string& line) {
  captured result{value_of(line, "type"), {}};
  const auto hex = value_of(line, "bytes");
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    result.bytes.push_back(std::byte(std::stoul(hex.substr(i, 2), nullptr, 16)));
  }
  return result;
}

template <class Transport>
class rebuilder {
 public:
  /// `begin(queue, wqe)` gives the state in which a verb is needed.
  template <class Begin>
  bool same_as(const captured& line, met_differences& met, const Begin& begin) {
    foreign_wqe wqe(line.bytes);
    alignas(64) static std::array<std::byte, 64 * wqebb> ring;
    alignas(8) std::array<std::byte, 8> words{};
    mmio::doorbell_register nowhere(words.data(), 0);
    ring.fill(std::byte{0xa5});
    send_queue<Transport, int, ring_end::wrapping, 16u> sq({.ring = ring.data(),
                                                            .wqebbs = 64,
                                                            .dbrec = words.data(),
                                                            .doorbell = &nowhere,
                                                            .qpn = wqe.ctrl().qpn});
    const auto posted = begin(sq, wqe);
    if (!posted.ok()) throw std::runtime_error(std::string(message(posted.error())));
    auto expected = wqe.expected();
    expected[1] = expected[2] = std::byte{};  // the queue is new, so its first index is 0
    for (const auto& allowed : allowed_differences) {
      for (auto n = wqe.met().count(allowed.which); n != 0; --n) met.meet(allowed.which);
    }
    const auto outcome = same({ring.data(), expected.size()}, expected);
    if (!outcome) std::cerr << line.type << ": " << outcome.message() << '\n';
    return static_cast<bool>(outcome);
  }
};

bool with_full_av(const captured& line) {
  return line.bytes.size() > 24 && (line.bytes[24] & std::byte{0x80}) != std::byte{};
}

bool rebuild(const captured& line, met_differences& met) {
  const auto verb = [](auto& sq, foreign_wqe& wqe) { return rebuild_verb(sq.sq_wqe(), wqe); };
  // On an RC queue pair of its own, which libmlx5 hides.
  if (ctrl_seg::read(line.bytes.data()).opcode == opcode::tag_matching) {
    return rebuilder<xrq_cmd>().same_as(
        line, met, rebuild_tag_command<send_queue<xrq_cmd, int, ring_end::wrapping, 16u>>);
  }
  if (line.type == "RC" || line.type == "UC") return rebuilder<rc>().same_as(line, met, verb);
  const bool bare = line.bytes.size() == ctrl_seg::size;
  if (line.type == "XRC send") {
    return rebuilder<xrc>().same_as(line, met, [](auto& sq, foreign_wqe& wqe) {
      return rebuild_verb(sq.sq_wqe().xrc(wqe.take<xrc_seg>().xrc_srqn), wqe);
    });
  }
  if (bare) {
    return rebuilder<dci>().same_as(line, met, [](auto& sq, foreign_wqe& wqe) {
      return end_of(sq.sq_wqe().nop(wqe.flags()), wqe);
    });
  }
  const auto to = [&]<class Transport, class Av>(Transport, Av) {
    return rebuilder<Transport>().same_as(line, met, [](auto& sq, foreign_wqe& wqe) {
      const auto av = take_av<Av>(wqe);
      return rebuild_verb(sq.sq_wqe().av(av), wqe);
    });
  };
  if (line.type == "UD") {
    return with_full_av(line) ? to(ud{}, av_ud_seg{}) : to(ud_compact{}, av_ud_compact_seg{});
  }
  if (line.type == "DCI") {
    return with_full_av(line) ? to(dci{}, av_dc_seg{}) : to(dci_compact{}, av_dc_compact_seg{});
  }
  throw std::runtime_error("a queue pair of type " + line.type);
}

/// Returns the kind of a WQE, which this test has to have met: transport, opcode and how it carries
/// data.
std::string kind_of(const captured& line) {
  const auto ctrl = ctrl_seg::read(line.bytes.data());
  auto kind =
      line.type +
      (line.type == "UD" || line.type == "DCI" ? (with_full_av(line) ? " full" : " compact") : "");
  kind += " " + std::string(name(ctrl.opcode));
  if (ctrl.opmod != 0) kind += " opmod " + std::to_string(ctrl.opmod);
  return kind;
}

}  // namespace
}  // namespace verbatim::test

int main(int argc, char** argv) {
  using namespace verbatim::test;
  std::map<std::string, unsigned> kinds;
  met_differences met;
  unsigned wrong = 0;
  unsigned total = 0;
  std::vector<std::string> files(argv + 1, argv + argc);
  std::set<std::string> only;
  if (!files.empty() && files[0] == "--only") {
    const auto end = std::find(files.begin(), files.end(), "--");
    only.insert(files.begin() + 1, end);
    files.erase(files.begin(), end == files.end() ? end : end + 1);
  }
  try {
    for (const auto& name : files) {
      std::ifstream file(name);
      for (std::string line; std::getline(file, line);) {
        const auto one = parse(line);
        if (!only.empty() && !only.contains(kind_of(one))) continue;
        ++total;
        ++kinds[kind_of(one)];
        if (wrong < 10 && !rebuild(one, met)) ++wrong;
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rebuild_test: WQE %u: %s\n", total, error.what());
    return EXIT_FAILURE;
  }
  for (const auto& [kind, count] : kinds) std::printf("%s: %u\n", kind.c_str(), count);
  for (const auto& allowed : allowed_differences) {
    if (const auto n = met.count(allowed.which); n != 0) {
      std::printf("difference, %.*s: %u\n", static_cast<int>(allowed.name.size()),
                  allowed.name.data(), n);
    }
  }
  std::printf("%u of %u WQEs differ\n", wrong, total);
  return wrong == 0 && total != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
