/// A step of the protocol that makes a block durable as a whole.
///
/// The stress tests leave out one step at a time to show that a scenario notices it. A scenario that finds no fault in
/// either case proves nothing. No shipped program sets ``EngineEnvironment/omits``.
package enum ProtocolStep: String, CaseIterable, Sendable {
    /// A new file is synced before it gets its final name.
    case syncFiles
    /// A folder is synced after a file got its final name there.
    case syncFolders
    /// Files get their final names before the commit that mentions them.
    case publishBeforeCommit
    /// A commit waits until its data is on the disk.
    case syncCommits
    /// A file is removed only after the commit that released it.
    case unlinkAfterCommit
    /// A library's folder and tables are validated before anything in them is used.
    case vetLibraries
    /// A file's bytes count as known only if the library's own file with these bytes exists and is whole.
    case verifyHeldFiles
    /// A limited client's log contains only the parts of a change that concern the assets the client sees.
    case filterClientLogs
}

/// Sizes and limits that change how the engine works, but never its results.
package struct EngineTuning: Codable, Hashable, Sendable {
    /// The largest number of kilobytes of pages that the committing connection caches.
    package var writerCache = 32_768
    package var readerCount = 6
    /// The number of seconds to wait for locks, SQLite's own and the engine's.
    package var patience = 30
    /// The number of pages in SQLite's log that triggers a checkpoint: 16 MB, and most of them are the same few pages.
    package var checkpointPages = 4_096
    /// The size of the log's file, in bytes, from which a checkpoint also truncates it.
    package var truncatingCheckpoint: Int64 = 64 << 20

    package init() {}
}
