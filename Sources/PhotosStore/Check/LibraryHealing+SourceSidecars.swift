import Foundation
import GRDB
import Glibc

/// Keeping the sidecars and settings files beside photos whose files a source does not have any more.
extension LibraryHealing {
    /// Keeps sidecars and settings files of sources with their photos.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - copiesPresentFiles: Whether files that are in their sources are copied. Otherwise they stay there, and none of them is missing.
    ///   - urls: Folders and files that may have the bytes.
    /// - Returns: What the library keeps now, and which files nobody gave.
    /// - Throws: ``StoreError`` or `CancellationError`. A file that cannot be read counts as missing.
    func keepSidecars(
        _ files: [SourcePromise],
        copiesPresentFiles: Bool,
        from urls: [URL] = []
    ) throws -> TakenAlong {
        var taken = TakenAlong()
        guard !files.isEmpty else { return taken }
        var search = HealingSearch(library, verifier)
        let area = try StagingArea(layout: library.layout, id: library.environment.makeUUID())
        defer { area.remove() }
        var isThere: [Int64: Bool] = [:]
        var wanted = RemoteTotals.Part()
        // A source that cannot be reached and is not forgotten keeps its files.
        var promised: Set<String> = []
        var searched: [(lost: LostKeptFile, sidecar: ForgottenSidecar)] = []
        for file in files {
            if isCancelled() { throw CancellationError() }
            let isOnline = isThere[file.source.id] ?? library.core.isThere(file.source)
            isThere[file.source.id] = isOnline
            let found = isOnline ? Self.foundFile(of: file) : nil
            if let found {
                guard copiesPresentFiles else { continue }
                if let kept = try keep(found, as: file, area: area) {
                    if kept.isNew { taken.keptCount += 1 }
                    if let sidecar = kept.sidecar { taken.sidecars.append(sidecar) }
                    continue
                }
            } else if isOnline, file.inode != SourceLedger.noInode,
                try hasDescribedFile(of: file)
            {
                // A person removed the sidecar, and not the file that it describes.
                continue
            }
            guard let filename = try keptName(of: file) else { continue }
            guard !file.copy.checksum.isEmpty else {
                taken.missing.append(file.name.imported)
                continue
            }
            wanted.add(file.copy.byteCount)
            if copiesPresentFiles || isOnline { promised.insert(file.copy.file) }
            let lost = LostKeptFile(
                asset: file.copy.asset,
                filename: filename,
                object: file.copy.object,
                sourceName: file.copy.file,
                others: try sidecarsBeside(file)
            )
            search.add(lost)
            if let sidecar = ForgottenSidecar(file, modification: file.modification, as: filename) {
                searched.append((lost, sidecar))
            }
        }
        try search.examineTwins(area)
        for url in urls where !search.isDone {
            try search.examineFiles(through: url, area: area, isCancelled: isCancelled)
        }
        try search.fetchFiles(
            from: takesFromRemote,
            area: area,
            willFetch: willFetch,
            isCancelled: isCancelled
        )
        let lost = Array(search.lostKept.values.joined())
        taken.keptCount += wanted.count - lost.count
        taken.foundByteCount = wanted.bytes - lost.reduce(0) { $0 + $1.object.byteCount }
        taken.missing = (taken.missing + lost.map(\.filename)).sorted()
        taken.silences = search.outcome.problems.map(\.reason)
        let awaited = try keepPromises(
            of: lost.filter { $0.sourceName.map(promised.contains) == true },
            in: search.silentRemotes
        )
        taken.awaited = awaited.map(\.filename).sorted()
        let notKept = Set(lost).subtracting(awaited)
        taken.sidecars += searched.filter { !notKept.contains($0.lost) }.map(\.sidecar)
        return taken
    }

    /// Keeps files with their photos whose bytes only remotes are said to have that did not answer.
    ///
    /// Otherwise nothing would need these bytes once the ledger of the source forgets them, and the remotes would drop the last copy.
    /// A check names such a file, and a repair fetches it.
    ///
    /// - Parameters:
    ///   - files: Files that nobody gave.
    ///   - remotes: The rows of the remotes that did not answer.
    /// - Returns: The files that photos keep now.
    /// - Throws: ``StoreError``.
    private func keepPromises(
        of files: [LostKeptFile],
        in remotes: Set<Int64>
    ) throws -> [LostKeptFile] {
        guard !files.isEmpty, !remotes.isEmpty else { return [] }
        return try library.core.usingReserve {
            try library.core.write { db in
                try files.filter { file in
                    let holders = try ElsewhereLedger(db).remotes(thatStored: file.object.checksum)
                    guard !holders.isDisjoint(with: remotes) else { return false }
                    try db.cachedStatement(
                        sql: """
                            INSERT OR IGNORE INTO kept_file (asset_id, file, filename, byte_count, checksum)
                            SELECT asset.id, ?, ?, ?, ? FROM asset WHERE asset.uuid = ?
                            """
                    ).execute(arguments: [
                        file.sourceName, file.filename, file.object.byteCount,
                        Data(file.object.checksum), Data(file.asset.bytes),
                    ])
                    return true
                }
            }
        }
    }

    private static func foundFile(of file: SourcePromise) -> FoundFile? {
        file.url.flatMap { FoundFile(at: $0.resolvingSymlinksInPath()) }
    }

    /// Copies a file of a source, so that its photo keeps it.
    ///
    /// - Parameters:
    ///   - found: The file as it is now.
    ///   - file: What the ledger has of it.
    ///   - area: Gets the copy.
    /// - Returns: Whether the photo has kept no such file before, and the sidecar if the photo keeps it; nil where the file cannot be
    ///   read.
    /// - Throws: ``StoreError``, for instance because the disk is full.
    private func keep(
        _ found: FoundFile,
        as file: SourcePromise,
        area: StagingArea
    ) throws -> (isNew: Bool, sidecar: ForgottenSidecar?)? {
        do {
            let descriptor = try FileOperations.open(found.url, flags: O_RDONLY | O_NONBLOCK)
            defer { close(descriptor) }
            // Its bytes may have changed since the last sweep.
            let checksum = try SourceFile.read(descriptor, at: found.url) { _ in }
            let file = file.with(checksum, byteCount: found.byteCount)
            func sidecar(as filename: String) -> ForgottenSidecar? {
                ForgottenSidecar(file, modification: found.modification, as: filename)
            }
            guard try !keptFiles(of: file).contains(where: { $0.checksum == checksum }) else {
                return (false, sidecar(as: file.name.imported))
            }
            guard let filename = try keptName(of: file) else { return (false, nil) }
            let staged = try library.core.makingRoom(for: found.byteCount) {
                try area.stageCopy(
                    of: found,
                    descriptor: descriptor,
                    core: library.core,
                    named: file.copy.file
                )
            }
            let kept = KeptFileSource(
                staged,
                filename: filename,
                beside: try sidecarsBeside(file)
            )
            try library.commits.commit(ChangeBlock([.keepFiles(file.copy.asset, [kept])]))
            return (true, sidecar(as: filename))
        } catch {
            let error = StoreError(error)
            switch error.code {
            case .objectMissing, .invalidResource, .missingResource, .inputOutput: return nil
            default: throw error
            }
        }
    }

    /// Returns the checksums of kept sidecars of the same name whose source was forgotten while that of a sidecar was there.
    private func sidecarsBeside(_ file: SourcePromise) throws -> Set<[UInt8]> {
        guard CompanionFile.isRead(file.name.imported) else { return [] }
        return try library.core.readAll { db in
            try SourceLedger(db).sidecars(
                named: file.name.imported,
                ofAsset: file.asset,
                forgottenBeside: file.source
            )
        }
    }

    /// Returns the files of the name of a sidecar that its photo keeps.
    private func keptFiles(of file: SourcePromise) throws -> [KeptFile] {
        try library.originals.keptFiles(ofAssets: [file.asset])[file.asset, default: []].filter {
            $0.filename == file.name.imported
        }
    }

    /// Returns the name under which a photo keeps a sidecar or settings file of a source; nil for a sidecar that does not count beside
    /// a later one.
    private func keptName(of file: SourcePromise) throws -> String? {
        let name = file.name.imported
        guard try !keptFiles(of: file).isEmpty else { return name }
        guard CompanionFile.isRead(name) else {
            // Settings of other bytes count both.
            return try library.core.readAll { db in
                var names = try PassedOnNames(besideAsset: file.asset, in: db)
                return names.takeName(for: name, file.copy.checksum)
            }
        }
        let counting = try library.originals.companionFiles(ofAsset: file.asset)
        return counting.contains { !$0.isKept && $0.url.path == file.url?.path } ? name : nil
    }

    /// Whether the source of a sidecar has files of its photo, and the one that the sidecar describes is not gone from there.
    ///
    /// A file that the library itself keeps counts as gone: it may have been beside the sidecar.
    private func hasDescribedFile(of file: SourcePromise) throws -> Bool {
        let folder = file.url?.deletingLastPathComponent().path
        var hasFile = false
        var candidates: [DescribedFile.Candidate] = []
        for resource in try library.records.resources(ofAssets: [file.asset])[file.asset] ?? []
        where resource.sourceFileID != nil || Self.described.contains(resource.type) {
            let url = try library.originals.sourceURL(of: resource)
            let isPresent =
                url.map {
                    SourceLedger.components(of: $0.path, below: file.source.path) != nil
                        && FoundFile(at: $0.resolvingSymlinksInPath()) != nil
                } ?? false
            hasFile = hasFile || isPresent
            guard let name = url?.lastPathComponent ?? resource.filename else { continue }
            candidates.append(
                DescribedFile.Candidate(
                    name,
                    isBeside: url == nil || url?.deletingLastPathComponent().path == folder,
                    isPresent: isPresent
                )
            )
        }
        guard hasFile else { return false }
        let name = file.url?.lastPathComponent ?? file.name.imported
        return DescribedFile(ofSidecar: name, among: candidates) != .gone
    }

    /// The roles of the library's own files that a sidecar may describe: no source had the others.
    private static let described = ResourceRole.originals + [.alternatePhoto, .pairedVideo]
}

extension ForgottenSidecar {
    /// Creates what is remembered of a file that the library keeps as the ledger has it; nil where it is no sidecar.
    init?(_ file: SourcePromise) {
        self.init(file, modification: file.modification, as: file.name.imported)
    }

    /// Creates what is remembered of a file that the library keeps; nil where it is no sidecar, or has another name in the library.
    fileprivate init?(_ file: SourcePromise, modification: Int64, as filename: String) {
        guard CompanionFile.isRead(filename), filename == file.url?.lastPathComponent else {
            return nil
        }
        self.init(
            row: file.row,
            byteCount: file.copy.byteCount,
            modification: modification,
            checksum: file.copy.checksum
        )
    }
}
