#define _GNU_SOURCE
#include "CFaultyDisk.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint faults;

void faulty_disk_begin(unsigned set) { atomic_store(&faults, set); }

static int has(unsigned fault) { return (atomic_load(&faults) & fault) != 0; }

// The paths of a library

static int has_path(int descriptor, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return 1;
}

static int is_log(const char *path) {
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, "-wal") == 0;
}

/// A file that waits for its final name; lists of such files, and what becomes one, are none.
static int is_staged(int descriptor, const char *path) {
    struct stat facts;
    const char *name = strrchr(path, '/');
    return strstr(path, "/staging/") != NULL && name[1] != '.' && strcmp(name, "/manifest") != 0 &&
           fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

/// A folder that holds originals themselves.
static int is_folder_of_originals(const char *path) {
    const char *name = strrchr(path, '/');
    const char parent[] = "/originals";
    size_t length = sizeof parent - 1;
    return name != NULL && name - path >= (ptrdiff_t)length && strncmp(name - length, parent, length) == 0;
}

// Names that come late

struct late_name {
    char *from;
    int folder;
    char *name;
    unsigned flags;
    struct late_name *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct late_name *late_names;
/// Whether the log was begun anew: its head is then synced by itself, before the commit.
static int has_new_head;
/// Whether a file got its name since the whole file system was last synced.
static int has_named;

static void give_late_names(void) {
    pthread_mutex_lock(&lock);
    if (has_new_head) {
        has_new_head = 0;
    } else {
        while (late_names != NULL) {
            struct late_name *first = late_names;
            late_names = first->next;
            syscall(SYS_renameat2, AT_FDCWD, first->from, first->folder, first->name, first->flags);
            close(first->folder);
            free(first->from);
            free(first->name);
            free(first);
        }
    }
    pthread_mutex_unlock(&lock);
}

static void postpone(const char *from, int folder, const char *name, unsigned flags) {
    struct late_name *late = malloc(sizeof *late);
    *late = (struct late_name){strdup(from), fcntl(folder, F_DUPFD_CLOEXEC, 3), strdup(name), flags, NULL};
    pthread_mutex_lock(&lock);
    struct late_name **end = &late_names;
    while (*end != NULL) end = &(*end)->next;
    *end = late;
    pthread_mutex_unlock(&lock);
}

// A program's own functions come before those of the libraries that it is linked with, also for those libraries.

static int sync_file(int descriptor, long call) {
    char path[PATH_MAX];
    if (atomic_load(&faults) == 0 || !has_path(descriptor, path)) return (int)syscall(call, descriptor);
    if (is_log(path)) {
        if (has(FAULTY_DISK_LOSES_LOG_SYNCS)) return 0;
        int result = (int)syscall(call, descriptor);
        if (result == 0 && has(FAULTY_DISK_RENAMES_LATE)) give_late_names();
        return result;
    }
    if (has(FAULTY_DISK_LOSES_FILE_SYNCS) && is_staged(descriptor, path)) return 0;
    if (has(FAULTY_DISK_LOSES_FOLDER_SYNCS) && is_folder_of_originals(path)) return 0;
    return (int)syscall(call, descriptor);
}

int fsync(int descriptor) { return sync_file(descriptor, SYS_fsync); }

int fdatasync(int descriptor) { return sync_file(descriptor, SYS_fdatasync); }

int syncfs(int descriptor) {
    pthread_mutex_lock(&lock);
    int is_for_names = has_named;
    has_named = 0;
    pthread_mutex_unlock(&lock);
    if (has(is_for_names ? FAULTY_DISK_LOSES_FOLDER_SYNCS : FAULTY_DISK_LOSES_FILE_SYNCS)) return 0;
    return (int)syscall(SYS_syncfs, descriptor);
}

int renameat2(int from_folder, const char *from, int folder, const char *name, unsigned flags) {
    char path[PATH_MAX];
    if (atomic_load(&faults) != 0 && folder >= 0 && strstr(from, "/staging/") != NULL &&
        has_path(folder, path) && is_folder_of_originals(path)) {
        pthread_mutex_lock(&lock);
        has_named = 1;
        pthread_mutex_unlock(&lock);
        if (has(FAULTY_DISK_RENAMES_LATE)) {
            postpone(from, folder, name, flags);
            return 0;
        }
    }
    return (int)syscall(SYS_renameat2, from_folder, from, folder, name, flags);
}

static ssize_t write_at(int descriptor, const void *bytes, size_t count, off64_t offset) {
    char path[PATH_MAX];
    if (offset == 0 && has(FAULTY_DISK_RENAMES_LATE) && has_path(descriptor, path) && is_log(path)) {
        pthread_mutex_lock(&lock);
        has_new_head = 1;
        pthread_mutex_unlock(&lock);
    }
    return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return write_at(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return write_at(descriptor, bytes, count, offset);
}
