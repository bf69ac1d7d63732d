import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Files that stay in place make the assets that they would make in an import.
@Suite(.permit) struct SourceGroupingTests {
    static func environment() -> EngineEnvironment {
        EngineEnvironment(examine: { descriptor, name in
            var facts = MediaFacts(
                header: try MediaHeader.read(from: try DescriptorByteSource(descriptor: descriptor))
            )
            facts.creationDate = Date(timeIntervalSinceReferenceDate: 700_000_000)
            facts.dateSource = "Exif.Photo.DateTimeOriginal"
            if name?.hasPrefix("IMG_") == true { facts.contentIdentifier = "pair" }
            return facts
        })
    }

    @Test(arguments: [["IMG_1.JPG", "IMG_1.MOV"], ["IMG_1.MOV", "IMG_1.JPG"]], [true, false])
    func `a Live Photo in place is one asset, in any order`(
        order: [String],
        isAtOnce: Bool
    ) throws {
        let fixture = try SourceFixture(environment: Self.environment())
        for name in order {
            try fixture.write(
                name,
                name.hasSuffix("MOV") ? TestMovie(.quickTime).data() : TestJPEG().data()
            )
            if !isAtOnce { _ = try SourceSweep(fixture.library, source: fixture.source.id).run() }
        }
        let report = try SourceSweep(fixture.library, source: fixture.source.id).run()
        #expect(
            report.createdCount == (isAtOnce ? 1 : 0) && report.joinedCount == (isAtOnce ? 1 : 0)
        )
        #expect(try fixture.roles() == [["IMG_1.JPG": 1, "IMG_1.MOV": 9]])
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        for resource in try fixture.library.records.resources(ofAssets: rows)[rows[0]] ?? [] {
            #expect(
                try fixture.library.originals.url(of: resource).path
                    == fixture.url(resource.filename ?? "").path
            )
        }
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    enum Way: CaseIterable, Sendable { case moved, renamed, copied, reattached }

    @Test(arguments: Way.allCases)
    func `an edit and a recipe that are new beside a moved photo join the photo`(_ way: Way) throws
    {
        let fixture = try SourceFixture(environment: Self.environment())
        var source = fixture.source
        try fixture.write("in/DSC_1.JPG", 1)
        try fixture.sweep()
        switch way {
        case .moved: try fixture.move("in/DSC_1.JPG", to: "2024/DSC_1.JPG")
        case .renamed:
            try fixture.move("in/DSC_1.JPG", to: "in/lake.JPG")
            try fixture.sweep()
        case .copied:
            try fixture.write("2024/DSC_1.JPG", 1)
            try fixture.remove("in/DSC_1.JPG")
        case .reattached:
            try fixture.library.sources.forgetSource(source.id, assets: .keepOffline)
            source = try fixture.library.sources.addSource(fixture.top)
        }
        let folder = way == .reattached || way == .renamed ? "in" : "2024"
        let name = way == .renamed ? "lake" : "DSC_1"
        try fixture.write("\(folder)/\(name)-edited.JPG", 2)
        try fixture.write("\(folder)/\(name).AAE", JoiningTests.adjustment())
        let report = try SourceSweep(fixture.library, source: source.id).run()
        #expect(
            report.createdCount == 0 && report.joinedCount == 2 && report.refusedSidecarCount == 0
        )
        #expect(
            try fixture.roles() == [["DSC_1.JPG": 1, "\(name)-edited.JPG": 5, "\(name).AAE": 7]]
        )
        #expect(try fixture.offline().isEmpty)
    }

    @Test func `photos that come back with new edits are written in one block`() throws {
        let fixture = try SourceFixture(environment: Self.environment())
        // More than are read at once.
        let numbers: ClosedRange<UInt8> = 1...40
        for number in numbers { try fixture.write("DSC_\(number).JPG", number) }
        try fixture.sweep()
        try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        let source = try fixture.library.sources.addSource(fixture.top)
        for number in numbers { try fixture.write("DSC_\(number)-edited.JPG", 100 + number) }
        let count = try fixture.changeCount()
        let report = try SourceSweep(fixture.library, source: source.id).run()
        #expect(report.returnedCount == 40 && report.joinedCount == 40 && report.createdCount == 0)
        // One for the photos that came back, and one for the edits.
        let changes = try fixture.changeCount() - count
        #expect(changes == 2)
    }

    @Test func `a picture and its recipe that are edited again stay one edit`() throws {
        let fixture = try SourceFixture(environment: Self.environment())
        try fixture.write("DSC_1.JPG", 1)
        try fixture.write("DSC_1-edited.JPG", 2)
        try fixture.write("DSC_1.AAE", JoiningTests.adjustment())
        try fixture.sweep()
        #expect(try recipe(fixture) == [1, 2, 3])
        try fixture.write("DSC_1-edited.JPG", 3)
        try fixture.write("DSC_1.AAE", JoiningTests.adjustment([4, 5]))
        let report = try fixture.sweep()
        #expect(report.editedCount == 1 && report.joinedCount == 1 && report.createdCount == 0)
        #expect(try recipe(fixture) == [4, 5])
        #expect(try fixture.roles() == [["DSC_1.JPG": 1, "DSC_1-edited.JPG": 5, "DSC_1.AAE": 7]])
        // A recipe that is written again as it was is no change.
        let count = try fixture.changeCount()
        try fixture.write("DSC_1.AAE", JoiningTests.adjustment([4, 5]))
        for _ in 1...2 {
            let again = try fixture.sweep()
            #expect(again.refusedCount == 0 && again.sameCount == 3)
        }
        #expect(try fixture.sweep { $0.readsAll = true }.sameCount == 3)
        let isUnchanged = try fixture.changeCount() == count
        #expect(isUnchanged)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    /// The bytes of the recipe of a photo, or of the only one; nil where there is none.
    private func recipe(_ fixture: SourceFixture, of asset: UUID? = nil) throws -> [UInt8]? {
        var rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        if let asset {
            rows = Array(try fixture.library.records.rows(of: [asset], in: .asset).values)
        }
        let resources = try fixture.library.records.resources(ofAssets: rows).values.joined()
        return try resources.first { $0.type == ResourceRole.adjustmentData }.map {
            [UInt8](try Data(contentsOf: fixture.library.originals.url(of: $0)))
        }
    }

    /// Writes a photo with an edit and its recipe.
    private func writeEdited(
        _ name: String,
        seed: UInt8,
        recipe: [UInt8],
        in fixture: SourceFixture
    ) throws {
        try fixture.write("\(name).JPG", seed)
        try fixture.write("\(name)-edited.JPG", seed + 1)
        try fixture.write("\(name).AAE", JoiningTests.adjustment(recipe))
    }

    @Test func `a second recipe beside a photo is named, and an equal one is a duplicate`() throws {
        let fixture = try SourceFixture(environment: Self.environment())
        try writeEdited("a/DSC_1", seed: 1, recipe: [1, 2, 3], in: fixture)
        try fixture.sweep()
        try writeEdited("b/DSC_1", seed: 1, recipe: [1, 2, 3], in: fixture)
        let copied = try fixture.sweep()
        #expect(copied.duplicateCount == 3 && copied.refusedCount == 0 && copied.otherCount == 0)
        try writeEdited("c/DSC_1", seed: 1, recipe: [4, 5], in: fixture)
        let report = try fixture.sweep()
        #expect(report.duplicateCount == 2 && report.refusedCount == 1 && report.otherCount == 0)
        #expect(
            fixture.events.contains { event in
                guard case .refused(let url, let reason) = event else { return false }
                // The edited picture is in the library already, so that no import of it makes another edit.
                return url.path.hasSuffix("c/DSC_1.AAE") && reason.contains("another recipe")
                    && reason.hasSuffix("so this one is left out.")
            }
        )
        #expect(try recipe(fixture) == [1, 2, 3])
        #expect(try fixture.sweep().sameCount == 9)
    }

    @Test(arguments: [true, false])
    func `a second recipe that was left out stays left out when the first one is gone`(
        readsAll: Bool
    ) throws {
        let fixture = try SourceFixture(environment: Self.environment())
        try writeEdited("a/DSC_1", seed: 1, recipe: [1, 2, 3], in: fixture)
        try fixture.sweep()
        let photo = try #require(try fixture.uuids()["a/DSC_1.JPG"])
        try writeEdited("c/DSC_1", seed: 1, recipe: [4, 5], in: fixture)
        #expect(try fixture.sweep().refusedCount == 1)
        try fixture.remove("a")
        // The first sweep gives the photo the copy of its file. New photos beside the recipe have other names.
        for number: UInt8 in 2...4 {
            try fixture.write("c/DSC_\(number).JPG", 10 * number)
            try fixture.sweep { $0.readsAll = readsAll }
            #expect(try recipe(fixture, of: photo) == [1, 2, 3])
        }
        #expect(try fixture.offline().isEmpty)
    }

    @Test(arguments: ["b/DSC_1", "in/DSC_2"])
    func `a photo that gets the name of another one keeps its own recipe`(name: String) throws {
        let fixture = try SourceFixture(environment: Self.environment())
        try writeEdited("in/DSC_1", seed: 1, recipe: [1, 2, 3], in: fixture)
        try writeEdited(name, seed: 3, recipe: [4, 5], in: fixture)
        try fixture.sweep()
        let uuids = try fixture.uuids()
        let former = try #require(uuids["in/DSC_1.JPG"])
        let photo = try #require(uuids["\(name).JPG"])
        let isRenamed = name.hasPrefix("in/")
        if isRenamed {
            try fixture.move("\(name).JPG", to: "in/DSC_1.JPG")
            try fixture.move("\(name)-edited.JPG", to: "in/DSC_1-edited.JPG")
            try fixture.write("in/DSC_1.AAE", JoiningTests.adjustment([6]))
        } else {
            try writeEdited("in/DSC_1", seed: 3, recipe: [4, 5], in: fixture)
            for ending in [".JPG", "-edited.JPG"] { try fixture.remove(name + ending) }
        }
        try fixture.remove("\(name).AAE")
        let report = try fixture.sweep()
        #expect(report.createdCount == 0 && report.refusedCount == 0 && report.otherCount == 0)
        #expect(report.joinedCount == (isRenamed ? 1 : 0))
        #expect(try fixture.offline() == [former])
        #expect(try recipe(fixture, of: former) == [1, 2, 3])
        #expect(try recipe(fixture, of: photo) == (isRenamed ? [6] : [4, 5]))
        // The former one comes back from a backup.
        try writeEdited("c/DSC_1", seed: 1, recipe: [1, 2, 3], in: fixture)
        let again = try fixture.sweep()
        #expect(again.createdCount == 0 && again.otherCount == 0 && again.refusedCount == 0)
        #expect(try fixture.offline().isEmpty)
        #expect(try recipe(fixture, of: former) == [1, 2, 3])
        #expect(try fixture.sweep().sameCount == 6)
    }

    @Test(arguments: ["2024/DSC_1", "in/lake"], [true, false])
    func `a recipe that was changed and moved with its photo is taken`(
        name: String,
        readsAll: Bool
    ) throws {
        let fixture = try SourceFixture(environment: Self.environment())
        try fixture.write("in/DSC_1.JPG", 1)
        try fixture.write("in/DSC_1-edited.JPG", 2)
        try fixture.write("in/DSC_1.AAE", JoiningTests.adjustment())
        try fixture.sweep()
        try fixture.move("in/DSC_1.JPG", to: "\(name).JPG")
        try fixture.move("in/DSC_1-edited.JPG", to: "\(name)-edited.JPG")
        try fixture.remove("in/DSC_1.AAE")
        try fixture.write("\(name).AAE", JoiningTests.adjustment([4, 5]))
        let report = try fixture.sweep { $0.readsAll = readsAll }
        #expect(report.joinedCount == 1 && report.createdCount == 0 && report.refusedCount == 0)
        #expect(try recipe(fixture) == [4, 5])
        #expect(try fixture.sweep().sameCount == 3)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    @Test(arguments: ["2024/DSC_1", "in/lake"], [true, false])
    func `an edited version that was changed and moved with its photo stays an edit`(
        name: String,
        readsAll: Bool
    ) throws {
        let fixture = try SourceFixture(environment: Self.environment())
        try writeEdited("in/DSC_1", seed: 1, recipe: [1, 2, 3], in: fixture)
        try fixture.sweep()
        try fixture.move("in/DSC_1.JPG", to: "\(name).JPG")
        for ending in ["-edited.JPG", ".AAE"] { try fixture.remove("in/DSC_1" + ending) }
        try fixture.write("\(name)-edited.JPG", 3)
        try fixture.write("\(name).AAE", JoiningTests.adjustment([4, 5]))
        let report = try fixture.sweep { $0.readsAll = readsAll }
        #expect(report.editedCount == 1 && report.joinedCount == 1 && report.createdCount == 0)
        #expect(report.refusedCount == 0 && report.otherCount == 0 && report.vanishedCount == 0)
        #expect(try recipe(fixture) == [4, 5])
        #expect(try fixture.roles().count == 1 && fixture.offline().isEmpty)
        #expect(try fixture.sweep().sameCount == 3)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    @Test func `an edited version that is elsewhere, and a new one, are no changed file`() throws {
        let fixture = try SourceFixture(environment: Self.environment())
        try fixture.write("in/DSC_1.JPG", 1)
        try fixture.write("in/DSC_1-edited.JPG", 2)
        try fixture.sweep()
        // A copy without the date is found by its bytes, after the files of the folders before it.
        try fixture.remove("in/DSC_1-edited.JPG")
        try fixture.write("in/DSC_1~2.JPG", 3)
        try fixture.write("out/DSC_1-edited.JPG", 2)
        let report = try fixture.sweep()
        #expect(report.editedCount == 0 && report.movedCount == 1 && report.createdCount == 1)
        #expect(try fixture.offline().isEmpty)
    }

    @Test func `a recipe that came before its moved photo is taken`() throws {
        let fixture = try SourceFixture(environment: Self.environment())
        try writeEdited("in/DSC_1", seed: 1, recipe: [1, 2, 3], in: fixture)
        try fixture.sweep()
        try fixture.remove("in/DSC_1.AAE")
        try fixture.write("2024/DSC_1.AAE", JoiningTests.adjustment([4, 5]))
        #expect(try fixture.sweep().otherCount == 1)
        for ending in [".JPG", "-edited.JPG"] {
            try fixture.move("in/DSC_1" + ending, to: "2024/DSC_1" + ending)
        }
        let report = try fixture.sweep()
        #expect(report.joinedCount == 1 && report.movedCount == 2 && report.createdCount == 0)
        #expect(report.sameCount == 0 && report.otherCount == 0 && report.refusedCount == 0)
        #expect(try recipe(fixture) == [4, 5])
        #expect(try fixture.sweep().sameCount == 3)
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    @Test(arguments: [true, false], [true, false])
    func `each change of a recipe is named after the photo was edited or reverted in the library`(
        isReverted: Bool,
        readsAll: Bool
    ) throws {
        let fixture = try SourceFixture(environment: Self.environment())
        try fixture.write("DSC_1.JPG", 1)
        try fixture.write("DSC_1-edited.JPG", 2)
        try fixture.write("DSC_1.AAE", JoiningTests.adjustment())
        try fixture.sweep()
        let asset = try #require(try fixture.uuids().values.first)
        try fixture.library.commit(isReverted ? .revert(asset) : .edit(asset, width: 16))
        let kept = try recipe(fixture)
        #expect((kept == nil) == isReverted)
        let read = try fixture.sweep { $0.readsAll = true }
        #expect(read.refusedCount == 0 && read.joinedCount == 0 && read.sameCount == 3)
        for data in [[4], [5]] as [[UInt8]] {
            try fixture.write("DSC_1.AAE", JoiningTests.adjustment(data))
            let report = try fixture.sweep { $0.readsAll = readsAll }
            #expect(report.refusedCount == 1 && report.joinedCount == 0 && report.sameCount == 2)
            #expect(
                fixture.events.contains { event in
                    guard case .refused(let url, let reason) = event else { return false }
                    return url.lastPathComponent == "DSC_1.AAE" && reason.contains("reverted")
                        && reason.contains("`photokit source sweep --read`")
                }
            )
            #expect(try recipe(fixture) == kept)
        }
        try fixture.write("DSC_1.AAE", JoiningTests.adjustment())
        let report = try fixture.sweep { $0.readsAll = readsAll }
        #expect(report.refusedCount == 0 && report.sameCount == 3)
        #expect(try recipe(fixture) == kept)
    }
}
