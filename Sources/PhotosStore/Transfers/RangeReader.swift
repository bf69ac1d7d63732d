package import Foundation
import Glibc
import Synchronization

/// Reads ranges of the file of a resource, which is on this disk or in remotes.
///
/// Of a file in remotes, whole parts are fetched, compared with their checksums, and kept for a while. Safe on any thread.
/// The mutex guards how the file is read, and the last part.
package final class RangeReader: Sendable {
    private struct State {
        var file: OpenedFile?
        var source: PartSource?
        /// The last part, for readers that read it piece by piece where no file can keep it.
        var last: (number: Int, data: Data)?
    }

    private let resource: ResourceRecord
    private let transfers: LibraryTransfers
    private let state = Mutex(State())

    package init(_ resource: ResourceRecord, in transfers: LibraryTransfers) {
        self.resource = resource
        self.transfers = transfers
    }

    /// The number of bytes of the file.
    package var byteCount: Int64 { resource.byteCount }

    /// Returns the bytes of a range.
    ///
    /// A file without checksums of its parts is fetched whole, and so is one whose remotes give whole files alone. The
    /// file is on this disk afterwards.
    ///
    /// - Parameters:
    ///   - range: The range; bytes behind the end of the file are left out.
    ///   - access: The permission to use the network, or nil.
    /// - Returns: The bytes.
    /// - Throws: ``StoreError``. The code is `fileElsewhere` where the file is elsewhere and `access` is nil. Other codes
    ///   are `networkFailed` where no remote can give it, `cancelled`, and those of files on this disk.
    package func readRange(_ range: Range<Int64>, access: NetworkAccess?) throws -> Data {
        let range = range.clamped(to: 0..<max(0, byteCount))
        guard !range.isEmpty else { return Data() }
        if let file = try localFile() { return try file.read(range) }
        guard let access else { throw transfers.originals.elsewhereError(resource) }
        do {
            if let source = try partSource() {
                return try readRange(range, from: source, access: access)
            }
        } catch let failure as ObjectTransferFailure {
            guard case .noRanges = failure else { throw StoreError(failure) }
        }
        try transfers.makeLocal([resource], access: access)
        guard let file = try localFile() else { throw transfers.originals.elsewhereError(resource) }
        return try file.read(range)
    }

    /// Returns the file if it is on this disk, nil if it is elsewhere.
    private func localFile() throws -> OpenedFile? {
        if let file = state.withLock({ $0.file }) { return file }
        do {
            let file = try OpenedFile(transfers.originals.urlToOpen(of: resource))
            state.withLock { state in
                state.file = file
                state.last = nil
            }
            return file
        } catch {
            if try !transfers.originals.elsewhere([resource]).isEmpty { return nil }
            throw transfers.originals.absence(of: resource, cause: StoreError(error))
        }
    }

    private func partSource() throws -> PartSource? {
        if let source = state.withLock({ $0.source }) { return source }
        guard let hashes = try transfers.remotes.partHashes(of: resource) else { return nil }
        let source = try PartSource(resource, hashes, in: transfers)
        state.withLock { $0.source = source }
        return source
    }

    private func readRange(
        _ range: Range<Int64>,
        from source: PartSource,
        access: NetworkAccess
    ) throws -> Data {
        var data = Data()
        data.reserveCapacity(range.count)
        for number in source.hashes.parts(of: range) {
            let part = try partData(number, of: source, access: access)
            let bounds = source.hashes.range(of: number)
            let wanted = range.clamped(to: bounds)
            let start = part.startIndex + Int(wanted.lowerBound - bounds.lowerBound)
            data.append(part[start..<start + wanted.count])
        }
        return data
    }

    private func partData(
        _ number: Int,
        of source: PartSource,
        access: NetworkAccess
    ) throws -> Data {
        let last = state.withLock { $0.last }
        if let last, last.number == number { return last.data }
        let check: @Sendable () throws -> Void = {
            if access.isCancelled() { throw ObjectTransferFailure.cancelled }
        }
        let data = try transfers.parts.part(
            number,
            of: source.hashes.object,
            keptIn: transfers.folderForParts,
            check: check
        ) {
            try source.part(number, moved: { _ in }, check: check)
        }
        state.withLock { $0.last = (number, data) }
        return data
    }
}

/// An open file on this disk, closed with its last reference.
private final class OpenedFile: Sendable {
    private let descriptor: Int32
    private let url: URL

    init(_ url: URL) throws {
        self.url = url
        descriptor = try FileOperations.open(url, flags: O_RDONLY | O_NONBLOCK)
    }

    deinit { close(descriptor) }

    func read(_ range: Range<Int64>) throws -> Data {
        try FileRange.read(descriptor, at: url, range: range)
    }
}
