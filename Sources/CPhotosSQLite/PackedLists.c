#include "CPhotosSQLite.h"

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

// A list as one bound value needs no separate SQL text for each length, and no JSON parsing.

enum { valueColumn = 0, listColumn = 1 };

typedef struct {
    sqlite3_vtab base;
    int width;
} List;

typedef struct {
    sqlite3_vtab_cursor base;
    unsigned char *bytes;
    sqlite3_int64 count;
    sqlite3_int64 index;
} Cursor;

static int connect(sqlite3 *db, void *width, int argc, const char *const *argv, sqlite3_vtab **table, char **error) {
    (void)argc, (void)argv, (void)error;
    int result = sqlite3_declare_vtab(db, "CREATE TABLE list (value, list HIDDEN)");
    if (result != SQLITE_OK) return result;
    List *list = sqlite3_malloc(sizeof *list);
    if (!list) return SQLITE_NOMEM;
    memset(list, 0, sizeof *list);
    list->width = (int)(intptr_t)width;
    *table = &list->base;
    return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *table) {
    sqlite3_free(table);
    return SQLITE_OK;
}

static int best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
    (void)table;
    for (int i = 0; i < info->nConstraint; i++) {
        if (info->aConstraint[i].iColumn != listColumn) continue;
        if (!info->aConstraint[i].usable || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            return SQLITE_CONSTRAINT;
        info->aConstraintUsage[i].argvIndex = 1;
        info->aConstraintUsage[i].omit = 1;
        info->estimatedCost = 100;
        info->estimatedRows = 100;
        return SQLITE_OK;
    }
    return SQLITE_CONSTRAINT;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
    (void)table;
    Cursor *made = sqlite3_malloc(sizeof *made);
    if (!made) return SQLITE_NOMEM;
    memset(made, 0, sizeof *made);
    *cursor = &made->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *cursor) {
    sqlite3_free(((Cursor *)cursor)->bytes);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *name, int argc, sqlite3_value **argv) {
    (void)number, (void)name;
    Cursor *cursor = (Cursor *)base;
    sqlite3_free(cursor->bytes);
    cursor->bytes = NULL;
    cursor->index = cursor->count = 0;
    if (argc != 1 || sqlite3_value_type(argv[0]) != SQLITE_BLOB) return SQLITE_OK;
    // SQLite keeps the value valid only until this function returns.
    const void *bytes = sqlite3_value_blob(argv[0]);
    int length = sqlite3_value_bytes(argv[0]);
    if (length <= 0 || !bytes) return SQLITE_OK;
    cursor->bytes = sqlite3_malloc(length);
    if (!cursor->bytes) return SQLITE_NOMEM;
    memcpy(cursor->bytes, bytes, (size_t)length);
    cursor->count = length / ((List *)base->pVtab)->width;
    return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *cursor) {
    ((Cursor *)cursor)->index++;
    return SQLITE_OK;
}

static int is_at_end(sqlite3_vtab_cursor *base) {
    Cursor *cursor = (Cursor *)base;
    return cursor->index >= cursor->count;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    Cursor *cursor = (Cursor *)base;
    if (column != valueColumn) return SQLITE_OK;
    int width = ((List *)base->pVtab)->width;
    const unsigned char *value = cursor->bytes + cursor->index * width;
    if (width == sizeof(int64_t)) {
        int64_t number;
        memcpy(&number, value, sizeof number);
        sqlite3_result_int64(context, number);
    } else {
        sqlite3_result_blob(context, value, width, SQLITE_TRANSIENT);
    }
    return SQLITE_OK;
}

static int row_number(sqlite3_vtab_cursor *cursor, sqlite3_int64 *row) {
    *row = ((Cursor *)cursor)->index;
    return SQLITE_OK;
}

// Without xCreate the table is eponymous: it exists in every database, only while a statement uses it.
static const sqlite3_module module = {
    .xConnect = connect,
    .xBestIndex = best_index,
    .xDisconnect = disconnect,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next,
    .xEof = is_at_end,
    .xColumn = column,
    .xRowid = row_number,
};

int photos_sqlite_add_lists(void *connection) {
    int result = sqlite3_create_module(connection, "photokit_rows", &module, (void *)(intptr_t)8);
    if (result == SQLITE_OK) {
        result = sqlite3_create_module(connection, "photokit_uuids", &module, (void *)(intptr_t)16);
    }
    return result;
}
