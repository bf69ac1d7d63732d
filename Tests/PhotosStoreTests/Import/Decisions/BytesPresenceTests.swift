import Foundation
import PhotosMedia
import TestPermits
import Testing

@testable import PhotosImport
@testable import PhotosStore

/// What the library has of a file's bytes, decided without library or disk.
@Suite(.permit) struct BytesPresenceTests {
    private static let asset = UUID(uuidString: "00000000-0000-4000-8000-000000000001") ?? UUID()
    private static let other = UUID(uuidString: "00000000-0000-4000-8000-000000000002") ?? UUID()

    private static func held(
        _ assets: [UUID],
        broken: [HeldBytes.Broken] = [],
        movies: [HeldBytes.Broken] = [],
        isInSourcesAlone: Bool = false
    ) -> HeldBytes {
        HeldBytes(
            assets: assets,
            broken: broken,
            brokenMovies: movies,
            isInSourcesAlone: isInSourcesAlone
        )
    }

    private static let nothing = held([])
    private static let whole = held([asset, other])
    private static let inSources = held([other], isInSourcesAlone: true)
    private static let broken = held([other], broken: [.test(1)])
    private static let brokenMovie = held([other], movies: [.test(2)])
    private static let bothBroken = held([other], broken: [.test(1)], movies: [.test(2)])

    /// The expected decision for some of all inputs; nil stands for each value of an input.
    private struct Row {
        var keeps: Bool?
        /// Whether the library was asked, and its answer.
        var held: HeldBytes??
        var planned: Bool?
        var block: Presence.Holding?
        var joins: Bool?
        var presence: Presence?

        func fits(_ known: Presence.Known) -> Bool {
            (keeps ?? known.keepsDuplicates) == known.keepsDuplicates
                && (held ?? known.held) == known.held
                && (planned ?? (known.planned != nil)) == (known.planned != nil)
                && (block ?? known.block) == known.block
                && (joins ?? known.joinsUnits) == known.joinsUnits
        }
    }

    /// Each combination of inputs fits exactly one row.
    private static let table: [Row] = [
        Row(keeps: true, presence: .absent),
        Row(keeps: false, held: .some(nothing), presence: .absent),
        Row(keeps: false, held: .some(whole), presence: .whole(whole)),
        Row(keeps: false, held: .some(inSources), presence: .whole(inSources)),
        Row(keeps: false, held: .some(broken), presence: .broken(broken)),
        Row(keeps: false, held: .some(brokenMovie), presence: .broken(brokenMovie)),
        Row(keeps: false, held: .some(bothBroken), presence: .broken(bothBroken)),
        Row(keeps: false, held: .some(nil), planned: true, presence: .planned(asset)),
        Row(keeps: false, held: .some(nil), planned: false, block: .absent, presence: nil),
        Row(
            keeps: false,
            held: .some(nil),
            planned: false,
            block: .original,
            joins: true,
            presence: .inBlock
        ),
        Row(
            keeps: false,
            held: .some(nil),
            planned: false,
            block: .original,
            joins: false,
            presence: nil
        ),
        Row(keeps: false, held: .some(nil), planned: false, block: .part, presence: nil),
    ]

    @Test func `each combination of what is known has one decision`() {
        let answers = [
            nil, Self.nothing, Self.whole, Self.inSources, Self.broken, Self.brokenMovie,
            Self.bothBroken,
        ]
        for held in answers {
            for planned in [nil, Self.asset] {
                for block in [.absent, .original, .part] as [Presence.Holding] {
                    for (keeps, joins) in [
                        (false, false), (false, true), (true, false), (true, true),
                    ] {
                        let known = Presence.Known(
                            keepsDuplicates: keeps,
                            planned: planned,
                            block: block,
                            joinsUnits: joins,
                            held: held
                        )
                        let rows = Self.table.filter { $0.fits(known) }
                        #expect(rows.count == 1, "\(known)")
                        #expect(Presence(known) == rows.first?.presence, "\(known)")
                    }
                }
            }
        }
    }

    @Test func `a decision names the assets with the bytes, and whether only sources have them`() {
        #expect(Presence.absent.assets.isEmpty && Presence.inBlock.assets.isEmpty)
        #expect(Presence.planned(Self.asset).assets == [Self.asset])
        #expect(Presence.whole(Self.whole).assets == [Self.asset, Self.other])
        #expect(Presence.broken(Self.broken).assets == [Self.other])
        #expect(Presence.whole(Self.inSources).isInSourcesAlone)
        #expect(!Presence.whole(Self.whole).isInSourcesAlone)
        #expect(!Presence.planned(Self.asset).isInSourcesAlone)
    }

    @Test func `a block knows the originals and the other files that it adds`() throws {
        var block = ImportBlock()
        let pair = FileGroup(members: [
            .init(index: 0, role: ResourceRole.photo),
            .init(index: 1, role: ResourceRole.pairedVideo),
        ])
        block.add(
            ImportUnit(
                creating: Self.asset,
                from: pair,
                of: [
                    .test("a.heic", .heic, checksum: 1),
                    .test("a.mov", .quickTimeMovie, checksum: 2),
                ],
                at: nil,
                keepsDuplicates: false
            )
        )
        #expect(block.holding([1]) == .original)
        #expect(block.holding([2]) == .part)
        #expect(block.holding([3]) == .absent)
        block.addTwin(.init(file: .test("b.heic"), outcome: .duplicate, checksum: [1]), at: nil)
        #expect(block.units[0].twins.map(\.file.file.name) == ["b.heic"])
    }

    @Test func `a block is full by its files, its bytes or its notes`() {
        var options = ImportOptions()
        options.blockFiles = 2
        options.blockBytes = 25
        func block(_ count: Int, checksum: UInt8? = nil) -> ImportBlock {
            var block = ImportBlock()
            for number in 0..<count {
                if let checksum {
                    let files = [InspectedFile.test("\(number).jpg", checksum: checksum)]
                    let group = FileGroup(members: [.init(index: 0, role: ResourceRole.photo)])
                    block.add(
                        ImportUnit(
                            creating: UUID(),
                            from: group,
                            of: files,
                            at: nil,
                            keepsDuplicates: true
                        )
                    )
                } else {
                    let file = ImportUnit.File(file: .test("\(number)"), outcome: .other)
                    block.add(ImportUnit(work: .note, folder: nil, files: [file]))
                }
            }
            return block
        }
        #expect(!block(1, checksum: 1).isFull(options))
        #expect(block(2, checksum: 1).isFull(options))
        #expect(!block(100).isFull(options))
        #expect(block(4_096).isFull(options))
        options.blockFiles = 100
        #expect(!block(2, checksum: 1).isFull(options))
        #expect(block(3, checksum: 1).isFull(options))
    }
}

extension HeldBytes.Broken {
    /// A resource of one byte whose file is missing.
    static func test(_ byte: UInt8) -> HeldBytes.Broken {
        HeldBytes.Broken(
            file: HeldFile(
                row: Int64(byte),
                assetRow: 1,
                asset: .zero,
                type: .photo,
                file: "",
                byteCount: 1,
                checksum: [byte],
                state: nil,
                sourceFileID: nil,
                isOffline: false,
                hasLeft: false
            ),
            isDamaged: false
        )
    }
}
