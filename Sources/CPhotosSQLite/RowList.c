#include "CPhotosSQLite.h"

#include <sqlite3.h>
#include <stddef.h>

// A statement that gives each row to its caller costs more than SQLite needs to find the row.

typedef struct {
    sqlite3_int64 *rows;
    sqlite3_uint64 count;
    sqlite3_uint64 room;
} Rows;

static void step(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    Rows *rows = sqlite3_aggregate_context(context, sizeof *rows);
    if (!rows) return sqlite3_result_error_nomem(context);
    if (rows->count == rows->room) {
        sqlite3_uint64 room = rows->room ? 2 * rows->room : 512;
        sqlite3_int64 *larger = sqlite3_realloc64(rows->rows, room * sizeof *larger);
        if (!larger) return sqlite3_result_error_nomem(context);
        rows->rows = larger;
        rows->room = room;
    }
    rows->rows[rows->count++] = sqlite3_value_int64(argv[0]);
}

static void finish(sqlite3_context *context) {
    Rows *rows = sqlite3_aggregate_context(context, 0);
    // SQLite frees the rows, also after an error.
    if (rows) sqlite3_result_blob64(context, rows->rows, rows->count * sizeof *rows->rows, sqlite3_free);
}

int photos_sqlite_add_row_list(void *connection) {
    return sqlite3_create_function(
        connection, "photokit_row_list", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL, NULL, step, finish
    );
}
