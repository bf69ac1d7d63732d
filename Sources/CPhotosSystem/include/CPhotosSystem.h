// What Swift cannot call by itself: variadic functions, and macros that build control messages.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/types.h>
#include <sys/vfs.h>

/// The most descriptors that one message carries.
enum { PHOTOS_MESSAGE_DESCRIPTORS = 2 };

/// Sends `length` bytes and `count` descriptors over a Unix socket as one message. Returns 0, or an errno value.
int photos_send_message(int socket, const void *bytes, size_t length, const int *descriptors, size_t count);

/// Receives one message and the descriptors that came with it, close-on-exec; those that did not come are -1.
/// `descriptors` has room for PHOTOS_MESSAGE_DESCRIPTORS; the kernel closes those beyond.
/// Returns the number of bytes, 0 at the end of the stream, or a negated errno value.
ssize_t photos_receive_message(int socket, void *bytes, size_t capacity, int *descriptors);

/// Makes a file in memory of a size that nobody can change any more. Returns its descriptor, or a negated errno value.
int photos_sealed_memory(size_t size);

/// Gives the memory behind a part of a file in memory back; its bytes become zero. A hint.
void photos_forget_memory(int descriptor, off_t start, off_t length);

/// The computing time that a process used so far in nanoseconds, or -1 where it cannot be told.
int64_t photos_computing_time(pid_t process);

/// Starts a program that inherits nothing but `count` descriptors, at most eight, as its first ones; one that is
/// negative goes nowhere. Arguments (with the program's name first) and environment are closed by NULL. It gets a
/// process group of its own, so that an interrupt from the terminal does not reach it. Returns 0, or an errno value.
int photos_spawn(const char *program, char *const arguments[], char *const environment[], const int descriptors[],
                 size_t count, pid_t *process);

/// Clones the content of a file where the file system shares blocks. Returns 0, or an errno value.
int photos_clone_file(int destination, int source);

/// Gives a file blocks for its first `length` bytes, and makes it so long. Returns 0, or an errno value.
int photos_allocate(int descriptor, off_t length);

/// Lets the kernel begin to write a file's pages; a hint.
void photos_start_writing(int descriptor);

/// Writes everything of the file system that `descriptor` is on. Returns 0, or the error's number.
int photos_sync_file_system(int descriptor);

/// The birth time of a file in nanoseconds, or 0 where the file system does not keep it.
int64_t photos_birth_time(int directory, const char *path);

/// Renames without ever replacing what is there. Returns 0, or an errno value.
int photos_rename_exclusive(const char *from, const char *to);

/// The same into an open folder.
int photos_rename_exclusive_into(const char *from, int folder, const char *name);

/// Lets two paths change places at once. Returns 0, or an errno value.
int photos_exchange(const char *one, const char *two);

/// Makes a file in memory that holds some bytes and can only be read. Returns its descriptor, or a negated errno value.
int photos_memory_file(const void *bytes, size_t length);

/// Takes a lease on a file that is open for reading: nobody else then has it open for writing, and who opens it so waits
/// until the lease is given up, for as long as the system's lease-break-time. Returns 0, EAGAIN where somebody has it open
/// for writing, or another errno value where that cannot be told.
int photos_take_lease(int descriptor);

/// Whether a lease is held and nobody waits for its end.
int photos_holds_lease(int descriptor);
