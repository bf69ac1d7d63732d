// Bytes of the change log: logsize DATABASE single|blocks; the database is changed.
#include "limit.h"

int main(int count, char **words) {
    if (count < 3) fail("usage", "logsize DATABASE single|blocks");
    sqlite3 *db = database(words[1], true, 65536);
    bool single = !strcmp(words[2], "single");
    // The generator's log ends with a hundred single edits behind blocks of a hundred.
    const char *copy = single
        ? "CREATE TABLE measured AS SELECT * FROM change WHERE sequence > (SELECT max(sequence)-100 FROM change)"
        : "CREATE TABLE measured AS SELECT * FROM change WHERE sequence BETWEEN (SELECT max(sequence)-189 FROM change) AND (SELECT max(sequence)-100 FROM change)";
    // A copy that an earlier round measured has it already.
    if (sqlite3_exec(db, "DROP TABLE IF EXISTS measured", NULL, NULL, NULL)) fail("drop", sqlite3_errmsg(db));
    if (sqlite3_exec(db, copy, NULL, NULL, NULL)) fail(copy, sqlite3_errmsg(db));
    // Of rows alone: pages that are not full yet would count against a short table.
    int64_t bytes = number(db, "SELECT sum(payload + ncell * 12) FROM dbstat WHERE name='measured' AND pagetype<>'internal'");
    samples.values[samples.count++] = bytes / (single ? 100 : 9000);
    print_samples("bytes");
    return 0;
}
