#define _GNU_SOURCE
#include "CPhotosSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int photos_send_message(int socket, const void *bytes, size_t length, const int *descriptors, size_t count) {
    if (count > PHOTOS_MESSAGE_DESCRIPTORS) return EINVAL;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(PHOTOS_MESSAGE_DESCRIPTORS * sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 0) {
        message.msg_control = control.space;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    }
    for (;;) {
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent >= 0) return (size_t)sent == length ? 0 : EMSGSIZE;
        if (errno != EINTR) return errno;
    }
}

ssize_t photos_receive_message(int socket, void *bytes, size_t capacity, int *descriptors) {
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(PHOTOS_MESSAGE_DESCRIPTORS * sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control.space,
        .msg_controllen = sizeof control.space,
    };
    for (int index = 0; index < PHOTOS_MESSAGE_DESCRIPTORS; index++) descriptors[index] = -1;
    ssize_t received;
    do {
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received < 0) return -errno;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
            memcpy(descriptors, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
        }
    }
    if (message.msg_flags & MSG_TRUNC) return -EMSGSIZE;
    return received;
}

int photos_sealed_memory(size_t size) {
    int descriptor = memfd_create("pictures", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -errno;
    if (ftruncate(descriptor, (off_t)size) == 0 &&
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0) {
        return descriptor;
    }
    int error = errno;
    close(descriptor);
    return -error;
}

void photos_forget_memory(int descriptor, off_t start, off_t length) {
    fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, start, length);
}

int64_t photos_computing_time(pid_t process) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return -1;
    return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

int photos_spawn(const char *program, char *const arguments[], char *const environment[], const int descriptors[],
                 size_t count, pid_t *process) {
    posix_spawn_file_actions_t actions;
    int result = posix_spawn_file_actions_init(&actions);
    if (result != 0) return result;
    posix_spawnattr_t attributes;
    result = posix_spawnattr_init(&attributes);
    if (result != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return result;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;

    // Copy to higher numbers than the wanted ones, so that no dup2 overwrites a descriptor that is still needed.
    int copies[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
    if (count > sizeof copies / sizeof *copies) result = EINVAL;
    for (size_t place = 0; result == 0 && place < count; place++) {
        if (descriptors[place] < 0) {
            result = posix_spawn_file_actions_addopen(&actions, (int)place, "/dev/null",
                                                      place == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
            continue;
        }
        copies[place] = fcntl(descriptors[place], F_DUPFD_CLOEXEC, sizeof copies / sizeof *copies);
        if (copies[place] < 0) result = errno;
        if (result == 0) result = posix_spawn_file_actions_adddup2(&actions, copies[place], (int)place);
    }
    if (result == 0) result = posix_spawn_file_actions_addclosefrom_np(&actions, (int)count);
    if (result == 0) result = posix_spawnattr_setsigmask(&attributes, &none);
    if (result == 0) result = posix_spawnattr_setsigdefault(&attributes, &all);
    if (result == 0) result = posix_spawnattr_setpgroup(&attributes, 0);
    if (result == 0) result = posix_spawnattr_setflags(&attributes, flags);
    if (result == 0) result = posix_spawn(process, program, &actions, &attributes, arguments, environment);

    for (size_t place = 0; place < sizeof copies / sizeof *copies; place++) {
        if (copies[place] >= 0) close(copies[place]);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return result;
}

int photos_clone_file(int destination, int source) {
    return ioctl(destination, FICLONE, source) == 0 ? 0 : errno;
}

ssize_t photos_copy_range(int destination, int source, size_t length) {
    ssize_t count;
    do {
        count = copy_file_range(source, NULL, destination, NULL, length, 0);
    } while (count < 0 && errno == EINTR);
    return count >= 0 ? count : -errno;
}

int photos_open_direct(int folder, const char *name) {
    int descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_DIRECT);
    return descriptor >= 0 ? descriptor : -errno;
}

int photos_allocate(int descriptor, off_t length) {
    return fallocate(descriptor, 0, 0, length) == 0 ? 0 : errno;
}

void photos_start_writing(int descriptor) {
    sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
}

int photos_sync_file_system(int descriptor) {
    return syncfs(descriptor) == 0 ? 0 : errno;
}

int64_t photos_birth_time(int directory, const char *path) {
    struct statx facts;
    if (statx(directory, path, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &facts) != 0) return 0;
    if (!(facts.stx_mask & STATX_BTIME)) return 0;
    return (int64_t)facts.stx_btime.tv_sec * 1000000000 + facts.stx_btime.tv_nsec;
}

int photos_rename_exclusive(const char *from, const char *to) {
    return photos_rename_exclusive_into(AT_FDCWD, from, AT_FDCWD, to);
}

int photos_rename_exclusive_into(int source, const char *from, int folder, const char *name) {
    if (renameat2(source, from, folder, name, RENAME_NOREPLACE) == 0) return 0;
    switch (errno) {
    // Many file systems in user space and those of other systems have no such call.
    case EINVAL:
    case ENOSYS:
    case EOPNOTSUPP: return photos_rename_claiming(source, from, folder, name);
    default: return errno;
    }
}

int photos_rename_claiming(int source, const char *from, int folder, const char *name) {
    struct stat facts;
    if (fstatat(source, from, &facts, AT_SYMLINK_NOFOLLOW) != 0) return errno;
    int is_folder = S_ISDIR(facts.st_mode);
    if (is_folder) {
        if (mkdirat(folder, name, 0700) != 0) return errno;
    } else {
        int claim = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (claim < 0) return errno;
        close(claim);
    }
    if (renameat(source, from, folder, name) == 0) return 0;
    int code = errno;
    // If the file has left its old name, the new one is no claim any more.
    if (fstatat(source, from, &facts, AT_SYMLINK_NOFOLLOW) == 0) {
        unlinkat(folder, name, is_folder ? AT_REMOVEDIR : 0);
    }
    return code;
}

int photos_sync_folder(int descriptor) {
    if (fsync(descriptor) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) return errno;
    // Who cannot sync a folder may sync all of the file system; who can do neither has nothing better.
    if (syncfs(descriptor) == 0) return 0;
    return errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP ? 0 : errno;
}

int photos_exchange(const char *one, const char *two) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, two, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

int photos_memory_file(const void *bytes, size_t length) {
    int descriptor = memfd_create("photo", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -errno;
    size_t written = 0;
    while (written < length) {
        ssize_t count = write(descriptor, (const char *)bytes + written, length - written);
        if (count < 0 && errno != EINTR) break;
        if (count > 0) written += (size_t)count;
    }
    if (written == length &&
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0) {
        return descriptor;
    }
    int error = errno;
    close(descriptor);
    return -error;
}

int photos_take_lease(int descriptor) {
    // SIGIO would end a process without a handler for it. SIGURG is ignored by default.
    if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return errno;
    return fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0 ? 0 : errno;
}

int photos_holds_lease(int descriptor) {
    return fcntl(descriptor, F_GETLEASE) == F_RDLCK;
}

ssize_t photos_copy_part(int source, off_t from, int target, off_t to, size_t length) {
    ssize_t count;
    do {
        count = copy_file_range(source, &from, target, &to, length, 0);
    } while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}
