import CPhotosSystem
import Foundation
import Glibc
import PhotosBase
import PhotosStore

/// Writing the manifest of an export.
extension ExportRun {
    /// The number of members in a line of the manifest.
    private static let membersPerLine = 500

    /// Checks before the first file is written that no other program's file has the manifest's name.
    func checkManifest() throws {
        guard writesManifest, try target.state(ExportManifest.filename) != nil else { return }
        let file = target.url(of: ExportManifest.filename)
        guard try ManifestCatalog.identifier(of: file) == record.identifier else {
            throw StoreError(
                .changeNotSupported,
                "\(shownURL(of: ExportManifest.filename).path) is not the manifest of this export. Move it away, or choose another folder."
            )
        }
    }

    /// Whether the folder gets a manifest, or has one that would be out of date.
    private var writesManifest: Bool { options.metadata != .none || record.manifest != nil }

    /// Writes the manifest if it is out of date.
    func writeManifest() throws {
        guard writesManifest, !summary.wasCancelled else { return }
        summary.manifestURL = shownURL(of: ExportManifest.filename)
        if options.isWhole { reportWithheldSearches() }
        let albums = try albumsState()
        if !isChanged, let known = record.manifest, known.albums == albums,
            let state = try target.state(ExportManifest.filename), state.isFile,
            state.byteCount == known.byteCount, state.modification == known.modification
        {
            return
        }
        try markManifestOutdated()
        let draft = TargetFolder.drafts + "/manifest"
        let url = target.url(of: draft)
        let descriptor = try FileOperations.open(url, flags: O_WRONLY | O_CREAT | O_TRUNC)
        do {
            defer { close(descriptor) }
            var lines = ManifestLines(descriptor, url: url)
            try writeLines(to: &lines)
            try lines.flush()
            try FileOperations.sync(descriptor, at: url)
        }
        if try isManifest(equalTo: draft) {
            // Photos with files that stay are planned again each time, although nothing has changed.
            try target.remove(draft)
        } else if try target.rename(draft, to: ExportManifest.filename) == .taken {
            // The manifest was this export's own when the run began.
            try target.replace(ExportManifest.filename, with: draft)
        }
        guard let state = try target.state(ExportManifest.filename) else { return }
        try record.add(
            .manifest(byteCount: state.byteCount, modification: state.modification, albums: albums)
        )
    }

    /// Whether the manifest has the bytes of a draft.
    private func isManifest(equalTo draft: String) throws -> Bool {
        guard let old = try target.state(ExportManifest.filename), old.isFile,
            let new = try target.state(draft), old.byteCount == new.byteCount,
            let checksum = try target.checksum(draft)
        else { return false }
        return try target.checksum(ExportManifest.filename) == checksum
    }

    /// Returns a checksum over the albums, the folders and their members.
    private func albumsState() throws -> [UInt8] {
        var digest = ExportDigest()
        digest.add(options.isWhole ? 1 : 0)
        digest.add(Int64(options.withheld.rawValue))
        for node in reading.tree.nodes {
            digest.add(node.uuid.bytes)
            digest.add(node.title)
            digest.add(node.parent?.bytes ?? [])
            if let search = node.search { digest.add(search) }
            guard node.isAlbum else { continue }
            for row in try memberRows(of: node) { digest.add(row) }
        }
        for (row, other) in try library.duplicates.differentAssets() {
            digest.add(row)
            digest.add(other)
        }
        return digest.value
    }

    private func memberRows(of album: CollectionTree.Node) throws -> ResultRows {
        try library.records.fetch(
            FetchPlan(.members(album: album.row), order: [.init(.memberPosition)])
        ).rows
    }

    // MARK: Lines

    private func writeLines(to lines: inout ManifestLines) throws {
        var line = ExportManifest.Line()
        var without: [String] = []
        if options.withheld.contains(.places) { without.append("places") }
        if options.withheld.contains(.persons) { without.append("persons") }
        line.export = .init(identifier: record.identifier, without: without)
        try lines.add(line)
        let shown = try shownCollections()
        for node in reading.tree.nodes where shown.contains(node.uuid) {
            try lines.add(Self.manifestLine(about: node))
        }
        let count = try writeAssets(&lines)
        for node in reading.tree.nodes where node.isAlbum && shown.contains(node.uuid) {
            try forEachMember(of: node) { members in
                var line = ExportManifest.Line()
                line.members = .init(album: node.uuid.uuidString, assets: members)
                try lines.add(line)
            }
        }
        try writeDifferent(&lines)
        var end = ExportManifest.Line()
        end.end = .init(assets: count)
        try lines.add(end)
    }

    private static func manifestLine(about node: CollectionTree.Node) -> ExportManifest.Line {
        var line = ExportManifest.Line()
        let (key, parent) = (node.uuid.uuidString, node.parent?.uuidString)
        if let search = node.search {
            line.smartAlbum = .init(key: key, title: node.title, parent: parent, search: search)
        } else if node.isFolder {
            line.folder = .init(key: key, title: node.title, parent: parent)
        } else {
            line.album = .init(key: key, title: node.title, parent: parent)
        }
        return line
    }

    /// Returns the albums and folders that the manifest states: all, or those with exported members.
    ///
    /// Smart albums are stated with all others, unless something is withheld.
    private func shownCollections() throws -> Set<UUID> {
        if options.isWhole {
            let nodes = reading.tree.nodes.filter { $0.search == nil || options.withheld.isEmpty }
            return Set(nodes.map(\.uuid))
        }
        var shown: Set<UUID> = []
        // Folders come before what they contain.
        for node in reading.tree.nodes.reversed() {
            var isShown = shown.contains(node.uuid)
            if node.isAlbum {
                try forEachMember(of: node) { if !$0.isEmpty { isShown = true } }
            }
            guard isShown else { continue }
            shown.insert(node.uuid)
            if let parent = node.parent { shown.insert(parent) }
        }
        return shown
    }

    /// Passes the exported members of an album to `body` in their order, some at a time.
    private func forEachMember(
        of album: CollectionTree.Node,
        _ body: ([UUID]) throws -> Void
    ) throws {
        let rows = try memberRows(of: album)
        for start in stride(from: 0, to: rows.count, by: Self.membersPerLine) {
            let part = rows.rows(in: start..<min(start + Self.membersPerLine, rows.count))
            let names = try library.history.identifiers(part, in: .asset)
            let members = try part.compactMap { names[$0]?.uuid }.filter { uuid in
                try record.index.asset(uuid)?.files.isEmpty == false
            }
            if !members.isEmpty { try body(members) }
        }
    }

    /// Writes which exported assets a person called different.
    private func writeDifferent(_ lines: inout ManifestLines) throws {
        var others: [Int64: [Int64]] = [:]
        for (row, other) in try library.duplicates.differentAssets() {
            others[row, default: []].append(other)
        }
        for row in others.keys.sorted() {
            let different = others[row] ?? []
            let names = try library.history.identifiers([row] + different, in: .asset)
            let exported = try ([row] + different).map { row in
                try names[row].map(\.uuid).flatMap { uuid in
                    try record.index.asset(uuid)?.files.isEmpty == false ? uuid : nil
                }
            }
            guard let asset = exported.first ?? nil else { continue }
            for start in stride(from: 1, to: exported.count, by: Self.membersPerLine) {
                let end = min(start + Self.membersPerLine, exported.count)
                let part = exported[start..<end].compactMap(\.self)
                guard !part.isEmpty else { continue }
                var line = ExportManifest.Line()
                line.different = .init(asset: asset, others: part)
                try lines.add(line)
            }
        }
    }

    private func writeAssets(_ lines: inout ManifestLines) throws -> Int {
        let earlier = try earlierManifest()
        var row: Int64 = 0
        var count = 0
        var hidden: [ExportManifest.Asset] = []
        while true {
            let part = try record.index.assets(
                after: row,
                marked: [.unseen, .unchanged, .changed, .deleted],
                limit: Self.batch
            )
            guard let last = part.last else {
                // The library may have their bytes as photos of their own, whose lines come first.
                for entry in hidden { try Self.addLine(about: entry, to: &lines) }
                return count + hidden.count
            }
            row = last.row
            let rows = try library.records.rows(of: part.map(\.uuid), in: .asset)
            let assets = try Dictionary(
                uniqueKeysWithValues: reading.read(Array(rows.values)).map { ($0.record.uuid, $0) }
            )
            for known in part {
                guard let asset = assets[known.uuid],
                    asset.record.trashedDate == nil || options.includesDeleted
                else {
                    for file in known.files { try lines.add(Self.manifestLine(aboutDeleted: file)) }
                    continue
                }
                guard
                    let (entry, alone) = manifestEntry(for: known, asset: asset, earlier: earlier)
                else { continue }
                if asset.record.isHidden { hidden += entries(about: alone, hiddenWith: entry) }
                for file in known.files where Self.isDeletedVersion(file) {
                    try lines.add(Self.manifestLine(aboutDeleted: file))
                }
                try Self.addLine(about: entry, to: &lines)
                count += 1
            }
        }
    }

    private static func addLine(
        about asset: ExportManifest.Asset,
        to lines: inout ManifestLines
    ) throws {
        var line = ExportManifest.Line()
        line.asset = asset
        try lines.add(line)
    }

    /// The line about a file of a photo, version or album that the library has deleted.
    private static func manifestLine(aboutDeleted file: RecordedFile) -> ExportManifest.Line {
        var line = ExportManifest.Line()
        line.deleted = file.path
        if file.kind != .link { line.sha256 = Hexadecimal.digits(of: file.checksum) }
        return line
    }

    /// Whether a file of a photo belongs to a version or an album that the library has deleted.
    ///
    /// A link has no bytes that a person could have changed.
    private static func isDeletedVersion(_ file: RecordedFile) -> Bool {
        file.part.hasPrefix(PartName.stale) && file.kind != .link
    }

    /// Whether a file is a sidecar or another program's file beside a photo, also beside a file that the photo goes on without.
    static func isSidecar(_ file: RecordedFile) -> Bool {
        let part = PartName.isGivenUp(file.part) ? PartName.withoutMark(file.part) : file.part
        return part.hasPrefix("s") || part.hasPrefix("c")
    }

    /// Returns what the manifest states about an asset, and the files that an import does not take as its own; nil if its original was
    /// not exported.
    private func manifestEntry(
        for known: RecordIndex.Asset,
        asset: ExportedAsset,
        earlier: EarlierManifest
    ) -> (entry: ExportManifest.Asset, alone: Set<RecordedFile>)? {
        let isOriginal = known.files.contains { file in
            file.part.hasPrefix("r")
                && PartName.role(of: file.part).map(ResourceRole.originals.contains) == true
        }
        let prefix: Character = isOriginal ? "r" : "e"
        var files: [(role: ResourceRole, file: RecordedFile)] = []
        var also: [String] = []
        var copies: [ExportManifest.Copy] = []
        let present = known.files.filter { !Self.isDeletedVersion($0) }
        // A file that the photo goes on without joins it again in an import.
        let ordered =
            present.filter { !PartName.isGivenUp($0.part) }
            + present.filter { PartName.isGivenUp($0.part) }
        var others: [RecordedFile] = []
        for file in ordered {
            if file.part.first == prefix, let role = PartName.role(of: file.part) {
                files.append((role, file))
            } else if PartName.withoutMark(file.part).first == prefix,
                let role = PartName.importedRole(
                    ofGivenUp: file.part,
                    besides: Set(files.map(\.role))
                )
            {
                files.append((role, file))
            } else {
                others.append(file)
            }
        }
        // Nobody wants a file back whose photo is deleted.
        let alone =
            asset.record.trashedDate == nil
            ? filesAlone(among: others, besides: files.map(\.file)) : []
        for file in others where !alone.contains(file) {
            also.append(file.path)
            guard !Self.isSidecar(file) else { continue }
            let checksum = file.kind == .link ? nil : Hexadecimal.digits(of: file.checksum)
            copies.append(.init(path: file.path, sha256: checksum))
        }
        files.sort { $0.role < $1.role }
        guard let first = files.first, ResourceRole.originals.contains(first.role) else {
            return nil
        }
        let roles = Set(files.map(\.role))
        let hasAllFiles =
            isOriginal && asset.resources.allSatisfy { roles.contains($0.type) }
            && !files.contains {
                PartName.isGivenUp($0.file.part) && $0.role == ResourceRole.pairedVideo
            }
        var entry = ExportManifest.Asset(
            id: known.uuid,
            files: files.map { role, file in
                let resource = asset.resources.first { $0.type == role }
                let isWholeRecipe =
                    resource?.contentType == AdjustmentFile.contentType
                    && resource?.sourceFileID == nil && role == ResourceRole.adjustmentData
                return ExportManifest.File(
                    path: file.path,
                    role: role.rawValue,
                    name: PartName.isGivenUp(file.part)
                        ? TargetFolder.split(file.path).name
                        : resource.flatMap { asset.importNames[$0.rowID] },
                    type: isWholeRecipe ? AdjustmentFile.contentType : nil,
                    bytes: file.byteCount,
                    sha256: Hexadecimal.digits(of: file.checksum)
                )
            }
        )
        entry.also = also.isEmpty ? nil : also.sorted()
        entry.copies = copies.isEmpty ? nil : copies.sorted { $0.path < $1.path }
        let stated = known.files.filter { Self.isSidecar($0) && !alone.contains($0) }
        let sidecars = stated.map { file in
            var sidecar = ExportManifest.Sidecar(
                path: file.path,
                sha256: Hexadecimal.digits(of: file.checksum)
            )
            sidecar.copied = file.part.hasPrefix("c")
            return sidecar
        }
        entry.sidecars = sidecars.isEmpty ? nil : sidecars.sorted { $0.path < $1.path }
        let withholdsPlaces = options.withheld.contains(.places)
        let withheldWords = ExportMetadata.withheldWords(of: asset, withheld: options.withheld)
        var record = asset.record
        record.keywords.removeAll(where: withheldWords.contains)
        entry.fields = ManifestFields.values(
            of: record,
            hasAllFiles: hasAllFiles,
            withholdsPlaces: withholdsPlaces
        )
        entry.companion = asset.facts.companion.flatMap { facts in
            var facts = facts
            facts.keywords.removeAll(where: withheldWords.contains)
            return ManifestFacts(
                facts,
                withoutPlaces: withholdsPlaces,
                withoutPersons: options.withheld.contains(.persons)
            )
        }
        addBases(to: &entry, record: record, asset: asset, earlier: earlier)
        return (entry, alone)
    }
}

/// Writes the lines of a manifest to an open file.
struct ManifestLines {
    private let descriptor: Int32
    private let url: URL
    private var text = ManifestText()

    init(_ descriptor: Int32, url: URL) {
        self.descriptor = descriptor
        self.url = url
    }

    mutating func add(_ line: ExportManifest.Line) throws {
        try text.add(line)
        if text.bytes.count > 1 << 18 { try flush() }
    }

    mutating func flush() throws {
        try FileOperations.write(text.bytes[...], to: descriptor, at: url)
        text.removeAll()
    }
}
