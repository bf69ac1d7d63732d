// SQLite functions that Swift cannot call: configuration is variadic, and a virtual table is a table of C
// functions.
#pragma once

/// Sets a SQLite connection (`sqlite3 *`) to defensive mode, with an untrusted schema, and without a checkpoint
/// when it closes.
///
/// Returns a SQLite result code.
int photos_sqlite_harden(void *connection);

/// Adds the table-valued functions `photokit_rows(blob)` and `photokit_uuids(blob)` to a SQLite connection
/// (`sqlite3 *`).
///
/// Their column `value` contains the parts of the blob: 8-byte integers in the machine's byte order, or 16-byte
/// blobs. Returns a SQLite result code.
int photos_sqlite_add_lists(void *connection);

/// Adds the aggregate function `photokit_row_list(row)` to a SQLite connection (`sqlite3 *`).
///
/// It returns the rows in the order in which SQLite finds them, as a blob of 8-byte integers in the machine's byte order, or
/// NULL if there are none. Returns a SQLite result code.
int photos_sqlite_add_row_list(void *connection);

/// Restricts the statements of a SQLite connection (`sqlite3 *`) to temporary tables and views.
///
/// The views with the names of the library's tables may read all that they need. Any other statement fails with
/// SQLITE_AUTH when it is prepared. Returns a SQLite result code.
int photos_sqlite_guard(void *connection);

/// Appends zeros to the write-ahead log of a SQLite connection (`sqlite3 *`) in writes of 64 KiB, without a sync.
///
/// SQLite reads a log up to the first frame without a valid checksum, so zeros behind the last frame have no effect.
/// The caller must exclude commits and checkpoints of other connections.
///
/// - `step`: the largest number of bytes to append.
/// - `limit`: the size of the file up to which zeros are appended.
/// - `size`: set to the size of the file afterwards; 0 if the connection has no log.
///
/// Returns a SQLite result code.
int photos_sqlite_extend_log(void *connection, long long step, long long limit, long long *size);
