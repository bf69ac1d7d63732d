import Foundation
import PhotosMedia
import TestPermits
import Testing

/// Made movies as one file with tables of samples.
@Suite(.permit) struct MadeMovieFileTests {
    private static let layout = MovieLayout(
        ticks: 270_000,
        width: 64,
        height: 48,
        level: 30,
        soundRate: 48_000
    )

    private static func fragment(_ number: Int) -> MovieFragment {
        let packets = layout.grid.packets(ofFragment: number, rate: layout.soundRate)
        let ticks = layout.grid.ticks(ofFragment: number).count
        return MovieFragment(
            number: number,
            pictures: [
                .init(bytes: [1, 2, UInt8(number)], ticks: 3_000),
                .init(bytes: [3], ticks: ticks - 3_000),
            ],
            firstPacket: packets.lowerBound,
            packets: packets.map { [UInt8(truncatingIfNeeded: $0), 9] }
        )
    }

    private static func initialization() -> Data {
        Data(
            MovieInitialization.bytes(
                layout,
                pictures: [1, 100, 0, 30],
                sound: [0x11, 0x90],
                channels: 2
            )
        )
    }

    @Test(arguments: [
        (MadeMovieFile.Kind.mp4, MediaType.mpeg4), (.m4v, .m4v), (.quickTime, .quickTimeMovie),
    ])
    func `a file has its type, duration and size, and the data in their order`(
        kind: MadeMovieFile.Kind,
        type: MediaType
    ) throws {
        var file = try MadeMovieFile(kind, initialization: Self.initialization())
        var bytes = file.beginning
        var data: [UInt8] = []
        for number in 0..<Self.layout.grid.count {
            let fragment = Self.fragment(number)
            let added = try file.add(Data(fragment.bytes()))
            #expect(
                Array(added) == (fragment.pictures.map(\.bytes) + fragment.packets).flatMap(\.self)
            )
            bytes += added
            data += added
        }
        #expect(file.byteCount == Int64(bytes.count))
        let size = file.dataSize
        bytes.replaceSubrange(
            Int(size.offset)..<Int(size.offset) + size.bytes.count,
            with: size.bytes
        )
        bytes += file.end
        let header = try MediaHeader.read(from: bytes)
        #expect(header.type == type)
        #expect(header.storedWidth == 64 && header.storedHeight == 48)
        #expect(try abs(#require(header.duration) - 3) < 0.03)
        // Such a file can be cut again, so its tables fit its data.
        let trim = try MovieTrim(0..<10, of: bytes)
        #expect(trim.data.flatMap { bytes[Int($0.lowerBound)..<Int($0.upperBound)] } == data)
    }

    @Test func `a fragment whose sizes are not those of its data is refused`() throws {
        var file = try MadeMovieFile(.mp4, initialization: Self.initialization())
        var bytes = Self.fragment(0).bytes()
        bytes.removeLast()
        #expect(throws: MediaFileError.self) { try file.add(Data(bytes)) }
        #expect(throws: MediaFileError.self) { try file.add(Data()) }
        #expect(throws: MediaFileError.self) {
            try MadeMovieFile(.mp4, initialization: Data([0, 0, 0, 9]))
        }
    }
}
