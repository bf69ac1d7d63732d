import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// JPEGs with a segment that is broken, and whose picture can be shown.
@Suite(.permit) struct BrokenJPEGTests {
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable ([UInt8]) throws -> [UInt8]

        init(_ name: String, _ apply: @escaping @Sendable ([UInt8]) throws -> [UInt8]) {
            testDescription = name
            self.apply = apply
        }
    }

    private static let drawn = Golden.gradient(320, 240)
    private static let exif = ExifFields(
        dateTimeOriginal: "2024:05:01 12:30:00",
        orientation: 1,
        make: "Maker"
    )

    /// A picture whose Exif has a preview behind it, as cameras write it.
    private static let sample: [UInt8] = {
        let preview = JPEGEncoder().encode(Golden.gradient(16, 16))
        let jpeg = JPEGEncoder(quality: 95).encode(drawn, exif: exif.block() + preview)
        return jpeg
    }()

    private static func offset(_ mark: [UInt8], in bytes: [UInt8]) throws -> Int {
        try #require(bytes.firstRange(of: mark)).lowerBound
    }

    /// Where the segment behind Exif begins.
    private static func behindExif(_ bytes: [UInt8]) throws -> Int {
        let start = try offset([0xFF, 0xE1], in: bytes)
        return start + 2 + Int(bytes[start + 2]) << 8 + Int(bytes[start + 3])
    }

    private static func adding(_ bytes: [UInt8], to file: [UInt8]) throws -> [UInt8] {
        var file = file
        file.insert(contentsOf: bytes, at: try behindExif(file))
        return file
    }

    /// A file whose Exif claims other lengths than it has.
    private static func exifLength(_ file: [UInt8], by difference: Int) throws -> [UInt8] {
        var file = file
        let start = try offset([0xFF, 0xE1], in: file)
        let length = Int(file[start + 2]) << 8 + Int(file[start + 3]) + difference
        file[start + 2] = UInt8(length >> 8)
        file[start + 3] = UInt8(length & 0xFF)
        return file
    }

    static let damages = [
        Damage("bytes between segments") { try adding(Array("lost bytes".utf8), to: $0) },
        Damage("bytes with a mark that nobody knows") {
            try adding([1, 2, 0xFF, 2, 0, 9, 0xFF, 0, 3], to: $0)
        },
        Damage("a segment without a length") {
            try adding([0xFF, 0xE5, 0, 0] + Array("some words".utf8), to: $0)
        },
        Damage("a segment of one byte") { try adding([0xFF, 0xE5, 0, 1, 65, 66], to: $0) },
        Damage("a length that is too short") { try exifLength($0, by: -9) },
        Damage("a length that runs over the next mark") { try exifLength($0, by: 3) },
        Damage("a length that runs over the tables") { try exifLength($0, by: 100) },
        Damage("a length that runs over the frame") { try exifLength($0, by: 180) },
        Damage("a length that runs over the end") { file in
            try exifLength(
                file,
                by: 0xFFFF - 2 - (behindExif(file) - offset([0xFF, 0xE1], in: file))
            )
        },
        Damage("many zeros between segments") {
            try adding(Array(repeating: 0, count: 17), to: $0)
        },
        Damage("many bytes behind the frame") { file in
            try behindFrame(file, Array("the lost part of a segment".utf8))
        },
    ]

    /// Bytes that belong to nothing, and that decoders skip.
    static let strays = [
        Damage("zeros between segments") { try adding([0, 0, 0, 0, 0], to: $0) },
        Damage("bytes behind the frame") { try behindFrame($0, Array("lost".utf8)) },
        Damage("bytes behind the end") { $0 + Array("\r\nlost".utf8) },
    ]

    private static func behindFrame(_ file: [UInt8], _ bytes: [UInt8]) throws -> [UInt8] {
        var file = file
        let frame = try offset([0xFF, 0xC0, 0, 17, 8, 0, 240], in: file)
        file.insert(contentsOf: bytes, at: frame + 19)
        return file
    }

    private func facts(_ bytes: [UInt8]) throws -> MediaFacts {
        let folder = try ScratchFolder()
        let client = try TestWorker.client()
        let file = try folder.open(bytes)
        return try client.facts(of: file.fileDescriptor, zone: .gmt)
    }

    @Test func `the whole file is not damaged`() throws {
        #expect(try facts(Self.sample).damage == nil)
    }

    @Test(arguments: strays)
    func `stray bytes are skipped, and are no damage`(stray: Damage) throws {
        let bytes = try stray.apply(Self.sample)
        try #require(bytes != Self.sample)
        let facts = try facts(bytes)
        #expect((facts.pixelWidth, facts.pixelHeight) == (320, 240))
        #expect(facts.cameraMake == "Maker")
        #expect(facts.damage == nil)
        let picture = try Golden.picture(bytes, .full)
        #expect(try Golden.difference(picture, Self.drawn).maximum <= 8)
    }

    @Test(arguments: damages)
    func `what can be shown is shown, and said to be damaged`(damage: Damage) throws {
        let bytes = try damage.apply(Self.sample)
        try #require(bytes != Self.sample)
        let facts = try facts(bytes)
        #expect((facts.pixelWidth, facts.pixelHeight) == (320, 240))
        #expect(facts.cameraMake == "Maker")
        #expect(facts.dateSource == "Exif.Photo.DateTimeOriginal")
        #expect(facts.damage?.hasPrefix("header: ") == true, "\(facts.damage ?? "none")")
        for size in [PictureRendition.Size.full, .about(longSide: 80)] {
            let picture = try Golden.picture(bytes, size)
            let reference = Golden.gradient(picture.width, picture.height)
            #expect(try Golden.difference(picture, reference).maximum <= 8)
        }
    }

    @Test func `a file without the mark of its end is shown, and said to be damaged`() throws {
        let bytes = Array(Self.sample.dropLast(2))
        let facts = try facts(bytes)
        #expect(facts.cameraMake == "Maker")
        #expect(facts.damage != nil)
        let difference = try Golden.difference(Golden.picture(bytes), Self.drawn)
        #expect(difference.maximum <= 8)
    }

    @Test func `a file whose tables are lost is refused`() throws {
        let frame = try Self.offset([0xFF, 0xC0, 0, 17, 8, 0, 240], in: Self.sample)
        var bytes = Self.sample
        bytes.removeSubrange(frame..<frame + 19)
        #expect(throws: MediaFileError.self) { try facts(bytes) }
    }

    @Test func `damage anywhere ends in a file that can be read, or in an error`() throws {
        var random = SeededNumbers(seed: 9)
        let end = try Self.offset([0xFF, 0xC0, 0, 17, 8, 0, 240], in: Self.sample) + 40
        for _ in 0..<2_000 {
            var damaged = Self.sample
            for _ in 0...random.number(below: 4) {
                let value = UInt8(truncatingIfNeeded: random.next())
                damaged[random.number(below: end)] =
                    [0, 1, 0x7F, 0xFF, value][random.number(below: 5)]
            }
            if random.chance(0.2) { damaged.removeLast(random.number(below: damaged.count)) }
            guard (try? MediaHeader.read(from: damaged)) != nil,
                let mending = try? JPEGMending(damaged)
            else { continue }
            // The marks of the beginning may stand at a place of their own.
            #expect(mending.byteCount <= damaged.count)
            var mended = [UInt8](repeating: 0, count: mending.byteCount)
            mended.withUnsafeMutableBytes { buffer in
                damaged.withUnsafeBytes { mending.write(from: $0, into: buffer) }
            }
            #expect(try MediaHeader.read(from: mended).damage == nil)
        }
    }

    @Test func `marks without end cost the budget and no more`() {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 4, 1, 1]
        for _ in 0..<400_000 { bytes += [0xFF, 0xE1, 0, 9, 1, 1, 1, 1] }
        for garbage in [bytes, Array(bytes.dropLast(3)) + [0xFF, 0xDA]] {
            var reader = BoundedReader(garbage)
            #expect(throws: MediaFileError.self) { try MediaHeader.read(from: &reader) }
            #expect(reader.stepsTaken <= BoundedReader.stepBudget + 1)
            #expect(reader.bytesRead <= BoundedReader.byteBudget)
        }
    }
}
