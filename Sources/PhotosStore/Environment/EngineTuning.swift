/// Sizes and limits that change how the engine works, but never its results.
package struct EngineTuning: Codable, Hashable, Sendable {
    /// The largest number of kilobytes of pages that the committing connection caches.
    package var writerCache = 32_768
    package var readerCount = 6
    /// The number of seconds to wait for locks, SQLite's own and the engine's.
    package var patience = 30
    /// The number of pages in SQLite's log that triggers a checkpoint.
    ///
    /// The default is 4 MB. After the first checkpoint, commits overwrite the log from its beginning, and syncing
    /// takes less time than where the file grows.
    package var checkpointPages = 1_024
    /// The size of the log's file, in bytes, from which a checkpoint also truncates it.
    package var truncatingCheckpoint: Int64 = 64 << 20

    package init() {}
}
