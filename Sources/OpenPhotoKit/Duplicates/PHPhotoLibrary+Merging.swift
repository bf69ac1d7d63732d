import CoreLocation
import Foundation
public import Photos
import PhotosMedia
import PhotosStore

extension PHPhotoLibrary {
    /// Returns what merging a group would change, and changes nothing.
    ///
    /// - Parameters:
    ///   - group: Duplicates of this library.
    ///   - readingFiles: Whether the files of the first photo are read, as before a merge. Otherwise only those are read that
    ///     have changed since they were last known to be whole.
    /// - Returns: The changes.
    /// - Throws: `PHPhotosError` with the code `changeNotSupported` if merging could lose something. This is so if a photo
    ///   of the group was deleted, hidden or edited since, or if a file of the first photo is missing or damaged. The
    ///   library must also keep photos in Recently Deleted.
    public func mergePlan(
        for group: PhotoDuplicates.Group,
        readingFiles: Bool = false
    ) throws -> PhotoDuplicates.Merge {
        try MergePlanner(self).mergePlan(for: group, readingFiles: readingFiles)
    }

    /// Returns what merging several groups would change, and changes nothing.
    ///
    /// Change requests for all of them can stand in one change block, so that one undo takes them back.
    ///
    /// - Parameters:
    ///   - groups: Groups of one search, which have no photo in common.
    ///   - readingFiles: Whether the files of the first photos are read, as before a merge.
    /// - Returns: The changes of each group, or why the group cannot be merged; in the order of the groups.
    /// - Throws: `PHPhotosError` if the library cannot be opened.
    public func mergePlans(
        for groups: [PhotoDuplicates.Group],
        readingFiles: Bool = false
    ) throws -> [Result<PhotoDuplicates.Merge, PHPhotosError>] {
        do {
            let planner = try MergePlanner(self)
            return groups.map { group in
                do {
                    return .success(try planner.mergePlan(for: group, readingFiles: readingFiles))
                } catch {
                    return .failure(PHPhotosError(error))
                }
            }
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Returns what merging a group would change, with what a verifier knows of files.
    func mergePlan(
        for group: PhotoDuplicates.Group,
        readingFiles: Bool,
        _ verifier: OriginalVerifier
    ) throws -> PhotoDuplicates.Merge {
        do {
            let all = [group.first] + group.others.map(\.asset)
            let candidates = try presentCandidates(of: all)
            let first = candidates[0]
            let rows = candidates.dropFirst().map(\.row)
            guard try !store().duplicates.areDifferent(first.row, from: rows) else {
                throw Self.stale("Somebody said since then that they are not duplicates.")
            }
            try checkIsWhole(group.first, readingBytes: readingFiles, verifier)
            var (removed, left): ([PHAsset], [PHAsset]) = ([], [])
            for (asset, candidate) in zip(all, candidates).dropFirst() {
                guard candidate.isHidden == first.isHidden else {
                    throw Self.stale("One of the photos was hidden or shown since then.")
                }
                if candidate.canMakeWay(for: first) {
                    removed.append(asset)
                } else {
                    left.append(asset)
                }
            }
            if !removed.isEmpty {
                try store().settings.requireRecentlyDeleted("Merging these duplicates")
            }
            return try plan(keeping: group.first, removing: removed, leaving: left)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Merges a group of duplicates in one change block, and waits until it is committed.
    ///
    /// The first photo gets the captions, the keywords, the highest rating and the albums of the others, and becomes a
    /// favorite if one of them is. All persons and creators are united. If the first photo has no date that a person set, no
    /// place, title, headline or names of the place, it gets those of another one. Where it has another value, its own stays.
    /// The first photo is pinned if another one is, and limited applications that see another one see the first one. It keeps
    /// copies of the sidecars that the library keeps with the others. The others move to Recently Deleted. A photo with a file that the first one lacks stays unchanged. If a file of the first
    /// photo stays in a source, a photo with files in the library stays unchanged, too.
    ///
    /// The files of the first photo are read, or a remote must show them. If one is missing or damaged, nothing is merged: the
    /// others are duplicates of that photo, and not always of each other.
    ///
    /// - Parameter group: Duplicates of this library.
    /// - Returns: The changes.
    /// - Throws: `PHPhotosError`; then nothing was changed.
    @discardableResult
    public func mergeDuplicates(
        _ group: PhotoDuplicates.Group
    ) throws -> PhotoDuplicates.Merge {
        let merge = try mergePlan(for: group, readingFiles: true)
        guard !merge.removed.isEmpty else { return merge }
        try performChangesAndWait { merge.makeChangeRequests() }
        return merge
    }

    /// Returns what is known of assets now.
    private func presentCandidates(of assets: [PHAsset]) throws -> [DuplicateCandidate] {
        let found = try store().duplicates.duplicateCandidates(assets.map(\.record.rowID))
        let known = Dictionary(found.map { ($0.row, $0) }) { first, _ in first }
        let records = try store().records.assets(assets.map(\.record.rowID)).records
        return try assets.map { asset in
            let row = asset.record.rowID
            guard let candidate = known[row], let record = records[row],
                record.uuid == asset.record.uuid
            else { throw Self.stale("One of the photos was deleted since then.") }
            guard record.contentVersion == asset.record.contentVersion else {
                throw Self.stale("One of the photos was edited since then.")
            }
            return candidate
        }
    }

    /// Throws unless the files of the photo that stays are all there with their bytes, or in a remote that gave them back and shows
    /// them now.
    private func checkIsWhole(
        _ asset: PHAsset,
        readingBytes: Bool,
        _ verifier: OriginalVerifier
    ) throws {
        for file in try store().originals.heldFiles(ofAssets: [asset.record.rowID]) {
            guard try !verifier.isWhole(file, readingBytes: readingBytes) else { continue }
            throw StoreError(
                .changeNotSupported,
                "These duplicates were not merged: a file of the best one is missing or damaged, or in a remote that does not show it whole now. Run `photokit check --repair`, or connect the remote."
            )
        }
    }

    private static func stale(_ reason: String) -> StoreError {
        StoreError(
            .changeNotSupported,
            "These duplicates were not merged. \(reason) Search for duplicates again."
        )
    }

    private func plan(
        keeping kept: PHAsset,
        removing removed: [PHAsset],
        leaving left: [PHAsset]
    ) throws -> PhotoDuplicates.Merge {
        let rows = ([kept] + removed).map(\.record.rowID)
        let (records, _) = try store().records.assets(rows)
        let present = rows.compactMap { records[$0] }
        guard let first = present.first else {
            throw Self.stale("One of the photos was deleted since then.")
        }
        let others = present.dropFirst()
        let personsDate = others.first { $0.dateSource == AssetRecord.personsDate }?.creationDate
        let words = present.map(MergedWords.init)
        let union = words.dropFirst().reduce(into: words[0]) { $0.unite(with: $1) }
        let albums = withCurrent { Self.albums(of: removed, without: kept) }
        let inheritance = try store().duplicates.inheritance(
            of: kept.record.rowID,
            from: removed.map(\.record.rowID)
        )
        return PhotoDuplicates.Merge(
            kept: kept,
            removed: removed,
            left: left,
            caption: union.caption == words[0].caption ? nil : union.caption,
            keywords: union.keywords.filter { !words[0].keywords.contains($0) },
            rating: union.rating == words[0].rating
                ? nil : PHAsset.Rating(rawValue: union.rating),
            becomesFavorite: union.isFavorite && !words[0].isFavorite,
            albums: albums,
            creationDate: first.dateSource == AssetRecord.personsDate ? nil : personsDate,
            location: first.location == nil ? others.lazy.compactMap(\.location).first : nil,
            title: inheritance.words.title,
            headline: inheritance.words.headline,
            persons: inheritance.words.persons,
            creators: inheritance.words.creators,
            placeNames: inheritance.words.placeNames.names,
            contested: Self.contested(of: first, others, words: inheritance.words),
            becomesPinned: inheritance.isPinned,
            applications: inheritance.applications,
            sidecars: inheritance.keptFiles
        )
    }

    /// Returns the properties that stay, although one of the other photos has another value.
    private static func contested(
        of first: AssetRecord,
        _ others: ArraySlice<AssetRecord>,
        words: InheritedWords
    ) -> Set<PhotoDuplicates.Merge.Property> {
        var contested: Set<PhotoDuplicates.Merge.Property> = []
        let dates = ([first] + others).filter { $0.dateSource == AssetRecord.personsDate }
        if Set(dates.map(\.creationDate)).count > 1 { contested.insert(.date) }
        let places = ([first] + others).compactMap(\.location)
        if let place = places.first,
            places.contains(where: { $0.distance(from: place) > samePlace })
        {
            contested.insert(.place)
        }
        for word in words.contested {
            switch word {
            case .title: contested.insert(.title)
            case .headline: contested.insert(.headline)
            case .placeNames: contested.insert(.placeNames)
            }
        }
        return contested
    }

    /// The distance in metres up to which two places of copies of one picture are the same: programs round coordinates.
    private static let samePlace = 100.0

    private static func albums(
        of removed: [PHAsset],
        without kept: PHAsset
    ) -> [PHAssetCollection] {
        func albums(of asset: PHAsset) -> [PHAssetCollection] {
            let found = PHAssetCollection.fetchAssetCollectionsContaining(
                asset,
                with: .album,
                options: nil
            )
            return found.objects(at: IndexSet(0..<found.count))
        }
        var known = Set(albums(of: kept).map(\.localIdentifier))
        return removed.flatMap(albums).filter { known.insert($0.localIdentifier).inserted }
    }
}

extension PhotoDuplicates.Merge {
    /// Makes the change requests of the merge, inside a change block of the library.
    ///
    /// `PHPhotoLibrary.mergeDuplicates(_:)` does this in a block of its own.
    public func makeChangeRequests() {
        let request = PHAssetChangeRequest(for: kept)
        if let caption { request.caption = caption }
        for keyword in keywords { request.addKeyword(keyword) }
        if let rating { request.rating = rating }
        if becomesFavorite { request.isFavorite = true }
        if let creationDate { request.creationDate = creationDate }
        if let location { request.location = location }
        for album in albums {
            PHAssetCollectionChangeRequest(for: album)?.addAssets([kept])
        }
        let (heir, others) = (kept.record.uuid, removed.map(\.record.uuid))
        ChangeBlockBuilder.required("PhotoDuplicates.Merge.makeChangeRequests").edit {
            .passOn(to: heir, from: others)
        }
        PHAssetChangeRequest.deleteAssets(removed)
    }
}

/// The words and marks of one photo, or of several together.
struct MergedWords: Hashable {
    var caption: String?
    var keywords: [String]
    var rating: Int
    var isFavorite: Bool

    init(_ record: AssetRecord) {
        caption = record.caption
        keywords = record.keywords
        rating = record.rating
        isFavorite = record.isFavorite
    }

    init(
        caption: String? = nil,
        keywords: [String] = [],
        rating: Int = 0,
        isFavorite: Bool = false
    ) {
        self.caption = caption
        self.keywords = keywords
        self.rating = rating
        self.isFavorite = isFavorite
    }

    /// Adds the words and marks of another photo.
    ///
    /// A caption that the present one contains adds nothing. Another caption becomes a line of its own.
    mutating func unite(with other: MergedWords) {
        if let text = other.caption, !text.isEmpty {
            let present = caption ?? ""
            if present.isEmpty || text.contains(present) {
                caption = text
            } else if !present.contains(text) {
                caption = present + "\n" + text
            }
        }
        for keyword in other.keywords where !keywords.contains(keyword) { keywords.append(keyword) }
        rating = max(rating, other.rating)
        isFavorite = isFavorite || other.isFavorite
    }
}
