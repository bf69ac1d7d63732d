#pragma once

#include <stdint.h>

// How often this process has asked for memory, on any thread.
uint64_t steady_allocations(void);

// How often this process has read, written, synced or locked a file by its descriptor, on any thread.
uint64_t steady_file_calls(void);

// Begins to count instructions in user mode, of threads that begin later too; 0, or the error.
int steady_count_instructions(void);

// Instructions since the count began.
uint64_t steady_instructions(void);
