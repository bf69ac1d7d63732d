/// A step of the protocol by which a block becomes durable, whole and never less.
///
/// The lab leaves out one at a time to show that its rigs notice: a rig that finds nothing either way proves nothing.
/// Nothing that is shipped sets ``EngineEnvironment/omits``.
package enum ProtocolStep: String, CaseIterable, Sendable {
    /// A new file is synced before it gets its final name.
    case syncFiles
    /// A folder is synced after a file got its final name there.
    case syncFolders
    /// Files get their final names before the commit that mentions them.
    case publishBeforeCommit
    /// A commit waits until the disk has it.
    case syncCommits
    /// A file goes only after the commit that released it.
    case unlinkAfterCommit
    /// A library's folder and tables are looked at before anything in them is used.
    case vetLibraries
    /// Bytes count as known only where the library's own file with them is there and whole.
    case verifyHeldFiles
    /// A limited client is told of a change what concerns the assets it sees, and nothing else.
    case filterClientLogs
}

/// Sizes and limits that change how the engine works, and never what it answers.
package struct EngineTuning: Codable, Hashable, Sendable {
    /// Kilobytes of pages that the connection that commits keeps at most.
    package var writerCache = 32_768
    package var readerCount = 6
    /// Seconds that are waited for locks, SQLite's own and the engine's.
    package var patience = 30
    /// The pages of SQLite's log that a checkpoint waits for: 16 MB, most of them the same few again and again.
    package var checkpointPages = 4_096
    /// Bytes of the log's file from which a checkpoint also shortens it.
    package var truncatingCheckpoint: Int64 = 64 << 20

    package init() {}
}
