import Foundation
package import PhotosStore

/// Brings files of the library back from remotes.
package struct OriginalFetch: Sendable {
    /// Opens the place of a remote.
    package typealias Opening = @Sendable (RemoteRow) throws -> any RemotePlace

    private let library: Library
    private let open: Opening

    package init(_ library: Library, open: @escaping Opening = { try RemotePlaces.shared($0) }) {
        self.library = library
        self.open = open
    }

    /// Fetches the files of resources, one after another.
    ///
    /// Each file is compared with its checksum before it gets its name. Of several remotes that have the bytes, the next
    /// one is asked when one fails.
    ///
    /// - Parameters:
    ///   - resources: The resources.
    ///   - access: Told of the progress over all resources, and asked whether the work is to end.
    /// - Throws: ``StoreError`` with code `networkFailed` where no remote can give a file, `cancelled`, `diskFull`.
    package func run(_ resources: [ResourceRecord], _ access: NetworkAccess) throws {
        let total = resources.reduce(0) { $0 &+ $1.byteCount }
        var before: Int64 = 0
        for resource in resources {
            let meter = FetchMeter(before: before, total: total, report: access.progress)
            do {
                try fetch(resource, access, meter)
            } catch let failure as RemoteFailure {
                throw Self.error(failure)
            }
            before += resource.byteCount
            meter.finish(at: before)
        }
    }

    private func fetch(
        _ resource: ResourceRecord,
        _ access: NetworkAccess,
        _ meter: FetchMeter
    ) throws {
        let name = ChecksumText.digits(resource.checksum)
        while try !library.elsewhere([resource]).isEmpty {
            guard !access.isCancelled() else { throw RemoteFailure(.cancelled, Self.cancelled) }
            guard let lock = try FetchLock(name, in: library) else {
                // Somebody else fetches the same bytes.
                meter.show(FileManager.default.size(of: FetchLock.draft(name, in: library)))
                Thread.sleep(forTimeInterval: 0.02)
                continue
            }
            guard try !library.elsewhere([resource]).isEmpty else { return }
            try transfer(resource, to: lock.draft, access, meter)
            try library.place(fetched: lock.draft, for: resource)
        }
    }

    private func transfer(
        _ resource: ResourceRecord,
        to draft: URL,
        _ access: NetworkAccess,
        _ meter: FetchMeter
    ) throws {
        let object = RemoteObject(checksum: resource.checksum, byteCount: resource.byteCount)
        let watch = TransferWatch(moved: { meter.add($0) }, isCancelled: access.isCancelled)
        var last: RemoteFailure?
        for remote in try library.remotes(having: resource) {
            meter.show(0)
            do {
                let place = try open(remote)
                try place.get(RemoteNames.original(object.checksum), draft, object, watch)
                return
            } catch let failure as RemoteFailure {
                guard failure.code != .cancelled, failure.code != .localFile else { throw failure }
                if failure.meansNoWholeObject {
                    library.noteLost(resource, in: remote, failure.sentence)
                }
                last = failure
            }
        }
        throw last
            ?? RemoteFailure(
                .missing,
                "No remote has \(resource.filename ?? "the file") any more. Run `photokit check`."
            )
    }

    private static let cancelled = "The transfer was cancelled."

    private static func error(_ failure: RemoteFailure) -> StoreError {
        let code: StoreError.Code =
            switch failure.code {
            case .cancelled: .cancelled
            case .noSpace: .diskFull
            case .localFile: .inputOutput
            default: .networkFailed
            }
        return StoreError(code, failure.sentence, cause: failure)
    }
}

extension FileManager {
    fileprivate func size(of url: URL) -> Int64 {
        let attributes = try? attributesOfItem(atPath: url.path)
        return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
}
