import Foundation
import PhotosMedia
import TestPermits
import Testing
import UniformTypeIdentifiers

@Suite(.permit) struct UTTypeTests {
    private static let constants: [UTType] = [
        .item, .content, .data, .text, .plainText, .xml, .json, .propertyList, .xmlPropertyList,
        .binaryPropertyList, .image, .jpeg, .png, .heic, .heif, .gif, .tiff, .webP, .bmp, .rawImage,
        .livePhoto, .audiovisualContent, .movie, .video, .audio, .mpeg4Movie, .quickTimeMovie, .avi,
        .mpeg, .mpeg2Video, .mpeg2TransportStream, .mp3, .wav, .mpeg4Audio,
    ]

    @Test(arguments: constants)
    func `every constant is declared, with a name and with declared supertypes`(type: UTType) {
        #expect(type.isDeclared)
        #expect(UTType(type.identifier) == type)
        #expect(type.localizedDescription?.isEmpty == false)
        for supertype in type.supertypes {
            #expect(supertype.isDeclared, "\(supertype)")
        }
    }

    @Test(arguments: [
        ("IMG_1.JPG", UTType.jpeg), ("jpeg", .jpeg), ("png", .png), ("HEIC", .heic),
        ("heif", .heif),
        ("gif", .gif), ("tif", .tiff), ("webp", .webP), ("bmp", .bmp), ("mov", .quickTimeMovie),
        ("mp4", .mpeg4Movie), ("avi", .avi), ("mpg", .mpeg), ("mp3", .mp3), ("wav", .wav),
        ("xml", .xml), ("json", .json), ("plist", .propertyList),
    ])
    func `extensions find their type in either case`(name: String, expected: UTType) {
        let filenameExtension = name.split(separator: ".").last.map(String.init) ?? ""
        #expect(UTType(filenameExtension: filenameExtension) == expected)
    }

    @Test(arguments: [
        ("avif", "public.avif"), ("jxl", "public.jpeg-xl"), ("jp2", "public.jpeg-2000"),
        ("psd", "com.adobe.photoshop-image"), ("psb", "com.adobe.photoshop-large-image"),
        ("hdr", "public.radiance"), ("exr", "com.ilm.openexr-image"),
        ("jxr", "com.microsoft.jpeg-xr"), ("dng", "com.adobe.raw-image"),
        ("cr2", "com.canon.cr2-raw-image"), ("cr3", "com.canon.cr3-raw-image"),
        ("nef", "com.nikon.raw-image"), ("arw", "com.sony.arw-raw-image"),
        ("raf", "com.fuji.raw-image"), ("orf", "com.olympus.raw-image"),
        ("rw2", "com.panasonic.rw2-raw-image"), ("pef", "com.pentax.raw-image"),
        ("crw", "com.canon.crw-raw-image"), ("erf", "com.epson.raw-image"),
        ("3fr", "com.hasselblad.3fr-raw-image"), ("fff", "com.hasselblad.fff-raw-image"),
        ("dcr", "com.kodak.raw-image"), ("mrw", "com.konicaminolta.raw-image"),
        ("mos", "com.leafamerica.raw-image"), ("rwl", "com.leica.rwl-raw-image"),
        ("mef", "com.mamiya.raw-image"), ("nrw", "com.nikon.nrw-raw-image"),
        ("iiq", "com.phaseone.raw-image"), ("srw", "com.samsung.raw-image"),
        ("x3f", "com.sigma.x3f-raw-image"), ("srf", "com.sony.raw-image"),
        ("sr2", "com.sony.sr2-raw-image"),
    ])
    func `types without a constant are images of their identifier`(
        filenameExtension: String,
        identifier: String
    ) throws {
        let type = try #require(UTType(filenameExtension: filenameExtension))
        #expect(type.identifier == identifier)
        #expect(type.conforms(to: .image))
        #expect(type.conforms(to: .rawImage) == identifier.hasSuffix("raw-image"))
        #expect(type.preferredFilenameExtension == filenameExtension)
    }

    @Test(arguments: MediaType.allCases)
    func `every type of the engine is declared`(mediaType: MediaType) throws {
        let type = try #require(UTType(mediaType.identifier))
        #expect(type.isDeclared)
        let parent: UTType =
            switch mediaType.kind {
            case .image: .image
            case .video: .movie
            case .audio: .audio
            }
        #expect(type.conforms(to: parent))
    }

    @Test(arguments: [
        ("vob", "public.mpeg"), ("m2v", "public.mpeg-2-video"),
        ("wmv", "com.microsoft.windows-media-wmv"),
        ("asf", "com.microsoft.advanced-systems-format"), ("flv", "com.adobe.flash.video"),
        ("ogv", "org.xiph.ogg-video"), ("mts", "public.avchd-mpeg-2-transport-stream"),
    ])
    func `movies without a constant are movies of their identifier`(
        filenameExtension: String,
        identifier: String
    ) throws {
        let type = try #require(UTType(filenameExtension: filenameExtension))
        #expect(type.identifier == identifier)
        #expect(type.conforms(to: .movie))
        #expect(type.preferredMIMEType.flatMap { UTType(mimeType: $0) } == type)
    }

    @Test func `MIME types find their type, and types their tags`() {
        #expect(UTType(mimeType: "image/jpeg") == .jpeg)
        #expect(UTType(mimeType: "Video/QuickTime") == .quickTimeMovie)
        #expect(UTType(mimeType: "image/none") == nil)
        #expect(UTType.jpeg.preferredMIMEType == "image/jpeg")
        #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
        #expect(UTType.jpeg.tags[.filenameExtension]?.contains("jpg") == true)
        #expect(UTType.image.preferredFilenameExtension == nil)
        #expect(UTType.image.tags.isEmpty)
    }

    @Test func `conformance reaches over every step and goes one way`() {
        #expect(UTType.jpeg.conforms(to: .image))
        #expect(UTType.jpeg.conforms(to: .item))
        #expect(UTType.heic.conforms(to: .image))
        #expect(UTType.quickTimeMovie.conforms(to: .audiovisualContent))
        #expect(UTType.mpeg4Audio.conforms(to: .audio) && UTType.mpeg4Audio.conforms(to: .movie))
        #expect(!UTType.image.conforms(to: .jpeg))
        #expect(!UTType.jpeg.conforms(to: .movie))
        #expect(!UTType.video.conforms(to: .image))
        #expect(UTType.jpeg.conforms(to: .jpeg))
        #expect(!UTType.jpeg.isSubtype(of: .jpeg))
        #expect(UTType.image.isSupertype(of: .heif))
        #expect(UTType.livePhoto.supertypes.isEmpty)
        #expect(UTType.png.supertypes == [.image, .data, .content, .item])
    }

    @Test func `a tag can be asked for below a supertype only`() {
        #expect(UTType(filenameExtension: "jpg", conformingTo: .image) == .jpeg)
        #expect(UTType(filenameExtension: "jpg", conformingTo: .movie) == nil)
        #expect(
            UTType(tag: "mov", tagClass: .filenameExtension, conformingTo: nil) == .quickTimeMovie
        )
        #expect(UTType(tag: "mov", tagClass: .mimeType, conformingTo: nil) == nil)
    }

    @Test func `unknown types are nil, or what the importer says`() {
        #expect(UTType("org.example.sketch") == nil)
        #expect(UTType(filenameExtension: "sketchy") == nil)
        let sketch = UTType(importedAs: "org.example.sketch", conformingTo: .png)
        #expect(!sketch.isDeclared)
        #expect(sketch.conforms(to: .image))
        let draft = UTType(exportedAs: "org.example.draft", conformingTo: sketch)
        #expect(draft.conforms(to: sketch) && draft.conforms(to: .image))
        #expect(UTType(importedAs: "org.example.blob").conforms(to: .data))
        #expect(UTType(importedAs: "public.jpeg", conformingTo: .movie) == .jpeg)
        #expect(!UTType(importedAs: "public.jpeg", conformingTo: .movie).conforms(to: .movie))
    }

    @Test func `types are coded as their identifier, in either case of a known one`() throws {
        let coded = try JSONEncoder().encode([UTType.heic, UTType(importedAs: "org.example.x")])
        #expect(String(decoding: coded, as: UTF8.self) == #"["public.heic","org.example.x"]"#)
        let decoded = try JSONDecoder().decode([UTType].self, from: coded)
        #expect(decoded.map(\.identifier) == ["public.heic", "org.example.x"])
        #expect(UTType("PUBLIC.PNG") == .png)
    }
}
