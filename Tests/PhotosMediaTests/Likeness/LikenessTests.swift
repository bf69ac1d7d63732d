import Foundation
import MediaSynthesis
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Hashes of pictures, and the comparison of pictures with near hashes.
@Suite(.permit) struct LikenessTests {
    private let table: LikenessTable

    init() throws { table = LikenessTable(client: try TestWorker.client()) }

    /// The file with the table that was measured last.
    private static var document: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Documentation/Duplicates.md")
    }

    /// With PHOTOKIT_TEST_WRITE_LIKENESS=1 the test writes the table of the document again.
    @Test func `Copies are found, and other pictures are not`() throws {
        let isWriting =
            ProcessInfo.processInfo.environment["PHOTOKIT_TEST_WRITE_LIKENESS"] == "1"
        let seeds = isWriting ? LikenessTable.seeds : LikenessTable.fewSeeds
        let rows = try table.rows(seeds)
        for row in rows { #expect(row.distances.count == seeds.count, "\(row.kind.name)") }
        #expect(LikenessTable.recall(rows, 8) >= 0.9)
        #expect(LikenessTable.precision(rows, 8) >= 0.96)
        for row in rows where row.kind.isCopy {
            // Parts of bright pictures become white, and thus differ.
            let isClipped = ["brighter by a fifth", "more contrast"].contains(row.kind.name)
            let least = isClipped || row.kind.name.contains("cut") ? 0.5 : 1
            #expect(row.found(at: 8) >= least, "\(row.kind.name)")
        }
        // The hash alone tells a scene from another one, and does not tell whether a thing moved.
        for row in rows where row.kind.name.contains("scene") {
            #expect(row.near(at: 8) <= 0.05, "\(row.kind.name)")
        }
        for row in rows where row.kind.name.contains("moved") {
            #expect(row.found(at: 8) < row.near(at: 8), "\(row.kind.name)")
        }
        guard isWriting else { return }
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        let parts = text.components(separatedBy: "<!-- likeness -->\n")
        try #require(parts.count == 3)
        let written = [parts[0], LikenessTable.text(rows), parts[2]]
        try Data(written.joined(separator: "<!-- likeness -->\n").utf8).write(to: Self.document)
    }

    @Test func `The hash does not depend on the orientation that a file states`() throws {
        let image = SceneImage(seed: 7).image(width: 300, height: 200)
        let turned = RasterImage(width: 200, height: 300) { column, row in image[row, 199 - column]
        }
        func hash(_ image: RasterImage, orientation: UInt16) throws -> UInt64? {
            var exif = ExifFields()
            exif.orientation = Int(orientation)
            let file = Data(JPEGEncoder(quality: 92).encode(image, exif: exif.block()))
            let request = PictureRequest(
                renditions: [PictureRendition(.about(longSide: 256), .pixels)]
            )
            let picture = try MemoryFile.withDescriptor(of: file) {
                try table.client.pictures(of: $0, request)[0]
            }
            return PictureLight(picture).flatMap { PictureHash.hash($0) }
        }
        let upright = try #require(try hash(image, orientation: 1))
        let stored = try #require(try hash(turned, orientation: 8))
        let wrong = try #require(try hash(turned, orientation: 1))
        #expect((upright ^ stored).nonzeroBitCount <= 2)
        #expect((upright ^ wrong).nonzeroBitCount > 12)
    }

    private static func picture(_ light: (Int, Int) -> UInt8, alpha: UInt8 = 255) -> Picture {
        var bytes = Data()
        for y in 0..<64 {
            for x in 0..<96 {
                let value = light(x, y)
                bytes.append(contentsOf: [value, value, value, alpha])
            }
        }
        return Picture(width: 96, height: 64, format: .pixels, bytes: bytes)
    }

    @Test func `Flat pictures have no hash`() throws {
        let flat: [Picture] = [
            Self.picture { _, _ in 0 }, Self.picture { _, _ in 255 },
            Self.picture { x, y in UInt8(20 + (x &* 7 &+ y &* 13) % 5) },
            // Transparent parts are white, whatever colours they have.
            Self.picture({ x, _ in UInt8(x) }, alpha: 0),
        ]
        for picture in flat {
            #expect(PictureHash.hash(try #require(PictureLight(picture))) == nil)
        }
        let edge = Self.picture { x, _ in x < 40 ? 100 : 130 }
        #expect(PictureHash.hash(try #require(PictureLight(edge))) != nil)
    }

    @Test func `Pixels that do not fit their size give no light`() {
        let picture = Picture(width: 4, height: 4, format: .pixels, bytes: Data(count: 63))
        #expect(PictureLight(picture) == nil)
        let none = Picture(width: 0, height: 4, format: .pixels, bytes: Data())
        #expect(PictureLight(none) == nil)
        let file = Picture(width: 1, height: 1, format: .png, bytes: Data(count: 4))
        #expect(PictureLight(file) == nil)
    }

    @Test func `Means of fields are those of the pixels below them`() throws {
        let picture = Self.picture { x, y in UInt8((x * 31 + y * 17) % 256) }
        let light = try #require(PictureLight(picture))
        let part = UnitRectangle(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        let means = light.means(4, of: part)
        for line in 0..<4 {
            for column in 0..<4 {
                var sum = 0.0
                for y in (32 + line * 4)..<(36 + line * 4) {
                    for x in (24 + column * 12)..<(36 + column * 12) {
                        sum += Double((x * 31 + y * 17) % 256)
                    }
                }
                #expect(abs(means[line * 4 + column] - sum / 48) < 1e-6)
            }
        }
    }

    @Test func `A comparison does not depend on the order`() throws {
        let scene = table.scene(5)
        let cut = try table.through(
            scene,
            crop: UnitRectangle(x: 0.02, y: 0, width: 0.97, height: 0.99)
        )
        let (one, two) = (try #require(try table.light(scene)), try #require(try table.light(cut)))
        #expect(PictureLikeness(one, two) == PictureLikeness(two, one))
        #expect(PictureLikeness(one, two)?.isCopy == true)
    }
}
