#include "CPhotosSQLite.h"

#include <sqlite3.h>
#include <stddef.h>

int photos_sqlite_harden(void *connection) {
    int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (result == SQLITE_OK) result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    if (result == SQLITE_OK) result = sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return result;
}
