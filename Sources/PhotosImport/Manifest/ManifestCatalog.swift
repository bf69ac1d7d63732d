package import Foundation
import Glibc
package import PhotosStore

/// Reads the manifest of an export as the catalog of an import.
package struct ManifestCatalog: Sendable {
    package private(set) var catalog: ImportCatalog
    /// The paths that the export wrote, relative to its folder.
    package private(set) var written: Set<ExactText> = [ExactText(ExportManifest.filename)]
    /// The files that the export wrote for assets and versions that the exported library has deleted since.
    package private(set) var deleted: [DeletedExport] = []
    /// The further files that the export wrote for assets.
    package private(set) var copies: [ExportedCopy] = []
    private let folder: URL
    private var positions: [String: Double] = [:]
    private var itemByID: [UUID: Int] = [:]
    private var differentItems: Set<UUID> = []
    /// The items that any photo with their bytes is.
    private var aloneItems: Set<UUID> = []
    private var isEnded = false

    /// Returns whether a folder is an export of this software, whatever its version.
    package static func recognises(_ folder: URL) -> Bool {
        let file = folder.appendingPathComponent(ExportManifest.filename)
        return (try? identifier(of: file)) != nil
    }

    /// Returns the identifier of the export whose manifest a file is; nil for other files.
    package static func identifier(of file: URL) throws -> UUID? {
        let descriptor = try FileOperations.open(file, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        defer { close(descriptor) }
        var lines = LineReader(descriptor, url: file)
        guard let head = try lines.next().flatMap(exportHead), head.format == ExportManifest.format
        else {
            return nil
        }
        return head.identifier
    }

    /// Reads the manifest of an export.
    ///
    /// Lines that cannot be read are reported as losses, and so is a manifest that ends early.
    ///
    /// - Throws: ``StoreError`` with code `newerFormat` if a newer version wrote the export, or if the file cannot be
    ///   read.
    package init(of folder: URL) throws {
        self.folder = folder
        var file = try Self.openManifest(in: folder)
        guard let first = try file.lines.next(), let head = Self.exportHead(in: first),
            head.format == ExportManifest.format
        else {
            throw StoreError(
                .invalidResource,
                "\(ExportManifest.filename) is not the manifest of an export. Remove the file to import the folder without it."
            )
        }
        guard head.version <= ExportManifest.version else {
            throw StoreError(
                .newerFormat,
                "The export has version \(head.version), and this version reads up to \(ExportManifest.version). Install the newest version."
            )
        }
        catalog = ImportCatalog(identity: "photokit-export:\(head.identifier.uuidString)")
        let decoder = JSONDecoder()
        var number = 1
        while let bytes = try file.lines.next() {
            number += 1
            guard let line = try? decoder.decode(ExportManifest.Line.self, from: bytes) else {
                recordLoss(
                    reason:
                        "Line \(number) of the manifest cannot be read, and what it states is left out."
                )
                continue
            }
            addLine(line)
        }
        orderBursts()
        numberCopies()
        if !isEnded {
            recordLoss(
                reason:
                    "The manifest ends early. Export to the folder again, and import what is missing."
            )
        }
    }

    private mutating func recordLoss(reason: String) {
        catalog.losses.append(.init(path: ExportManifest.filename, reason: reason))
    }

    private mutating func addLine(_ line: ExportManifest.Line) {
        if let asset = line.asset { addAsset(asset) }
        if let album = line.album { addCollection(album, isFolder: false) }
        if let folder = line.folder { addCollection(folder, isFolder: true) }
        if let album = line.smartAlbum { addSmartAlbum(album) }
        if let different = line.different { addDifferent(different) }
        if let members = line.members {
            for id in members.assets {
                guard let item = itemByID[id] else { continue }
                let order = positions[members.album, default: 0]
                positions[members.album] = order + 1
                catalog.items[item].memberships.append(
                    .init(collection: members.album, order: order)
                )
            }
        }
        if let path = line.deleted, Self.isInside(path) {
            written.insert(ExactText(path))
            deleted.append(
                DeletedExport(folder.appendingPathComponent(path), checksum: line.sha256)
            )
        }
        if line.end != nil { isEnded = true }
    }

    private mutating func addCollection(_ collection: ExportManifest.Collection, isFolder: Bool) {
        catalog.collections.append(
            ImportCollection(
                key: collection.key,
                title: collection.title.replacing("\0", with: ""),
                isFolder: isFolder,
                parent: collection.parent
            )
        )
    }

    private mutating func addSmartAlbum(_ album: ExportManifest.SmartAlbum) {
        guard CollectionRecord.isSearch(album.search) else {
            return recordLoss(
                reason: "The smart album “\(album.title)” has no search, and is left out."
            )
        }
        catalog.collections.append(
            ImportCollection(
                key: album.key,
                title: album.title.replacing("\0", with: ""),
                parent: album.parent,
                search: album.search
            )
        )
    }

    private mutating func addDifferent(_ different: ExportManifest.Different) {
        guard let one = differentKey(different.asset) else { return }
        for other in different.others where other != different.asset {
            if let other = differentKey(other) { catalog.different.append(.init(one, other)) }
        }
    }

    /// Returns the key of the collection that holds one item alone; nil where the manifest has no such item.
    private mutating func differentKey(_ id: UUID) -> String? {
        guard let item = itemByID[id] else { return nil }
        let key = "different:\(id.uuidString)"
        if differentItems.insert(id).inserted {
            catalog.items[item].memberships.append(.init(collection: key, order: 0))
        }
        return key
    }

    private mutating func addAsset(_ asset: ExportManifest.Asset) {
        let files = asset.files.filter { Self.isInside($0.path) }
        guard files.count == asset.files.count, !files.isEmpty else {
            return recordLoss(
                reason:
                    "The files of the photo \(asset.id.uuidString) lie outside the export, or it has none. It is left out."
            )
        }
        for file in files { written.insert(ExactText(file.path)) }
        for path in asset.also ?? [] { written.insert(ExactText(path)) }
        var item = ImportItem(
            files: files.map { file in
                var found = ImportItem.File(
                    folder.appendingPathComponent(file.path),
                    role: ResourceRole(rawValue: file.role),
                    filename: file.name
                )
                found.contentType = file.type
                (found.checksum, found.byteCount) = (file.sha256, file.bytes)
                found.stated = file.stated.map {
                    ManifestFields.restoredValues(from: $0, use: .always)
                }
                found.hasStatedKeywords =
                    file.stated?[ManifestFields.keywords] != ManifestValue.none
                return found
            },
            supplement: asset.companion?.supplement ?? ImportSupplement()
        )
        let restored = ManifestFields.restoredValues(from: asset.fields, use: .always)
        item.supplement.trashedDate = restored[.trashedDate]?.real
            .map(Date.init(timeIntervalSinceReferenceDate:))
        item.export = ImportItem.Exported(
            identifier: asset.id,
            restored: restored,
            restoredWithAllFiles: ManifestFields.restoredValues(
                from: asset.fields,
                use: .withAllFiles
            ),
            copy: 0
        )
        if asset.isAlone == true { aloneItems.insert(asset.id) }
        item.sidecars = (asset.sidecars ?? []).filter { Self.isInside($0.path) }.map { stated in
            var sidecar = ImportItem.Sidecar(
                folder.appendingPathComponent(stated.path),
                checksum: stated.sha256
            )
            sidecar.isCopied = stated.copied
            sidecar.base = stated.base.map { ImportItem.Base($0) }
            return sidecar
        }
        for stated in asset.beside ?? [] where Self.isInside(stated.path) {
            let url = folder.appendingPathComponent(stated.path)
            item.export?.besideBases[ExactText(url.path)] = ImportItem.Base(stated.base)
        }
        // The manifest has the words of XMP sidecars, but not those of other records.
        item.companions = item.sidecars.map(\.url).filter { !Self.isXMP($0) }
        copies += (asset.copies ?? []).filter { Self.isInside($0.path) }.map { copy in
            ExportedCopy(
                folder.appendingPathComponent(copy.path),
                checksum: copy.sha256,
                item: catalog.items.count,
                itemChecksums: Set(files.map(\.sha256))
            )
        }
        itemByID[asset.id] = catalog.items.count
        catalog.items.append(item)
    }

    /// Finds missing files of photos among the files that the export did not write, and removes them from these; then among the
    /// further files of the photos.
    package mutating func takeRenamedFiles(
        among others: inout [URL],
        isCancelled: () -> Bool
    ) {
        RenamedFiles.take(among: &others, for: &catalog.items, isCancelled: isCancelled)
        RenamedFiles.take(among: copies, for: &catalog.items, isCancelled: isCancelled)
    }

    /// Adds sidecars to the photos beside which they lie, and removes them from a list of files.
    ///
    /// - Parameters:
    ///   - others: Files in the folder that the export did not write.
    ///   - changed: Further files of photos that become photos of their own, with the sidecars beside them.
    package mutating func takeSidecars(among others: inout [URL], besides changed: [URL] = []) {
        guard others.contains(where: Self.isSidecar) else { return }
        var itemByName: [ExactText: Int] = [:]
        func addSidecar(at url: URL, asset index: Int) {
            // Programs write IMG_1.JPG.xmp or IMG_1.xmp; the first name is unique even if two files share a stem.
            for name in [url.path, url.deletingPathExtension().path]
            where itemByName[ExactText(name)] == nil {
                itemByName[ExactText(name)] = index
            }
        }
        for (index, item) in catalog.items.enumerated() {
            for file in item.files.reversed() { addSidecar(at: file.url, asset: index) }
        }
        let own = Set(changed.map { ExactText($0.path) })
        for copy in copies where !own.contains(ExactText(copy.url.path)) {
            addSidecar(at: copy.url, asset: copy.item)
        }
        for url in changed {
            for name in [url.path, url.deletingPathExtension().path] {
                itemByName[ExactText(name)] = nil
            }
        }
        others.removeAll { url in
            guard Self.isSidecar(url),
                let item = itemByName[ExactText(url.deletingPathExtension().path)]
            else { return false }
            var sidecar = ImportItem.Sidecar(url, checksum: nil)
            sidecar.base = catalog.items[item].export?.besideBases[ExactText(url.path)]
            catalog.items[item].sidecars.append(sidecar)
            return true
        }
    }

    /// Leaves out everything that lies outside a folder of the export: photos, deleted files, and albums without a photo.
    package mutating func leaveOutAll(outside folder: URL) {
        let copied = Set(copies.filter { Self.isFile($0.url, in: folder) }.map(\.item))
        catalog.items = catalog.items.indices
            .filter { copied.contains($0) || Self.isItem(catalog.items[$0], in: folder) }
            .map { catalog.items[$0] }
        deleted.removeAll { !Self.isFile($0.url, in: folder) }
        copies = []
        var shown = Set(catalog.items.flatMap(\.memberships).map(\.collection))
        // Folders come before what they contain.
        for collection in catalog.collections.reversed() where shown.contains(collection.key) {
            if let parent = collection.parent { shown.insert(parent) }
        }
        catalog.collections.removeAll { !shown.contains($0.key) }
    }

    /// Returns whether a file of a photo lies in a folder: one of its own, a copy or a sidecar.
    package func hasItems(in folder: URL) -> Bool {
        catalog.items.contains { Self.isItem($0, in: folder) }
            || copies.contains { Self.isFile($0.url, in: folder) }
    }

    private static func isItem(_ item: ImportItem, in folder: URL) -> Bool {
        item.files.contains { isFile($0.url, in: folder) }
            || item.sidecars.contains { isFile($0.url, in: folder) }
    }

    private static func isFile(_ url: URL, in folder: URL) -> Bool {
        SourceLedger.components(of: url.path, below: folder.path) != nil
    }

    static func isSidecar(_ url: URL) -> Bool {
        isXMP(url) || ShotName.settingsExtensions.contains(url.pathExtension.lowercased())
    }

    private static func isXMP(_ url: URL) -> Bool { url.pathExtension.lowercased() == "xmp" }

    /// Moves the representative of each burst before its other frames.
    ///
    /// A block with other frames alone would choose another representative first.
    private mutating func orderBursts() {
        var first: [String: Int] = [:]
        // The position that each item had in the manifest.
        var earlier = Array(catalog.items.indices)
        for index in catalog.items.indices {
            let values = catalog.items[index].export?.restored ?? [:]
            guard let burst = values[.burstIdentifier]?.text, values[.trashedDate]?.real == nil
            else { continue }
            guard let frame = first[burst] else {
                first[burst] = index
                continue
            }
            guard values[.representsBurst]?.integer == 1 else { continue }
            catalog.items.swapAt(index, frame)
            earlier.swapAt(index, frame)
        }
        var now = earlier
        for (index, position) in earlier.enumerated() { now[position] = index }
        for index in copies.indices { copies[index].item = now[copies[index].item] }
    }

    /// Numbers the items with one original.
    private mutating func numberCopies() {
        var copies: [String: Int] = [:]
        for index in catalog.items.indices {
            if let id = catalog.items[index].export?.identifier, aloneItems.contains(id) {
                continue
            }
            let original = catalog.items[index].files.first?.checksum ?? ""
            catalog.items[index].export?.copy = copies[original, default: 0]
            copies[original, default: 0] += 1
        }
    }

    /// Returns whether a path of a manifest leads to something below the export's folder.
    static func isInside(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
        return !path.utf8.contains(0)
            && parts.allSatisfy { part in
                !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
            }
    }

    // MARK: Reading

    private static func exportHead(in line: Data) -> ExportManifest.Head? {
        (try? JSONDecoder().decode(ExportManifest.Line.self, from: line))?.export
    }

    private struct File: ~Copyable {
        let descriptor: Int32
        var lines: LineReader

        deinit { close(descriptor) }
    }

    private static func openManifest(in folder: URL) throws -> File {
        let url = folder.appendingPathComponent(ExportManifest.filename)
        let descriptor = try FileOperations.open(url, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        return File(descriptor: descriptor, lines: LineReader(descriptor, url: url))
    }
}

extension ImportItem.Base {
    fileprivate init(_ stated: ExportManifest.Base) {
        self.init(
            restored: ManifestFields.restoredValues(from: stated.fields, use: .always),
            companion: stated.companion?.supplement ?? ImportSupplement()
        )
        hasKeywords = stated.hasKeywords
    }
}
