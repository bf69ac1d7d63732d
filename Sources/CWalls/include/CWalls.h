// What a process gives up for good, so that a file that takes a decoder over gains nothing by it. Linked by the worker
// alone.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Gives up gaining rights by starting programs, which the other walls need. Returns 0, or a negated errno value.
int photos_wall_privileges(void);

/// Gives up files, TCP and what else this kernel's landlock knows; below `folder`, unless it is negative, new files can
/// still be made. Returns the version of the kernel's interface, or a negated errno value.
int photos_wall_landlock(int folder);

/// Gives up all system calls but those that decoders need; with `files` also those that make files stay.
/// Returns 0, or a negated errno value.
int photos_wall_seccomp(bool files);

/// Tries what landlock forbids, without a trace where it works. Returns what worked, or NULL.
const char *photos_breach_of_landlock(void);

/// Tries what the filter of system calls forbids, without a trace where it works. Returns what worked, or NULL.
const char *photos_breach_of_seccomp(bool files);

/// How many threads this process has, or -1 where that cannot be told: walls stand around one.
int photos_thread_count(void);
