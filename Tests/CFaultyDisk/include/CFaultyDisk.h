// A disk that loses syncs of a library's files, or gives the files their names late.
#pragma once

enum {
    /// The bytes of new originals are not synced.
    FAULTY_DISK_LOSES_FILE_SYNCS = 1,
    /// The folders of originals are not synced.
    FAULTY_DISK_LOSES_FOLDER_SYNCS = 2,
    /// The write-ahead log of the database is not synced.
    FAULTY_DISK_LOSES_LOG_SYNCS = 4,
    /// Originals get their final names only after the next commit is synced.
    FAULTY_DISK_RENAMES_LATE = 8,
};

/// Gives this process's file system the faults of a set, from now on.
void faulty_disk_begin(unsigned faults);
