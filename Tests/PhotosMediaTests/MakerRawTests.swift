import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Makers' own raw files: told from each other and from the TIFFs that editors write, by their content.
@Suite(.permit) struct MakerRawTests {
    /// A camera, and the type of its files.
    struct Camera: Sendable, CustomTestStringConvertible {
        var make: String
        var model: String
        var identifier: String
        /// How the sensor's data claim to be compressed.
        var scheme = 1
        /// How the picture that stands first is compressed.
        var first = 1

        var testDescription: String { make + " " + model }
    }

    private static let cameras = [
        Camera(make: "PENTAX ", model: "PENTAX K-x", identifier: "com.pentax.raw-image"),
        Camera(
            make: "SAMSUNG TECHWIN",
            model: "GX20",
            identifier: "com.pentax.raw-image",
            scheme: 65_535
        ),
        Camera(make: "SAMSUNG", model: "NX300", identifier: "com.samsung.raw-image"),
        Camera(make: "NIKON CORPORATION", model: "NIKON D90", identifier: "com.nikon.raw-image"),
        Camera(
            make: "NIKON",
            model: "COOLPIX P7000",
            identifier: "com.nikon.nrw-raw-image",
            first: 6
        ),
        Camera(make: "NIKON", model: "E5700", identifier: "com.nikon.raw-image"),
        Camera(make: "SONY", model: "ILCE-7M3", identifier: "com.sony.arw-raw-image"),
        Camera(make: "SONY", model: "DSC-R1", identifier: "com.sony.sr2-raw-image"),
        Camera(make: "SONY", model: "DSC-F828", identifier: "com.sony.raw-image"),
        Camera(make: "SEIKO EPSON CORP.", model: "R-D1", identifier: "com.epson.raw-image"),
        Camera(
            make: "EASTMAN KODAK COMPANY",
            model: "KODAK P880 ZOOM DIGITAL CAMERA",
            identifier: "com.kodak.raw-image"
        ),
        Camera(
            make: "Kodak",
            model: "DCS Pro SLR/n",
            identifier: "com.kodak.raw-image",
            scheme: 65_000
        ),
        Camera(
            make: "Hasselblad",
            model: "H3D-39",
            identifier: "com.hasselblad.3fr-raw-image",
            scheme: 7
        ),
        Camera(make: "Mamiya-OP Co.,Ltd.", model: "MAMIYA ZD", identifier: "com.mamiya.raw-image"),
        Camera(make: "Leaf", model: "Aptus 22", identifier: "com.leafamerica.raw-image"),
    ]

    private func facts(_ bytes: [UInt8]) throws -> MediaFacts {
        let folder = try ScratchFolder()
        let file = try folder.open(bytes)
        let reader = MediaReader(worker: try TestWorker.client(), zone: .gmt)
        return try reader.facts(of: file.fileDescriptor, hint: "a.tif")
    }

    /// A file of one directory, or of a thumbnail and a second one, as a list of each directory's fields.
    private func tiff(_ directories: [TIFFBlock], signature: [UInt8] = []) -> [UInt8] {
        var out = ByteWriter()
        out.text("MM")
        out.uint16(42)
        out.uint32(8 + signature.count)
        out.append(signature)
        for (index, directory) in directories.enumerated() {
            let start = out.bytes.count
            var bytes = directory.bytes(at: start)
            // The place of the next one stands behind the entries.
            if index + 1 < directories.count {
                let count = Int(bytes[0]) << 8 | Int(bytes[1])
                let next = ByteWriter { $0.uint32(start + bytes.count) }.bytes
                bytes.replaceSubrange(2 + count * 12..<6 + count * 12, with: next)
            }
            out.append(bytes)
        }
        return out.bytes
    }

    private func directory(
        _ camera: Camera?,
        _ width: Int,
        _ height: Int,
        photometric: Int,
        compression: Int = 1
    ) -> TIFFBlock {
        var block = TIFFBlock()
        block.long(0x0100, width)
        block.long(0x0101, height)
        block.short(0x0103, compression)
        block.short(0x0106, photometric)
        block.text(0x010F, camera?.make)
        block.text(0x0110, camera?.model)
        return block
    }

    @Test(arguments: cameras)
    func `files with a sensor's values are of their maker's type`(camera: Camera) throws {
        let thumbnail = directory(camera, 160, 120, photometric: 2, compression: camera.first)
        let sensor = directory(nil, 4000, 3000, photometric: 32_803, compression: camera.scheme)
        let facts = try facts(tiff([thumbnail, sensor]))
        #expect(facts.contentType == camera.identifier)
        #expect(facts.isRaw)
        #expect((facts.pixelWidth, facts.pixelHeight) == (4000, 3000))
    }

    @Test(arguments: cameras)
    func `what an editor saved of a camera's picture is an ordinary TIFF`(camera: Camera) throws {
        let picture = directory(camera, 4000, 3000, photometric: 2)
        let facts = try facts(tiff([picture, directory(camera, 160, 120, photometric: 2)]))
        #expect(facts.type == .tiff)
        #expect(facts.pixelWidth == 4000)
    }

    @Test func `a page behind the first is no part of an ordinary TIFF`() throws {
        let first = directory(Self.cameras[0], 400, 300, photometric: 2)
        let facts = try facts(tiff([first, directory(nil, 4000, 3000, photometric: 2)]))
        #expect(facts.pixelWidth == 400)
    }

    @Test func `signatures and fields of their own tell the others`() throws {
        let phase = directory(nil, 4000, 3000, photometric: 2)
        let signature = Array("MMMMRawT".utf8)
        #expect(
            try facts(tiff([phase], signature: signature)).contentType == "com.phaseone.raw-image"
        )
        var leaf = directory(nil, 4000, 3000, photometric: 32_803)
        leaf.undefined(0x8606, [UInt8](repeating: 1, count: 16))
        #expect(try facts(tiff([leaf])).contentType == "com.leafamerica.raw-image")
        let camera = Camera(make: "Hasselblad", model: "H3D", identifier: "")
        var imacon = directory(camera, 4000, 3000, photometric: 32_803)
        imacon.undefined(0xB4C3, [UInt8](repeating: 1, count: 16))
        #expect(try facts(tiff([imacon])).contentType == "com.hasselblad.fff-raw-image")
        var canon: [UInt8] = [0x49, 0x49, 0x2A, 0, 0x10, 0, 0, 0, 0xBA, 0xB0, 0xAC, 0xBB]
        canon += [0, 0, 0, 0, 2, 0, 0, 1, 3, 0, 1, 0, 0, 0, 40, 0, 0, 0]
        canon += [1, 1, 3, 0, 1, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 0]
        #expect(try facts(canon).contentType == "com.canon.tif-raw-image")
    }

    @Test(arguments: [
        ("Panasonic", true, "com.panasonic.rw2-raw-image"),
        ("LEICA", true, "com.leica.rwl-raw-image"),
        ("Panasonic", false, "com.panasonic.raw-image"),
    ])
    func `Panasonic's files are told apart by their mark`(
        make: String,
        isMarked: Bool,
        identifier: String
    ) throws {
        let mark: [UInt8] = [
            0x88, 0xE7, 0x74, 0xD8, 0xF8, 0x25, 0x1D, 0x4D, 0x94, 0x7A, 0x6E, 0x77, 0x82, 0x2B,
            0x5D, 0x6A,
        ]
        let text = Array(make.utf8) + [0]
        let start = isMarked ? 24 : 8
        var out = ByteWriter()
        out.append([0x49, 0x49, 0x55, 0])
        out.little(start)
        if isMarked { out.append(mark) }
        out.little(5, bytes: 2)
        for (tag, value) in [(4, 0), (5, 0), (6, 30), (7, 40)] {
            for (number, size) in [(tag, 2), (3, 2), (1, 4), (value, 4)] {
                out.little(number, bytes: size)
            }
        }
        for (number, size) in [(0x010F, 2), (2, 2), (text.count, 4), (start + 66, 4), (0, 4)] {
            out.little(number, bytes: size)
        }
        out.append(text)
        let facts = try facts(out.bytes)
        #expect(facts.contentType == identifier)
        #expect(facts.pixelWidth == 40)
    }

    @Test func `Phase One's and Canon's sizes are those of the picture`() throws {
        var exif = TIFFBlock()
        exif.long(0xA002, 3900)
        exif.long(0xA003, 2900)
        var first = directory(nil, 4000, 3000, photometric: 2)
        first.long(0x8769, 8 + 8 + first.byteCount + 12)
        let facts = try facts(tiff([first, exif], signature: Array("MMMMRawT".utf8)))
        #expect((facts.pixelWidth, facts.pixelHeight) == (3900, 2900))
    }

    @Test func `the size of a DNG is that of the part that is shown`() throws {
        var raw = TestCameraDNG(.gradient(width: 640, height: 480))
        raw.crop = [8, 4, 600, 450]
        let bytes = raw.data()
        let facts = try facts(bytes)
        #expect((facts.pixelWidth, facts.pixelHeight) == (600, 450))
        let picture = try Golden.picture(bytes)
        #expect((picture.width, picture.height) == (600, 450))
        let half = try Golden.picture(bytes, .about(longSide: 300))
        #expect((half.width, half.height) == (300, 225))
    }
}
