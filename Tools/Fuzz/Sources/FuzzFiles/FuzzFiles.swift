import Foundation
import FuzzSupport
import PhotosBase
import PhotosMedia
import PhotosTestSupport

/// Reads bytes as a file: its header, Exif, IPTC, XMP and what cameras append.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    if let tags = XMPTags.read(bytes[...]) { _ = tags.values.count }
    changePacket(bytes)
    _ = try? XMLDocument.root(of: bytes)
    _ = PicasaSettings(bytes)
    _ = try? CodecNames(of: bytes)
    _ = try? MovieMetadata.read(from: bytes)
    var reader = BoundedReader(bytes)
    guard let header = try? MediaHeader.read(from: &reader) else { return 0 }
    var tags = ExifTags.tags(of: header, from: &reader)
    tags.add(IPTCTags.tags(of: header, from: &reader))
    if let range = header.xmp, range.count <= XMPTags.maximumPacket,
        let packet = try? reader.prefix(at: range.lowerBound, count: range.count),
        let found = XMPTags.read(packet)
    {
        tags.add(found)
    }
    tags.add(MovieWords.tags(of: header.type, from: &reader))
    let trailer = SamsungTrailer.read(for: header, from: &reader)
    tags.add(trailer.tags)
    let facts = MediaFacts(header: header, tags: tags, zone: .gmt)
    _ = EmbeddedMovie.findMovie(in: header, trailer: trailer, tags: tags, from: &reader)
    _ = FileEnd.suspicion(about: header, movie: nil, from: &reader)
    precondition(reader.bytesRead <= BoundedReader.byteBudget)
    precondition(reader.stepsTaken <= BoundedReader.stepBudget + 1)
    precondition(facts.isPlausible)
    if let preview = header.raw.preview {
        precondition(preview.lowerBound >= 0 && preview.upperBound <= count)
    }
    if let reduction = try? HEIFReduction(bytes) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: reduction.byteCount,
            alignment: 16
        )
        defer { buffer.deallocate() }
        bytes.withUnsafeBytes { reduction.write(from: $0, into: buffer) }
        _ = try? MediaHeader.read(from: [UInt8](buffer))
    }
    if let mending = try? JPEGMending(bytes) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: mending.byteCount,
            alignment: 16
        )
        defer { buffer.deallocate() }
        bytes.withUnsafeBytes { mending.write(from: $0, into: buffer) }
        _ = try? MediaHeader.read(from: [UInt8](buffer))
    }
    if let container = try? MediaType.container(of: bytes, type: header.type) {
        copy(bytes, container)
    }
    _ = try? StoredImage.isEqual(bytes, to: bytes, type: header.type)
    let renditions = [
        PictureRendition(.about(longSide: 256), .jpeg(quality: 75)),
        PictureRendition(.atLeast(width: 640, height: 480), .pixels),
        PictureRendition(.full, .png),
    ]
    if let plan = try? PicturePlan(renditions, crop: nil, of: header) {
        precondition(plan.byteCount <= PicturePlan.maximumBytes)
        _ = WorkerDeadline(picturesOf: header, renditions, plan)
    }
    return 0
}

/// A change of a packet reads back, and a second change of the same kind changes nothing.
private func changePacket(_ bytes: [UInt8]) {
    var metadata = WrittenMetadata()
    metadata.rating = .value(2)
    metadata.caption = .value("text")
    metadata.keywords = .value(["snow"])
    metadata.persons = .value([.init(name: "Eve")])
    guard let written = try? SidecarWriting.bytes(stating: metadata, in: bytes) else { return }
    precondition((try? SidecarWriting.bytes(stating: metadata, in: written)) == written)
    let facts = try? SidecarFacts(from: written, zone: .gmt)
    precondition(facts?.rating == 2 && facts?.caption == "text")
}

/// Other blocks of metadata leave all pixels as they are.
private func copy(_ bytes: [UInt8], _ container: any MetadataContainer) {
    var parts = container.parts
    parts.xmp = Array("<x/>".utf8)
    guard let plan = try? container.plan(with: parts) else { return }
    var copy: [UInt8] = []
    for piece in plan.pieces {
        switch piece {
        case .bytes(let new): copy += new
        case .original(let range): copy += bytes[Int(range.lowerBound)..<Int(range.upperBound)]
        }
    }
    precondition(Int64(copy.count) == plan.byteCount)
    guard let type = try? MediaHeader.read(from: copy).type else { return }
    let isEqual = try? StoredImage.isEqual(bytes, to: copy, type: type)
    precondition(isEqual != false)
}

/// Small examples of everything.
private func seeds() throws -> [String: [UInt8]] {
    let exif = ExifFields(
        dateTimeOriginal: "2024:05:01 12:30:00",
        orientation: 6,
        make: "Apple",
        userComment: "A comment",
        place: ExifFields.Place(latitude: 1, longitude: 2),
        contentIdentifier: "A"
    )
    let xmp = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
        """
    var settings = TestHEVC(PixelSize(width: 400, height: 300))
    settings.margin = PixelSize(width: 8, height: 4)
    var sizeless = TestHEIF(turns: 1)
    (sizeless.statesSize, sizeless.settings) = (false, settings.box())
    return [
        "jpeg": TestJPEG(width: 8, height: 8, exif: exif, xmp: xmp).data(),
        "movie-words": MovieWordBoxes.movie,
        "png": TestPNG(width: 4, height: 4, exif: exif, texts: ["Comment": "x"]).data(),
        "png-text": TestPNG(width: 4, height: 4, chunks: [TestPNG.profile(exif.block())]).data(),
        "jpeg-lost": TestJPEG.withLostPart(exif),
        "webp": TestWebP(exif: exif).data(),
        "heif": TestHEIF(turns: 1, mirror: 1, exif: exif).data(),
        "heif-sizeless": sizeless.data(),
        "tiff": TestTIFF().data(),
        "dng": TestCameraDNG(.gradient(width: 16, height: 8)).data(),
        "bigtiff": TestBigTIFF().data(),
        "crw": TestCRW(preview: TestJPEG(width: 8, height: 8).data()).data(),
        "mrw": TestMRW(.gradient(width: 16, height: 8), exif: exif).data(),
        "x3f": TestX3F(preview: TestJPEG(width: 8, height: 8, exif: exif).data()).data(),
        "mov": TestMovie(.quickTime, width: 8, height: 8, frameCount: 1).data(),
        "mp4": TestMovie(.mpeg4, width: 8, height: 8, frameCount: 1).data(),
        "mkv": [0x1A, 0x45, 0xDF, 0xA3, 0x87, 0x42, 0x82, 0x84] + Array("webm".utf8)
            + [0x18, 0x53, 0x80, 0x67, 0x94, 0x16, 0x54, 0xAE, 0x6B, 0x8F, 0xAE, 0x8D]
            + [0x83, 0x81, 1, 0x86, 0x85] + Array("V_VP9".utf8) + [0xE0, 0x83, 0xB0, 0x81, 9],
        "picasa": Array(
            "[a.jpg]\nstar=yes\nfaces=rect64(3f84),8e62;\n[Contacts2]\n8e62=Ann;;\n".utf8
        ),
        "gif": Array("GIF89a".utf8) + [9, 0, 9, 0, 0, 0, 0, 0x21, 0xFE, 3, 1, 1, 1, 0, 0x3B],
        "jxl": [0xFF, 0x0A, 0x4F, 0x12, 0x55, 0xAA, 0, 0],
        "avi": Array("RIFF\0\0\0\0AVI LIST\0\0\0\0hdrlavih".utf8)
            + [UInt8](repeating: 1, count: 60),
        "asf": TestWindowsMedia().data(),
        "mts": TestTransportStream(pictures: [
            TestTransportStream.camera([
                0x18: [2, 0x20, 0x19, 7], 0x19: [0x14, 0x23, 0x45, 0x10], 0xB2: [0, 48, 0, 1],
            ])
        ]).data(),
        "xmp": Array(xmp.utf8),
    ]
}

/// The package manager starts executables by this name, so that the fuzzer's own `main` is not reached.
@_cdecl("FuzzFiles_main")
public func start(
    _ count: CInt,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    Fuzzer.start(count, arguments, seeds: seeds, test: testOneInput)
}
