#define _GNU_SOURCE
#include "CSteadyCounters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// The functions of the C library stand behind these, which take their place in a program that links this file.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static _Atomic uint64_t allocations;

static inline void count(void) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count();
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

void free(void *memory) { __libc_free(memory); }

uint64_t steady_allocations(void) {
    return atomic_load_explicit(&allocations, memory_order_relaxed);
}

static _Atomic uint64_t file_calls;

// SQLite and the engine call these functions, which do no more than the C library's.
static inline void count_call(void) {
    atomic_fetch_add_explicit(&file_calls, 1, memory_order_relaxed);
}

ssize_t pread(int file, void *bytes, size_t length, off_t offset) {
    count_call();
    return syscall(SYS_pread64, file, bytes, length, offset);
}

ssize_t pread64(int file, void *bytes, size_t length, off64_t offset) {
    count_call();
    return syscall(SYS_pread64, file, bytes, length, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    count_call();
    return syscall(SYS_pwrite64, file, bytes, length, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    count_call();
    return syscall(SYS_pwrite64, file, bytes, length, offset);
}

int fsync(int file) {
    count_call();
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    count_call();
    return (int)syscall(SYS_fdatasync, file);
}

int flock(int file, int operation) {
    count_call();
    return (int)syscall(SYS_flock, file, operation);
}

uint64_t steady_file_calls(void) {
    return atomic_load_explicit(&file_calls, memory_order_relaxed);
}

static int counter = -1;

int steady_count_instructions(void) {
    struct perf_event_attr wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.size = sizeof wanted;
    wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    wanted.inherit = 1;
    counter = (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    return counter < 0 ? errno : 0;
}

uint64_t steady_instructions(void) {
    uint64_t value = 0;
    if (counter < 0 || read(counter, &value, sizeof value) != sizeof value) return 0;
    return value;
}
