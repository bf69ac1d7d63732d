// What Swift cannot tell SQLite: its configuration call is variadic, and a virtual table is a table of C functions.
#pragma once

/// Switches a SQLite connection (`sqlite3 *`) to defensive mode, with an untrusted schema, and without a
/// checkpoint when it closes. Returns a SQLite result code.
int photos_sqlite_harden(void *connection);

/// Gives a SQLite connection (`sqlite3 *`) the table-valued functions `photokit_rows(blob)` and
/// `photokit_uuids(blob)`, whose column `value` has the 8-byte integers in the machine's own order, or the 16-byte
/// blobs, that a blob consists of. Returns a SQLite result code.
int photos_sqlite_add_lists(void *connection);

/// Lets statements of a SQLite connection (`sqlite3 *`) read temporary tables and views alone, and the views named as
/// the library's tables whatever they need; anything else fails with SQLITE_AUTH when it is prepared. Returns a SQLite
/// result code.
int photos_sqlite_guard(void *connection);
