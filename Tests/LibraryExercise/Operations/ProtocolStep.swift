/// A step of the protocol that keeps a library whole, which a broken variant of a scenario leaves out.
///
/// A scenario that finds no fault in either case proves nothing. The engine always carries out every step: the process of
/// a scenario takes the step away from outside, at the system calls (`CFaultyDisk`), or does without the engine.
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
    case validateLibraries
}
