import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct MovieMetadataTests {
    private let keys = [
        "com.apple.quicktime.make": "Apple", "com.apple.quicktime.model": "iPhone 15",
    ]

    @Test(arguments: [MovieWriter.Container.quickTime, .mpeg4])
    func `fields come in the order of the file, with the movie's date`(
        _ container: MovieWriter.Container
    ) throws {
        let movie = TestMovie(
            container,
            creationTime: 1_714_560_000,
            metadata: keys,
            userDataLocation: "+48.1000-016.3000/"
        )
        let found = try MovieMetadata.read(from: movie.data())
        #expect(
            found.fields == [
                MovieField(space: .userData, key: "©xyz", value: .text("+48.1000-016.3000/")),
                MovieField(
                    space: .metadata,
                    key: "com.apple.quicktime.make",
                    value: .text("Apple")
                ),
                MovieField(
                    space: .metadata,
                    key: "com.apple.quicktime.model",
                    value: .text("iPhone 15")
                ),
            ]
        )
        #expect(found.headerDate == Date(timeIntervalSince1970: 1_714_560_000))
    }

    @Test func `a clock that was never set is no date, and a picture has no fields`() throws {
        let plain = try MovieMetadata.read(from: TestMovie(.quickTime).data())
        #expect(plain == MovieMetadata())
        #expect(try MovieMetadata.read(from: TestJPEG().data()) == MovieMetadata())
        #expect(throws: MediaFileError.self) { try MovieMetadata.read(from: Array("text".utf8)) }
    }

    @Test(arguments: 0..<8) func `damage leaves fields out and traps nowhere`(_ part: Int) throws {
        let whole = TestMovie(
            .quickTime,
            frameCount: 1,
            creationTime: 1_714_560_000,
            metadata: keys,
            userDataLocation: "+48.1000-016.3000/"
        ).data()
        for position in stride(from: part, to: whole.count, by: 8) {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var bytes = whole
                bytes[position] = value
                _ = try? MovieMetadata.read(from: bytes)
            }
        }
        for count in stride(from: part, to: whole.count, by: 8) {
            _ = try? MovieMetadata.read(from: Array(whole.prefix(count)))
        }
    }
}
