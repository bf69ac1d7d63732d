// Reads 1,000 grid previews in the order in which they came in, as rows of the library's database of previews, and as
// files of the same bytes, each opened, read and closed. Both are in the system's cache.
//
//   previews DATABASE FOLDER      prints the seconds of the rows and of the files; FOLDER is made and removed
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "limit.h"

enum { COUNT = 1000, FOLDERS = 256 };

static char names[COUNT][80];
static unsigned char marks[COUNT][8];
static char buffer[1 << 20];

static void place(char *path, const char *folder, int index) {
    snprintf(path, 500, "%s/%02x/%d.jpg", folder, index * 97 % FOLDERS, index);
}

static double read_rows(sqlite3 *db, const char *folder) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, "SELECT width, height, jpeg FROM grid WHERE file = ? AND mark = ?", -1, &statement, 0))
        fail("preparing", sqlite3_errmsg(db));
    int64_t start = nanoseconds();
    for (int i = 0; i < COUNT; i++) {
        sqlite3_bind_text(statement, 1, names[i], -1, SQLITE_STATIC);
        sqlite3_bind_blob(statement, 2, marks[i], 8, SQLITE_STATIC);
        if (sqlite3_step(statement) != SQLITE_ROW) fail("reading", names[i]);
        int length = sqlite3_column_bytes(statement, 2);
        memcpy(buffer, sqlite3_column_blob(statement, 2), length);
        if (folder) {
            char path[500];
            place(path, folder, i);
            int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
            if (file < 0 || write(file, buffer, length) != length) fail("writing", path);
            close(file);
        }
        sqlite3_reset(statement);
    }
    double elapsed = (nanoseconds() - start) / 1e9;
    sqlite3_finalize(statement);
    return elapsed;
}

static double read_files(const char *folder) {
    int64_t start = nanoseconds();
    for (int i = 0; i < COUNT; i++) {
        char path[500];
        place(path, folder, i);
        int file = open(path, O_RDONLY);
        if (file < 0 || read(file, buffer, sizeof buffer) <= 0) fail("reading", path);
        close(file);
    }
    return (nanoseconds() - start) / 1e9;
}

int main(int words, char **word) {
    if (words != 3) fail("usage", "previews DATABASE FOLDER");
    sqlite3 *db;
    if (sqlite3_open_v2(word[1], &db, SQLITE_OPEN_READONLY, 0)) fail("opening", word[1]);
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, "SELECT file, mark FROM grid ORDER BY id LIMIT 1000", -1, &statement, 0))
        fail("preparing", sqlite3_errmsg(db));
    for (int i = 0; i < COUNT; i++) {
        if (sqlite3_step(statement) != SQLITE_ROW) fail("reading", "1,000 rows");
        snprintf(names[i], sizeof names[i], "%s", (const char *)sqlite3_column_text(statement, 0));
        memcpy(marks[i], sqlite3_column_blob(statement, 1), 8);
    }
    sqlite3_finalize(statement);
    mkdir(word[2], 0755);
    for (int i = 0; i < FOLDERS; i++) {
        char path[500];
        snprintf(path, sizeof path, "%s/%02x", word[2], i);
        mkdir(path, 0755);
    }
    read_rows(db, word[2]);
    read_files(word[2]);
    double rows = read_rows(db, NULL);
    double files = read_files(word[2]);
    printf("%.6f %.6f\n", rows, files);
    for (int i = 0; i < COUNT; i++) {
        char path[500];
        place(path, word[2], i);
        unlink(path);
    }
    for (int i = 0; i < FOLDERS; i++) {
        char path[500];
        snprintf(path, sizeof path, "%s/%02x", word[2], i);
        rmdir(path);
    }
    rmdir(word[2]);
    sqlite3_close(db);
    return 0;
}
