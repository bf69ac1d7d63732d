// Fetching: fetch DATABASE OPERATION
#include "limit.h"

#define VISIBLE " WHERE trashed_date IS NULL AND is_hidden=0 AND (burst_identifier IS NULL OR represents_burst=1 OR burst_selection&2) AND source_type&1"
#define BY_DATE " ORDER BY creation_date, id"

static int64_t sum;

static int64_t index_walk(sqlite3_stmt *ask, int64_t *rows) {
    int64_t count = 0;
    while (next(ask)) rows[count++] = sqlite3_column_int64(ask, 0);
    sqlite3_reset(ask);
    return count;
}

static void identifier_walk(sqlite3_stmt *ask, char *names) {
    while (next(ask)) {
        write_identifier(sqlite3_column_blob(ask, 0), names);
        names += 44;
    }
    sqlite3_reset(ask);
}

static void row_walk(sqlite3_stmt *ask) {
    while (next(ask)) {
        sum += *(const unsigned char *)sqlite3_column_blob(ask, 0) + sqlite3_column_int(ask, 2)
            + sqlite3_column_int(ask, 3) + sqlite3_column_int(ask, 4) + sqlite3_column_int(ask, 5);
        sum += (int64_t)sqlite3_column_double(ask, 1);
    }
    sqlite3_reset(ask);
}

int main(int count, char **words) {
    if (count < 3) fail("usage", "fetch DATABASE OPERATION");
    sqlite3 *db = database(words[1], false, 65536);
    const char *operation = words[2];
    int64_t assets = number(db, "SELECT max(id) FROM asset");
    int64_t *rows = malloc(8 * (assets + 1));
    char *names = malloc(44 * (assets + 1));
    bool is_lookup = strstr(operation, "identifiers") == operation;
    sqlite3_stmt *ask = NULL;
    sqlite3_stmt *is_member = NULL;
    unsigned char(*uuids)[16] = malloc(16 * 10000);
    if (!strcmp(operation, "index-walk")) {
        ask = statement(db, "SELECT id FROM asset WHERE trashed_date IS NULL AND is_hidden=0" BY_DATE);
    } else if (!strcmp(operation, "identifier-walk")) {
        ask = statement(db, "SELECT uuid FROM asset" VISIBLE BY_DATE);
    } else if (!strcmp(operation, "row-walk")) {
        ask = statement(
            db, "SELECT uuid, creation_date, is_favorite, media_type, pixel_width, pixel_height FROM asset" VISIBLE BY_DATE
        );
    } else if (!strcmp(operation, "first-100")) {
        ask = statement(
            db, "SELECT uuid, creation_date, is_favorite, media_type, pixel_width, pixel_height FROM asset" VISIBLE BY_DATE " LIMIT 100"
        );
    } else if (is_lookup) {
        bool in_album = !strcmp(operation, "identifiers-in-album");
        sqlite3_stmt *pick = statement(db, "SELECT uuid FROM asset WHERE id=?");
        sqlite3_stmt *members = statement(
            db, "SELECT asset_id FROM member WHERE album_id=(SELECT id FROM collection WHERE title='Album of 10000')"
        );
        for (int i = 0; i < 10000; i++) {
            int64_t row = 1 + by_chance(assets);
            if (in_album && next(members)) row = sqlite3_column_int64(members, 0);
            sqlite3_bind_int64(pick, 1, row);
            next(pick);
            memcpy(uuids[i], sqlite3_column_blob(pick, 0), 16);
            sqlite3_reset(pick);
        }
        sqlite3_reset(members);
        ask = statement(db, "SELECT id, trashed_date, is_hidden FROM asset WHERE uuid=?");
        if (in_album) {
            is_member = statement(db, "SELECT position FROM member WHERE album_id=? AND asset_id=?");
            int64_t album = number(db, "SELECT id FROM collection WHERE title='Album of 10000'");
            sqlite3_bind_int64(is_member, 1, album);
        }
    } else {
        fail("operation", operation);
    }
    for (int i = 0; wants_more(i, 200, 0.7); i++) {
        int64_t start = nanoseconds();
        if (is_lookup) {
            sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
            for (int k = 0; k < 10000; k++) {
                sqlite3_bind_blob(ask, 1, uuids[k], 16, SQLITE_STATIC);
                if (next(ask)) {
                    rows[k] = sqlite3_column_int64(ask, 0);
                    sum += sqlite3_column_type(ask, 1) == SQLITE_NULL && !sqlite3_column_int(ask, 2);
                }
                sqlite3_reset(ask);
                if (is_member) {
                    sqlite3_bind_int64(is_member, 2, rows[k]);
                    sum += next(is_member);
                    sqlite3_reset(is_member);
                }
            }
            sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
        } else if (!strcmp(operation, "index-walk")) {
            sum += index_walk(ask, rows);
        } else if (!strcmp(operation, "identifier-walk")) {
            identifier_walk(ask, names);
        } else {
            row_walk(ask);
        }
        take(i, nanoseconds() - start);
    }
    print_samples("ns");
    return sum == -1;
}
