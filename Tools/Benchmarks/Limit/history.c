// The change history: history DATABASE CHANGES [names]
#include "limit.h"

typedef struct {
    int64_t *rows;
    int64_t count;
    int64_t room;
} Set;

static Set sets[3];

static void add(Set *set, int64_t row) {
    if (set->count == set->room) {
        set->room = set->room ? 2 * set->room : 64;
        set->rows = realloc(set->rows, 8 * set->room);
    }
    set->rows[set->count++] = row;
}

static int64_t decode(const unsigned char *place) {
    place++;
    uint64_t count = read_unsigned(&place);
    int64_t row = 0;
    for (uint64_t i = 0; i < count; i++) {
        unsigned char head = *place++;
        row += read_signed(&place);
        int kind = head >> 2;
        if ((head & 3) == 1) add(&sets[kind], row);
        if (kind == 0) continue;
        uint64_t mask = read_unsigned(&place) & ~(1ull << 62);
        for (int field = __builtin_popcountll(mask); field > 0; field--) pass_value(&place);
    }
    return (int64_t)count;
}

int main(int count, char **words) {
    if (count < 3) fail("usage", "history DATABASE CHANGES [names]");
    sqlite3 *db = database(words[1], false, 2000);
    int64_t wanted = atoll(words[2]);
    bool with_names = count > 3;
    sqlite3_stmt *back = statement(db, "SELECT sequence, body FROM change ORDER BY sequence DESC");
    int64_t changes = 0, since = 0;
    while (changes < wanted && next(back)) {
        since = sqlite3_column_int64(back, 0) - 1;
        changes += decode(sqlite3_column_blob(back, 1));
    }
    sqlite3_reset(back);
    sqlite3_stmt *log = statement(
        db, "SELECT sequence, mark, date, work, author.name, body FROM change JOIN author ON author.id=author_id WHERE sequence>? ORDER BY sequence"
    );
    sqlite3_stmt *name = statement(db, "SELECT uuid FROM asset WHERE id=?");
    char *names = malloc(44 * (wanted + 100));
    for (int i = 0; wants_more(i, 2000, 0.7); i++) {
        int64_t start = nanoseconds();
        for (int kind = 0; kind < 3; kind++) sets[kind] = (Set){0};
        sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
        sqlite3_bind_int64(log, 1, since);
        while (next(log)) decode(sqlite3_column_blob(log, 5));
        sqlite3_reset(log);
        char *text = names;
        for (int kind = 0; kind < 3; kind++) {
            Set *set = &sets[kind];
            qsort(set->rows, set->count, 8, by_number);
            int64_t kept = 0;
            for (int64_t k = 0; k < set->count; k++) {
                if (k == 0 || set->rows[k] != set->rows[k - 1]) set->rows[kept++] = set->rows[k];
            }
            set->count = kept;
            for (int64_t k = 0; with_names && k < kept; k++) {
                sqlite3_bind_int64(name, 1, set->rows[k]);
                if (next(name)) {
                    write_identifier(sqlite3_column_blob(name, 0), text);
                    text += 44;
                }
                sqlite3_reset(name);
            }
        }
        sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
        for (int kind = 0; kind < 3; kind++) free(sets[kind].rows);
        take(i, nanoseconds() - start);
    }
    print_samples("ns");
    return 0;
}
