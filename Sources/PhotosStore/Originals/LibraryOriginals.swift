/// The files of a library: where each is, whether it is there, and who else has its bytes.
package final class LibraryOriginals: Sendable {
    let core: LibraryCore
    let records: LibraryRecords
    /// The files that were given to programs by path.
    let clientFiles: ClientFiles

    init(_ core: LibraryCore, _ records: LibraryRecords) {
        self.core = core
        self.records = records
        clientFiles = ClientFiles(core.layout)
        core.atEnd { [clientFiles] in Self.takeBack(clientFiles, of: core) }
    }
}
