import Foundation
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Previews are made once, stored beside the library, and made again whenever they are not there.
@Suite(.permit) struct PreviewTests {
    private let folder: TemporaryFolder
    private let decoder = FakeDecoder()

    init() throws { folder = try TemporaryFolder() }

    private func library(
        mode: LibraryCore.Mode = .readWrite,
        decoders: String = "one",
        budget: Int64 = 1 << 30,
        clock: TestClock = TestClock()
    ) throws -> Library {
        var environment = EngineEnvironment.test(clock: clock)
        environment.pictures = decoder.pictures
        environment.decoders = { decoders }
        environment.previewBudget = budget
        return try Library.open(
            folder.url.appendingPathComponent("Test.photolib"),
            mode: mode,
            create: mode == .readWrite,
            environment: environment
        )
    }

    private func original(_ uuid: UUID, in library: Library) throws -> ResourceRecord {
        let row = try #require(try library.row(of: uuid, in: .asset))
        return try #require(try library.records.resources(ofAssets: [row])[row]?.first)
    }

    @Test func isMadeOnceAndSurvivesReopening() throws {
        var library = try library()
        let uuid = try library.addPicture()
        let resource = try original(uuid, in: library)
        #expect(library.pictures.storedPreview(.grid, of: resource) == nil)
        let made = try library.pictures.preview(.grid, of: resource)
        #expect(try library.pictures.preview(.grid, of: resource) == made)
        library.close()
        library = try self.library()
        #expect(library.pictures.storedPreview(.grid, of: resource) == made)
        #expect(decoder.requests.count == 1)
    }

    @Test func bothSizesComeFromOneDecoding() throws {
        let library = try library()
        let resource = try original(try library.addPicture(), in: library)
        let screen = try library.pictures.preview(.screen, of: resource)
        let grid = try #require(library.pictures.storedPreview(.grid, of: resource))
        #expect(screen.width == 1024)
        #expect(grid.width == 256)
        // The third is the sample for the mean colour.
        #expect(decoder.requests.map { $0.renditions.count } == [3])
    }

    @Test func aPreviewForPagesHasItsMeanColor() throws {
        let library = try library()
        let uuid = try library.addPicture()
        let row = try #require(try library.row(of: uuid, in: .asset))
        #expect(try library.pictures.storedColors(of: [row: 1]).isEmpty)
        let resource = try original(uuid, in: library)
        let color = MeanColor(red: 200, green: 100, blue: 50)
        #expect(try library.pictures.preview(.screen, of: resource).color == nil)
        #expect(try library.pictures.preview(.grid, of: resource).color == color)
        #expect(try library.pictures.storedColors(of: [row: 1]) == [row: color])
        #expect(try library.pictures.storedColors(of: [row: 2]).isEmpty, "The content has changed.")
    }

    @Test func aPreviewOfAnOlderProgramStaysAndHasNoColor() throws {
        let library = try library()
        let uuid = try library.addPicture()
        let row = try #require(try library.row(of: uuid, in: .asset))
        let resource = try original(uuid, in: library)
        // It wrote the day where the colour is now.
        let preview = Preview(width: 4, height: 3, jpeg: Data([1, 2, 3]))
        try library.pictures.previews.save([.grid: preview], of: resource)
        #expect(library.pictures.storedPreview(.grid, of: resource) == preview)
        #expect(try library.pictures.storedColors(of: [row: 1]).isEmpty)
    }

    @Test func meanColorsAreThoseOfThePixelsOverWhite() {
        let pixels = Data([255, 0, 10, 255, 0, 0, 20, 255])
        #expect(MeanColor(ofPixels: pixels) == MeanColor(red: 128, green: 0, blue: 15))
        let clear = Data([0, 0, 0, 0, 0, 0, 0, 255])
        #expect(MeanColor(ofPixels: clear) == MeanColor(red: 128, green: 128, blue: 128))
        #expect(MeanColor(ofPixels: clear.dropFirst(4)) == MeanColor(red: 0, green: 0, blue: 0))
        #expect(MeanColor(ofPixels: (Data([1]) + clear).dropFirst()) == MeanColor(ofPixels: clear))
        #expect(MeanColor(ofPixels: Data()) == nil)
    }

    @Test func manyStoredPreviewsAreReadTogether() throws {
        let library = try library()
        let uuids = try (0..<3).map { _ in try library.addPicture() }
        let rows = try uuids.map { try #require(try library.row(of: $0, in: .asset)) }
        let first = try library.pictures.preview(.grid, of: try original(uuids[0], in: library))
        let second = try library.pictures.preview(.grid, of: try original(uuids[1], in: library))
        let all = Dictionary(uniqueKeysWithValues: rows.map { ($0, 1) })
        #expect(
            try library.pictures.storedPreviews(.grid, of: all) == [
                rows[0]: first, rows[1]: second,
            ]
        )
        #expect(decoder.requests.count == 2, "Nothing is made.")
        // The caller knows another content than the library has now.
        #expect(
            try library.pictures.storedPreviews(.grid, of: [rows[0]: 2, rows[1]: 1]) == [
                rows[1]: second
            ]
        )
        #expect(try library.pictures.storedPreviews(.screen, of: all).isEmpty)
        #expect(try library.pictures.storedPreviews(.grid, of: [:]).isEmpty)
    }

    @Test func deletingAllDerivedFilesLosesNothing() throws {
        var library = try library()
        let resource = try original(try library.addPicture(), in: library)
        let made = try library.pictures.preview(.screen, of: resource)
        library.close()
        try FileManager.default.removeItem(at: library.layout.derived)
        library = try self.library()
        #expect(library.pictures.storedPreview(.screen, of: resource) == nil)
        #expect(try library.pictures.preview(.screen, of: resource) == made)
    }

    @Test(arguments: ["no database at all", ""])
    func whatIsNoDatabaseIsMadeAgain(_ content: String) throws {
        var library = try library()
        let resource = try original(try library.addPicture(), in: library)
        let made = try library.pictures.preview(.grid, of: resource)
        library.close()
        let previews = library.layout.derived.appendingPathComponent("previews")
        // The log beside the database would bring it back.
        for file in try FileManager.default.contentsOfDirectory(atPath: previews.path) {
            try FileManager.default.removeItem(at: previews.appendingPathComponent(file))
        }
        let file = previews.appendingPathComponent("previews.sqlite")
        try Data(String(repeating: content, count: 2_000).utf8).write(to: file)
        library = try self.library()
        #expect(library.pictures.storedPreview(.grid, of: resource) == nil)
        #expect(try library.pictures.preview(.grid, of: resource) == made)
        #expect(library.pictures.storedPreview(.grid, of: resource) == made)
    }

    @Test func previewsOfAnotherRecipeAreAsGoodAsNone() throws {
        let library = try library()
        let resource = try original(try library.addPicture(), in: library)
        let preview = Preview(width: 4, height: 3, jpeg: Data([1, 2, 3]))
        let old = PreviewStore(library.layout, isWritable: true, budget: 1 << 30, recipe: 0) {
            Date(timeIntervalSinceReferenceDate: 0)
        }
        try old.save([.grid: preview], of: resource)
        #expect(old.preview(.grid, of: resource) == preview)
        #expect(library.pictures.storedPreview(.grid, of: resource) == nil)
        #expect(try library.pictures.preview(.grid, of: resource).width == 256)
        #expect(old.preview(.grid, of: resource) == nil)
        old.finish()
    }

    @Test func otherBytesUnderTheSameNameHaveOtherPreviews() throws {
        let library = try library()
        var resource = try original(try library.addPicture(), in: library)
        _ = try library.pictures.preview(.grid, of: resource)
        resource.checksum = resource.checksum.reversed()
        #expect(library.pictures.storedPreview(.grid, of: resource) == nil)
    }

    @Test func deletionForGoodTakesPreviewsAlong() throws {
        let library = try library()
        let uuid = try library.addPicture()
        let resource = try original(uuid, in: library)
        _ = try library.pictures.preview(.screen, of: resource)
        try library.commit(.deleteAssets([uuid]))
        #expect(library.pictures.storedPreview(.grid, of: resource) != nil)
        try library.commit(.purgeAssets([uuid]))
        #expect(library.pictures.storedPreview(.grid, of: resource) == nil)
        #expect(library.pictures.storedPreview(.screen, of: resource) == nil)
    }

    @Test func previewsThatCannotBeRemovedNowGoAtTheNextOpening() throws {
        var library = try library()
        let uuid = try library.addPicture()
        let resource = try original(uuid, in: library)
        _ = try library.pictures.preview(.grid, of: resource)
        library.close()
        let previews = library.layout.derived.appendingPathComponent("previews")
        let aside = folder.url.appendingPathComponent("aside")
        try FileManager.default.moveItem(at: previews, to: aside)
        // Nothing can be opened under that name.
        try FileManager.default.createDirectory(
            at: previews.appendingPathComponent("previews.sqlite"),
            withIntermediateDirectories: true
        )
        library = try self.library()
        try library.commit(.purgeAssets([uuid]))
        #expect(try library.originals().isEmpty)
        library.close()
        try FileManager.default.removeItem(at: previews)
        try FileManager.default.moveItem(at: aside, to: previews)
        library = try self.library()
        try library.commits.recover()
        #expect(library.pictures.storedPreview(.grid, of: resource) == nil)
    }

    @Test func aReadOnlyLibraryUsesWhatIsStoredAndStoresNothing() throws {
        let writable = try library()
        let first = try original(try writable.addPicture(seed: 1), in: writable)
        let second = try original(try writable.addPicture(seed: 2), in: writable)
        let made = try writable.pictures.preview(.grid, of: first)
        writable.close()
        let library = try library(mode: .readOnly)
        #expect(library.pictures.storedPreview(.grid, of: first) == made)
        #expect(try library.pictures.preview(.grid, of: second).width == 256)
        #expect(library.pictures.storedPreview(.grid, of: second) == nil)
    }

    // MARK: Failures

    @Test func aFileThatKilledDecodersIsLeftAloneUntilTheyChange() throws {
        var library = try library()
        let resource = try original(try library.addPicture(), in: library)
        decoder.error = MediaWorkerError(.died)
        for _ in 1...3 {
            #expect(throws: MediaWorkerError(.died)) {
                try library.pictures.preview(.grid, of: resource)
            }
        }
        #expect(decoder.requests.count == 1)
        library.close()
        library = try self.library(decoders: "two")
        decoder.error = nil
        #expect(try library.pictures.preview(.grid, of: resource).width == 256)
    }

    @Test func aFileThatNoDecoderShowsIsNeitherDamagedNorTriedAgainUntilTheyChange() throws {
        var library = try library()
        let resource = try original(try library.addPicture(), in: library)
        let error = MediaFileError(.noDecoder, "libfoo 1.2: not supported")
        decoder.error = error
        for _ in 1...3 {
            #expect(throws: error) { try library.pictures.preview(.grid, of: resource) }
        }
        #expect(decoder.requests.count == 1)
        #expect("\(error)".contains("kept whole"))
        #expect(!"\(error)".localizedCaseInsensitiveContains("damaged"))
        library.close()
        library = try self.library(decoders: "two")
        decoder.error = nil
        #expect(try library.pictures.preview(.grid, of: resource).width == 256)
    }

    @Test func aFileThatTookTooLongIsTriedOnceMore() throws {
        let library = try library()
        let resource = try original(try library.addPicture(), in: library)
        decoder.error = MediaWorkerError(.timedOut)
        for _ in 1...4 {
            #expect(throws: MediaWorkerError(.timedOut)) {
                try library.pictures.preview(.grid, of: resource)
            }
        }
        #expect(decoder.requests.count == 2)
    }

    @Test func aMissingWorkerIsNotTheFilesFault() throws {
        let library = try library()
        let resource = try original(try library.addPicture(), in: library)
        decoder.error = MediaWorkerError(.notFound)
        #expect(throws: MediaWorkerError(.notFound)) {
            try library.pictures.preview(.grid, of: resource)
        }
        decoder.error = nil
        #expect(try library.pictures.preview(.grid, of: resource).width == 256)
    }

    // MARK: Room

    @Test func largePreviewsUsedLongestAgoGoFirst() throws {
        let clock = TestClock()
        let library = try library(budget: 900 << 10, clock: clock)
        decoder.screenBytes = 100 << 10
        let resources = try (1...8).map { number in
            try original(try library.addPicture(seed: UInt8(number)), in: library)
        }
        for resource in resources.prefix(3) {
            _ = try library.pictures.preview(.screen, of: resource)
        }
        clock.advance(days: 1)
        _ = try library.pictures.preview(.screen, of: resources[0])
        for resource in resources.dropFirst(3) {
            _ = try library.pictures.preview(.screen, of: resource)
        }
        #expect(library.pictures.storedPreview(.screen, of: resources[0]) != nil)
        #expect(library.pictures.storedPreview(.screen, of: resources[1]) == nil)
        #expect(library.pictures.storedPreview(.screen, of: resources[7]) != nil)
        // What a page of many pictures shows stays.
        #expect(resources.allSatisfy { library.pictures.storedPreview(.grid, of: $0) != nil })
    }

    // MARK: Many

    @Test func theMakerMakesWhatIsLacking() throws {
        let library = try library()
        let resources = try (1...20).map { number in
            try original(try library.addPicture(seed: UInt8(number)), in: library)
        }
        _ = try library.pictures.preview(.screen, of: resources[3])
        let maker = PreviewMaker(library.pictures, threads: 2)
        maker.makePreviews(of: resources)
        let outcome = maker.finish()
        #expect(outcome.made == 19)
        #expect(outcome.present == 1)
        #expect(outcome.failures.isEmpty)
        #expect(library.pictures.previews.inventory().counts == [.grid: 20, .screen: 20])
    }

    @Test func theMakerGivesUpWithoutAWorkerAndGoesOnAfterABadFile() throws {
        let library = try library()
        let resources = try (1...5).map { number in
            try original(try library.addPicture(seed: UInt8(number)), in: library)
        }
        decoder.error = MediaFileError(.damaged, "no end")
        var maker = PreviewMaker(library.pictures, threads: 2)
        maker.makePreviews(of: Array(resources.prefix(2)))
        var outcome = maker.finish()
        #expect(Set(outcome.failures.map(\.resource)) == Set(resources.prefix(2)))
        #expect(outcome.obstacle == nil)
        decoder.error = MediaWorkerError(.notFound)
        maker = PreviewMaker(library.pictures, threads: 1)
        maker.makePreviews(of: Array(resources.dropFirst(2)))
        outcome = maker.finish()
        #expect(outcome.obstacle == MediaWorkerError(.notFound))
        #expect(decoder.requests.count == 3)
    }
}
