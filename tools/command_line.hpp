// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lath::tool {

/// Does what the words of a command line say, the program's own name among them, and returns the
/// exit status: 0 success, 1 failure, 2 wrong use. Errors are reported on standard error. Replaces
/// the handlers of the signals that end programs.
int run_command_line(int argc, char** argv);

}  // namespace lath::tool
