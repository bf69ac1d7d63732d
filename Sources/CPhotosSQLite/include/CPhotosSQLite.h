// SQLite's configuration call is variadic, which Swift cannot call.
#pragma once

/// Switches a SQLite connection (`sqlite3 *`) to defensive mode, with an untrusted schema, and without a
/// checkpoint when it closes. Returns a SQLite result code.
int photos_sqlite_harden(void *connection);
