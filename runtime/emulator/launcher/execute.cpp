// Starts the command, or reports why it does not start.
#include "launcher/execute.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "launcher/command_line.hpp"
#include "system/program_file.hpp"

namespace verbatim::emulator {
namespace {

// Exit statuses with the numbers of shells and `env`.
constexpr int not_executable = 126;
constexpr int not_found = 127;

}  // namespace

int execute(const std::vector<std::string>& command, bool mounted) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  if (const std::string reason = why_not_emulated(command.front()); !reason.empty()) {
    complain(without_library(command.front(), reason, mounted));
  }
  execvp(arguments[0], arguments.data());
  const int error = errno;
  complain(command.front() + ": " + (error == ENOENT ? "command not found" : std::strerror(error)));
  return error == ENOENT ? not_found : not_executable;
}

}  // namespace verbatim::emulator
