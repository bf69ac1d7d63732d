import Foundation
import Glibc
import PhotosStore

/// Reading folders: finding the new files, and the files among them that may belong together.
extension ImportRun {
    func importFolders(_ paths: [URL]) throws {
        let trashed = try library.trashedRows()
        var walk = FolderWalk(paths, without: options.rules)
        var named: [FoundFile] = []
        while !isCancelled(), let step = walk.next() {
            if case .file(let file) = step {
                if let last = named.last,
                    last.url.deletingLastPathComponent() != file.url.deletingLastPathComponent()
                {
                    try submit(named: &named, trashed)
                }
                named.append(file)
                continue
            }
            try submit(named: &named, trashed)
            switch step {
            case .folder(let folder, let listing, let shown):
                try look(through: folder, listing, except: shown, trashed)
            case .foreignLibrary(let url):
                if ApplePhotosLibrary.recognises(url) {
                    foreignLibraries.append(url)
                } else {
                    reporting.refused(url, "It is no library of Photos that can be read.")
                }
            case .problem(let url, let reason): reporting.refused(url, reason)
            case .file: break
            }
        }
        try submit(named: &named, trashed)
        try finishWaiting()
    }

    private func submit(named: inout [FoundFile], _ trashed: Set<Int64>) throws {
        guard let first = named.first else { return }
        let folder = first.url.deletingLastPathComponent()
        let listing = FolderListing(
            files: named.map { ($0.name, $0.inode, $0.byteCount, $0.modification) }
        )
        named = []
        try look(through: folder, listing, except: [], trashed, isWhole: false)
    }

    private func look(
        through folder: URL,
        _ listing: FolderListing,
        except shown: Set<ExactText>,
        _ trashed: Set<Int64>,
        isWhole: Bool = true
    ) throws {
        reporting.passedOver(folder, listing.passedOver)
        guard !listing.files.isEmpty else { return }
        let (place, row) = try place(of: folder)
        var fresh: [FolderListing.Entry] = []
        var unchanged: (files: Int, bytes: Int64) = (0, 0)
        let lost = try row.map { try lostFiles(listing, $0, trashed) } ?? []
        try compare(listing, row) { difference in
            switch difference {
            case .same(let known) where Self.isDone(known, trashed) && !lost.contains(known.id):
                unchanged.files += 1
                unchanged.bytes += known.byteCount
            case .same(let known):
                if let entry = listing.entry(named: known.name, among: listing.files) {
                    fresh.append(entry)
                }
            case .new(let entry), .changed(let entry, _): fresh.append(entry)
            case .missing: break
            }
        }
        if !shown.isEmpty {
            fresh.removeAll { shown.contains(ExactText(listing.name(of: $0))) }
        }
        // Usually all files are new, or none. If all are new, the listing's own array is shared.
        if fresh.count == listing.files.count { fresh = listing.files }
        reporting.unchanged(folder, files: unchanged.files, bytes: unchanged.bytes)
        let keys = fresh.map { ClusterSplit.key(listing.name(of: $0)) }
        let relatives =
            unchanged.files > 0 && !fresh.isEmpty
            ? try relatives(listing, row, of: Set(keys), trashed) : [:]
        for cluster in ClusterSplit.clusters(ofKeys: keys) {
            if isCancelled() { return }
            try submit(
                ImportCluster(
                    place: place,
                    files: cluster.map { index in
                        var file = FoundFile(fresh[index], of: listing, in: folder)
                        file.isNamed = !isWhole
                        return file
                    },
                    relatives: relatives[keys[cluster[0]]] ?? []
                )
            )
        }
    }

    private func compare(
        _ listing: FolderListing,
        _ folder: SourceFolderRow?,
        _ tell: @escaping (FolderComparison.Difference) throws -> Void
    ) throws {
        var comparison = FolderComparison(listing, tell: tell)
        if let folder {
            try library.readLedger { ledger in
                try ledger.forEachFile(in: folder.id) { try comparison.take($0) }
            }
        }
        try comparison.finish()
    }

    /// Returns the assets that files with the same names became in earlier imports.
    private func relatives(
        _ listing: FolderListing,
        _ folder: SourceFolderRow?,
        of keys: Set<Int>,
        _ trashed: Set<Int64>
    ) throws -> [Int: [Int64]] {
        var relatives: [Int: [Int64]] = [:]
        try compare(listing, folder) { difference in
            guard case .same(let known) = difference, let asset = known.assetID,
                !trashed.contains(asset)
            else { return }
            let key = ClusterSplit.key(known.name)
            guard keys.contains(key), relatives[key]?.contains(asset) != true else { return }
            relatives[key, default: []].append(asset)
        }
        return relatives
    }

    /// Returns whether an earlier import has finished all work for a file.
    private static func isDone(_ known: SourceFileRow, _ trashed: Set<Int64>) -> Bool {
        switch known.outcome {
        case .imported, .duplicate, .sidecar:
            known.assetID.map { !trashed.contains($0) } ?? false
        case .other: true
        case .refused, .absent: false
        }
    }

    /// Returns the rows of files that an earlier import has processed and whose bytes the library has lost
    /// since.
    private func lostFiles(
        _ listing: FolderListing,
        _ folder: SourceFolderRow,
        _ trashed: Set<Int64>
    ) throws -> Set<Int64> {
        guard options.duplicates != .keep else { return [] }
        var done: [Int64] = []
        try compare(listing, folder) { difference in
            guard case .same(let known) = difference, known.checksum != nil,
                Self.isDone(known, trashed)
            else { return }
            done.append(known.id)
        }
        var lost: Set<Int64> = []
        for start in stride(from: 0, to: done.count, by: Self.page) {
            if isCancelled() { break }
            var files = try library.heldFiles(
                ofSourceFiles: Array(done[start..<min(start + Self.page, done.count)])
            )
            // The files are checked in the order of their inodes. Reading a cold disk in this order is many
            // times faster.
            files.sort { ($0.file.state?.inode ?? 0) < ($1.file.state?.inode ?? 0) }
            let conditions = try verifier.conditions(
                of: files.map(\.file),
                isCancelled: isCancelled
            )
            for (file, condition) in zip(files, conditions) where condition != .whole {
                lost.insert(file.sourceFile)
            }
            if !options.isDryRun { try verifier.noteStates(least: 256) }
        }
        return lost
    }

    private static let page = 8_192

    // MARK: Sources

    /// Returns the position of a folder in its source, and the folder's row.
    private func place(of folder: URL) throws -> (SourceFolderPath?, SourceFolderRow?) {
        let source = try source(for: folder)
        let names = SourceLedger.components(of: folder.path, below: source.path) ?? []
        var url = URL(fileURLWithPath: source.path, isDirectory: true)
        let topInode = Self.inode(of: url)
        let steps = names.map { name in
            url.appendPathComponent(name, isDirectory: true)
            return SourceFolderPath.Step(name: name, inode: Self.inode(of: url))
        }
        let row = try library.readLedger { try $0.folder(source.id, names) }
        return (SourceFolderPath(sourceID: source.id, topInode: topInode, steps: steps), row)
    }

    private static func inode(of folder: URL) -> Int64 {
        var facts = stat()
        return stat(folder.path, &facts) == 0 ? Int64(bitPattern: UInt64(facts.st_ino)) : 0
    }

    private func source(for folder: URL) throws -> SourceRow {
        if let source, SourceLedger.components(of: folder.path, below: source.path) != nil {
            return source
        }
        // All units of a block come from one source, so the present block is committed first.
        try finishWaiting()
        let known = try library.readLedger { try $0.source(.copied, holding: folder.path) }
        let source = try known ?? makeSource(.copied, at: folder)
        self.source = source
        return source
    }

    func makeSource(_ kind: SourceKind, at url: URL) throws -> SourceRow {
        let environment = library.environment
        guard !options.isDryRun else {
            return SourceRow(
                id: 0,
                uuid: environment.makeUUID(),
                kind: kind,
                path: url.path,
                addedDate: environment.now()
            )
        }
        return try library.writeLedger { ledger in
            try ledger.makeSource(
                kind,
                at: url.path,
                uuid: environment.makeUUID(),
                now: environment.now()
            )
        }
    }
}
