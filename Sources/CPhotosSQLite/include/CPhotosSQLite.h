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

/// Restricts the statements of a SQLite connection (`sqlite3 *`) to temporary tables and views.
///
/// The views with the names of the library's tables may read all that they need. Any other statement fails with
/// SQLITE_AUTH when it is prepared. Returns a SQLite result code.
int photos_sqlite_guard(void *connection);
