// Committing: writing DATABASE OPERATION; the database is changed.
#include "editing.h"

static int64_t album_of(sqlite3 *db, const char *title) {
    sqlite3_stmt *ask = statement(db, "SELECT id FROM collection WHERE title=?");
    sqlite3_bind_text(ask, 1, title, -1, SQLITE_STATIC);
    int64_t album = next(ask) ? sqlite3_column_int64(ask, 0) : 0;
    sqlite3_finalize(ask);
    return album;
}

static void log_member(Editor *edit, int kind, int64_t album, int64_t asset, const void *place, int length) {
    *edit->place++ = (unsigned char)kind;
    edit->place = put_signed(edit->place, album);
    edit->place = put_signed(edit->place, asset);
    if (!kind) return;
    edit->place = put_unsigned(edit->place, length);
    memcpy(edit->place, place, length);
    edit->place += length;
}

static void whole(uint64_t value, unsigned char *place) {
    for (int i = 0; i < 8; i++) place[i] = (unsigned char)(value >> (56 - 8 * i));
}

static uint64_t whole_of(const unsigned char *place) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) value = value << 8 | place[i];
    return value;
}

static void touch(Editor *edit, int64_t album) {
    *edit->place++ = 2 | 1 << 2;
    edit->place = put_signed(edit->place, album);
    edit->place = put_unsigned(edit->place, 1ull << 62);
}

// A new album of ten thousand, which is emptied afterwards.
static int64_t add_members(Editor *edit, int64_t assets) {
    static sqlite3_stmt *insert, *clear;
    int64_t album = album_of(edit->db, "Album 2000");
    if (!insert) {
        insert = statement(edit->db, "INSERT INTO member (album_id, asset_id, position) VALUES (?,?,?)");
        clear = statement(edit->db, "DELETE FROM member WHERE album_id=?");
    }
    sqlite3_bind_int64(clear, 1, album);
    once(clear);
    int64_t rows[10000];
    rows_by_chance(rows, 10000, assets);
    int64_t start = nanoseconds();
    begin_block(edit, 1);
    touch(edit, album);
    end_objects(edit, 10000);
    int64_t last_album = 0, last_asset = 0;
    for (int i = 0; i < 10000; i++) {
        unsigned char place[8];
        whole((1ull << 63) + i, place);
        sqlite3_bind_int64(insert, 1, album);
        sqlite3_bind_int64(insert, 2, rows[i]);
        sqlite3_bind_blob(insert, 3, place, 8, SQLITE_STATIC);
        once(insert);
        log_member(edit, 0, album - last_album, rows[i] - last_asset, NULL, 0);
        last_album = album;
        last_asset = rows[i];
    }
    end_block(edit);
    return nanoseconds() - start;
}

// Puts the last or the middle member in front, or takes the middle one out, by places alone.
static int64_t edit_album(Editor *edit, const char *operation, int64_t assets) {
    static sqlite3_stmt *first, *middle, *insert, *delete, *move, *trashed;
    static int64_t album;
    if (!first) {
        album = album_of(edit->db, "Album of 100000");
        first = statement(edit->db, "SELECT position FROM member WHERE album_id=? ORDER BY position LIMIT 1");
        middle = statement(
            edit->db,
            "SELECT asset_id, position FROM member WHERE album_id=? AND position>=? ORDER BY position LIMIT 1"
        );
        insert = statement(edit->db, "INSERT OR IGNORE INTO member (album_id, asset_id, position) VALUES (?,?,?)");
        delete = statement(edit->db, "DELETE FROM member WHERE album_id=? AND asset_id=?");
        move = statement(edit->db, "UPDATE member SET position=? WHERE album_id=? AND asset_id=?");
        trashed = statement(edit->db, "SELECT trashed_date FROM asset WHERE id=?");
        sqlite3_bind_int64(first, 1, album);
        sqlite3_bind_int64(middle, 1, album);
        sqlite3_bind_int64(insert, 1, album);
        sqlite3_bind_int64(delete, 1, album);
        sqlite3_bind_int64(move, 2, album);
    }
    bool inserts = !strcmp(operation, "album-insert"), moves = !strcmp(operation, "album-move");
    unsigned char place[8], old[64];
    int old_length = 0;
    int64_t asset = 1 + by_chance(assets);
    if (!inserts) {
        whole((1ull << 63) + 20000 + by_chance(60000), place);
        sqlite3_bind_blob(middle, 2, place, 8, SQLITE_STATIC);
        if (!next(middle)) fail("album", "has no middle");
        asset = sqlite3_column_int64(middle, 0);
        old_length = sqlite3_column_bytes(middle, 1);
        memcpy(old, sqlite3_column_blob(middle, 1), old_length);
        sqlite3_reset(middle);
    }
    int64_t start = nanoseconds();
    begin_block(edit, 1);
    touch(edit, album);
    sqlite3_bind_int64(trashed, 1, asset);
    once(trashed);
    next(first);
    whole(whole_of(sqlite3_column_blob(first, 0)) - 1, place);
    sqlite3_reset(first);
    end_objects(edit, 1);
    sqlite3_stmt *run = inserts ? insert : moves ? move : delete;
    sqlite3_bind_int64(run, moves ? 3 : 2, asset);
    if (inserts) sqlite3_bind_blob(run, 3, place, 8, SQLITE_STATIC);
    if (moves) sqlite3_bind_blob(run, 1, place, 8, SQLITE_STATIC);
    once(run);
    log_member(edit, inserts ? 0 : moves ? 2 : 1, album, asset, old, old_length);
    end_block(edit);
    return nanoseconds() - start;
}

static int64_t ten_thousand(Editor *edit, bool deletes, int64_t assets) {
    static int64_t rows[10000];
    rows_by_chance(rows, 10000, assets);
    int64_t start = nanoseconds();
    begin_block(edit, 10000);
    for (int i = 0; i < 10000; i++) {
        if (deletes) move_to_trash(edit, rows[i]);
        else toggle(edit, rows[i]);
    }
    end_objects(edit, 0);
    end_block(edit);
    int64_t duration = nanoseconds() - start;
    if (deletes) sqlite3_exec(edit->db, "UPDATE asset SET trashed_date=NULL WHERE trashed_date IS NOT NULL", 0, 0, 0);
    return duration;
}

int main(int count, char **words) {
    if (count < 3) fail("usage", "writing DATABASE OPERATION");
    Editor edit = editor(words[1]);
    const char *operation = words[2];
    int64_t assets = number(edit.db, "SELECT max(id) FROM asset");
    for (int i = 0; wants_more(i, 600, 1.0); i++) {
        int64_t duration;
        if (!strcmp(operation, "toggle")) {
            int64_t row = 1 + by_chance(assets), start = nanoseconds();
            begin_block(&edit, 1);
            toggle(&edit, row);
            end_objects(&edit, 0);
            end_block(&edit);
            duration = nanoseconds() - start;
        } else if (!strcmp(operation, "properties")) {
            duration = ten_thousand(&edit, false, assets);
        } else if (!strcmp(operation, "deletions")) {
            duration = ten_thousand(&edit, true, assets);
        } else if (!strcmp(operation, "members")) {
            duration = add_members(&edit, assets);
        } else {
            duration = edit_album(&edit, operation, assets);
        }
        take(i, duration);
        if (i % 50 == 49 || duration > 10000000) {
            sqlite3_wal_checkpoint_v2(edit.db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
        }
    }
    print_samples("ns");
    return 0;
}
