// Edits with their log entry, in one transaction: what the engine promises of a commit, and nothing else.
#include "limit.h"

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *begin, *commit, *last, *log, *read, *favorite, *date, *trash;
    unsigned char *body;
    unsigned char *place;
    int64_t row;
    double now;
} Editor;

static inline Editor editor(const char *path) {
    sqlite3 *db = database(path, true, 65536);
    return (Editor){
        .db = db,
        .begin = statement(db, "BEGIN IMMEDIATE"),
        .commit = statement(db, "COMMIT"),
        .last = statement(db, "SELECT sequence FROM change ORDER BY sequence DESC LIMIT 1"),
        .log = statement(
            db, "INSERT INTO change (sequence, mark, date, work, author_id, body) VALUES (?,?,?,0,1,?)"
        ),
        .read = statement(
            db, "SELECT modification_date, is_favorite, creation_date, trashed_date FROM asset WHERE id=?"
        ),
        .favorite = statement(db, "UPDATE asset SET modification_date=?, is_favorite=? WHERE id=?"),
        .date = statement(db, "UPDATE asset SET modification_date=?, creation_date=? WHERE id=?"),
        .trash = statement(db, "UPDATE asset SET modification_date=?, trashed_date=? WHERE id=?"),
        .body = malloc(16 << 20),
        .now = 8e8,
    };
}

static inline void begin_block(Editor *edit, int objects) {
    once(edit->begin);
    edit->now += 1;
    edit->place = edit->body;
    *edit->place++ = 1;
    edit->place = put_unsigned(edit->place, objects);
    edit->row = 0;
}

static inline void end_objects(Editor *edit, int members) { edit->place = put_unsigned(edit->place, members); }

static inline void end_block(Editor *edit) {
    next(edit->last);
    int64_t sequence = sqlite3_column_int64(edit->last, 0) + 1;
    sqlite3_reset(edit->last);
    sqlite3_bind_int64(edit->log, 1, sequence);
    sqlite3_bind_int64(edit->log, 2, sequence & 0x7FFFFFFF);
    sqlite3_bind_double(edit->log, 3, edit->now);
    sqlite3_bind_blob(edit->log, 4, edit->body, (int)(edit->place - edit->body), SQLITE_STATIC);
    once(edit->log);
    once(edit->commit);
}

static inline void log_update(Editor *edit, int64_t row, uint64_t mask) {
    *edit->place++ = 1 | 1 << 2;
    edit->place = put_signed(edit->place, row - edit->row);
    edit->row = row;
    edit->place = put_unsigned(edit->place, mask);
    sqlite3_bind_int64(edit->read, 1, row);
    if (!next(edit->read)) fail("asset", "is missing");
    if (sqlite3_column_type(edit->read, 0) == SQLITE_NULL) *edit->place++ = 0;
    else edit->place = put_double(edit->place, sqlite3_column_double(edit->read, 0));
}

static inline void update(Editor *edit, sqlite3_stmt *run) {
    sqlite3_bind_double(run, 1, edit->now);
    sqlite3_bind_int64(run, 3, edit->row);
    once(run);
}

static inline void toggle(Editor *edit, int64_t row) {
    log_update(edit, row, 3);
    int was = sqlite3_column_int(edit->read, 1);
    sqlite3_reset(edit->read);
    *edit->place++ = 1;
    edit->place = put_signed(edit->place, was);
    sqlite3_bind_int(edit->favorite, 2, !was);
    update(edit, edit->favorite);
}

static inline void set_date(Editor *edit, int64_t row, double date) {
    log_update(edit, row, 1 | 1 << 5);
    edit->place = put_double(edit->place, sqlite3_column_double(edit->read, 2));
    sqlite3_reset(edit->read);
    sqlite3_bind_double(edit->date, 2, date);
    update(edit, edit->date);
}

static inline void move_to_trash(Editor *edit, int64_t row) {
    log_update(edit, row, 1 | 1 << 3);
    sqlite3_reset(edit->read);
    *edit->place++ = 0;
    sqlite3_bind_double(edit->trash, 2, edit->now);
    update(edit, edit->trash);
}

static inline double date_by_chance(void) { return 94694400 + (double)by_chance(631152000) + 0.25; }

// Different rows in rising order.
static inline void rows_by_chance(int64_t *rows, int count, int64_t assets) {
    int64_t stride = assets / count, shift = by_chance(stride);
    for (int i = 0; i < count; i++) rows[i] = 1 + i * stride + shift;
}
