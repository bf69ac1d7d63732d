// Observing: diff DATABASE date|favorite CHANGES [other-process]; the database is changed.
//
// A second connection learns of a commit from the log and says which indexes of the list of all visible assets, sorted
// by date, were removed, inserted and changed. The list is made of blocks, with their counts beside them.
#include "editing.h"

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/wait.h>

typedef struct {
    double date;
    int64_t row;
} Key;

#define ROOM 512

typedef struct {
    Key **blocks;
    int32_t *counts;
    int blocks_used;
} List;

static int order(Key left, Key right) {
    if (left.date != right.date) return left.date < right.date ? -1 : 1;
    return (left.row > right.row) - (left.row < right.row);
}

static List make_list(const Key *keys, int64_t count) {
    int fill = ROOM * 3 / 4, blocks = (int)((count + fill - 1) / fill);
    List list = {malloc(16 * (size_t)(blocks + 1000)), calloc(2 * (size_t)(blocks + 1000), 4), blocks};
    for (int i = 0; i < blocks; i++) {
        int64_t start = (int64_t)i * fill;
        list.counts[i] = (int32_t)(count - start < fill ? count - start : fill);
        list.blocks[i] = malloc(ROOM * sizeof(Key));
        memcpy(list.blocks[i], keys + start, list.counts[i] * sizeof(Key));
    }
    return list;
}

// The block for a key, the place in it, and the index in the whole list.
static int64_t find(const List *list, Key key, int *block, int *place) {
    int low = 0, high = list->blocks_used - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (order(list->blocks[middle][0], key) <= 0) low = middle;
        else high = middle - 1;
    }
    int64_t before = 0;
    for (int i = 0; i < low; i++) before += list->counts[i];
    const Key *keys = list->blocks[low];
    int first = 0, end = list->counts[low];
    while (first < end) {
        int middle = (first + end) / 2;
        if (order(keys[middle], key) < 0) first = middle + 1;
        else end = middle;
    }
    *block = low;
    *place = first;
    return before + first;
}

static void drop_block(List *list, int block) {
    free(list->blocks[block]);
    int rest = list->blocks_used - block - 1;
    memmove(list->blocks + block, list->blocks + block + 1, rest * sizeof(Key *));
    memmove(list->counts + block, list->counts + block + 1, rest * sizeof(int32_t));
    list->blocks_used--;
}

static void take_out(List *list, Key key) {
    int block, place;
    find(list, key, &block, &place);
    Key *keys = list->blocks[block];
    if (keys[place].row != key.row) fail("list", "has lost a row");
    memmove(keys + place, keys + place + 1, (list->counts[block] - place - 1) * sizeof(Key));
    if (--list->counts[block] == 0 && list->blocks_used > 1) drop_block(list, block);
}

static void split(List *list, int block) {
    int rest = list->blocks_used - block - 1;
    memmove(list->blocks + block + 2, list->blocks + block + 1, rest * sizeof(Key *));
    memmove(list->counts + block + 2, list->counts + block + 1, rest * sizeof(int32_t));
    list->blocks[block + 1] = malloc(ROOM * sizeof(Key));
    memcpy(list->blocks[block + 1], list->blocks[block] + ROOM / 2, ROOM / 2 * sizeof(Key));
    list->counts[block] = list->counts[block + 1] = ROOM / 2;
    list->blocks_used++;
}

static void put_in(List *list, Key key) {
    int block, place;
    find(list, key, &block, &place);
    if (list->counts[block] == ROOM) {
        split(list, block);
        find(list, key, &block, &place);
    }
    Key *keys = list->blocks[block];
    memmove(keys + place + 1, keys + place, (list->counts[block] - place) * sizeof(Key));
    keys[place] = key;
    list->counts[block]++;
}

// The reader

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *begin, *commit, *log, *now;
    int64_t sequence;
    List list;
    Key *old, *new;
    int64_t *removed, *inserted, *changed;
    int moved, changed_count;
} Reader;

static Reader reader(const char *path) {
    sqlite3 *db = database(path, true, 2000);
    int64_t assets = number(db, "SELECT max(id) FROM asset");
    Key *keys = malloc(sizeof(Key) * (assets + 1));
    sqlite3_stmt *all = statement(
        db, "SELECT id, creation_date FROM asset WHERE trashed_date IS NULL AND is_hidden=0 ORDER BY creation_date, id"
    );
    int64_t count = 0;
    for (; next(all); count++) keys[count] = (Key){sqlite3_column_double(all, 1), sqlite3_column_int64(all, 0)};
    sqlite3_finalize(all);
    Reader result = {
        .db = db,
        .begin = statement(db, "BEGIN"),
        .commit = statement(db, "COMMIT"),
        .log = statement(db, "SELECT sequence, body FROM change WHERE sequence>?"),
        .now = statement(
            db, "SELECT creation_date, trashed_date IS NULL AND is_hidden=0 FROM asset WHERE id=?"
        ),
        .sequence = number(db, "SELECT max(sequence) FROM change"),
        .list = make_list(keys, count),
        .old = malloc(sizeof(Key) * 20000),
        .new = malloc(sizeof(Key) * 20000),
        .removed = malloc(8 * 20000),
        .inserted = malloc(8 * 20000),
        .changed = malloc(8 * 20000),
    };
    free(keys);
    return result;
}

// Notes each changed object that is in the list, with its date before; only what edits by this program log.
static void read_body(Reader *reader, const unsigned char *place) {
    place++;
    uint64_t count = read_unsigned(&place);
    int64_t row = 0;
    for (uint64_t i = 0; i < count; i++) {
        place++;
        row += read_signed(&place);
        uint64_t mask = read_unsigned(&place);
        double before = 0;
        bool has_moved = false;
        for (int field = 0; field < 62; field++) {
            if (!(mask >> field & 1)) continue;
            if (field == 5) {
                place++;
                before = read_double(&place);
                has_moved = true;
            } else {
                pass_value(&place);
            }
        }
        sqlite3_bind_int64(reader->now, 1, row);
        if (next(reader->now) && sqlite3_column_int(reader->now, 1)) {
            double date = sqlite3_column_double(reader->now, 0);
            if (has_moved) {
                reader->old[reader->moved] = (Key){before, row};
                reader->new[reader->moved++] = (Key){date, row};
            } else {
                reader->new[20000 - ++reader->changed_count] = (Key){date, row};
            }
        }
        sqlite3_reset(reader->now);
    }
}

static void catch_up(Reader *reader) {
    int block, place;
    reader->moved = reader->changed_count = 0;
    once(reader->begin);
    sqlite3_bind_int64(reader->log, 1, reader->sequence);
    while (next(reader->log)) {
        reader->sequence = sqlite3_column_int64(reader->log, 0);
        read_body(reader, sqlite3_column_blob(reader->log, 1));
    }
    sqlite3_reset(reader->log);
    for (int i = 0; i < reader->moved; i++) {
        reader->removed[i] = find(&reader->list, reader->old[i], &block, &place);
    }
    for (int i = 0; i < reader->moved; i++) take_out(&reader->list, reader->old[i]);
    for (int i = 0; i < reader->moved; i++) put_in(&reader->list, reader->new[i]);
    for (int i = 0; i < reader->moved; i++) {
        reader->inserted[i] = find(&reader->list, reader->new[i], &block, &place);
    }
    for (int i = 0; i < reader->changed_count; i++) {
        reader->changed[i] = find(&reader->list, reader->new[19999 - i], &block, &place);
    }
    once(reader->commit);
    qsort(reader->removed, reader->moved, 8, by_number);
    qsort(reader->inserted, reader->moved, 8, by_number);
    qsort(reader->changed, reader->changed_count, 8, by_number);
}

static void check(Reader *reader) {
    sqlite3_stmt *all = statement(
        reader->db,
        "SELECT id FROM asset WHERE trashed_date IS NULL AND is_hidden=0 ORDER BY creation_date, id"
    );
    for (int block = 0; block < reader->list.blocks_used; block++) {
        for (int i = 0; i < reader->list.counts[block]; i++) {
            if (!next(all) || sqlite3_column_int64(all, 0) != reader->list.blocks[block][i].row) {
                fail("list", "differs from a new fetch");
            }
        }
    }
    if (next(all)) fail("list", "is shorter than a new fetch");
    sqlite3_finalize(all);
}

static void edit_some(Editor *edit, bool dates, int changes, int64_t assets) {
    static int64_t rows[20000];
    rows_by_chance(rows, changes, assets);
    begin_block(edit, changes);
    for (int i = 0; i < changes; i++) {
        if (dates) set_date(edit, rows[i], date_by_chance());
        else toggle(edit, rows[i]);
    }
    end_objects(edit, 0);
    end_block(edit);
}

static void in_one_process(const char *path, bool dates, int changes) {
    Editor edit = editor(path);
    Reader watcher = reader(path);
    int64_t assets = number(edit.db, "SELECT max(id) FROM asset");
    for (int i = 0; wants_more(i, 1000, 1.0); i++) {
        edit_some(&edit, dates, changes, assets);
        int64_t start = nanoseconds();
        catch_up(&watcher);
        take(i, nanoseconds() - start);
        if (i % 50 == 49) sqlite3_wal_checkpoint_v2(edit.db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    }
    check(&watcher);
}

typedef struct {
    volatile int64_t learned;
    volatile int known;
} Shared;

static void watch(const char *path, const char *bell, Shared *shared, int rounds) {
    Reader watcher = reader(path);
    int notifier = inotify_init1(IN_CLOEXEC);
    inotify_add_watch(notifier, bell, IN_MODIFY);
    char events[4096];
    shared->known = 1;
    for (int known = 0; known < rounds;) {
        if (read(notifier, events, sizeof events) < 0) return;
        catch_up(&watcher);
        if (!watcher.moved && !watcher.changed_count) continue;
        shared->learned = nanoseconds();
        shared->known = ++known + 1;
    }
}

static void between_processes(const char *path, bool dates, int changes) {
    char bell[2000];
    snprintf(bell, sizeof bell, "%s-limit-bell", path);
    int descriptor = open(bell, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0) fail(bell, "cannot be made");
    Shared *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int rounds = 300;
    pid_t child = fork();
    if (!child) {
        watch(path, bell, shared, rounds);
        exit(0);
    }
    while (!shared->known) usleep(1000);
    Editor edit = editor(path);
    int64_t assets = number(edit.db, "SELECT max(id) FROM asset WHERE is_hidden=0");
    for (int i = 0; i < rounds; i++) {
        usleep(2000 + by_chance(2000));
        int known = shared->known;
        // A hidden asset is in no list, so nobody would hear of it.
        int64_t row;
        char ask[100];
        do {
            row = 1 + by_chance(assets);
            snprintf(ask, sizeof ask, "SELECT is_hidden FROM asset WHERE id=%lld", (long long)row);
        } while (number(edit.db, ask));
        begin_block(&edit, 1);
        if (dates) set_date(&edit, row, date_by_chance());
        else toggle(&edit, row);
        end_objects(&edit, 0);
        end_block(&edit);
        int64_t start = nanoseconds();
        (void)!pwrite(descriptor, &i, 4, 0);
        while (shared->known == known) usleep(20);
        take(i, shared->learned > start ? shared->learned - start : 0);
    }
    (void)changes;
    unlink(bell);
    waitpid(child, NULL, 0);
}

int main(int count, char **words) {
    if (count < 4) fail("usage", "diff DATABASE date|favorite CHANGES [other-process]");
    bool dates = !strcmp(words[2], "date");
    if (count > 4) between_processes(words[1], dates, atoi(words[3]));
    else in_one_process(words[1], dates, atoi(words[3]));
    print_samples("ns");
    return 0;
}
