// What Swift cannot call by itself: variadic functions, and macros that build control messages.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/types.h>
#include <sys/vfs.h>

/// Sends `length` bytes and one descriptor over a Unix socket as one message. Returns 0, or an errno value.
int photos_send_descriptor(int socket, const void *bytes, size_t length, int descriptor);

/// Receives one message and the descriptor that came with it (-1 when none came, close-on-exec when one did).
/// Returns the number of bytes, 0 at the end of the stream, or a negated errno value.
ssize_t photos_receive_descriptor(int socket, void *bytes, size_t capacity, int *descriptor);

/// Starts a program that inherits nothing but `count` descriptors, at most eight, as its first ones; one that is
/// negative goes nowhere. Arguments (with the program's name first) and environment are closed by NULL. It gets a
/// process group of its own, so that an interrupt from the terminal does not reach it. Returns 0, or an errno value.
int photos_spawn(const char *program, char *const arguments[], char *const environment[], const int descriptors[],
                 size_t count, pid_t *process);

/// Starts a program that inherits nothing but one descriptor, as its standard input: its outputs go nowhere,
/// its environment is the one given (closed by NULL), and it gets a process group of its own, so that an
/// interrupt from the terminal does not reach it. Returns 0, or an errno value.
int photos_spawn_alone(const char *program, int input, char *const environment[], pid_t *process);

/// Clones the content of a file where the file system shares blocks. Returns 0, or an errno value.
int photos_clone_file(int destination, int source);

/// Lets the kernel begin to write a file's pages; a hint.
void photos_start_writing(int descriptor);

/// Writes everything of the file system that `descriptor` is on. Returns 0, or the error's number.
int photos_sync_file_system(int descriptor);

/// The birth time of a file in nanoseconds, or 0 where the file system does not keep it.
int64_t photos_birth_time(int directory, const char *path);

/// Renames without ever replacing what is there. Returns 0, or an errno value.
int photos_rename_exclusive(const char *from, const char *to);

/// Makes a file in memory that holds some bytes and can only be read. Returns its descriptor, or a negated errno value.
int photos_memory_file(const void *bytes, size_t length);
