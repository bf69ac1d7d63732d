/// The result of a change block.
package struct CommittedBlock: Sendable, Hashable {
    /// The log position after the block.
    package let position: LogPosition
    /// Whether the log has an entry for the block; false if it changed nothing.
    package let isLogged: Bool
    /// The files of upload jobs that the block's author removes.
    var releasedUploadFiles = ReleasedUploadFiles()
}
