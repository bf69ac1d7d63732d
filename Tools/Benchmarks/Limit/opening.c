// Opening: opening DATABASE; opens, checks identity and format, asks for the end of the log.
#include "limit.h"

int main(int count, char **words) {
    if (count < 2) fail("usage", "opening DATABASE");
    int64_t sum = 0;
    for (int i = 0; wants_more(i, 400, 0.7); i++) {
        int64_t start = nanoseconds();
        sqlite3 *db = database(words[1], true, 2000);
        sum += number(db, "SELECT length(uuid) FROM library") + number(db, "PRAGMA user_version");
        sum += number(db, "SELECT sequence FROM change ORDER BY sequence DESC LIMIT 1");
        take(i, nanoseconds() - start);
        sqlite3_close(db);
    }
    print_samples("ns");
    return sum == 0;
}
