import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Taking back changes of the log.
@Suite(.permit) struct ReversalTests {
    private let library: Library

    init() throws { library = try .temporary(seed: 7) }

    private func last() throws -> Int64 { try library.history.currentPosition().sequence }

    private func reverse(_ sequence: Int64) throws {
        try library.commit(.reverse(ReversalRequest([sequence])))
    }

    private func conflicts(_ sequence: Int64) throws -> [ReversalConflict] {
        do {
            try reverse(sequence)
            return []
        } catch let error as StoreError {
            return try #require(error.cause as? ReversalRefusal).conflicts
        }
    }

    private func id(_ uuid: UUID, _ entity: Entity = .asset) throws -> ObjectID {
        ObjectID(entity, try #require(try library.row(of: uuid, in: entity)))
    }

    @Test func `properties get their values back, and what others changed beside them stays`()
        throws
    {
        let asset = try library.addPicture()
        try library.commit(.set(asset, [.caption: .text("Lake"), .rating: .integer(2)]))
        try library.commit(.set(asset, [.caption: .text("Sea"), .rating: .integer(4)]))
        let change = try last()
        try library.commit(.set(asset, [.isFavorite: .flag(true)]))
        try reverse(change)
        let record = try #require(try library.asset(asset))
        #expect(record.caption == "Lake" && record.rating == 2 && record.isFavorite)
        // Made again, and taken back once more.
        try reverse(try last())
        #expect(try library.asset(asset)?.caption == "Sea")
        try reverse(change)
        #expect(try library.asset(asset)?.caption == "Lake")
        // There is nothing left to take back.
        let position = try library.history.currentPosition()
        try reverse(change)
        #expect(try library.history.currentPosition() == position)
    }

    @Test func `a property that has another value since is a conflict, and nothing is changed`()
        throws
    {
        let asset = try library.addPicture()
        try library.commit(.set(asset, [.caption: .text("Lake"), .rating: .integer(2)]))
        let change = try last()
        try library.commit(.set(asset, [.caption: .text("Sea")]))
        #expect(try conflicts(change) == [.changedAsset(try id(asset), .caption)])
        #expect(try library.asset(asset)?.rating == 2)
    }

    @Test func `the state of files is no last change, and an assumed zone is one`() throws {
        let asset = try library.addPicture()
        let row = try id(asset).rowID
        func lastChange(before sequence: Int64? = nil) throws -> Int64? {
            try library.history.lastSequence(of: [.edit], before: sequence)
        }
        try library.commit(.set(asset, [.caption: .text("Lake")]))
        let edit = try last()
        try library.commit(.detach([row]))
        #expect(try last() == edit + 1)
        #expect(try lastChange() == edit)
        var update = AssetUpdate()
        update.isZoneAssumed = try library.asset(asset)?.traits.contains(.zoneAssumed) == false
        try library.commit(.updateAsset(asset, update))
        let zone = try last()
        #expect(zone == edit + 2)
        try library.commit(.noteUploads(refused: [row], accepted: []))
        #expect(try last() == zone + 1)
        #expect(try lastChange() == zone)
        #expect(try lastChange(before: zone) == edit)
        #expect(try lastChange(before: edit + 1) == edit)
    }

    @Test func `deleted assets come back, and added ones go to Recently Deleted`() throws {
        let assets = try library.addPictures(3)
        let added = try last()
        try library.commit(.deleteAssets(Array(assets[0...1])))
        let deleted = try last()
        try reverse(deleted)
        #expect(try assets.allSatisfy { try library.asset($0)?.trashedDate == nil })
        try library.commit(.purgeAssets([assets[2]]))
        let purged = try last()
        try reverse(added)
        #expect(try assets[0...1].allSatisfy { try library.asset($0)?.trashedDate != nil })
        guard case .purged? = try conflicts(purged).first else {
            Issue.record("An asset that was deleted for good came back.")
            return
        }
        try library.commit(.purgeAssets(assets))
        #expect(try conflicts(deleted).count == 2)
    }

    @Test func `an addition is not taken back where that would delete files`() throws {
        let asset = try library.addPicture()
        let added = try last()
        try library.settings.change(StoredSettings(trashDays: 0))
        #expect(try conflicts(added) == [.wouldPurge(try id(asset))])
        #expect(try library.asset(asset) != nil)
    }

    @Test func `members leave and come back to their positions`() throws {
        let assets = try library.addPictures(6)
        let album = try library.addAlbum("Walks", Array(assets[0...4]))
        try library.commit(
            .editMembers(
                album: album,
                ListEdits(steps: [
                    .move([0, 1], to: 3), .remove([assets[3]]), .append([assets[5]]),
                ])
            )
        )
        let change = try last()
        #expect(try library.members(of: album) != Array(assets[0...4]))
        try reverse(change)
        #expect(try library.members(of: album) == Array(assets[0...4]))
        try reverse(try last())
        #expect(Set(try library.members(of: album)) == Set(assets).subtracting([assets[3]]))
        try reverse(try last())
        try library.commit(.deleteCollections([album], .album))
        guard case .gone? = try conflicts(change).first else {
            Issue.record("Members came back to an album that is gone.")
            return
        }
    }

    @Test func `deleted albums and folders are made again with their identifiers`() throws {
        let assets = try library.addPictures(4)
        let outer = try library.addFolder("Outer")
        let inner = try library.addFolder("Inner", in: outer)
        let album = try library.addAlbum("Walks", assets.reversed())
        let last = try library.addAlbum("Last")
        try library.commit(.editChildren(folder: inner, ListEdits(steps: [.append([album])])))
        let roots = try library.children(of: nil)
        try library.commit(.deleteCollections([outer], .folder))
        #expect(try library.collection(album) == nil)
        try reverse(try self.last())
        #expect(try library.children(of: nil) == roots && roots.last == last)
        #expect(try library.children(of: outer) == [inner])
        #expect(try library.children(of: inner) == [album])
        #expect(try library.members(of: album) == assets.reversed())
        #expect(try library.collection(album)?.title == "Walks")
        try reverse(try self.last())
        #expect(try library.collection(outer) == nil && library.collection(album) == nil)
    }

    @Test func `changes of an album are taken back also after it was deleted and made again`()
        throws
    {
        let assets = try library.addPictures(3)
        let folder = try library.addFolder("Outer")
        let album = try library.addAlbum("Walks", Array(assets[0...1]))
        try library.commit(.editChildren(folder: folder, ListEdits(steps: [.append([album])])))
        let moving = try last()
        try library.commit(.editMembers(album: album, ListEdits(steps: [.append([assets[2]])])))
        let adding = try last()
        try library.commit(.renameCollection(album, title: "Hikes"))
        let naming = try last()
        try library.commit(.deleteCollections([folder], .folder))
        let deleting = try last()
        try reverse(deleting)
        let back = try library.history.currentPosition()
        // It is back already.
        try reverse(deleting)
        #expect(try library.history.currentPosition() == back)
        try reverse(naming)
        try reverse(adding)
        try reverse(moving)
        #expect(try library.collection(album)?.title == "Walks")
        #expect(try library.members(of: album) == Array(assets[0...1]))
        #expect(try library.children(of: nil).contains(album))
        #expect(try library.children(of: folder).isEmpty)
    }

    @Test func `an album that was made is deleted, unless others put something into it`() throws {
        let assets = try library.addPictures(2)
        let album = try library.addAlbum("Walks", [assets[0]])
        let change = try last()
        try library.commit(
            .editMembers(album: album, ListEdits(steps: [.append([assets[1]])]))
        )
        let addition = try last()
        #expect(try conflicts(change) == [.changedContents(try id(album, .collection))])
        try reverse(addition)
        try reverse(change)
        #expect(try library.collection(album) == nil)
    }

    @Test func `an edit of a picture goes back to the original, and no further`() throws {
        let asset = try library.addPicture()
        try library.commit(.edit(asset, seed: 3))
        let first = try last()
        try library.commit(.edit(asset, seed: 4))
        let second = try last()
        #expect(try conflicts(second) == [.filesGone(try id(asset))])
        #expect(try conflicts(first) == [.changedAsset(try id(asset), .contentVersion)])
        try library.commit(.revert(asset))
        try library.commit(.edit(asset, seed: 5))
        try reverse(try last())
        #expect(try library.asset(asset)?.adjustmentsState == .unedited)
    }

    @Test func `an edited version that an import brought stays, and goes only with its photo`()
        throws
    {
        let asset = try library.addPicture()
        let addition = try last()
        let edited = ResourceAttachment(resources: [.picture(seed: 3, type: .fullSizePhoto)])
        try library.commits.commit(
            ChangeBlock([.attachResources(asset, edited)], work: .imported)
        )
        let arrival = try last()
        let files = try library.originals()
        #expect(try conflicts(arrival) == [.filesGone(try id(asset))])
        // Nor with a later edit on top of it, as one.
        try library.commit(.edit(asset, seed: 4))
        let edit = ReversalRequest([arrival, try last()])
        #expect(throws: StoreError.self) { try library.commit(.reverse(edit)) }
        try library.commit(.revert(asset))
        try library.commits.commit(
            ChangeBlock([.attachResources(asset, edited)], work: .imported)
        )
        #expect(try library.originals().count == files.count)
        try library.commit(.reverse(ReversalRequest([addition, try last()])))
        #expect(try library.asset(asset)?.trashedDate != nil)
        #expect(try library.originals().count == files.count)
        try reverse(try last())
        let record = try #require(try library.asset(asset))
        #expect(record.trashedDate == nil && record.adjustmentsState == .editedByUser)
    }

    @Test func `an import is taken back without the edited version that it brought to a photo`()
        throws
    {
        let asset = try library.addPicture()
        let edited = ResourceAttachment(resources: [.picture(seed: 3, type: .fullSizePhoto)])
        let added = library.environment.makeUUID()
        try library.commits.commit(
            ChangeBlock(
                [.picture(added, seed: 2), .attachResources(asset, edited)],
                work: .imported
            )
        )
        let arrival = try last()
        let files = try library.originals()
        try reverse(arrival)
        let undone = try last()
        #expect(try library.asset(added)?.trashedDate != nil)
        let record = try #require(try library.asset(asset))
        #expect(record.trashedDate == nil && record.adjustmentsState == .editedByUser)
        #expect(try library.originals() == files)
        try reverse(undone)
        #expect(try library.asset(added)?.trashedDate == nil)
        // A later edit does not stand in the way, unless it is to be taken back, too.
        try library.commit(.edit(asset, seed: 4))
        let edit = ReversalRequest([arrival, try last()])
        #expect(throws: StoreError.self) { try library.commit(.reverse(edit)) }
        try reverse(arrival)
        #expect(try library.asset(added)?.trashedDate != nil)
        #expect(try library.asset(asset)?.adjustmentsState == .editedByUser)
    }

    @Test func `words of a sidecar are taken back without the edited version that came with it`()
        throws
    {
        let asset = try library.addPicture()
        var edited = ResourceAttachment(resources: [.picture(seed: 3, type: .fullSizePhoto)])
        var words = RecordedFacts(reader: 1)
        words.caption = "Lake"
        edited.companion = .replaced(words)
        try library.commits.commit(
            ChangeBlock([.attachResources(asset, edited)], work: .imported)
        )
        #expect(try library.asset(asset)?.caption == "Lake")
        try reverse(try last())
        let record = try #require(try library.asset(asset))
        #expect(record.caption == nil && record.adjustmentsState == .editedByUser)
    }

    @Test
    func `what an import gave is taken back without the edited version that it brought before`()
        throws
    {
        let asset = try library.addPicture()
        let before = try #require(try library.asset(asset))
        let edited = ResourceAttachment(resources: [.picture(seed: 3, type: .fullSizePhoto)])
        try library.commits.commit(
            ChangeBlock([.attachResources(asset, edited)], work: .imported)
        )
        let arrival = try last()
        let values: [AssetField: FieldValue] = [
            .caption: .text("Lake"), .keywords: .text(#"["hut"]"#), .rating: .integer(4),
            .latitude: .real(46), .longitude: .real(7), .creationDate: .real(1_000),
        ]
        try library.commits.commit(ChangeBlock([.set(asset, values)], work: .imported))
        try library.commit(.reverse(ReversalRequest([arrival, try last()])))
        let record = try #require(try library.asset(asset))
        #expect(record.caption == nil && record.keywords.isEmpty && record.rating == 0)
        #expect(record.latitude == nil && record.creationDate == before.creationDate)
        #expect(record.adjustmentsState == .editedByUser)
    }

    @Test func `several changes are taken back as one, without those between them`() throws {
        let assets = try library.addPictures(2)
        let album = try library.addAlbum("Walks", [assets[0]])
        let made = try last()
        try library.commit(.set(assets[0], [.caption: .text("Lake"), .rating: .integer(2)]))
        let caption = try last()
        try library.commit(.set(assets[0], [.isFavorite: .flag(true)]))
        let added = try library.addPicture(seed: 9)
        let addition = try last()
        try library.commit(
            .editMembers(album: album, ListEdits(steps: [.append([added])])),
            .set(added, [.caption: .text("New")]),
            .set(assets[0], [.caption: .text("Sea")])
        )
        let changes: Set = [made, caption, addition, try last()]
        // Each alone stands in the way of another.
        #expect(try !conflicts(made).isEmpty)
        #expect(try !conflicts(caption).isEmpty)
        try library.commit(.reverse(ReversalRequest(changes)))
        let record = try #require(try library.asset(assets[0]))
        #expect(record.caption == nil && record.rating == 0 && record.isFavorite)
        #expect(try library.collection(album) == nil)
        #expect(try library.asset(added)?.trashedDate != nil)
        // And all of it is made again as one.
        try reverse(try last())
        #expect(try library.asset(assets[0])?.caption == "Sea")
        #expect(try library.members(of: album) == [assets[0], added])
        #expect(try library.asset(added)?.trashedDate == nil)
    }

    @Test func `who has the picture of before gives it in the same block`() throws {
        let asset = try library.addPicture()
        try library.commit(.edit(asset, seed: 3))
        try library.commit(.edit(asset, seed: 4), .set(asset, [.caption: .text("Lake")]))
        let second = try last()
        let version = try #require(try library.asset(asset)).contentVersion
        try library.commit(
            .reverse(ReversalRequest([second], givenPictures: [asset: version])),
            .edit(asset, seed: 3)
        )
        let record = try #require(try library.asset(asset))
        #expect(record.caption == nil && record.contentVersion > version)
        #expect(record.adjustmentsState == .editedByUser)
        // Somebody gave it another picture after that one was looked at.
        let error = #expect(throws: StoreError.self) {
            try library.commit(
                .reverse(ReversalRequest([second], givenPictures: [asset: version])),
                .edit(asset, seed: 5)
            )
        }
        let refusal = try #require(error?.cause as? ReversalRefusal)
        #expect(refusal.conflicts.contains { $0.object?.rowID == record.rowID })
        #expect(try library.asset(asset)?.contentVersion == record.contentVersion)
    }

    @Test func `work of the library itself is no edit, and a change that is gone is named`() throws
    {
        let asset = try library.addPicture()
        let added = try last()
        try library.commits.commit(
            ChangeBlock([.set(asset, [.caption: .text("Lake")])], work: .analysis)
        )
        #expect(try conflicts(try last()) == [.notAnEdit])
        try library.history.pruneHistory(through: try last())
        let error = #expect(throws: StoreError.self) { try reverse(added) }
        #expect(error?.code == .detailsUnavailable)
    }

    @Test(arguments: UInt64(1)...6)
    func `taking back the last change of chance finds the state before it`(seed: UInt64) throws {
        let library = try Library.temporary(seed: seed)
        var blocks = BlockGenerator(library, seed: seed)
        try blocks.populate()
        var reversals = 0
        for _ in 0..<60 {
            let before = try State(library)
            let start = try library.history.currentPosition()
            _ = try blocks.commit()
            let end = try library.history.currentPosition()
            guard start != end, blocks.generator.chance(0.6) else { continue }
            let after = try State(library)
            do {
                try library.commit(.reverse(ReversalRequest([end.sequence])))
            } catch let error as StoreError {
                let refusal = try #require(error.cause as? ReversalRefusal, "\(error)")
                let isAboutFiles = refusal.conflicts.allSatisfy {
                    switch $0 {
                    case .purged, .filesGone: true
                    // An asset was deleted for good by this change, and is missing in its albums.
                    case .gone:
                        refusal.conflicts.contains { if case .purged = $0 { true } else { false } }
                    default: false
                    }
                }
                #expect(isAboutFiles, "seed \(seed): \(refusal.conflicts)")
                continue
            }
            reversals += 1
            #expect(try State(library).withoutAdded(since: before) == before, "seed \(seed)")
            let undone = try library.history.currentPosition().sequence
            guard undone != end.sequence, blocks.generator.chance(0.5) else { continue }
            do {
                try library.commit(.reverse(ReversalRequest([undone])))
                #expect(try State(library) == after, "seed \(seed)")
            } catch let error as StoreError {
                // A picture that was reverted has no file of its edit any more.
                let refusal = try #require(error.cause as? ReversalRefusal, "\(error)")
                let isAboutFiles = refusal.conflicts.allSatisfy {
                    if case .filesGone = $0 { true } else { false }
                }
                #expect(isAboutFiles, "seed \(seed): \(refusal.conflicts)")
            }
        }
        #expect(reversals > 10)
    }

    /// What persons see of a library.
    private struct State: Equatable {
        struct Collection: Equatable {
            var title: String?
            var children: [UUID]
            var members: [UUID]
        }

        var assets: [UUID: AssetRecord] = [:]
        var trashed: Set<UUID> = []
        var collections: [UUID: Collection] = [:]
        var roots: [UUID]

        init(_ library: Library) throws {
            let rows = try library.records.fetch(FetchPlan(.assets)).rows
            for (_, record) in try library.records.assets(rows).records {
                if record.trashedDate != nil { trashed.insert(record.uuid) }
                var record = record
                record.modificationDate = nil
                record.trashedDate = nil
                record.contentVersion = 0
                record.adjustmentDate = nil
                assets[record.uuid] = record
            }
            let others = try library.records.fetch(FetchPlan(.collections)).rows
            for (_, record) in try library.records.collections(others).records {
                collections[record.uuid] = Collection(
                    title: record.title,
                    children: try library.children(of: record.uuid),
                    members: try library.members(of: record.uuid)
                )
            }
            roots = try library.children(of: nil)
        }

        /// The state without the assets that another one does not have, which must be in Recently Deleted.
        func withoutAdded(since before: State) -> State {
            var state = self
            for uuid in assets.keys where before.assets[uuid] == nil && trashed.contains(uuid) {
                state.assets[uuid] = nil
                state.trashed.remove(uuid)
            }
            return state
        }
    }
}
