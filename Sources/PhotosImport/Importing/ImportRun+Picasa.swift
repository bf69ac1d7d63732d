import Crypto
import Foundation
import PhotosMedia
import PhotosStore

/// The folders of an import in which Picasa has noted something of the photos.
struct PicasaFolder {
    var folder: URL
    /// The files, the preferred one first.
    var files: [FoundFile]
}

/// Reading what Picasa noted of a folder's photos.
///
/// Its words enter as those of a sidecar do, after the photos are in the library. The library keeps the part that concerns a photo
/// as a file of the photo. So facts that are read again find it, and a later import knows what it has read. Only what changed in
/// Picasa since is taken again, and what a person changed in the library stays. Values that an undo of an import took back come
/// again.
extension ImportRun {
    /// Notes Picasa's files in a folder, and removes them from the listing.
    func separatePicasaFiles(in folder: URL, from listing: inout FolderListing) {
        let names = PicasaSettings.filenames
        let listed = listing.files.map(listing.name(of:)).filter {
            names.contains($0.lowercased())
        }
        let hidden = folder.appendingPathComponent(names[0])
        var files =
            options.rules.leavesOut(hidden) ? [] : [FoundFile(at: hidden)].compactMap(\.self)
        files += listed.compactMap { FoundFile(at: folder.appendingPathComponent($0)) }
        guard !files.isEmpty else { return }
        for name in listed {
            guard let entry = listing.entry(named: name, among: listing.files) else { continue }
            reporting.countPassedBy(FoundFile(entry, of: listing, in: folder))
        }
        listing.leaveOut(Set(listed))
        picasaFolders.append(PicasaFolder(folder: folder, files: files))
    }

    /// Takes what Picasa noted of the photos of the folders that were read.
    func addPicasaWords() throws {
        defer { picasaFolders = [] }
        for folder in picasaFolders where !isCancelled() { try addPicasaWords(of: folder) }
        try commitBlock()
    }

    private func addPicasaWords(of folder: PicasaFolder) throws {
        var photos: [ExactText: PicasaPhoto] = [:]
        for file in folder.files.reversed() {
            guard file.byteCount <= PicasaSettings.maximumSize,
                let data = try? Data(contentsOf: file.url),
                let settings = PicasaSettings(Array(data))
            else {
                reporting.reportLoss(.init(path: file.url.path, reason: Self.unreadableSettings))
                continue
            }
            for photo in settings.photos {
                photos[ExactText(photo.name)] = PicasaPhoto(photo, settings: settings, file: file)
            }
        }
        guard !photos.isEmpty else { return }
        if options.isDryRun {
            return reportLosses(of: photos.values.sorted { $0.photo.name < $1.photo.name })
        }
        let assets = try picasaAssets(of: photos, in: folder.folder)
        let kept = try library.originals.keptFiles(ofAssets: assets.map(\.row))
        let taken = try assets.filter { try addWords(of: $0, keeping: kept[$0.row] ?? []) }
        reportLosses(of: taken.flatMap(\.photos))
        for (file, named) in Dictionary(grouping: taken, by: { $0.photos[0].file })
            .sorted(by: { $0.key.url.path < $1.key.url.path })
        {
            reporting.reportJoinedSettings(file, to: named[0].uuid)
        }
    }

    /// Returns the assets of files that Picasa says something about, with what it says.
    private func picasaAssets(
        of photos: [ExactText: PicasaPhoto],
        in folder: URL
    ) throws -> [PicasaAsset] {
        guard let row = try pathAndRow(of: folder).1 else { return [] }
        // Windows does not distinguish cases, and programs rename files accordingly.
        let loose = Dictionary(photos.map { ($0.key.string.lowercased(), $0.value) }) { one, _ in
            one
        }
        var found: [Int64: [PicasaPhoto]] = [:]
        try library.sources.readLedger { ledger in
            try ledger.forEachFile(in: row.id) { file in
                guard let asset = file.assetID, file.outcome != .sidecar,
                    let photo = photos[ExactText(file.name)] ?? loose[file.name.lowercased()]
                else { return }
                found[asset, default: []].append(photo)
            }
        }
        let names = try library.history.identifiers(Set(found.keys), in: .asset)
        return found.sorted { $0.key < $1.key }.compactMap { row, photos in
            names[row].map {
                PicasaAsset(
                    row: row,
                    uuid: $0.uuid,
                    photos: photos.sorted { $0.photo.name < $1.photo.name }
                )
            }
        }
    }

    /// Adds a unit with what Picasa says about an asset; returns whether any of it is new.
    private func addWords(of asset: PicasaAsset, keeping kept: [KeptFile]) throws -> Bool {
        let text = asset.photos.map { $0.settings.text(of: $0.photo) }.joined()
        let name =
            FileName.kept(asset.photos[0].photo.name + CompanionFile.picasaEnding)
            ?? "photo" + CompanionFile.picasaEnding
        let checksum = Array(SHA256.hash(data: Data(text.utf8)))
        let known = kept.first { $0.filename == name }
        let named = asset.photos.flatMap(\.albums)
        let left = try undoneAlbums(ofAsset: asset.row)
        let returning = try named.filter { album in
            try left.contains(album.identifier)
                && library.records.deletion(ofCollection: album.identifier) != .byPerson
        }
        if let known, known.checksum == checksum {
            return try addUndoneWords(of: asset, albums: returning)
        }
        let before = known.map { picasaPhotos(in: $0) } ?? []
        var work = ResourceAttachment(resources: [])
        try recordCompanions(
            of: asset.uuid,
            besides: [ExactText(name)],
            beneath: ImportSupplement(asset.photos.map(\.photo)),
            in: &work
        )
        let bytes = Data(text.utf8)
        let (staged, _) = try library.core.makingRoom(for: Int64(bytes.count), by: space) {
            try area.add(.data(bytes), id: library.environment.makeUUID()) { _ in
                (StagingArea.pathExtension(of: name), ())
            }
        }
        let resource = StagedResource(file: staged, facts: nil, area: area)
        var unit = ImportUnit(
            work: .attach(asset.uuid, work),
            folder: nil,
            files: [],
            staged: [resource]
        )
        unit.kept = [KeptFileSource(resource, filename: name)]
        let earlier = Set(before.flatMap(\.albums)).subtracting(returning.map(\.token))
        unit.albums = named.filter { !earlier.contains($0.token) }
        if case .replaced(let companion) = work.companion {
            try markUndoneWords(of: asset, companion: companion, in: &unit)
        }
        unit.marks.merge(Self.newMarks(in: asset.photos.map(\.photo), since: before)) { $1 }
        try reportLeftOut(of: asset, since: before, marks: unit.marks)
        block.add(unit)
        if block.isFull(options) { try commitBlock() }
        return true
    }

    /// Reports words that Picasa states differently than before, where the library has those of a person or of a sidecar.
    private func reportLeftOut(
        of asset: PicasaAsset,
        since before: [PicasaSettings.Photo],
        marks: [AssetField: FieldValue]
    ) throws {
        guard let earlier = RecordedFacts(ImportSupplement(before)),
            var record = try library.records.assets([asset.row]).records[asset.row]
        else { return }
        for (field, value) in marks { record[field] = value }
        let facts = try library.facts.recorded(ofAsset: asset.row)
        let later = LaterWords(
            ImportSupplement(asset.photos.map(\.photo)),
            since: .known(earlier),
            given: facts.companion,
            record: record,
            facts: facts,
            isReplacing: true
        )
        let photo = asset.photos[0]
        reportLeftOut(
            later,
            of: asset.uuid,
            named: record.filename ?? photo.photo.name,
            at: photo.file.url.path
        )
    }

    /// Adds a unit with words and albums that an undo took back, where Picasa's file has not changed; returns whether there are any.
    private func addUndoneWords(of asset: PicasaAsset, albums: [PicasaAlbum]) throws -> Bool {
        var unit = ImportUnit(work: .note, folder: nil, files: [])
        unit.noted = asset.uuid
        unit.albums = albums
        if try !undoneValues(ofAsset: asset.row).isEmpty {
            let companion = try library.facts.recorded(ofAsset: asset.row).companion
            try markUndoneWords(of: asset, companion: companion, in: &unit)
        }
        guard !unit.albums.isEmpty || !unit.marks.isEmpty else { return false }
        block.add(unit)
        if block.isFull(options) { try commitBlock() }
        return true
    }

    /// Gives an asset what undos took of Picasa's words.
    ///
    /// - Parameters:
    ///   - asset: The asset, with Picasa's words.
    ///   - companion: The words of all sidecars of the asset, those of Picasa included.
    ///   - unit: The unit that gets the properties.
    /// - Throws: ``StoreError`` where the library cannot be read.
    private func markUndoneWords(
        of asset: PicasaAsset,
        companion: RecordedFacts?,
        in unit: inout ImportUnit
    ) throws {
        let undone = try undoneValues(ofAsset: asset.row)
        guard !undone.isEmpty,
            let record = try library.records.assets([asset.row]).records[asset.row],
            record.trashedDate == nil
        else { return }
        var words = ImportSupplement(asset.photos.map(\.photo))
        // The caption of another sidecar counts before that of Picasa.
        if RecordedFacts(words)?.caption != companion?.caption { words.caption = nil }
        var values = MissingProperties.values(of: words, undone: undone, missingIn: record)
        // A later caption takes the place of the one that an undo took.
        if let caption = RecordedFacts(words)?.caption,
            let earlier = try library.facts.recorded(ofAsset: asset.row).companion?.caption,
            undone.contains(.init(.caption, .text(earlier)))
        {
            values[.caption] = .text(caption)
        }
        if !values.isEmpty { unit.mark(values, of: record) }
    }

    /// Returns what a kept part of Picasa's file says; nothing if it cannot be read any more.
    private func picasaPhotos(in known: KeptFile) -> [PicasaSettings.Photo] {
        let data = try? Data(contentsOf: library.layout.original(known.file))
        return data.flatMap { PicasaSettings(Array($0))?.photos } ?? []
    }

    /// Returns the marks that Picasa has set since it was read before.
    ///
    /// Only new marks count: the library has no record of an older mark, which a person may have removed.
    private static func newMarks(
        in photos: [PicasaSettings.Photo],
        since before: [PicasaSettings.Photo]
    ) -> [AssetField: FieldValue] {
        var marks: [AssetField: FieldValue] = [:]
        if photos.contains(where: \.isStarred), !before.contains(where: \.isStarred) {
            marks[.isFavorite] = .flag(true)
        }
        if photos.contains(where: \.isHidden), !before.contains(where: \.isHidden) {
            marks[.isHidden] = .flag(true)
        }
        return marks
    }

    /// Reports what Picasa notes and nobody here can take.
    private func reportLosses(of photos: [PicasaPhoto]) {
        for (file, photos) in Dictionary(grouping: photos, by: \.file)
            .sorted(by: { $0.key.url.path < $1.key.url.path })
        {
            for reason in PicasaLosses.lossReasons(
                for: photos,
                hasOriginal: Self.hasSavedOriginal(of: file)
            ) {
                reporting.reportLoss(.init(path: file.url.path, reason: reason))
            }
        }
    }

    /// Returns whether Picasa keeps the original of a file, which it does when it saves its changes into the file.
    private static func hasSavedOriginal(of file: FoundFile) -> (String) -> Bool {
        let folder = file.url.deletingLastPathComponent()
        return { name in
            [".picasaoriginals", "Originals"].contains {
                let original = folder.appendingPathComponent($0).appendingPathComponent(name)
                return FileManager.default.fileExists(atPath: original.path)
            }
        }
    }

    private static let unreadableSettings =
        "It has the name of Picasa's file of stars, albums and captions, and cannot be read as one: it is damaged, too large or not readable for this user. Restore it from a copy, and import the folder again."
}

/// Picasa's words about one photo, and their file.
struct PicasaPhoto {
    var photo: PicasaSettings.Photo
    var settings: PicasaSettings
    var file: FoundFile

    init(_ photo: PicasaSettings.Photo, settings: PicasaSettings, file: FoundFile) {
        (self.photo, self.settings, self.file) = (photo, settings, file)
    }

    /// The albums of the photo that have a title.
    var albums: [PicasaAlbum] {
        photo.albums.compactMap { token in
            settings.albumTitles[token].map { PicasaAlbum(token: token, title: $0) }
        }
    }
}

/// An asset with what Picasa says about its files.
private struct PicasaAsset {
    var row: Int64
    var uuid: UUID
    var photos: [PicasaPhoto]
}

/// The sentences about what Picasa notes and an import cannot take.
enum PicasaLosses {
    /// - Parameters:
    ///   - photos: The words of one file of Picasa about photos.
    ///   - hasOriginal: Returns whether Picasa has saved its changes into a file, by the name of the file.
    /// - Returns: A sentence for each kind of loss.
    static func lossReasons(for photos: [PicasaPhoto], hasOriginal: (String) -> Bool) -> [String] {
        let unsaved = photos.filter { !hasOriginal($0.photo.name) }
        let kinds: [([PicasaPhoto], String)] = [
            (
                unsaved.filter { $0.photo.quarterTurns != 0 },
                "Picasa shows these photos turned, and their files are not: the turns were not taken. Turn the photos in an editor"
            ),
            (
                unsaved.filter(\.photo.hasEdits),
                "Picasa shows these photos with changes that it has not saved into their files: the changes were not taken. Save them in Picasa, or make them again"
            ),
            (
                photos.filter(\.photo.hasUnnamedFaces),
                "Faces in these photos belong to contacts whose names are not in the file: the persons were not taken"
            ),
            (
                photos.filter { $0.albums.count < $0.photo.albums.count },
                "These photos are in albums of Picasa whose titles are not in the file: the albums were not taken"
            ),
        ]
        return kinds.compactMap { photos, words in
            photos.isEmpty ? nil : "\(words): \(photoNames(of: photos))."
        }
    }

    /// Returns the names of photos, the first ones where there are many.
    private static func photoNames(of photos: [PicasaPhoto]) -> String {
        let names = photos.map(\.photo.name).sorted()
        let shown = names.prefix(10).joined(separator: ", ")
        return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
    }
}
