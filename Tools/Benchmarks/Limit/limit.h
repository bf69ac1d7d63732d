// What the limit programs share: time, results, statements, the change log's numbers and rows by chance.
#define _GNU_SOURCE
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static inline int64_t nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static inline void fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

// Results: one line of JSON with every sample.

#define MOST_SAMPLES 4096

typedef struct {
    int64_t values[MOST_SAMPLES];
    int count;
    int64_t end;
} Samples;

static Samples samples;

// Two tries to warm up, then samples until time or room runs out.
static inline bool wants_more(int number, int most, double seconds) {
    if (number == 0) samples.end = nanoseconds() + (int64_t)(seconds * 1e9);
    if (number < 2 + 3) return true;
    return number < most + 2 && samples.count < MOST_SAMPLES && nanoseconds() < samples.end;
}

static inline void take(int number, int64_t duration) {
    if (number >= 2 && samples.count < MOST_SAMPLES) samples.values[samples.count++] = duration;
}

static inline void print_samples(const char *unit) {
    printf("{\"unit\":\"%s\",\"samples\":[", unit);
    for (int i = 0; i < samples.count; i++) {
        printf("%s%lld", i ? "," : "", (long long)samples.values[i]);
    }
    printf("]}\n");
}

// SQLite

static inline sqlite3 *database(const char *path, bool writes, int cache_kilobytes) {
    sqlite3 *db;
    int flags = (writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &db, flags, NULL)) fail(path, sqlite3_errmsg(db));
    char settings[160];
    snprintf(
        settings, sizeof settings,
        "PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0; PRAGMA foreign_keys=ON; PRAGMA cache_size=-%d",
        cache_kilobytes
    );
    if (sqlite3_exec(db, settings, NULL, NULL, NULL)) fail(path, sqlite3_errmsg(db));
    return db;
}

static inline sqlite3_stmt *statement(sqlite3 *db, const char *sql) {
    sqlite3_stmt *result;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &result, NULL)) {
        fail(sql, sqlite3_errmsg(db));
    }
    return result;
}

// Whether there is a row.
static inline bool next(sqlite3_stmt *run) {
    int code = sqlite3_step(run);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) fail(sqlite3_sql(run), sqlite3_errmsg(sqlite3_db_handle(run)));
    return false;
}

static inline void once(sqlite3_stmt *run) {
    next(run);
    sqlite3_reset(run);
}

static inline int64_t number(sqlite3 *db, const char *sql) {
    sqlite3_stmt *ask = statement(db, sql);
    int64_t result = next(ask) ? sqlite3_column_int64(ask, 0) : 0;
    sqlite3_finalize(ask);
    return result;
}

// The API's identifier of an asset.
static inline void write_identifier(const unsigned char *uuid, char *text) {
    static const char digits[] = "0123456789ABCDEF";
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) *text++ = '-';
        *text++ = digits[uuid[i] >> 4];
        *text++ = digits[uuid[i] & 15];
    }
    memcpy(text, "/L0/001", 8);
}

// Numbers by chance, the same in every run

static uint64_t chance_state = 20261121;

static inline uint64_t by_chance(uint64_t limit) {
    uint64_t mixed = chance_state += 0x9E3779B97F4A7C15ull;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9ull;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBull;
    return (mixed ^ mixed >> 31) % limit;
}

// The change log's numbers, see Documentation/LibraryFormat.md

static inline uint64_t read_unsigned(const unsigned char **place) {
    uint64_t result = 0;
    for (int shift = 0;; shift += 7) {
        unsigned char byte = *(*place)++;
        result |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return result;
    }
}

static inline int64_t read_signed(const unsigned char **place) {
    uint64_t zigzag = read_unsigned(place);
    return (int64_t)(zigzag >> 1) ^ -(int64_t)(zigzag & 1);
}

static inline double read_double(const unsigned char **place) {
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++) bits = bits << 8 | *(*place)++;
    double result;
    memcpy(&result, &bits, 8);
    return result;
}

static inline void pass_value(const unsigned char **place) {
    switch (*(*place)++) {
    case 1: read_unsigned(place); break;
    case 2: *place += 8; break;
    case 3:
    case 4: {
        uint64_t length = read_unsigned(place);
        *place += length;
        break;
    }
    default: break;
    }
}

static inline unsigned char *put_unsigned(unsigned char *place, uint64_t value) {
    while (value > 127) {
        *place++ = (unsigned char)(value | 128);
        value >>= 7;
    }
    *place++ = (unsigned char)value;
    return place;
}

static inline unsigned char *put_signed(unsigned char *place, int64_t value) {
    return put_unsigned(place, (uint64_t)(value << 1 ^ value >> 63));
}

static inline unsigned char *put_double(unsigned char *place, double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    *place++ = 2;
    for (int shift = 56; shift >= 0; shift -= 8) *place++ = (unsigned char)(bits >> shift);
    return place;
}

static inline int by_number(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}
