#define _GNU_SOURCE
#include "CSandbox.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// fork() cannot choose another parent. In a process with one thread, the system call alone does what is needed of fork():
// no other thread can hold a lock, and no library of the worker asks to be called before or after a fork.
pid_t photos_fork_sibling(void) {
    long copy = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    return copy < 0 ? -errno : (pid_t)copy;
}

int photos_sandbox_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : -errno;
}

// Headers of older systems lack the access rights of newer kernels, so this file defines the numbers.

struct rights {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

struct interface {
    struct rights rights;
    size_t size;
};

static struct interface interface(int version) {
    struct interface known = {.rights = {.files = (1ULL << 13) - 1}, .size = sizeof(uint64_t)};
    if (version >= 2) known.rights.files |= 1ULL << 13;  // moving between folders
    if (version >= 3) known.rights.files |= 1ULL << 14;  // truncating
    if (version >= 4) {
        known.rights.network = 3;  // TCP: binding and connecting
        known.size = 2 * sizeof(uint64_t);
    }
    if (version >= 5) known.rights.files |= 1ULL << 15;  // commands for devices
    if (version >= 6) {
        known.rights.scopes = 3;  // abstract sockets and signals
        known.size = 3 * sizeof(uint64_t);
    }
    return known;
}

int photos_sandbox_landlock(int folder) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 0) return -errno;
    struct interface known = interface((int)version);
    long rules = syscall(SYS_landlock_create_ruleset, &known.rights, known.size, 0);
    if (rules < 0) return -errno;
    int result = (int)version;
    if (folder >= 0) {
        struct landlock_path_beneath_attr below = {
            .allowed_access = LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                              LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE,
            .parent_fd = folder,
        };
        if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0) != 0) result = -errno;
    }
    if (result >= 0 && syscall(SYS_landlock_restrict_self, rules, 0) != 0) result = -errno;
    close((int)rules);
    return result;
}

// Forbidden calls fail and do not kill the process. Libraries make many calls that they do not need, and the test
// of the sandbox must see the failure.

static const int calls[] = {
    // Reading open files
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(preadv), SCMP_SYS(lseek), SCMP_SYS(fstat),
    SCMP_SYS(close), SCMP_SYS(dup), SCMP_SYS(poll), SCMP_SYS(ppoll),
    // Memory
    SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect), SCMP_SYS(madvise), SCMP_SYS(brk),
    // Threads
    SCMP_SYS(futex), SCMP_SYS(sched_yield), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(gettid),
    SCMP_SYS(getpid), SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler),
    SCMP_SYS(sched_get_priority_max), SCMP_SYS(sched_get_priority_min), SCMP_SYS(getcpu), SCMP_SYS(membarrier),
    SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall),
    // Time, random numbers, and facts about the machine
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(getrandom), SCMP_SYS(getrusage), SCMP_SYS(sysinfo),
    SCMP_SYS(uname), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
};

// Calls whose folders landlock restricts.
static const int file_calls[] = {
    SCMP_SYS(openat),     SCMP_SYS(mkdirat), SCMP_SYS(unlinkat),   SCMP_SYS(utimensat),
    SCMP_SYS(newfstatat), SCMP_SYS(write),   SCMP_SYS(getdents64), SCMP_SYS(fcntl),
};

static int allow(scmp_filter_ctx filter, const int *numbers, size_t count) {
    int result = 0;
    for (size_t index = 0; result == 0 && index < count; index++) {
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, numbers[index], 0);
    }
    return result;
}

/// Allows calls with some arguments only.
static int allow_some(scmp_filter_ctx filter, bool files) {
    const uint32_t yes = SCMP_ACT_ALLOW;
    int result = 0;
    // Threads, but no processes. The filter cannot see the flags of clone3; libc then uses clone.
    const uint64_t thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
    result |= seccomp_rule_add(filter, yes, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, thread, thread));
    result |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    result |= seccomp_rule_add(filter, yes, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (uint64_t)getpid()));
    result |= seccomp_rule_add(filter, yes, SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
    // Messages to and from the library only, on the standard input.
    result |= seccomp_rule_add(filter, yes, SCMP_SYS(recvmsg), 1, SCMP_A0(SCMP_CMP_EQ, STDIN_FILENO));
    result |= seccomp_rule_add(filter, yes, SCMP_SYS(sendmsg), 1, SCMP_A0(SCMP_CMP_EQ, STDIN_FILENO));
    // Reading limits, and setting the time and memory limits for the next file within the remaining ones.
    result |= seccomp_rule_add(filter, yes, SCMP_SYS(prlimit64), 1, SCMP_A2(SCMP_CMP_EQ, 0));
    result |= seccomp_rule_add(
        filter, yes, SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_EQ, RLIMIT_CPU));
    result |= seccomp_rule_add(
        filter, yes, SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_EQ, RLIMIT_DATA));
    if (files) return result;
    result |= seccomp_rule_add(filter, yes, SCMP_SYS(write), 1, SCMP_A0(SCMP_CMP_LE, STDERR_FILENO));
    result |= seccomp_rule_add(filter, yes, SCMP_SYS(writev), 1, SCMP_A0(SCMP_CMP_LE, STDERR_FILENO));
    result |= seccomp_rule_add(
        filter, yes, SCMP_SYS(newfstatat), 1, SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH));
    const int commands[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC};
    for (size_t index = 0; index < sizeof commands / sizeof *commands; index++) {
        result |= seccomp_rule_add(
            filter, yes, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, (uint64_t)commands[index]));
    }
    return result;
}

int photos_sandbox_seccomp(bool files) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL) return -ENOMEM;
    // The kernel then searches calls in a tree instead of one after another.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    int result = allow(filter, calls, sizeof calls / sizeof *calls);
    if (result == 0 && files) result = allow(filter, file_calls, sizeof file_calls / sizeof *file_calls);
    if (result == 0) result = allow_some(filter, files) == 0 ? 0 : -EINVAL;
    if (result == 0) result = seccomp_load(filter);
    seccomp_release(filter);
    return result;
}

static bool opens(const char *path, int flags) {
    int descriptor = open(path, flags | O_CLOEXEC, 0600);
    if (descriptor < 0) return false;
    close(descriptor);
    return true;
}

const char *photos_sandbox_landlock_gap(void) {
    if (opens("/", O_RDONLY | O_DIRECTORY)) return "a folder can be read";
    if (opens("/etc/passwd", O_RDONLY)) return "a file can be read";
    // The file never has a name, so nothing is left over.
    if (opens("/tmp", O_WRONLY | O_TMPFILE)) return "a file can be written";
    return NULL;
}

static bool makes_socket(int family) {
    int descriptor = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return errno != EPERM;
    close(descriptor);
    return true;
}

static bool makes_process(void) {
    long process = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (process < 0) return errno != EPERM;
    if (process == 0) _exit(0);
    waitpid((pid_t)process, NULL, 0);
    return true;
}

const char *photos_sandbox_seccomp_gap(bool files) {
    if (!files) {
        const char *gap = photos_sandbox_landlock_gap();
        if (gap != NULL) return gap;
    }
    if (makes_socket(AF_INET) || makes_socket(AF_UNIX)) return "a socket can be made";
    if (makes_process()) return "a process can be made";
    // Without the filter, the kernel would report another error for an empty program name or an unknown process.
    char *const nothing[] = {NULL};
    execve("", nothing, nothing);
    if (errno != EPERM) return "a program can be started";
    if (ptrace(PTRACE_PEEKUSER, (pid_t)INT32_MAX, NULL, NULL) >= 0 || errno != EPERM) {
        return "a process can be watched";
    }
    return NULL;
}

int photos_thread_count(void) {
    DIR *folder = opendir("/proc/self/task");
    if (folder == NULL) return -1;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}
