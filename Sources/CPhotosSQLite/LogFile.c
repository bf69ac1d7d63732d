#include "CPhotosSQLite.h"

#include <sqlite3.h>
#include <stddef.h>

int photos_sqlite_extend_log(void *connection, long long step, long long limit, long long *size) {
    static const char zeros[64 << 10];
    sqlite3_file *file = NULL;
    *size = 0;
    // The file of SQLite itself is used: closing another descriptor of a file drops the locks of the process on it.
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    if (code != SQLITE_OK || file == NULL || file->pMethods == NULL) return code;
    sqlite3_int64 end = 0;
    code = file->pMethods->xFileSize(file, &end);
    const int length = sizeof zeros;
    long long last = end + step < limit ? end + step : limit;
    while (code == SQLITE_OK && end + length <= last) {
        code = file->pMethods->xWrite(file, zeros, length, end);
        if (code == SQLITE_OK) end += length;
    }
    *size = end;
    return code;
}
