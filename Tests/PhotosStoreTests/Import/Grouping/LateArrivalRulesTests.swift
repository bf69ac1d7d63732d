import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// A library in small: what the rules decide is carried out on arrays.
private struct ToyLibrary {
    var assets: [LateArrivalRules.Asset] = []
    private var numbers = SeededNumbers(seed: 1)

    /// Imports each list by itself, one after another.
    mutating func take(_ imports: [[GroupingFile]]) {
        for files in imports {
            for group in FileGrouping.groups(of: files) { take(group, files) }
        }
    }

    private mutating func take(_ group: FileGroup, _ files: [GroupingFile]) {
        let newcomers = files.filter { group.indexes.contains($0.index) }
        switch LateArrivalRules.decide(newcomers, among: assets) {
        case .separate:
            guard !group.members.isEmpty else { return }
            assets.append(
                .init(uuid: UUID(), resources: group.members.compactMap { resource($0, files) })
            )
        case .attach(let attachment):
            guard let assetIndex = assets.firstIndex(where: { $0.uuid == attachment.asset }) else {
                return
            }
            for change in attachment.demoting {
                for index in assets[assetIndex].resources.indices
                where assets[assetIndex].resources[index].file.index == change.index {
                    assets[assetIndex].resources[index].role = change.role
                }
            }
            assets[assetIndex].resources += attachment.members.compactMap { resource($0, files) }
            for rest in attachment.remainder { take(rest, files) }
        }
    }

    private func resource(
        _ member: FileGroup.Member,
        _ files: [GroupingFile]
    ) -> LateArrivalRules.Asset.Resource? {
        files.first { $0.index == member.index }.map { .init(role: member.role, file: $0) }
    }

    var described: [String] {
        assets.map { asset in
            asset.resources.sorted { $0.role < $1.role }
                .map { "\($0.file.name)=\($0.role)" }.joined(separator: " ")
        }.sorted()
    }
}

@Suite(.permit) struct PartnerRulesTests {
    /// Files of one shot, and the asset that they are in the end.
    static let shots: [([GroupingFile], String)] = [
        (
            [.test("IMG_1.HEIC", id: "A"), .test("IMG_1.MOV", id: "A")],
            "IMG_1.HEIC=1 IMG_1.MOV=9"
        ),
        ([.test("D_1.NEF"), .test("D_1.JPG")], "D_1.JPG=1 D_1.NEF=4"),
        (
            [.test("A_1.HEIC", time: 5), .test("A_1.JPG", time: 5)],
            "A_1.HEIC=1 A_1.JPG=4"
        ),
        (
            [
                .test("IMG_1.JPG", time: 5), .test("IMG_E1.JPG", time: 5),
                .test("IMG_1.DNG", time: 5),
            ],
            "IMG_1.JPG=1 IMG_1.DNG=4 IMG_E1.JPG=5"
        ),
        ([.test("IMG_1.MOV"), .test("IMG_E1.MOV")], "IMG_1.MOV=2 IMG_E1.MOV=6"),
        (
            [
                .test("IMG_1.HEIC", id: "A"), .test("IMG_1.MOV", id: "A"),
                .test("IMG_E1.JPG", id: "A"), .test("IMG_E1.MOV", id: "A"),
            ],
            "IMG_1.HEIC=1 IMG_E1.JPG=5 IMG_1.MOV=9 IMG_E1.MOV=10"
        ),
        (
            [
                .test("IMG_1.HEIC", id: "A", time: 5), .test("IMG_1.MOV", id: "A", time: 4),
                .test("IMG_1.DNG", id: "A", time: 5),
            ],
            "IMG_1.HEIC=1 IMG_1.DNG=4 IMG_1.MOV=9"
        ),
        ([.test("PXL_1.MP.jpg", embedded: true), .test("PXL_1.MP")], "PXL_1.MP.jpg=1 PXL_1.MP=9"),
        (
            [.test("x.heic", folder: "One", id: "A"), .test("y.mov", folder: "Two", id: "A")],
            "x.heic=1 y.mov=9"
        ),
    ]

    @Test(arguments: shots)
    func `files that come one by one make the same asset in every order`(
        files: [GroupingFile],
        expected: String
    ) {
        for order in permutations(of: files) {
            var library = ToyLibrary()
            library.take(order.map { [$0] })
            #expect(library.described == [expected], "\(order.map(\.name))")
        }
    }

    @Test func `a recipe joins when its original is there`() {
        var library = ToyLibrary()
        library.take([[.test("IMG_1.HEIC")], [.test("IMG_1.AAE")], [.test("IMG_E1.HEIC")]])
        #expect(library.described == ["IMG_1.HEIC=1 IMG_E1.HEIC=5 IMG_1.AAE=7"])
    }

    @Test func `half of what arrives may join, the rest stays`() {
        var library = ToyLibrary()
        library.take([
            [.test("D_1.HEIC", time: 5)], [.test("D_1.JPG", time: 5), .test("D_1.NEF", time: 5)],
        ])
        #expect(library.described == ["D_1.HEIC=1 D_1.NEF=4", "D_1.JPG=1"])
    }

    @Test func `files of the same name in another folder are strangers`() {
        var library = ToyLibrary()
        library.take([[.test("D_1.NEF", folder: "One")], [.test("D_1.JPG", folder: "Two")]])
        #expect(library.described == ["D_1.JPG=1", "D_1.NEF=1"])
    }

    private func asset(_ resources: [(ResourceRole, GroupingFile)]) -> LateArrivalRules.Asset {
        .init(uuid: UUID(), resources: resources.map { .init(role: $0.0, file: $0.1) })
    }

    @Test func `an edit made in the library is not replaced by one that arrives`() {
        let edited = asset([
            (.photo, .test("IMG_1.HEIC")), (.fullSizePhoto, .test("FullSizeRender.jpg")),
        ])
        #expect(LateArrivalRules.decide([.test("IMG_E1.HEIC")], among: [edited]) == .separate)
    }

    @Test func `a video that was edited in the library keeps its edit when its picture arrives`()
        throws
    {
        let movie = GroupingFile.test("IMG_1.MOV", id: "A")
        let rendering = GroupingFile.test("FullSizeRender.mov")
        let edited = asset([(.video, movie), (.fullSizeVideo, rendering)])
        let decision = LateArrivalRules.decide([.test("IMG_1.HEIC", id: "A")], among: [edited])
        guard case .attach(let attachment) = decision else {
            Issue.record("The picture should join: \(decision)")
            return
        }
        #expect(attachment.members.map(\.role) == [.photo])
        #expect(
            attachment.demoting == [
                .init(index: movie.index, role: .pairedVideo),
                .init(index: rendering.index, role: .fullSizePairedVideo),
            ]
        )
    }

    @Test func `a sidecar that arrives later is told of`() {
        let xmp = GroupingFile.test("a.xmp")
        let known = asset([(.photo, .test("a.jpg"))])
        let decision = LateArrivalRules.decide([xmp], among: [known])
        guard case .attach(let attachment) = decision else {
            Issue.record("The sidecar should join: \(decision)")
            return
        }
        #expect(attachment.asset == known.uuid)
        #expect(attachment.members.isEmpty && attachment.demoting.isEmpty)
        #expect(attachment.sidecars == [xmp.index])
    }

    @Test func `of several assets the one that takes most is taken`() {
        let picture = asset([(.photo, .test("IMG_1.HEIC", id: "A"))])
        let other = asset([(.video, .test("IMG_7.MOV", id: "Z"))])
        let decision = LateArrivalRules.decide(
            [.test("IMG_1.MOV", id: "A")],
            among: [other, picture]
        )
        guard case .attach(let attachment) = decision else {
            Issue.record("The movie should join: \(decision)")
            return
        }
        #expect(attachment.asset == picture.uuid)
    }

    @Test(arguments: 0..<1_000)
    func `whatever arrives, assets stay possible and no file is lost`(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let files = RandomGroupingTests.files(&numbers)
        var library = ToyLibrary()
        library.take(files.shuffled(using: &numbers).map { [$0] })
        for asset in library.assets {
            #expect(ResourceCombination.isSupported(asset.resources.map(\.role)))
        }
        let media = files.filter { if case .sidecar = $0.kind { false } else { true } }
        let kept = library.assets.flatMap(\.resources).map(\.file.index)
        #expect(Set(kept).count == kept.count)
        #expect(Set(media.map(\.index)).isSubset(of: kept))
    }
}

private func permutations(of files: [GroupingFile]) -> [[GroupingFile]] {
    guard !files.isEmpty else { return [[]] }
    return files.indices.flatMap { assetIndex in
        var rest = files
        let first = rest.remove(at: assetIndex)
        return permutations(of: rest).map { [first] + $0 }
    }
}
