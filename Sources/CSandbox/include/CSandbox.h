// The sandbox of the worker: rights that the process gives up permanently, so that a file that takes control of a
// decoder gains nothing. Only the worker links this module.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Gives up the right to gain privileges by starting programs, which the rest of the sandbox requires.
///
/// Returns 0, or a negated errno value.
int photos_sandbox_privileges(void);

/// Gives up access to files, TCP, and everything else that this kernel's landlock supports.
///
/// Files can still be created in `folder`, unless it is negative. Returns the version of the kernel's interface, or
/// a negated errno value.
int photos_sandbox_landlock(int folder);

/// Gives up all system calls except those that decoders need; with `files`, calls that create files stay allowed.
///
/// Returns 0, or a negated errno value.
int photos_sandbox_seccomp(bool files);

/// Tries operations that landlock forbids, and leaves nothing behind.
///
/// Returns the first that succeeded, or NULL.
const char *photos_sandbox_landlock_gap(void);

/// Tries operations that the filter of system calls forbids, and leaves nothing behind.
///
/// Returns the first that succeeded, or NULL.
const char *photos_sandbox_seccomp_gap(bool files);

/// Copies this process, as `fork` does, into a child of this process's parent.
///
/// The process must have a single thread. Returns 0 in the copy; in this process, the identifier of the copy or a negated
/// errno value.
pid_t photos_fork_sibling(void);

/// Returns the number of threads of this process, or -1 if unknown.
///
/// The sandbox needs a single thread.
int photos_thread_count(void);
