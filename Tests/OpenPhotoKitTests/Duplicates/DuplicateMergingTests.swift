import CoreLocation
import Foundation
import MediaSynthesis
import OpenPhotoKit
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Duplicates as a program finds and merges them, in a library with real pictures.
@Suite(.permit) struct DuplicateMergingTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private var library: PHPhotoLibrary { fixture.library }

    private static func jpeg(
        _ seed: UInt64,
        quality: Int = 90,
        size: (Int, Int) = (300, 200),
        make: String? = nil
    ) -> Data {
        var exif: [UInt8]?
        if let make {
            var fields = ExifFields()
            fields.make = make
            exif = fields.block()
        }
        let image = SceneImage(seed: seed).image(width: size.0, height: size.1)
        return Data(JPEGEncoder(quality: quality).encode(image, exif: exif))
    }

    private func add(_ data: Data, raw: Data? = nil) throws -> PHAsset {
        var identifier = ""
        try library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: data, options: nil)
            if let raw { request.addResource(with: .alternatePhoto, data: raw, options: nil) }
            identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        return try fixture.asset(identifier)
    }

    private func assets(hidden: Bool = false) -> PHFetchResult<PHAsset> {
        library.withCurrent {
            let options = PHFetchOptions()
            options.includeHiddenAssets = hidden
            return PHAsset.fetchAssets(with: options)
        }
    }

    private func groups(
        _ kind: PhotoDuplicates.Kind = .alike,
        hidden: Bool = false
    ) async throws -> [PhotoDuplicates.Group] {
        let report = try await library.duplicateGroups(kind, among: assets(hidden: hidden))
        #expect(report.failures.isEmpty)
        return report.groups
    }

    @Test func `Each kind finds its duplicates, and the best one is first`() async throws {
        let original = try add(Self.jpeg(1, make: "Camera"))
        let same = try add(Self.jpeg(1, make: "Camera"))
        let bare = try add(Self.jpeg(1))
        let coarse = try add(Self.jpeg(1, quality: 30))
        let small = try add(Self.jpeg(1, size: (150, 100)))
        _ = try add(Self.jpeg(2))
        func found(_ kind: PhotoDuplicates.Kind) async throws -> [[String: PhotoDuplicates.Kind]] {
            try await groups(kind).map { group in
                #expect(group.first == original)
                return group.others.reduce(into: [:]) { $0[$1.asset.localIdentifier] = $1.kind }
            }
        }
        #expect(try await found(.bytes) == [[same.localIdentifier: .bytes]])
        #expect(
            try await found(.pixels)
                == [[same.localIdentifier: .bytes, bare.localIdentifier: .pixels]]
        )
        let alike = try await groups()
        #expect(alike.count == 1 && alike.first?.kind == .alike)
        let reasons = alike[0].others.reduce(into: [:]) {
            $0[$1.asset.localIdentifier] = $1.reason
        }
        #expect(
            reasons == [
                same.localIdentifier: .addedEarlier, bare.localIdentifier: .moreFacts,
                coarse.localIdentifier: .moreFacts, small.localIdentifier: .morePixels,
            ]
        )
    }

    @Test func `Merging unites words, marks and albums in one change`() async throws {
        let kept = try add(Self.jpeg(1, make: "Camera"))
        let others = [try add(Self.jpeg(1)), try add(Self.jpeg(1, size: (150, 100)))]
        var album = ""
        try library.performChangesAndWait {
            let first = PHAssetChangeRequest(for: kept)
            first.caption = "At the lake"
            first.addKeyword("lake")
            let second = PHAssetChangeRequest(for: others[0])
            second.caption = "Como"
            second.addKeyword("lake")
            second.addKeyword("boat")
            second.rating = .four
            let third = PHAssetChangeRequest(for: others[1])
            third.isFavorite = true
            third.caption = "lake"
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "Italy"
            )
            request.addAssets([others[1]])
            album = request.placeholderForCreatedAssetCollection.localIdentifier
        }
        let group = try #require(try await groups().first)
        let token = library.currentChangeToken
        let plan = try library.mergePlan(for: group)
        #expect(try fixture.facts(since: token).isEmpty)
        let merge = try library.mergeDuplicates(group)
        #expect(merge.keywords == plan.keywords && merge.caption == plan.caption)
        #expect(try fixture.facts(since: token).count == 1)
        let present = try fixture.asset(kept.localIdentifier)
        #expect(present.extendedMetadata.caption == "At the lake\nComo")
        #expect(present.extendedMetadata.keywords == ["lake", "boat"])
        #expect(present.rating == .four && present.isFavorite)
        let members = library.withCurrent {
            let albums = PHAssetCollection.fetchAssetCollections(
                withLocalIdentifiers: [album],
                options: nil
            )
            return albums.firstObject.map { PHAsset.fetchAssets(in: $0, options: nil) }
        }
        #expect(members?.firstObject == kept && members?.count == 1)
        #expect(assets().count == 1)
        let deleted = library.withCurrent { PHAsset.fetchRecentlyDeletedAssets(with: nil) }
        #expect(Set((0..<deleted.count).map { deleted[$0] }) == Set(others))
        #expect(try await groups().isEmpty)
    }

    @Test func `a person chooses which photo of a group is kept`() async throws {
        let best = try add(Self.jpeg(1, make: "Camera"))
        let small = try add(Self.jpeg(1, size: (150, 100)))
        let coarse = try add(Self.jpeg(1, quality: 30))
        let unlike = try add(Self.jpeg(2))
        let found = try #require(try await groups().first)
        #expect(found.first == best)
        let chosen = try #require(try await library.duplicateGroup(keeping: small, of: found))
        #expect(chosen.first == small && chosen.others.map(\.asset) == [best, coarse])
        // The best one comes before the chosen one by itself.
        #expect(chosen.others.map(\.reason) == [nil, nil])
        let back = try #require(try await library.duplicateGroup(keeping: best, of: found))
        #expect(back.first == best && back.others.count == 2)
        #expect(try await library.duplicateGroup(keeping: unlike, of: found) == nil)
        // With a stricter comparison nothing is a duplicate of the small one.
        let strict = try await library.duplicateGroup(keeping: small, of: found, .pixels)
        #expect(strict == nil)

        let merge = try library.mergeDuplicates(chosen)
        #expect(merge.kept == small && Set(merge.removed) == [best, coarse])
        #expect(Set((0..<assets().count).map { assets()[$0] }) == [small, unlike])
    }

    @Test func `the plans of several groups say which of them cannot be merged`() async throws {
        let pairs = try [1, 2].map { seed in
            [try add(Self.jpeg(seed, make: "Camera")), try add(Self.jpeg(seed))]
        }
        let found = try await groups()
        #expect(found.count == 2)
        try library.performChangesAndWait {
            PHAssetChangeRequest.deleteAssets([pairs[0][1]] as NSArray)
        }
        let token = library.currentChangeToken
        let plans = try library.mergePlans(for: found, readingFiles: true)
        let merges = plans.compactMap { try? $0.get() }
        #expect(merges.map(\.removed) == [[pairs[1][1]]])
        #expect(try fixture.facts(since: token).isEmpty)
        try library.performChangesAndWait { for merge in merges { merge.makeChangeRequests() } }
        #expect(assets().count == 2)
    }

    /// The file of a photo's original.
    private func original(of asset: PHAsset) throws -> URL {
        let store = try library.store()
        let file = try #require(try store.originals.heldFiles(ofAssets: [asset.record.rowID]).first)
        return store.layout.original(file.file)
    }

    @Test(arguments: [true, false])
    func `nothing is merged into a photo whose file is lost`(isDamaged: Bool) async throws {
        let best = try add(Self.jpeg(1, make: "Camera"))
        _ = try add(Self.jpeg(1))
        _ = try add(Self.jpeg(1, size: (150, 100)))
        let group = try #require(try await groups().first)
        #expect(group.first == best)
        let file = try original(of: best)
        var bytes = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        if isDamaged {
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: file)
        }
        let token = library.currentChangeToken
        #expect {
            try library.mergeDuplicates(group)
        } throws: { error in
            (error as? PHPhotosError)?.code == .changeNotSupported
        }
        #expect(try fixture.facts(since: token).isEmpty)
        #expect(assets().count == 3)
    }

    @Test(arguments: [false, true])
    func `the date and the place that a person set go over, unless the kept one has them`(
        _ hasOwn: Bool
    ) async throws {
        let kept = try add(Self.jpeg(1, make: "Camera"))
        let other = try add(Self.jpeg(1))
        let date = Date(timeIntervalSinceReferenceDate: 1_000_000)
        try library.performChangesAndWait {
            if hasOwn {
                let request = PHAssetChangeRequest(for: kept)
                request.creationDate = date + 5
                request.location = CLLocation(latitude: 45, longitude: 9)
            }
            let request = PHAssetChangeRequest(for: other)
            request.creationDate = date
            request.location = CLLocation(latitude: 46, longitude: 9)
        }
        let group = try #require(try await groups().first)
        #expect(group.first == kept)
        try library.mergeDuplicates(group)
        let present = try fixture.asset(kept.localIdentifier)
        #expect(present.creationDate == (hasOwn ? date + 5 : date))
        #expect(present.location?.coordinate.latitude == (hasOwn ? 45 : 46))
    }

    @Test func `a pin and the selections of limited applications go over`() async throws {
        let kept = try add(Self.jpeg(1, make: "Camera"))
        let other = try add(Self.jpeg(1))
        let store = try library.store()
        try store.space.pin(assets: [other.record.rowID], albums: [], isPinned: true)
        try store.clients.setAccess(.limited, for: .readWrite, of: "org.example.frame")
        try store.clients.select(adding: [other.record.uuid], for: "org.example.frame")
        let group = try #require(try await groups().first)
        let plan = try library.mergePlan(for: group)
        #expect(plan.becomesPinned && plan.applications == ["org.example.frame"])
        #expect(try store.space.spaceUse().pinned.count == 1)
        try library.mergeDuplicates(group)
        #expect(try store.clients.selection(of: "org.example.frame").contains(kept.record.uuid))
        // The other one keeps what it had, and has it if it is restored.
        #expect(try store.space.spaceUse().pinned.count == 2)
        try store.space.pin(assets: [other.record.rowID], albums: [], isPinned: false)
        #expect(try store.space.spaceUse().pinned.count == 1)
    }

    @Test func `Hidden and visible photos are never in one group`() async throws {
        let assets = [try add(Self.jpeg(1)), try add(Self.jpeg(1)), try add(Self.jpeg(1))]
        try library.performChangesAndWait {
            PHAssetChangeRequest(for: assets[1]).isHidden = true
        }
        let found = try await groups(hidden: true)
        #expect(found.map { $0.others.count } == [1])
        try library.performChangesAndWait {
            PHAssetChangeRequest(for: assets[2]).isHidden = true
        }
        // The group is from before the change.
        let token = library.currentChangeToken
        #expect(throws: PHPhotosError.self) { try library.mergeDuplicates(found[0]) }
        #expect(try fixture.facts(since: token).isEmpty)
    }

    /// Adds a photo whose file stays in a folder.
    private func addInSource(_ data: Data) async throws -> PHAsset {
        let folder = fixture.folder.appending(path: "source")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: folder.appending(path: "photo.jpg"))
        let source = try library.addSource(folder)
        _ = try await library.sweep(source, allowsMissingFacts: true, makesPreviews: false)
        return try #require(
            assets().objects(at: IndexSet(0..<assets().count)).first { $0.sourceFilename != nil }
        )
    }

    @Test func `a photo whose file is in the library is kept, not one in a source`() async throws {
        let inSource = try await addInSource(Self.jpeg(1))
        let own = try add(Self.jpeg(1))
        let group = try #require(try await groups(.bytes).first)
        #expect(group.first == own)
        #expect(group.others.map(\.reason) == [.inLibrary])
        let merge = try library.mergeDuplicates(group)
        #expect(merge.kept == own && merge.removed == [inSource] && merge.left.isEmpty)
    }

    @Test func `a file of the library makes no way for a better one in a source`() async throws {
        let inSource = try await addInSource(Self.jpeg(1))
        let own = try add(Self.jpeg(1, size: (150, 100)))
        let group = try #require(try await groups().first)
        #expect(group.first == inSource)
        let member = try #require(group.others.first)
        #expect(member.isInLibraryAlone && !member.hasOwnFiles)
        let merge = try library.mergeDuplicates(group)
        #expect(merge.removed.isEmpty && merge.left == [own])
        #expect(assets().count == 2)
    }

    @Test func `A duplicate with a RAW file of its own stays`() async throws {
        let (one, two) = (Data(TestDNG(seed: 1).data()), Data(TestDNG(seed: 2).data()))
        let first = try add(Self.jpeg(1, make: "Camera"), raw: one)
        let other = try add(Self.jpeg(1), raw: two)
        let copy = try add(Self.jpeg(1), raw: one)
        let group = try #require(try await groups().first)
        #expect(group.first == first)
        #expect(group.others.first { $0.asset == other }?.hasOwnFiles == true)
        #expect(group.others.first { $0.asset == copy }?.hasOwnFiles == false)
        let merge = try library.mergeDuplicates(group)
        #expect(merge.removed == [copy] && merge.left == [other])
        #expect(assets().count == 2)
    }

    @Test func `A group whose photo was deleted is not merged`() async throws {
        let assets = [try add(Self.jpeg(1)), try add(Self.jpeg(1))]
        let group = try #require(try await groups().first)
        try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[0]]) }
        #expect(throws: PHPhotosError.self) { try library.mergeDuplicates(group) }
        #expect(self.assets().count == 1)
    }

    @Test func `Cancelling ends a search`() async throws {
        for seed in 1...3 { _ = try add(Self.jpeg(UInt64(seed))) }
        let (library, assets) = (library, assets())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await library.duplicateGroups(among: assets)
        }
        await #expect(throws: PHPhotosError.self) { try await task.value }
    }

    @Test func `A distance outside of 0 to 15 traps`() async {
        await #expect(processExitsWith: .failure) {
            let library = try PHPhotoLibrary.inMemory(author: "test")
            _ = try await library.duplicateGroups(distance: 16, among: PHFetchResult())
        }
    }

    @Test
    func `A remote is asked for a file once while many merges are planned soon after each other`()
        async throws
    {
        let fixture = try await DistantFixture(size: 100_000)
        let library = fixture.library
        try DistantFixture.add(fixture.data, to: library)
        let assets = library.withCurrent { PHAsset.fetchAssets(with: nil) }
        let report = try await library.duplicateGroups(.bytes, among: assets)
        let group = try #require(report.groups.first)
        #expect(try fixture.resource.assetLocalIdentifier == group.first.localIdentifier)
        #expect(try fixture.isElsewhere)
        let planner = try MergePlanner(library)
        let first = try planner.mergePlan(for: group, readingFiles: true)
        #expect(first.removed.count == 1)
        // Nobody asks the place again, which would not answer.
        let away = fixture.folder.appendingPathComponent("away")
        try FileManager.default.moveItem(at: fixture.places[0], to: away)
        #expect(throws: PHPhotosError.self) { try library.mergePlan(for: group) }
        let second = try planner.mergePlan(for: group, readingFiles: false)
        #expect(second.removed == first.removed)
    }
}
