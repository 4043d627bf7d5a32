// Reads as much of a program's file as the kernel does before the dynamic linker runs.
#include "system/program_file.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "system/descriptor.hpp"

namespace verbatim::emulator {
namespace {

/// The number of nested interpreters that Linux follows.
constexpr int deepest_interpreter = 5;

/// Returns the path at which execvp(3) finds the program; empty if it does not find it.
std::string look_up(const std::string& command) {
  if (command.find('/') != std::string::npos) return command;
  const char* const path = std::getenv("PATH");
  std::string_view rest = path ? path : "/bin:/usr/bin";
  for (;;) {
    const std::size_t end = rest.find(':');
    const std::string_view directory = rest.substr(0, end);
    const std::string found =
        (directory.empty() ? std::string(".") : std::string(directory)) + '/' + command;
    struct stat status {};
    if (stat(found.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        ::access(found.c_str(), X_OK) == 0) {
      return found;
    }
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
}

/// Returns `bytes` bytes of the file at `offset`, or as many as there are.
std::string read_at(const descriptor& file, std::uint64_t offset, std::size_t bytes) {
  std::string result(bytes, '\0');
  const ssize_t got = pread(file.number(), result.data(), bytes, static_cast<off_t>(offset));
  result.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return result;
}

/// Returns the interpreter in a `#!` line; empty if there is none.
std::string interpreter_of(const std::string& start) {
  const std::string line = start.substr(2, start.find('\n') - 2);
  const std::size_t from = line.find_first_not_of(" \t");
  if (from == std::string::npos) return {};
  const std::size_t end = line.find_first_of(" \t", from);
  return line.substr(from, end == std::string::npos ? end : end - from);
}

/// Returns true if the program gets more rights than its caller: the dynamic linker then drops
/// LD_PRELOAD.
bool gains_rights(const descriptor& file) {
  struct stat status {};
  struct statvfs mount {};
  if (fstat(file.number(), &status) != 0 || fstatvfs(file.number(), &mount) != 0) return false;
  if (mount.f_flag & ST_NOSUID || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1) return false;
  if (status.st_mode & S_ISUID && status.st_uid != getuid()) return true;
  if (status.st_mode & S_ISGID && status.st_mode & S_IXGRP && status.st_gid != getgid())
    return true;
  return getuid() != 0 && fgetxattr(file.number(), "security.capability", nullptr, 0) > 0;
}

/// The program headers of a 64-bit file of this machine's byte order.
struct program_headers {
  bool is_dynamic = false;
  std::string interpreter;
  bool is_linker = false;  ///< ld.so itself, which needs no interpreter, but loads the library
};

program_headers read_headers(const descriptor& file, const Elf64_Ehdr& header) {
  program_headers result;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const std::string bytes =
        read_at(file, header.e_phoff + std::uint64_t{i} * header.e_phentsize, sizeof(Elf64_Phdr));
    if (bytes.size() < sizeof(Elf64_Phdr)) break;
    Elf64_Phdr one;
    std::memcpy(&one, bytes.data(), sizeof one);
    if (one.p_type == PT_INTERP && one.p_filesz < 4096) {
      result.interpreter = read_at(file, one.p_offset, one.p_filesz).c_str();
    } else if (one.p_type == PT_DYNAMIC && one.p_filesz < (1u << 20)) {
      result.is_dynamic = true;
      const std::string table = read_at(file, one.p_offset, one.p_filesz);
      for (std::size_t at = 0; at + sizeof(Elf64_Dyn) <= table.size(); at += sizeof(Elf64_Dyn)) {
        Elf64_Dyn entry;
        std::memcpy(&entry, table.data() + at, sizeof entry);
        // Executables have no name (DT_SONAME) of their own; shared libraries and the linker do.
        result.is_linker = result.is_linker || entry.d_tag == DT_SONAME;
      }
    }
  }
  return result;
}

std::string why_not(const std::string& program, int depth) {
  const descriptor file(open(program.c_str(), O_RDONLY | O_CLOEXEC));
  // A program that may be run but not read cannot be checked.
  if (!file) return {};
  const std::string start = read_at(file, 0, 256);
  if (start.starts_with("#!")) {
    const std::string interpreter = interpreter_of(start);
    if (depth == deepest_interpreter || interpreter.empty()) return {};
    const std::string reason = why_not(interpreter, depth + 1);
    return reason.empty() ? "" : "is run by " + interpreter + ", which " + reason;
  }
  if (!start.starts_with(ELFMAG)) return {};
  if (gains_rights(file)) {
    return "gains rights when it starts (set-user-ID, set-group-ID or capabilities), and the "
           "dynamic linker loads no "
           "library into such a program";
  }
  if (start.size() < sizeof(Elf64_Ehdr) || start[EI_CLASS] != ELFCLASS64) {
    return start.size() > EI_CLASS && start[EI_CLASS] == ELFCLASS32
               ? "is a 32-bit program, and the emulator's library has 64 bits"
               : "";
  }
  Elf64_Ehdr header;
  std::memcpy(&header, start.data(), sizeof header);
  const program_headers headers = read_headers(file, header);
  if (headers.interpreter.find("/ld-musl-") != std::string::npos) {
    return "uses the C library musl, and the emulator's library needs glibc";
  }
  const bool executable = header.e_type == ET_EXEC || header.e_type == ET_DYN;
  if (!executable || !headers.interpreter.empty() || headers.is_linker) return {};
  return "is statically linked, and only the dynamic linker loads the emulator's library";
}

}  // namespace

bool speaks_of_rdma(const std::string& command) {
  const std::string program = look_up(command);
  const descriptor file(open(program.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file || fstat(file.number(), &status) != 0 || status.st_size <= 0) return false;
  const std::string start = read_at(file, 0, 256);
  if (start.starts_with("#!")) {
    const std::string interpreter = interpreter_of(start);
    return !interpreter.empty() && interpreter != command && speaks_of_rdma(interpreter);
  }
  const auto bytes = static_cast<std::size_t>(status.st_size);
  void* const mapped = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (mapped == MAP_FAILED) return false;
  const std::string_view text(static_cast<const char*>(mapped), bytes);
  const auto has = [text](std::string_view word) {
    return memmem(text.data(), text.size(), word.data(), word.size()) != nullptr;
  };
  const bool result = has("libibverbs") || has("/infiniband");
  munmap(mapped, bytes);
  return result;
}

std::string why_not_emulated(const std::string& command) {
  const std::string program = look_up(command);
  return program.empty() ? "" : why_not(program, 0);
}

std::string without_library(const std::string& program, const std::string& reason, bool mounted) {
  const char* const what = mounted ? " finds the emulated devices and cannot use them: it "
                                   : " sees no emulated device: it ";
  return program + what + reason;
}

}  // namespace verbatim::emulator
