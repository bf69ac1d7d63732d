import Foundation
import Hummingbird
import OpenPhotoKit
import Photos
import ServeRules

/// The timeline of changes, and what happened to one photo.
struct HistoryRoutes {
    let log: ActivityLog
    let clock: ServerClock

    private static let mostSamples = 8
    /// The seconds that the search for one photo's changes takes at most.
    private static let seconds = 5.0

    func addRoutes(to table: inout RouteTable) {
        // The history is the owner's: it names programs and photos beyond a selection.
        table.addRoute(.get, at: "/api/activity", for: .ownerReader, answer: sendActivity)
        table.addRoute(.get, at: "/api/activity/uploads", for: .owner, answer: sendUploads)
        table.addRoute(.get, at: "/api/photos/{id}/history", for: .ownerReader, answer: sendHistory)
    }

    private func sendActivity(_ call: Call) async throws -> Response {
        let count = try call.queryNumber("count", in: 1...200, default: 50)
        let before = call.query["before"]
        let library = call.client.library
        let owner = library.library
        let now = clock.now()
        let page = try await library.read { () -> ActivityPage in
            guard let (entries, hasMore) = try log.page(before: before, count: count) else {
                throw Problem.gone
            }
            let days = try owner.settings().daysInRecentlyDeleted
            let models = try entries.compactMap { entry -> ActivityModel? in
                guard let change = try log.persistentChange(of: entry) else { return nil }
                return try Self.activityModel(
                    of: change,
                    token: entry.token,
                    trashDays: days,
                    now: now
                )
            }
            return ActivityPage(entries: models, next: hasMore ? entries.last?.token : nil)
        }
        return JSONAnswer.ok(page)
    }

    private func sendUploads(_ call: Call) async throws -> Response {
        let owner = call.client.library.library
        let model = try await call.client.library.read {
            OutgoingUploadsModel(try owner.uploadStatus())
        }
        return JSONAnswer.ok(model)
    }

    private static func activityModel(
        of change: PHPersistentChange,
        token: String,
        trashDays: Int,
        now: Date
    ) throws -> ActivityModel {
        let facts = try change.facts()
        let sets = [
            ("inserted", facts.insertedAssets), ("updated", facts.updatedAssets),
            ("trashed", facts.trashedAssets), ("restored", facts.restoredAssets),
            ("purged", facts.purgedAssets),
        ]
        let members = facts.memberships.flatMap { $0.entered + $0.left + $0.moved }
        let shown = sets.flatMap { Array($0.1.prefix(mostSamples * 4)) } + members.prefix(64)
        let found = PHAsset.fetchAssets(withLocalIdentifiers: Array(Set(shown)), options: nil)
        let samples = found.objects(at: IndexSet(0..<found.count)).filter { !$0.isHidden }
            .prefix(mostSamples)
        return ActivityModel(
            token: token,
            date: change.date.map(InterfaceDate.text),
            author: change.author,
            work: change.kindOfWork?.rawValue,
            counts: Dictionary(
                uniqueKeysWithValues: sets.filter { !$0.1.isEmpty }.map { ($0.0, $0.1.count) }
            ),
            events: ActivityEvent.events(of: ActivityReading.differences(in: facts)),
            samples: samples.map {
                ItemModel($0, hasSources: false, trashDays: trashDays, now: now)
            },
            albums: albumIdentifiers(in: facts)
        )
    }

    private static func albumIdentifiers(in facts: ChangeFacts) -> [String] {
        let changed = facts.objects.map(\.localIdentifier).filter { !$0.hasSuffix("/001") }
        let names = Set(facts.memberships.map(\.album) + changed)
        return names.sorted().prefix(20).compactMap { ObjectName($0)?.uuid }
    }

    private func sendHistory(_ call: Call) async throws -> Response {
        let name = try call.objectName()
        let library = call.client.library
        let asset = try await library.read { library.asset(named: name) }
        if let asset { try call.requireUnlocked(isHidden: asset.isHidden) }
        let owner = library.library
        let history = try await library.read { () -> PhotoHistory in
            var entries: [PhotoChangeModel] = []
            let end = ContinuousClock.now + .seconds(Self.seconds)
            // The log has no index by photo, so the search reads all changes, and stops in time.
            for change in try owner.fetchPersistentChanges(since: owner.oldestChangeToken()) {
                if ContinuousClock.now > end {
                    return PhotoHistory(entries: Self.withValuesAfter(entries), complete: false)
                }
                entries += try Self.events(of: name.asset, in: change)
            }
            return PhotoHistory(entries: Self.withValuesAfter(entries), complete: true)
        }
        if asset == nil, history.entries.isEmpty { throw Problem.noPhoto }
        return JSONAnswer.ok(history)
    }

    /// Returns the changes newest first, each with the values that the next change found.
    private static func withValuesAfter(_ entries: [PhotoChangeModel]) -> [PhotoChangeModel] {
        var next: [String: ValueModel] = [:]
        return entries.reversed().map { entry in
            var entry = entry
            for index in entry.changes.indices {
                let property = entry.changes[index].property
                entry.changes[index].after = next[property]
                next[property] = entry.changes[index].before
            }
            return entry
        }
    }

    private static func events(
        of asset: String,
        in change: PHPersistentChange
    ) throws -> [PhotoChangeModel] {
        let facts = try change.facts()
        let object = facts.objects.first { $0.localIdentifier == asset }
        func event(_ kind: String, album: String? = nil) -> PhotoChangeModel {
            PhotoChangeModel(
                token: change.changeToken.stringValue,
                date: change.date.map(InterfaceDate.text),
                author: change.author,
                work: change.kindOfWork?.rawValue,
                kind: kind,
                changes: kind == "updated" ? propertyChanges(of: object) : [],
                album: album.flatMap { ObjectName($0)?.uuid }
            )
        }
        var events: [PhotoChangeModel] = []
        if facts.insertedAssets.contains(asset) { events.append(event("inserted")) }
        if facts.updatedAssets.contains(asset) { events.append(event("updated")) }
        if facts.trashedAssets.contains(asset) { events.append(event("trashed")) }
        if facts.restoredAssets.contains(asset) { events.append(event("restored")) }
        if facts.purgedAssets.contains(asset) { events.append(event("purged")) }
        for album in facts.memberships {
            if album.entered.contains(asset) {
                events.append(event("enteredAlbum", album: album.album))
            }
            if album.left.contains(asset) {
                events.append(event("leftAlbum", album: album.album))
            }
        }
        return events
    }

    private static func propertyChanges(of object: ObjectFacts?) -> [PhotoChangeModel.Change] {
        (object?.valuesBefore ?? [:]).filter { $0.key != "modificationDate" }
            .sorted { $0.key < $1.key }
            .map { PhotoChangeModel.Change(property: $0.key, before: ValueModel(value: $0.value)) }
    }
}
