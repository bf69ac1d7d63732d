import Foundation
import PhotosImport
import TestPermits
import Testing

@testable import PhotosStore

/// What a block contains, decided without library or disk.
@Suite(.permit) struct BlockContentsTests {
    private func unit(
        _ name: String,
        burst: String? = nil,
        at folder: SourceFolderPath? = nil
    ) -> ImportUnit {
        ImportUnit(
            creating: UUID(),
            from: FileGroup(members: [.init(index: 0, role: ResourceRole.photo)]),
            of: [.test(name, checksum: UInt8(truncatingIfNeeded: name.count), burst: burst)],
            at: folder,
            keepsDuplicates: false
        )
    }

    private func representatives(_ mutations: [Mutation]) -> [Bool?] {
        mutations.compactMap { mutation in
            guard case .createAsset(let creation) = mutation else { return nil }
            return .some(creation.supplement.representsBurst)
        }
    }

    @Test func `one picture of a burst represents it, and pictures outside of bursts none`() {
        let contents = BlockContents([
            unit("b.jpg", burst: "1"), unit("a.jpg", burst: "1"), unit("c.jpg"),
            unit("d.jpg", burst: "2"),
        ])
        #expect(contents.burstIdentifiers == ["1", "2"])
        #expect(representatives(contents.mutations(present: [:])) == [false, true, nil, true])
    }

    @Test func `a new cover takes over from the picture that the library has`() throws {
        var present = AssetRecord(rowID: 1, uuid: UUID())
        present.filename = "b.jpg"
        present.burstIdentifier = "1"
        present.representsBurst = true
        let contents = BlockContents([unit("z_cover.jpg", burst: "1")])
        let mutations = contents.mutations(present: ["1": [present]])
        #expect(representatives(mutations) == [true])
        let updates = mutations.compactMap { mutation -> (UUID, AssetUpdate)? in
            guard case .updateAsset(let uuid, let update) = mutation else { return nil }
            return (uuid, update)
        }
        #expect(updates.count == 1 && updates.first?.0 == present.uuid)
        #expect(updates.first?.1.values == [.representsBurst: .flag(false)])
    }

    @Test func `a picture that represents its burst already is not written`() {
        var present = AssetRecord(rowID: 1, uuid: UUID())
        present.filename = "a_cover.jpg"
        present.representsBurst = true
        let mutations = BlockContents([unit("b.jpg", burst: "1")])
            .mutations(present: ["1": [present]])
        #expect(mutations.count == 1 && representatives(mutations) == [false])
    }

    @Test func `files of a source are recorded with their assets, and other files are not`() {
        let folder = SourceFolderPath(sourceID: 1, topInode: 2, steps: [])
        var recorded = unit("a.jpg", at: folder)
        recorded.twins = [
            (folder, .init(file: .test("twin.jpg"), outcome: .duplicate, checksum: [5]))
        ]
        var note = ImportUnit(
            work: .note,
            folder: folder,
            files: [.init(file: .test("notes.txt"), outcome: .other)]
        )
        note.noted = nil
        let entries = BlockContents([recorded, note, unit("nowhere.jpg")]).entries
        #expect(entries.map(\.row.name) == ["a.jpg", "twin.jpg", "notes.txt"])
        #expect(entries.map(\.row.outcome) == [.imported, .duplicate, .other])
        #expect(entries.map(\.asset) == [recorded.asset, recorded.asset, nil])
        #expect(entries[0].row.checksum == [5] && entries[0].row.inode == 7)
    }

    @Test func `a unit accepts a second asset of its bytes only if duplicates are kept`() throws {
        for keeps in [false, true] {
            let unit = ImportUnit(
                creating: UUID(),
                from: FileGroup(
                    members: [.init(index: 0, role: ResourceRole.photo)],
                    burstSelection: .byCamera
                ),
                of: [.test("a_cover.jpg", burst: "1")],
                at: nil,
                keepsDuplicates: keeps
            )
            guard case .create(let creation) = unit.work else {
                Issue.record("The unit creates no asset.")
                return
            }
            #expect(creation.onlyIfNew == !keeps)
            #expect(creation.fallbackDate == Date(timeIntervalSince1970: 1))
            #expect(creation.supplement.burstSelection == .byCamera)
            #expect(unit.burst?.identifier == "1" && unit.burst?.frame.isCover == true)
            #expect(creation.resources.map(\.filename) == ["a_cover.jpg"])
        }
    }
}

/// How an import goes on after a block failed, decided without library or disk.
@Suite(.permit) struct FailedCommitTests {
    @Test(
        arguments: [
            (.invalidResource, .commitEach, .blame), (.missingResource, .commitEach, .blame),
            (.changeNotSupported, .commitEach, .blame), (.objectMissing, .commitEach, .blame),
            (.diskFull, .end, .end), (.inputOutput, .end, .end), (.busy, .end, .end),
            (.damaged, .end, .end), (.notDurable, .end, .end), (.libraryMoved, .end, .end),
        ] as [(StoreError.Code, FailedCommit, FailedCommit)]
    )
    func `only a fault of one file lets the others go on`(
        _ code: StoreError.Code,
        _ ofMany: FailedCommit,
        _ ofOne: FailedCommit
    ) {
        let error = StoreError(code, "Test.")
        #expect(FailedCommit(error, units: 3) == ofMany)
        #expect(FailedCommit(error, units: 1) == ofOne)
    }

    @Test func `a unit at fault heals, is a duplicate, or is refused`() {
        let asset = UUID()
        var whole = HeldBytes()
        whole.assets = [asset, UUID()]
        var broken = whole
        broken.broken = [.test(1)]
        func blame(
            _ presence: Presence,
            creates: Bool = true,
            staged: Bool = true
        ) -> FailedCommit.Blame {
            FailedCommit.Blame(presence, isCreation: creates, isStaged: staged)
        }
        #expect(blame(.absent) == .refuse)
        #expect(blame(.whole(whole)) == .duplicate(of: asset))
        #expect(blame(.broken(broken)) == .heal(broken.broken))
        #expect(blame(.broken(broken), creates: false) == .refuse)
        #expect(blame(.broken(broken), staged: false) == .refuse)
        #expect(blame(.whole(whole), creates: false) == .duplicate(of: asset))
    }
}
