// Searching: search INDEX EXPRESSION gives how long FTS5 takes to give all rows that match
#include "limit.h"

int main(int count, char **words) {
    if (count != 3) fail("usage", "search INDEX EXPRESSION");
    sqlite3 *db = database(words[1], false, 16384);
    sqlite3_stmt *ask = NULL;
    const char *sql = "SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid";
    if (sqlite3_prepare_v2(db, sql, -1, &ask, NULL)) fail(sql, sqlite3_errmsg(db));
    sqlite3_bind_text(ask, 1, words[2], -1, SQLITE_STATIC);
    int64_t sum = 0;
    for (int i = 0; wants_more(i, 200, 2); i++) {
        int64_t start = nanoseconds();
        while (sqlite3_step(ask) == SQLITE_ROW) sum += sqlite3_column_int64(ask, 0);
        take(i, nanoseconds() - start);
        sqlite3_reset(ask);
    }
    print_samples("ns");
    return sum == 0;
}
