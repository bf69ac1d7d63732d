import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The first pictures of clips that begin with frames which cannot be shown, or with half of a frame.
@Suite(.permit) struct LeadingFrameTests {
    /// The pictures of a gradient in H.264, in the order of the stream.
    private static func pictures(_ parameters: String) throws -> [[UInt8]] {
        let bytes = try OtherProgram.movie(
            Golden.gradient(320, 240),
            "a.h264",
            [
                "-frames:v", "60", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-x264-params",
                "aud=1:scenecut=0:" + parameters,
            ]
        )
        return AnnexB.pictures(bytes)
    }

    private func expectGradient(
        _ pictures: [[UInt8]],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let bytes = TestTransportStream(pictures: pictures).data()
        let picture = try Golden.picture(bytes)
        try #require(picture.width == 320 && picture.height == 240, sourceLocation: sourceLocation)
        let difference = try Golden.difference(picture, Golden.gradient(320, 240))
        #expect(difference.mean <= 4, sourceLocation: sourceLocation)
        #expect(difference.maximum <= 24, sourceLocation: sourceLocation)
    }

    @Test func `a clip that begins within a group shows the next picture that stands for itself`()
        throws
    {
        let pictures = try Self.pictures("keyint=12:min-keyint=12:open-gop=1:bframes=3")
        try expectGradient(Array(pictures.dropFirst(2)))
    }

    @Test func `a picture may recover part by part`() throws {
        // No picture of such a stream but the first stands for itself.
        let pictures = try Self.pictures("keyint=10:intra-refresh=1:bframes=0")
        try expectGradient(Array(pictures.dropFirst(3)))
    }

    @Test func `no message says where a stream recovers`() throws {
        let pictures = try Self.pictures("keyint=12:min-keyint=12:open-gop=1:bframes=3")
        let plain = pictures.map { picture in
            AnnexB.units(picture).filter { AnnexB.type($0) != 6 }.flatMap { $0 }
        }
        try expectGradient(Array(plain.dropFirst(2)))
    }

    @Test func `a damaged first picture gives way to a good one`() throws {
        var pictures = try Self.pictures("keyint=12:min-keyint=12:bframes=0")
        let start = AnnexB.endOfHeaders(pictures[0])
        for index in (start + 200)..<min(start + 4000, pictures[0].count) {
            pictures[0][index] ^= 0x5A
        }
        try expectGradient(pictures)
    }

    @Test(arguments: ["interlaced=1", "interlaced=1:tff=0:open-gop=1:keyint=12"])
    func `interlaced frames are whole`(parameters: String) throws {
        try expectGradient(Self.pictures(parameters))
    }

    @Test func `two fields make a frame`() throws {
        let fields = FieldPictures(upper: 200, lower: 60)
        for hasClocks in [true, false] {
            let stream = TestTransportStream(pictures: fields.pictures(), hasClocks: hasClocks)
            let picture = try Golden.picture(stream.data())
            try #require(picture.width == 64 && picture.height == 64)
            for row in 8..<56 {
                let level = Golden.pixel(picture, 30, row)[0]
                #expect(abs(level - (row % 2 == 0 ? 214 : 51)) <= 3, "row \(row)")
            }
        }
    }
}
