import Crypto
import Foundation
import Glibc
import PhotosBase
import PhotosStore

/// Sending a copy of the database, of which only parts travel that the place does not have.
extension RemoteSync {
    /// Reads the copies back if that was last done too long ago, as files are, or if a check has found a damaged one.
    ///
    /// A copy of the database is of no use if it has rotted. If the newest one has, the run sends a new one; older ones go.
    func proveDatabaseAgain(_ report: inout Report) throws {
        let now = library.environment.now()
        let row = try library.remotes.all().first { $0.id == remote.id } ?? remote
        let last = RemoteSettings(text: row.settings).databaseReadDate
        if let last, remote.proofPeriod(on: now).contains(last) { return }
        // The first copy is read back when it is sent.
        if remote.sentDate != nil {
            let copies = DatabaseCopies(place)
            if try copies.proveCopies(without: isOfOther, watch: watch) {
                _ = try removeBroken(copies.copyNames(), report: &report)
            } else {
                try library.remotes.noteDatabaseLost(by: remote)
            }
        }
        try library.changeSettings(of: remote) { $0.databaseReadDate = now }
    }

    /// Sends a copy if the library has changed since the last one, or sidecars in sources have.
    func sendDatabase(_ report: inout Report) throws {
        let names = try DatabaseCopies(place).copyNames()
        // A change between this and the copy makes the next run send another one.
        let sidecars = try remote.takesSources ? library.sources.sidecarDigest() : nil
        guard try isNeeded(names, sidecars) else { return }
        let scratch = try ScratchFolder(forDatabaseOf: library.core, andBytes: Self.mostWaiting)
        let copy = try DatabaseCopy(
            of: library,
            at: scratch.url.appendingPathComponent("library.sqlite")
        )
        var sent = RemoteTotals.Part()
        let last = try knownParts(of: names.last)
        let (parts, byteCount) = try sendParts(
            of: copy.url,
            in: scratch,
            known: last.parts,
            sent: &sent
        )
        let index = SnapshotIndex(
            library: library.identity.library,
            incarnation: library.identity.incarnation,
            date: SnapshotIndex.date(after: names, now: library.environment.now()),
            position: copy.position,
            format: copy.format,
            byteCount: byteCount,
            parts: parts.map { Hexadecimal.digits(of: $0.checksum) },
            takesSources: remote.takesSources
        )
        try place.storeData(index.encoded(), as: index.name, in: scratch, watch: watch)
        try library.remotes.noteDatabaseSent(to: remote, at: copy.position)
        try library.changeSettings(of: remote) { $0.sidecarDigest = sidecars }
        report.database = sent
        let whole = last.isBroken ? try removeBroken(names, report: &report) : names
        try removeSurplus(of: whole + [index.name])
    }

    /// Whether the library or the digest of its sidecars has changed since the last copy, or that copy is gone.
    private func isNeeded(_ names: [String], _ sidecars: String?) throws -> Bool {
        let present = try library.history.currentPosition()
        // A list may have shown by now that the last copy lacks parts.
        let remote = try library.remotes.all().first { $0.id == self.remote.id } ?? self.remote
        guard remote.sentDate != nil, remote.sentPosition == present,
            RemoteSettings(text: remote.settings).sidecarDigest == sidecars
        else { return true }
        let ending = "-\(present.sequence)-\(present.mark).json"
        return !names.contains { $0.hasSuffix(ending) }
    }

    /// Returns the checksums of the parts of the last copy that the place still has, and whether the copy is of no use.
    private func knownParts(of name: String?) throws -> (parts: Set<[UInt8]>, isBroken: Bool) {
        // Without a readable list, all parts are sent again.
        guard let name, let data = try? place.readObject(name, atMost: 1 << 28) else {
            return ([], false)
        }
        guard let index = try? SnapshotIndex(data) else { return ([], true) }
        let stored = try place.objectSizes(below: RemoteNames.parts, watch: watch)
        var (present, all) = (Set<[UInt8]>(), Set<[UInt8]>())
        for number in index.parts.indices {
            let part = index.part(number)
            all.insert(part.checksum)
            // A part of another size, as after a power failure, is sent again.
            if stored[part.checksum] == part.byteCount { present.insert(part.checksum) }
        }
        return (present, present.count < all.count)
    }

    /// Removes copies that lack parts, after a newer one was stored, and returns the names of the others.
    ///
    /// Nothing can be restored from them, and each check would name them again. A list alone is no reason to remove a copy:
    /// the place is asked for a part that the list lacks.
    private func removeBroken(
        _ names: [String],
        report: inout Report
    ) throws -> [String] {
        let stored = try place.objectSizes(below: RemoteNames.parts, watch: watch)
        return try names.filter { name in
            if isOfOther(name) { return true }
            do {
                let index = try SnapshotIndex(place.readObject(name, atMost: 1 << 28))
                let parts = index.parts.indices.map(index.part)
                guard let lacking = parts.first(where: { stored[$0.checksum] != $0.byteCount })
                else {
                    return true
                }
                try place.proveObject(
                    RemoteNames.part(lacking.checksum),
                    expecting: lacking,
                    watch: watch
                )
                return true
            } catch let failure as RemoteFailure where failure.meansNoWholeObject {}
            try place.removeObject(name)
            report.brokenDatabases.append(name)
            return false
        }
    }

    private func sendParts(
        of url: URL,
        in scratch: ScratchFolder,
        known: Set<[UInt8]>,
        sent: inout RemoteTotals.Part
    ) throws -> ([RemoteObject], byteCount: Int64) {
        let input = try FileOperations.open(url, flags: O_RDONLY)
        defer { close(input) }
        var parts: [RemoteObject] = []
        var (known, byteCount) = (known, Int64(0))
        var waiting: [(RemoteObject, URL)] = []
        while let data = try Self.readPart(of: input, at: byteCount, url: url) {
            try watch.check()
            let part = RemoteObject(
                checksum: Array(SHA256.hash(data: data)),
                byteCount: Int64(data.count)
            )
            parts.append(part)
            byteCount += part.byteCount
            guard known.insert(part.checksum).inserted else { continue }
            let file = scratch.url.appendingPathComponent(Hexadecimal.digits(of: part.checksum))
            try data.write(to: file)
            waiting.append((part, file))
            sent.count += 1
            sent.bytes += part.byteCount
            if waiting.count >= Self.partsAtOnce { try sendWaiting(&waiting) }
        }
        try sendWaiting(&waiting)
        return (parts, byteCount)
    }

    /// The number of parts that are in the scratch folder at once, and their bytes.
    private static let partsAtOnce = 64
    private static let mostWaiting = Int64(partsAtOnce * SnapshotIndex.partSize)

    private static func readPart(of input: Int32, at offset: Int64, url: URL) throws -> Data? {
        var data = Data(count: SnapshotIndex.partSize)
        let count: Int
        do {
            count = try data.withUnsafeMutableBytes {
                try DescriptorBytes.fill($0, from: input, at: offset)
            }
        } catch let error as SystemError {
            throw StoreError.system("Reading", path: url.path, code: error.code)
        }
        return count == 0 ? nil : data.prefix(count)
    }

    private func sendWaiting(_ waiting: inout [(RemoteObject, URL)]) throws {
        let (place, watch) = (place, watch)
        try InParallel.forEach(waiting, threads: place.parallelism) { part, file in
            Result {
                try place.putAndProveObject(
                    RemoteNames.part(part.checksum),
                    from: file,
                    as: part,
                    watch: watch
                )
            }
        } finished: { entry, result in
            _ = try result.get()
            try? FileManager.default.removeItem(at: entry.1)
        }
        waiting = []
    }

    // MARK: Old copies

    /// Whether another copy of the library stored a copy of the database.
    private func isOfOther(_ name: String) -> Bool {
        SnapshotIndex.date(of: name).map(RemoteSettings(text: remote.settings).isOfOther) ?? false
    }

    /// Removes old copies, and the parts that no other copy has.
    private func removeSurplus(of names: [String]) throws {
        let own = names.filter { !isOfOther($0) }
        let surplus = SnapshotRetention.surplusNames(among: own, now: library.environment.now())
        guard !surplus.isEmpty else { return }
        var needed: Set<[UInt8]> = []
        var areAllKnown = true
        for name in Set(names).subtracting(surplus) {
            if let index = try DatabaseCopies(place).readIndex(named: name) {
                needed.formUnion(index.parts.compactMap(Hexadecimal.checksum))
            } else {
                areAllKnown = false
            }
        }
        for name in surplus { try place.removeObject(name) }
        // Nobody knows which parts a list needs that cannot be read: all stay until it is old enough to go itself.
        guard areAllKnown else { return }
        var unneeded: [String] = []
        try place.listObjects(withPrefix: RemoteNames.parts) { name, _ in
            guard let checksum = RemoteNames.checksum(of: name, below: RemoteNames.parts),
                !needed.contains(checksum)
            else { return }
            unneeded.append(name)
        }
        for name in unneeded { try place.removeObject(name) }
    }
}
