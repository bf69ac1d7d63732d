import Foundation
import OpenPhotoKit
import PhotosBase
import ServeRules

/// A view that is kept: its photos, their days and shapes, and the last versions.
///
/// Reading the properties of a million photos takes seconds, so they are read once and then follow the changes.
struct ViewState: Sendable {
    /// Days and shapes of one version.
    struct Layout: Sendable {
        var version: UInt32
        /// The first version with these days and shapes.
        var shapeVersion: UInt32
        var days: [Int32]
        var shapes: [UInt8]
    }

    /// The most entries of a message about a change; a larger change makes the page load the layout anew.
    static let mostEntries = 2000

    let key: ViewKey
    let order: ViewFetch.Order
    private(set) var result: PHFetchResult<PHAsset>
    private(set) var layout: Layout
    /// The number of videos among the photos.
    private(set) var videoCount = 0
    /// The message that leads to each version; nil where only loading anew does.
    private(set) var messages = HeldVersions<String?>()
    private(set) var results = HeldVersions<PHFetchResult<PHAsset>>()
    /// The layouts of versions that were sent to a client, so that it can fetch them while photos arrive.
    private(set) var layouts = HeldVersions<Layout>(seconds: 60, few: 1, limit: 3)
    private var sources: OfflineSources?

    /// Reads all photos of a view; blocks for some seconds in a large library.
    ///
    /// - Parameters:
    ///   - key: The view.
    ///   - fetch: The fetch of its photos.
    ///   - version: A random number: a version of an earlier process must not be taken for one of this.
    ///   - now: The time in seconds.
    init(_ key: ViewKey, fetch: ViewFetch, version: UInt32, at now: Double) {
        self.key = key
        order = fetch.order
        result = fetch.result
        sources = fetch.sources
        layout = Layout(version: version, shapeVersion: version, days: [], shapes: [])
        readLayout()
        addVersion(message: nil, at: now)
    }

    var count: Int { layout.days.count }
    var version: UInt32 { layout.version }

    /// Returns the layout of a version that is held, or the one that began with the version.
    func heldLayout(ofVersion version: UInt32) -> Layout? {
        if version == layout.version || version == layout.shapeVersion { return layout }
        return layouts.value(ofVersion: version)
            ?? layouts.lastValue { $0.shapeVersion == version }
    }

    /// Stores the present layout for a client that is about to fetch it.
    mutating func storeLayout(at now: Double) {
        if layouts.value(ofVersion: version) == nil {
            layouts.addVersion(version, value: layout, at: now)
        }
    }

    /// Copies the layouts that another copy of this view stored meanwhile.
    mutating func copyStoredLayouts(from other: ViewState) { layouts = other.layouts }

    /// Applies a change of the library to the photos.
    ///
    /// - Returns: Whether there is a new version.
    mutating func applyChange(_ change: PHChange, at now: Double) -> Bool {
        if followSources(at: now) { return true }
        guard let details = change.changeDetails(for: result) else { return false }
        let from = layout.version
        result = details.fetchResultAfterChanges
        layout.version &+= 1
        guard details.hasIncrementalChanges, let edits = ListPatch(details) else {
            readLayout()
            addVersion(message: nil, at: now)
            return true
        }
        videoCount += details.insertedObjects.count { $0.mediaType == .video }
        videoCount -= details.removedObjects.count { $0.mediaType == .video }
        let inserted = details.insertedObjects.map(DayAndShape.init)
        let changed = details.changedObjects.map(DayAndShape.init)
        if edits.changesValues(of: layout.days, changed: changed.map(\.day))
            || edits.changesValues(of: layout.shapes, changed: changed.map(\.shape))
        {
            layout.shapeVersion = layout.version
        }
        edits.apply(to: &layout.days, inserted: inserted.map(\.day), changed: changed.map(\.day))
        edits.apply(
            to: &layout.shapes,
            inserted: inserted.map(\.shape),
            changed: changed.map(\.shape)
        )
        guard layout.days.count == result.count else {
            readLayout()
            addVersion(message: nil, at: now)
            return true
        }
        let isSmall = edits.entryCount <= Self.mostEntries && edits.inserted.count <= 20_000
        addVersion(
            message: isSmall
                ? ViewMessage.changeMessage(
                    of: key,
                    from: from,
                    to: layout.version,
                    count: count,
                    videos: videoCount,
                    edits: edits,
                    inserted: inserted,
                    changed: changed
                ) : nil,
            at: now
        )
        return true
    }

    /// Checks whether sources have come or gone: their photos do so with them, and none of them changes.
    ///
    /// - Returns: Whether there is a new version.
    mutating func followSources(at now: Double) -> Bool {
        guard let present = sources?.changedSources(), let fetch = try? ViewFetch(key) else {
            return false
        }
        sources = present
        replaceResult(with: fetch.result, at: now)
        return true
    }

    private mutating func replaceResult(with result: PHFetchResult<PHAsset>, at now: Double) {
        self.result = result
        layout.version &+= 1
        readLayout()
        addVersion(message: nil, at: now)
    }

    private mutating func addVersion(message: String?, at now: Double) {
        messages.addVersion(version, value: message, at: now)
        results.addVersion(version, value: result, at: now)
    }

    private mutating func readLayout() {
        var days: [Int32] = []
        var shapes: [UInt8] = []
        days.reserveCapacity(result.count)
        shapes.reserveCapacity(result.count)
        var videos = 0
        result.enumerateObjects { asset, _, _ in
            let place = DayAndShape(asset)
            if asset.mediaType == .video { videos += 1 }
            days.append(place.day)
            shapes.append(place.shape)
        }
        videoCount = videos
        guard days != layout.days || shapes != layout.shapes else { return }
        layout.shapeVersion = layout.version
        layout.days = days
        layout.shapes = shapes
    }
}

/// The day and shape of a photo.
struct DayAndShape: Sendable {
    let day: Int32
    let shape: UInt8

    init(_ asset: PHAsset) {
        shape = PhotoShape.ratioByte(width: asset.pixelWidth, height: asset.pixelHeight)
        day =
            asset.creationDate.map {
                Int32(
                    CivilDay(
                        secondsSince1970: $0.timeIntervalSince1970,
                        zone: asset.timeZoneOffset ?? 0
                    ).number
                )
            } ?? ShapeFile.noDay
    }
}

extension ListPatch {
    /// Takes the edits of PhotoKit's details; nil where they have none.
    fileprivate init?(_ details: PHFetchResultChangeDetails<PHAsset>) {
        guard let removed = details.removedIndexes, let inserted = details.insertedIndexes,
            let changed = details.changedIndexes
        else { return nil }
        var moves: [Move] = []
        details.enumerateMoves { moves.append(Move(from: $0, to: $1)) }
        self.init(
            removed: IndexRanges(ascending: removed),
            inserted: IndexRanges(ascending: inserted),
            changed: IndexRanges(ascending: changed),
            moves: moves
        )
    }
}
