import Foundation
import PhotosBase

/// Brings files of a library back from remotes.
struct OriginalFetch {
    let transfers: LibraryTransfers
    let access: NetworkAccess
    /// The rows of resources whose files stay, besides those that are fetched.
    var keeping: Set<Int64> = []

    /// Fetches the files of resources, one after another.
    ///
    /// Each file was compared with its checksum before it gets its name. Of several remotes that have the bytes, the next
    /// one is asked when one fails.
    ///
    /// A file that no remote can give costs that file, and the others are fetched.
    ///
    /// - Parameter resources: The resources.
    /// - Throws: ``StoreError`` with code `networkFailed` where no remote can give some files, whose names it has,
    ///   `cancelled`, `diskFull`.
    func run(_ resources: [ResourceRecord]) throws {
        var failures = FetchFailures()
        let total = resources.reduce(0) { $0 &+ $1.byteCount }
        let rows = resources.map(\.rowID)
        // A large set that has them already is not copied.
        let kept = keeping.isSuperset(of: rows) ? keeping : keeping.union(rows)
        var before: Int64 = 0
        for resource in resources {
            let meter = FetchMeter(before: before, total: total, report: access.progress)
            // Some volumes state the room of files that left only later, so the second attempt writes without asking.
            var checksRoom = true
            do {
                try transfers.core.makingRoom(for: resource.byteCount, keeping: kept) {
                    defer { checksRoom = false }
                    do {
                        try fetchOriginal(of: resource, checksRoom: checksRoom, meter: meter)
                    } catch let failure as ObjectTransferFailure {
                        throw StoreError(failure)
                    }
                }
                failures.noteSuccess()
                meter.show(resource.byteCount)
            } catch {
                try failures.recordFailure(error, of: resource)
            }
            before += resource.byteCount
        }
        try failures.throwIfAny(of: resources.count)
    }

    /// Fetches a file, unless somebody else does.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - checksRoom: Whether nothing is transferred where the volume states less room than the file takes.
    ///   - meter: Counts the bytes that arrive.
    /// - Throws: ``ObjectTransferFailure`` and ``StoreError``.
    private func fetchOriginal(
        of resource: ResourceRecord,
        checksRoom: Bool,
        meter: FetchMeter
    ) throws {
        let name = Hexadecimal.digits(of: resource.checksum)
        while try !transfers.originals.elsewhere([resource]).isEmpty {
            guard !access.isCancelled() else { throw ObjectTransferFailure.cancelled }
            guard let lock = try FetchLock(name, in: transfers.originals) else {
                // Somebody else fetches the same bytes.
                meter.show(FileOperations.size(FetchLock.draft(name, in: transfers.originals)) ?? 0)
                Thread.sleep(forTimeInterval: 0.02)
                continue
            }
            guard try !transfers.originals.elsewhere([resource]).isEmpty else { return }
            if checksRoom {
                try transfers.core.checkRoom(for: resource.byteCount, of: resource.filename)
            }
            if try !transferParts(of: resource, to: lock.draft, meter) {
                try transferOriginal(of: resource, to: lock.draft, meter: meter)
            }
            try transfers.place(fetched: lock.draft, for: resource)
        }
    }

    /// Fetches a file part by part, if somebody uses its parts; returns false where it must be fetched whole.
    private func transferParts(
        of resource: ResourceRecord,
        to draft: URL,
        _ meter: FetchMeter
    ) throws -> Bool {
        guard let arrived = access.arrived,
            let hashes = try transfers.remotes.partHashes(of: resource)
        else {
            return false
        }
        let fetch = PartwiseFetch(
            source: try PartSource(resource, hashes, in: transfers),
            meter: meter,
            isCancelled: access.isCancelled,
            arrived: arrived
        )
        do {
            try fetch.run(to: draft)
            return true
        } catch ObjectTransferFailure.noRanges {
            try FileOperations.unlink(draft)
            return false
        }
    }

    private func transferOriginal(
        of resource: ResourceRecord,
        to draft: URL,
        meter: FetchMeter
    ) throws {
        let isCancelled = access.isCancelled
        var last: ObjectTransferFailure?
        for (remote, isStored) in try transfers.originals.remotes(having: resource) {
            meter.show(0)
            let transfer = ObjectTransfer(
                address: remote.address,
                settings: remote.settings,
                checksum: resource.checksum,
                byteCount: resource.byteCount,
                file: draft,
                moved: { meter.add($0) },
                check: { if isCancelled() { throw ObjectTransferFailure.cancelled } }
            )
            do {
                try transfers.core.environment.transfer(transfer)
                if !isStored { transfers.remotes.recordOutcome(.proved, of: resource, in: remote) }
                return
            } catch let failure as ObjectTransferFailure {
                switch failure {
                case .lost: last = transfers.remotes.noteLoss(failure, of: resource, in: remote)
                case .unavailable, .noRanges: last = failure
                case .noSpace, .localFile, .cancelled: throw failure
                }
            }
        }
        throw last ?? .nowhere(resource)
    }
}

extension StoreError {
    init(_ failure: ObjectTransferFailure) {
        let code: Code =
            switch failure {
            case .lost, .unavailable, .noRanges: .networkFailed
            case .noSpace: .diskFull
            case .localFile: .inputOutput
            case .cancelled: .cancelled
            }
        self.init(code, failure.sentence, cause: failure)
    }
}
