import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

/// What becomes of a file by its bytes, decided without library or disk.
@Suite(.permit) struct BytesDecisionTests {
    private static let asset = UUID(uuidString: "00000000-0000-4000-8000-000000000001") ?? UUID()

    @Test(
        arguments: [
            (.skip, false, .absent, true, .askLibrary),
            (.skip, false, .original, true, .joinUnit),
            (.skip, false, .original, false, .commitFirst),
            (.skip, false, .part, true, .commitFirst),
            (.skip, false, .part, false, .commitFirst),
            (.album, false, .absent, true, .askLibrary),
            (.album, false, .original, true, .joinUnit),
            (.skip, true, .absent, true, .duplicate(of: [asset])),
            (.skip, true, .original, true, .duplicate(of: [asset])),
            (.keep, false, .original, true, .new),
            (.keep, true, .part, true, .new),
        ] as [(ImportOptions.Duplicates, Bool, BytesDecision.Holding, Bool, BytesDecision)]
    )
    func `the block and a dry run's plan decide first`(
        _ duplicates: ImportOptions.Duplicates,
        _ isPlanned: Bool,
        _ holding: BytesDecision.Holding,
        _ joinsUnits: Bool,
        _ expected: BytesDecision
    ) {
        let decision = BytesDecision.beforeAsking(
            duplicates,
            planned: isPlanned ? Self.asset : nil,
            block: holding,
            joinsUnits: joinsUnits
        )
        #expect(decision == expected)
    }

    @Test func `bytes of whole assets are duplicates, and those of broken ones heal`() {
        let other = UUID()
        #expect(BytesDecision.afterAsking([], hasBroken: { true }) == .new)
        #expect(
            BytesDecision.afterAsking([Self.asset, other], hasBroken: { false })
                == .duplicate(of: [Self.asset, other])
        )
        #expect(BytesDecision.afterAsking([other], hasBroken: { true }) == .heal([other]))
    }

    @Test func `nothing is looked for in assets that do not exist`() {
        var hasAsked = false
        _ = BytesDecision.afterAsking([]) {
            hasAsked = true
            return false
        }
        #expect(!hasAsked)
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
