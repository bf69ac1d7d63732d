import Foundation
import GRDB
import Glibc

extension LibraryCheck {
    /// Checks that every file of a resource exists with the right size, and with the right bytes where files
    /// are read.
    ///
    /// Files that stay in their source are checked separately. Other programs may change them, and a missing
    /// one makes its asset offline.
    mutating func checkFiles() throws {
        let resources = try library.core.read { db in try PromisedFile.all(db) }
            .filter { !$0.mayBeAbsent }
        var state = CheckProgress(
            filesDone: 0,
            filesTotal: resources.count,
            bytesDone: 0,
            bytesTotal: resources.reduce(0) { $0 &+ $1.byteCount }
        )
        let look = try library.remotes.lookElsewhere(
            for: resources.filter { $0.isElsewhere(library.layout) }.map(\.object)
        )
        report.silences = look.silences
        var suspects: [(String, Finding)] = []
        for resource in resources {
            let isElsewhere = resource.isElsewhere(library.layout)
            let finding =
                isElsewhere
                ? resource.findingElsewhere(in: library.layout, look)
                : resource.finding(in: library.layout, readingBytes: readsBytes)
            if let finding { suspects.append((resource.file, finding)) }
            if isElsewhere {
                let isThere = finding == nil && !look.unanswered.contains(resource.object)
                if isThere { report.filesElsewhere += 1 }
            } else {
                report.files += 1
                report.bytes &+= resource.byteCount
            }
            state.filesDone += 1
            state.bytesDone &+= resource.byteCount
            if readsBytes { progress(state) }
        }
        report.forgottenFiles = try library.originals.filesInForgottenSources()
        try checkOriginals()
        // A file of an asset that was deleted for good during the check is no damage.
        let mentioned = try library.commits.mentionedFiles(suspects.map(\.0))
        for (file, finding) in suspects where mentioned.contains(file) { add(finding) }
        try checkOrphans()
    }

    /// Checks that every asset has an original.
    private mutating func checkOriginals() throws {
        let (count, bare) = try library.core.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM asset") ?? 0,
                try Data.fetchAll(
                    db,
                    sql: """
                        SELECT uuid FROM asset WHERE NOT EXISTS (
                            SELECT 1 FROM resource WHERE asset_id = asset.id AND type IN (1, 2, 3))
                        """
                )
            )
        }
        report.assets = count
        for uuid in bare.compactMap({ UUID(bytes: $0) }) {
            add(
                Finding(
                    .assetWithoutOriginal,
                    "The database does not say which file is the original of this photo. Restore the library from a backup.",
                    at: LocalIdentifier(uuid: uuid, kind: .asset).description
                )
            )
        }
    }

    // MARK: Files without a row

    private mutating func checkOrphans() throws {
        for orphan in try OrphanSearch(library).files() {
            add(
                Finding(
                    .orphanFile,
                    "This file belongs to no photo. A repair moves it to the folder quarantine.",
                    at: library.layout.orphan(orphan).path,
                    severity: .leftover,
                    isRepairable: true
                )
            )
        }
    }
}

/// Finds files below the folder of originals that no row mentions and no process is adding.
struct OrphanSearch {
    private let library: Library

    init(_ library: Library) { self.library = library }

    /// Returns the orphan files.
    ///
    /// The order of reads ensures that a file being added or removed is never reported:
    ///
    /// 1. The present files.
    /// 2. The files being added.
    /// 3. The files that rows mention.
    /// 4. The files that are still present.
    func files() throws -> [String] {
        let present = Self.present(below: library.layout.originals)
        let underway = try StagingScan.all(library.layout).reduce(into: Set<String>()) {
            $0.formUnion($1.files)
        }
        var orphans: [String] = []
        for start in stride(from: 0, to: present.count, by: 1_000) {
            let part = Array(present[start..<min(start + 1_000, present.count)])
            let mentioned = try library.commits.mentionedFiles(part).union(
                try releasedFiles(among: part)
            )
            orphans += part.filter { file in
                !mentioned.contains(file) && !underway.contains(file)
                    && FileOperations.size(library.layout.orphan(file)) != nil
            }
        }
        return orphans
    }

    private func releasedFiles(among files: [String]) throws -> Set<String> {
        let list = String(decoding: try JSONEncoder().encode(files), as: UTF8.self)
        return try library.core.read { db in
            try String.fetchSet(
                db,
                sql:
                    "SELECT file FROM released_file WHERE file IN (SELECT value FROM json_each(?))",
                arguments: [list]
            )
        }
    }

    static func present(below folder: URL) -> [String] {
        let keys: [URLResourceKey] = [.isDirectoryKey]
        guard
            let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys)
        else { return [] }
        let prefix = folder.standardizedFileURL.path + "/"
        var files: [String] = []
        for case let url as URL in found {
            if (try? url.resourceValues(forKeys: Set(keys)))?.isDirectory == true { continue }
            let path = url.standardizedFileURL.path
            if path.hasPrefix(prefix) { files.append(String(path.dropFirst(prefix.count))) }
        }
        return files.sorted()
    }
}
