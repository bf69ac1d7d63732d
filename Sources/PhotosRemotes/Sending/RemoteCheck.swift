import Foundation
package import PhotosStore

/// Compares what a remote has with what the library believes that it has.
package struct RemoteCheck {
    /// The result of a check.
    package struct Report: Hashable, Sendable {
        /// Objects that are there with their size, or their bytes where all were read.
        package var whole = RemoteTotals.Part()
        /// Objects that the library believed to be there, and which are missing or differ.
        package var lost = 0
        /// Files of the library that the library did not believe to be there.
        package var unsent = 0
        /// The names of files among those lost and unsent that nobody has, so that the next run cannot send them.
        package var namesWithoutCopy: [String] = []
        /// Objects of files of the library that are there, although the library did not believe so.
        ///
        /// A run stored them and ended before it noted them, or they were lost for a while. The next run reads them back.
        package var unproved = RemoteTotals.Part()
        /// Objects that no file of the library has the bytes of, and no row mentions.
        package var orphans = RemoteTotals.Part()
        /// The names of some of them.
        package var orphanNames: [String] = []
        /// The number of copies of the database that are complete.
        package var databases = 0
        /// The names of those that lack parts or cannot be read.
        package var brokenDatabases: [String] = []
    }

    let library: Library
    let remote: RemoteRow
    let place: any RemotePlace
    let watch: TransferWatch

    package init(
        _ library: Library,
        remote: RemoteRow,
        place: any RemotePlace,
        watch: TransferWatch = TransferWatch()
    ) {
        self.library = library
        self.remote = remote
        self.place = place
        self.watch = watch
    }

    /// Compares the lists, and with `readingAll` the bytes of all objects.
    ///
    /// - Throws: ``RemoteFailure`` and ``StoreError``.
    package func run(readingAll: Bool) throws -> Report {
        let lock = try RemoteLock(remote, of: library.core)
        defer { withExtendedLifetime(lock) {} }
        try MarkerList(place).checkOwner(is: library, of: remote)
        var report = Report()
        let stored = StoredObjects(library: library, remote: remote, place: place, watch: watch)
        var listed = try place.objectSizes(below: RemoteNames.originals, watch: watch)
        let lacking = try stored.lackingObjects(in: &listed) { object in
            report.whole.count += 1
            report.whole.bytes += object.byteCount
        }
        let noted = try library.remotes.noteListed(
            listed,
            in: remote,
            except: library.remotes.lostChecksums(in: remote),
            storedBy: RemoteSettings(text: remote.settings).adoptedDate
        )
        for object in noted { listed[object.checksum] = nil }
        let totals = try library.remotes.totals(
            of: remote,
            provedWithin: .distantPast ... .distantFuture
        )
        report.unsent = totals.wanted.count - totals.stored.count
        let losses = try stored.lostObjects(among: lacking.objects)
        try stored.recordLosses(losses)
        // Whoever checks knows by now what is lost.
        try library.changeSettings(of: remote) { $0.doubt = nil }
        report.lost += losses.count
        let needed = try library.remotes.neededChecksums(listed.keys)
        let lost = readingAll ? [] : try library.remotes.lostChecksums(in: remote)
        var unproved: [RemoteObject] = []
        for (checksum, byteCount) in listed {
            guard !needed.contains(checksum) else {
                let object = RemoteObject(checksum: checksum, byteCount: byteCount)
                // Objects that were read back and differed are there with their size, too.
                if try !lost.contains(checksum) || isWhole(object) { unproved.append(object) }
                continue
            }
            report.orphans.count += 1
            report.orphans.bytes += byteCount
            if report.orphanNames.count < 10 {
                report.orphanNames.append(RemoteNames.original(checksum))
            }
        }
        report.orphanNames.sort()
        if readingAll {
            report.unsent = max(0, report.unsent - (try readAll(unproved, report: &report)))
            unproved = []
        } else {
            for object in noted { report.unproved.add(object.byteCount) }
        }
        for object in unproved { report.unproved.add(object.byteCount) }
        report.unsent = max(0, report.unsent - unproved.count)
        report.namesWithoutCopy = try namesWithoutCopy(Set(unproved.map(\.checksum)))
        try checkDatabases(&report, readingAll: readingAll)
        return report
    }

    /// Returns the names of files that are neither here nor in another remote.
    ///
    /// - Parameter present: The checksums of objects that are there, although the library did not believe so.
    /// - Returns: The names.
    /// - Throws: ``StoreError``.
    private func namesWithoutCopy(_ present: Set<[UInt8]>) throws -> [String] {
        var objects: [RemoteObject] = []
        for next in [library.remotes.missingObjects, library.remotes.missingKeptObjects] {
            var last: Int64 = 0
            while case let missing = try next(remote, last, RemoteSync.batch),
                let end = missing.last
            {
                last = end.row
                objects += try missing.filter { file in
                    let url = try library.remotes.url(of: file)
                    return url.map { !FileManager.default.fileExists(atPath: $0.path) } ?? true
                }.map(\.object)
            }
        }
        let absent = Set(objects.filter { !present.contains($0.checksum) })
        return try library.remotes.namesWithoutCopy(among: Array(absent), exceptIn: remote).sorted()
    }

    private func isWhole(_ object: RemoteObject) throws -> Bool {
        let name = RemoteNames.original(object.checksum)
        do {
            _ = try place.proveObject(name, expecting: object, hashesParts: false, watch: watch)
            return true
        } catch let failure as RemoteFailure where failure.meansNoWholeObject {
            return false
        }
    }

    /// Reads all objects of the library's files back.
    ///
    /// - Parameters:
    ///   - unproved: Objects that are there, although the library did not believe so.
    ///   - report: Gets the objects that are whole.
    /// - Returns: The number of unproved ones that are whole.
    /// - Throws: ``RemoteFailure`` and ``StoreError``.
    private func readAll(_ unproved: [RemoteObject], report: inout Report) throws -> Int {
        report.whole = RemoteTotals.Part()
        let proofs = RemoteProofs(library: library, remote: remote, place: place, watch: watch)
        report.lost += try proofs.run { after in
            try library.remotes.storedObjects(remote, after: after, atMost: RemoteSync.batch)
        } proved: { object in
            report.whole.add(object.byteCount)
        }
        // Unproved objects come last: with their proofs they get rows, and would be read above, too.
        var found = 0
        _ = try proofs.run { after in
            after.isEmpty ? unproved : []
        } proved: { object in
            found += 1
            report.whole.add(object.byteCount)
        }
        return found
    }

    private func checkDatabases(_ report: inout Report, readingAll: Bool) throws {
        var present = try place.objectSizes(below: RemoteNames.parts, watch: watch)
        var names: [String] = []
        try place.listObjects(withPrefix: RemoteNames.snapshots) { name, _ in names.append(name) }
        var read: Set<[UInt8]> = []
        let copies = DatabaseCopies(place)
        for name in names.sorted() {
            try watch.check()
            guard let index = try copies.readIndex(named: name),
                try isWhole(index, present: &present, read: &read, readingAll: readingAll)
            else {
                report.brokenDatabases.append(name)
                continue
            }
            report.databases += 1
        }
        // The next run removes them, if a newer one is whole.
        if !report.brokenDatabases.isEmpty {
            try library.changeSettings(of: remote) { $0.databaseReadDate = nil }
        }
        // The next run sends a new copy, and the parts that are missing.
        if let newest = names.max(), report.brokenDatabases.contains(newest) {
            try library.remotes.noteDatabaseLost(by: remote)
        }
    }

    private func isWhole(
        _ index: SnapshotIndex,
        present: inout [[UInt8]: Int64],
        read: inout Set<[UInt8]>,
        readingAll: Bool
    ) throws -> Bool {
        var isWhole = true
        for number in index.parts.indices {
            let part = index.part(number)
            guard present[part.checksum] == part.byteCount else {
                isWhole = false
                continue
            }
            guard readingAll, read.insert(part.checksum).inserted else { continue }
            if try !DatabaseCopies.provePart(part, in: place, watch: watch) {
                // Other copies lack the part, too.
                present[part.checksum] = nil
                isWhole = false
            }
        }
        return isWhole
    }
}
