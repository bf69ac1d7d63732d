#include "CPhotosSQLite.h"

#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

// The views that replace tables. A statement of a view may read the tables themselves.
static const char *const views[] = {
    "asset", "whole_asset", "resource", "file_facts", "change", "tombstone", "collection", "member", "author", "source",
    "library", NULL,
};

// Names that are no tables, or have no private content: the schema is the same in every library.
static const char *const harmless[] = {"photokit_rows", "photokit_uuids", "json_each", "sqlite_master", NULL};

static int is_among(const char *name, const char *const *names) {
    for (; *names != NULL; names++) {
        if (strcmp(name, *names) == 0) return 1;
    }
    return 0;
}

static int authorize(
    void *context, int action, const char *first, const char *second, const char *schema, const char *reader
) {
    (void)context;
    (void)second;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
    case SQLITE_FUNCTION:
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
    case SQLITE_PRAGMA:
        return SQLITE_OK;
    case SQLITE_READ:
        if (schema == NULL || strcmp(schema, "temp") == 0) return SQLITE_OK;
        if (reader != NULL && is_among(reader, views)) return SQLITE_OK;
        return first != NULL && is_among(first, harmless) ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

int photos_sqlite_guard(void *connection) { return sqlite3_set_authorizer(connection, authorize, NULL); }
