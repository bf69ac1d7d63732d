import Foundation
import Glibc

extension LibraryTransfers {
    /// Makes the files of resources local.
    ///
    /// This waits for the transfer. Threads and processes that need the same bytes share one.
    ///
    /// - Parameters:
    ///   - resources: The resources.
    ///   - access: The permission to use the network, or nil.
    ///   - keeping: The rows of further resources whose files stay, should others have to make room.
    /// - Throws: ``StoreError`` with code `fileElsewhere` where a file is elsewhere and `access` is nil,
    ///   `networkFailed` where no remote can give it, `cancelled`, `diskFull`.
    package func makeLocal(
        _ resources: [ResourceRecord],
        access: NetworkAccess?,
        keeping: Set<Int64> = []
    ) throws {
        let wanted = try originals.elsewhere(resources)
        guard let first = wanted.first else { return }
        guard let access else { throw originals.elsewhereError(first) }
        try checkTakesFiles()
        try OriginalFetch(transfers: self, access: access, keeping: keeping).run(wanted)
    }

    /// Throws if no file may come into the library's folder.
    ///
    /// A library that is open for reading alone takes fetched files, since they change no row, unless it is in a folder
    /// where nothing is written.
    func checkTakesFiles() throws {
        if core.mode == .readOnly {
            if let refusal = core.refusal { throw refusal }
            if let problem = core.environment.volumeEnvironment.problem(at: core.layout.root) {
                throw problem.error
            }
        }
        try core.checkIsPresent()
    }

    /// Opens the file of a resource for reading, and fetches it before if it is elsewhere.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - access: The permission to use the network, or nil.
    /// - Returns: A descriptor, which the caller closes.
    /// - Throws: ``LibraryOriginals/absence(of:cause:)`` where the file does not exist, and the errors of ``makeLocal(_:access:)``.
    package func openFile(of resource: ResourceRecord, _ access: NetworkAccess?) throws -> Int32 {
        if let descriptor = try originals.openIfHere(resource) { return descriptor }
        try makeLocal([resource], access: access)
        return try originals.openLocalFile(of: resource)
    }

    /// Gives a fetched file its place, if no file is there.
    ///
    /// The file's bytes must have been compared with the checksum. The bytes are on the disk before the name is: after a
    /// power failure, the file is whole or still elsewhere.
    ///
    /// - Parameters:
    ///   - file: The file, in ``LibraryOriginals/fetchFolder``.
    ///   - resource: The resource with these bytes.
    /// - Throws: ``StoreError``.
    func place(fetched file: URL, for resource: ResourceRecord) throws {
        try FileOperations.syncFile(file)
        let target = core.layout.original(resource.file)
        try FileOperations.makeFolder(target.deletingLastPathComponent())
        if FileOperations.size(target) != nil { _ = try originals.quarantine(resource.file) }
        guard rename(file.path, target.path) == 0 else {
            throw StoreError.system("Renaming to", path: target.path, code: errno)
        }
        parts.forget(resource.checksum)
    }
}
