// System calls that Swift cannot call: variadic functions, and macros that build control messages.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/types.h>
#include <sys/vfs.h>

/// The greatest number of descriptors in one message.
enum { PHOTOS_MESSAGE_DESCRIPTORS = 2 };

/// Sends `length` bytes and `count` descriptors over a Unix socket as one message. Returns 0, or an errno value.
int photos_send_message(int socket, const void *bytes, size_t length, const int *descriptors, size_t count);

/// Receives one message and its descriptors, close-on-exec; missing descriptors are -1.
///
/// `descriptors` has room for PHOTOS_MESSAGE_DESCRIPTORS; the kernel closes any further ones. Returns the number of
/// bytes, 0 at the end of the stream, or a negated errno value.
ssize_t photos_receive_message(int socket, void *bytes, size_t capacity, int *descriptors);

/// Makes a file in memory with a fixed size.
///
/// Returns its descriptor, or a negated errno value.
int photos_sealed_memory(size_t size);

/// Releases the memory of a part of a file in memory; its bytes become zero.
///
/// The call is a hint.
void photos_forget_memory(int descriptor, off_t start, off_t length);

/// Returns the CPU time of a process in nanoseconds, or -1 if it is unknown.
int64_t photos_computing_time(pid_t process);

/// Starts a program that inherits only `count` descriptors, at most eight, as its first ones.
///
/// A negative descriptor is replaced by /dev/null. `arguments` (with the program's name first) and `environment`
/// end with NULL. The program gets its own process group, so that an interrupt from the terminal does not reach it.
/// Returns 0, or an errno value.
int photos_spawn(const char *program, char *const arguments[], char *const environment[], const int descriptors[],
                 size_t count, pid_t *process);

/// Clones the content of a file if the file system can share blocks.
///
/// Returns 0, or an errno value.
int photos_clone_file(int destination, int source);

/// Copies at most `length` bytes between the positions of two open files, within the kernel where it can.
///
/// Returns the number of bytes, 0 at the end of the source, or a negated errno value.
ssize_t photos_copy_range(int destination, int source, size_t length);

/// Opens a file of a folder for reading past the system's cache; a symbolic link is not followed.
///
/// Returns the descriptor, or a negated errno value: -EINVAL where the file system has no such reading.
int photos_open_direct(int folder, const char *name);

/// Allocates blocks for a file's first `length` bytes, and extends the file to that length.
///
/// Returns 0, or an errno value.
int photos_allocate(int descriptor, off_t length);

/// Asks the kernel to begin writing a file's pages; a hint.
void photos_start_writing(int descriptor);

/// Writes all pending data of the file system of `descriptor`.
///
/// Returns 0, or an errno value.
int photos_sync_file_system(int descriptor);

/// Returns the birth time of a file in nanoseconds, or 0 if the file system does not store it.
int64_t photos_birth_time(int directory, const char *path);

/// Renames a file or folder without replacing an existing one.
///
/// A file system that cannot do so gets an empty file or folder of the name first, which the renaming replaces. So no other
/// process takes the name meanwhile. If this process ends in between, the empty one stays.
/// Returns 0, or an errno value.
int photos_rename_exclusive(const char *from, const char *to);

/// Renames a file of the open folder `source` into another one, without replacing an existing file.
///
/// `source` may be AT_FDCWD for a path of its own.
/// Returns 0, or an errno value.
int photos_rename_exclusive_into(int source, const char *from, int folder, const char *name);

/// What the two functions above do where the file system cannot refuse to replace.
int photos_rename_claiming(int source, const char *from, int folder, const char *name);

/// Makes the names in a folder durable.
///
/// On a file system that cannot sync folders, the whole of it is synced, if it can do that.
/// Returns 0, or an errno value.
int photos_sync_folder(int descriptor);

/// Exchanges two paths atomically.
///
/// Returns 0, or an errno value.
int photos_exchange(const char *one, const char *two);

/// Makes a read-only file in memory with some bytes.
///
/// Returns its descriptor, or a negated errno value.
int photos_memory_file(const void *bytes, size_t length);

/// Takes a lease on a file that is open for reading.
///
/// No process has the file open for writing then. A process that opens it for writing waits until the lease is
/// released, up to the system's lease-break-time. Returns 0, EAGAIN if the file is open for writing, or another
/// errno value if that cannot be determined.
int photos_take_lease(int descriptor);

/// Returns whether a lease is held and no process waits for its end.
int photos_holds_lease(int descriptor);

/// Copies bytes of a file to another one, where the file systems can do so by themselves.
///
/// Neither file's position moves. Returns the number of bytes, 0 at the end of the source, or a negated errno value.
ssize_t photos_copy_part(int source, off_t from, int target, off_t to, size_t length);
