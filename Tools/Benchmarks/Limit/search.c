// Searching: search INDEX EXPRESSION [LIBRARY] gives how long SQLite takes for the rows of a word
//
// With the database of a library, the work is that of a search: the visible assets among the rows, the newest first, and the
// columns of the first hundred. Without it, FTS5 alone gives the row numbers.
#include "limit.h"

#define SHOWN 100

typedef struct {
    double date;
    int64_t row;
} Found;

static Found *found;
static int64_t *rows;
static size_t room;

static int newest_first(const void *left, const void *right) {
    const Found *a = left, *b = right;
    if (a->date != b->date) return a->date < b->date ? 1 : -1;
    return (a->row > b->row) - (a->row < b->row);
}

static void make_room(size_t count) {
    if (count < room) return;
    room = room ? 2 * room : 4096;
    rows = realloc(rows, room * sizeof *rows);
    found = realloc(found, room * sizeof *found);
    if (!rows || !found) fail("memory", "none left");
}

static size_t matches(sqlite3_stmt *ask) {
    size_t count = 0;
    while (next(ask)) {
        make_room(count);
        rows[count++] = sqlite3_column_int64(ask, 0);
    }
    sqlite3_reset(ask);
    return count;
}

static size_t visible(sqlite3_stmt *look, size_t count) {
    size_t seen = 0;
    for (size_t i = 0; i < count; i++) {
        sqlite3_bind_int64(look, 1, rows[i]);
        if (next(look)) found[seen++] = (Found){sqlite3_column_double(look, 0), rows[i]};
        sqlite3_reset(look);
    }
    qsort(found, seen, sizeof *found, newest_first);
    return seen;
}

// Reads all columns of an asset, and makes its identifier.
static int64_t read_asset(sqlite3_stmt *read, int64_t row) {
    int64_t sum = 0;
    sqlite3_bind_int64(read, 1, row);
    if (next(read)) {
        for (int i = 0; i < sqlite3_column_count(read); i++) {
            switch (sqlite3_column_type(read, i)) {
            case SQLITE_INTEGER: sum += sqlite3_column_int64(read, i); break;
            case SQLITE_FLOAT: sum += (int64_t)sqlite3_column_double(read, i); break;
            case SQLITE_NULL: break;
            default: {
                int length = sqlite3_column_bytes(read, i);
                char *copy = malloc((size_t)length + 1);
                if (!copy) fail("memory", "none left");
                memcpy(copy, sqlite3_column_blob(read, i), (size_t)length);
                sum += length > 0 ? copy[length - 1] : 0;
                free(copy);
            }
            }
        }
    }
    sqlite3_reset(read);
    return sum;
}

int main(int count, char **words) {
    if (count != 3 && count != 4) fail("usage", "search INDEX EXPRESSION [LIBRARY]");
    sqlite3 *db = database(words[1], false, 16384);
    sqlite3_stmt *ask = statement(db, "SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid");
    sqlite3_bind_text(ask, 1, words[2], -1, SQLITE_STATIC);
    sqlite3 *library = count == 4 ? database(words[3], false, 2000) : NULL;
    sqlite3_stmt *look = NULL, *read = NULL;
    if (library) {
        look = statement(
            library, "SELECT creation_date FROM asset WHERE id = ? AND trashed_date IS NULL AND is_hidden = 0"
                     " AND (burst_identifier IS NULL OR represents_burst = 1 OR burst_selection & 2) AND source_type & 1"
        );
        read = statement(library, "SELECT * FROM asset WHERE id = ?");
    }
    int64_t sum = 0;
    for (int i = 0; wants_more(i, 200, 2); i++) {
        int64_t start = nanoseconds();
        // One state for all reads, as a search has.
        if (library) sqlite3_exec(library, "BEGIN", NULL, NULL, NULL);
        size_t matched = matches(ask);
        sum += (int64_t)matched;
        if (library) {
            size_t seen = visible(look, matched);
            for (size_t n = 0; n < seen && n < SHOWN; n++) sum += read_asset(read, found[n].row);
            sqlite3_exec(library, "COMMIT", NULL, NULL, NULL);
        }
        take(i, nanoseconds() - start);
    }
    print_samples("ns");
    return sum == 0;
}
