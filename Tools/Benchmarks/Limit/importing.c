// What an import is made of, each part alone, by as many threads as are asked for, durably where it writes.
//
//   importing make PICTURE FOLDER COUNT BYTES   copies of a JPEG, each with other bytes and of the size that is asked for
//   importing checksum FOLDER THREADS           SHA-256 of every file
//   importing copy FOLDER THREADS TARGET        every file read, written and synced, 64 at a time; the pages of copies
//                                               leave the system's cache then, as those of an import do
//   importing checked-copy FOLDER THREADS TARGET  the same, with SHA-256 of the bytes on their way
//   importing walk FOLDER                       names, sizes and dates of every file
#include "limit.h"

#include <dirent.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <sys/stat.h>

enum { PART = 1 << 20 };

static char **names;
static int count, next_file;
static const char *folder, *target;
static int with_checksums;

static void list(const char *path) {
    int room = 0;
    DIR *stream = opendir(path);
    if (!stream) fail(path, "cannot be opened");
    for (struct dirent *entry; (entry = readdir(stream));) {
        if (entry->d_name[0] == '.') continue;
        if (count == room) names = realloc(names, (room = room * 2 + 1024) * sizeof *names);
        names[count++] = strdup(entry->d_name);
    }
    closedir(stream);
    folder = path;
}

static int open_in(const char *path, const char *name, int flags) {
    char full[4096];
    snprintf(full, sizeof full, "%s/%s", path, name);
    int descriptor = open(full, flags, 0644);
    if (descriptor < 0) fail(full, "cannot be opened");
    return descriptor;
}

static void *checksum(void *unused) {
    char *bytes = malloc(PART);
    for (int i; (i = __sync_fetch_and_add(&next_file, 1)) < count;) {
        int file = open_in(folder, names[i], O_RDONLY);
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        EVP_DigestInit_ex(context, EVP_sha256(), NULL);
        for (ssize_t got; (got = read(file, bytes, PART)) > 0;) EVP_DigestUpdate(context, bytes, got);
        unsigned char digest[EVP_MAX_MD_SIZE];
        EVP_DigestFinal_ex(context, digest, NULL);
        EVP_MD_CTX_free(context);
        close(file);
    }
    return unused;
}

// Removes the pages of 64 copies from the system's cache. The other thread may still be writing some of them.
static void forget(int last) {
    for (int i = last & ~63; i <= last; i++) {
        char full[4096];
        snprintf(full, sizeof full, "%s/%s", target, names[i]);
        int copied = open(full, O_RDONLY);
        if (copied < 0) continue;
        posix_fadvise(copied, 0, 0, POSIX_FADV_DONTNEED);
        close(copied);
    }
}

static void *copy(void *unused) {
    char *bytes = malloc(PART);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    unsigned char digest[EVP_MAX_MD_SIZE];
    for (int i; (i = __sync_fetch_and_add(&next_file, 1)) < count;) {
        int file = open_in(folder, names[i], O_RDONLY);
        if (with_checksums) EVP_DigestInit_ex(context, EVP_sha256(), NULL);
        int written = open_in(target, names[i], O_WRONLY | O_CREAT | O_EXCL);
        for (ssize_t got; (got = read(file, bytes, PART)) > 0;) {
            if (with_checksums) EVP_DigestUpdate(context, bytes, got);
            if (write(written, bytes, got) != got) fail(names[i], "cannot be written");
        }
        if (with_checksums) EVP_DigestFinal_ex(context, digest, NULL);
        sync_file_range(written, 0, 0, SYNC_FILE_RANGE_WRITE);
        if (i % 64 == 63 || i == count - 1) {
            if (syncfs(written)) fail(names[i], "cannot be synced");
            forget(i);
        }
        close(file);
        close(written);
    }
    return unused;
}

static void run(void *(*work)(void *), int threads) {
    pthread_t started[64];
    for (int i = 0; i < threads; i++) pthread_create(&started[i], NULL, work, NULL);
    for (int i = 0; i < threads; i++) pthread_join(started[i], NULL);
}

static void comment(FILE *file, const unsigned char *bytes, int size) {
    fputc(0xFF, file), fputc(0xFE, file), fputc((size + 2) >> 8, file), fputc((size + 2) & 255, file);
    fwrite(bytes, 1, size, file);
}

static void make(const char *picture, const char *path, int copies, long size) {
    static unsigned char base[8 << 20], filler[60000];
    FILE *file = fopen(picture, "rb");
    long length = file ? (long)fread(base, 1, sizeof base, file) : 0;
    if (length < 4 || base[1] != 0xD8) fail(picture, "is no JPEG");
    fclose(file);
    long start = 2;
    while (base[start] == 0xFF && base[start + 1] >= 0xE0 && base[start + 1] <= 0xEF) {
        start += 2 + base[start + 2] * 256 + base[start + 3];
    }
    mkdir(path, 0755);
    unsigned state = 1;
    for (size_t i = 0; i < sizeof filler; i++) filler[i] = (state = state * 1103515245 + 12345) >> 16;
    for (int i = 0; i < copies; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/IMG_%06d.JPG", path, i);
        if (!access(name, F_OK)) continue;
        if (!(file = fopen(name, "wb"))) fail(name, "cannot be written");
        fwrite(base, 1, start, file);
        unsigned char number[8];
        snprintf((char *)number, sizeof number, "%06d", i);
        comment(file, number, 6);
        // Cameras' files differ in size.
        for (long rest = size - length - 10 + i * 7919L % 65536; size && rest > 4;) {
            int part = rest > (long)sizeof filler + 4 ? (int)sizeof filler : (int)rest - 4;
            comment(file, filler, part);
            rest -= part + 4;
        }
        fwrite(base + start, 1, length - start, file);
        fclose(file);
    }
}

int main(int words, char **word) {
    if (words == 6 && !strcmp(word[1], "make")) {
        make(word[2], word[3], atoi(word[4]), atol(word[5]));
        return 0;
    }
    if (words < 3) fail("usage", "importing make|checksum|copy|checked-copy|walk FOLDER ...");
    int threads = words > 3 ? atoi(word[3]) : 1;
    int64_t start = nanoseconds();
    list(word[2]);
    if (!strcmp(word[1], "checksum")) {
        run(checksum, threads);
    } else if ((!strcmp(word[1], "copy") || !strcmp(word[1], "checked-copy")) && words == 5) {
        target = word[4];
        with_checksums = !strcmp(word[1], "checked-copy");
        run(copy, threads);
    } else if (!strcmp(word[1], "walk")) {
        int descriptor = open(folder, O_RDONLY | O_DIRECTORY);
        struct stat facts;
        for (int i = 0; i < count; i++) fstatat(descriptor, names[i], &facts, 0);
    } else {
        fail("usage", "importing make|checksum|copy|checked-copy|walk FOLDER ...");
    }
    samples.values[samples.count++] = nanoseconds() - start;
    print_samples("ns");
}
