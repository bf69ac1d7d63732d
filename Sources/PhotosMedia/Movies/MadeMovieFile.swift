package import Foundation

/// Writes a made movie as one file whose samples are in tables, as most programs expect.
///
/// The data come first, as they are made, and the description behind them.
package struct MadeMovieFile {
    /// The kinds of file that differ in their brands.
    package enum Kind: Sendable {
        case mp4
        case m4v
        case quickTime

        fileprivate var brands: String {
            switch self {
            case .mp4: "mp42isommp42avc1"
            case .m4v: "M4V isomM4V mp42"
            case .quickTime: "qt  qt  "
            }
        }
    }

    /// The bytes before the data.
    package let beginning: [UInt8]
    /// The number of bytes of the file so far.
    package private(set) var byteCount: Int64
    private var movie: MovieDescription

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - kind: The kind of file.
    ///   - initialization: What a worker made for players before the first fragment.
    /// - Throws: `MediaFileError` if the initialization is impossible.
    package init(_ kind: Kind, initialization: Data) throws(MediaFileError) {
        let bytes = Array(initialization)
        let boxes = try MovieBox.list(in: bytes[...])
        movie = try MovieDescription(
            MovieBox.content(of: "moov", in: boxes),
            fileOf: Int64(bytes.count),
            isEmpty: true
        )
        guard movie.tracks.count <= 2, movie.tracks.first?.handler == "vide" else {
            throw Self.impossible
        }
        if kind == .quickTime {
            for index in movie.tracks.indices where movie.tracks[index].handler == "soun" {
                let sound = try Self.quickTimeSound(movie.tracks[index].table.descriptions)
                movie.tracks[index].table.descriptions = sound[...]
            }
        }
        beginning =
            ByteWriter { writer in
                writer.box("ftyp") { box in
                    let brands = kind.brands
                    box.text(String(brands.prefix(4)))
                    box.uint32(512)
                    box.text(String(brands.dropFirst(4)))
                }
                // The size of the data is written when it is known.
                writer.uint32(1)
                writer.text("mdat")
                writer.zeros(8)
            }.bytes
        byteCount = Int64(beginning.count)
    }

    private static let impossible = MediaFileError(.damaged, "a made movie that is impossible")

    /// Returns the description of sound in QuickTime's form, in which compressed sound has more fields.
    private static func quickTimeSound(
        _ descriptions: ArraySlice<UInt8>
    ) throws(MediaFileError) -> [UInt8] {
        let entry = try MovieBox.content(
            of: "mp4a",
            in: MovieBox.list(in: descriptions.dropFirst(8))
        )
        let fields = Array(entry.prefix(28))
        guard fields.count == 28 else { throw Self.impossible }
        return ByteWriter { writer in
            writer.append(descriptions.prefix(8))
            writer.box("mp4a") { sound in
                sound.append(fields[..<8])
                sound.uint16(1)
                sound.append(fields[10..<20])
                // The sizes of packets are in the table of samples.
                sound.uint16(0xFFFE)
                sound.append(fields[22...])
                sound.uint32(FragmentGrid.packetSamples)
                sound.zeros(8)
                sound.uint32(2)
                sound.box("wave") { wave in
                    wave.box("frma") { $0.text("mp4a") }
                    wave.box("mp4a") { $0.zeros(4) }
                    wave.append(entry.dropFirst(28))
                    wave.uint32(8)
                    wave.uint32(0)
                }
            }
        }.bytes
    }

    /// Adds a fragment.
    ///
    /// - Parameter fragment: The boxes `moof` and `mdat`.
    /// - Returns: The data to write at the end of the file.
    /// - Throws: `MediaFileError` if the fragment is impossible.
    package mutating func add(_ fragment: Data) throws(MediaFileError) -> ArraySlice<UInt8> {
        let bytes = Array(fragment)
        let boxes = try MovieBox.list(in: bytes[...])
        let header = try MovieBox.content(of: "moof", in: boxes)
        let data = try MovieBox.content(of: "mdat", in: boxes)
        let runs = try MovieBox.list(in: header).filter { $0.type == "traf" }
        guard runs.count <= movie.tracks.count else { throw Self.impossible }
        // Pictures come first, and the packets of sound follow them.
        var offset = byteCount
        for (track, run) in runs.enumerated() {
            let fields = try MovieBox.list(in: run.content)
            let list = try MovieBox.content(of: "trun", in: fields)
            let hasTimes = try list.unsigned(at: 2, bytes: 2) & 0x100 != 0
            let hasFlags = try list.unsigned(at: 3, bytes: 1) & 4 != 0
            let count = try list.unsigned(at: 4, bytes: 4)
            var next = hasFlags ? 16 : 12
            guard count <= list.count else { throw Self.impossible }
            for number in 0..<count {
                var ticks = FragmentGrid.packetSamples
                if hasTimes {
                    ticks = try list.unsigned(at: next, bytes: 4)
                    next += 4
                }
                let size = try list.unsigned(at: next, bytes: 4)
                next += 4
                movie.tracks[track].table.samples.append(
                    SampleTable.Sample(
                        offset: offset,
                        byteCount: size,
                        ticks: ticks,
                        isKey: !hasTimes || number == 0
                    )
                )
                offset += Int64(size)
            }
        }
        guard offset - byteCount == Int64(data.count) else { throw Self.impossible }
        byteCount = offset
        return data
    }

    /// The description, which follows the data.
    package var end: [UInt8] { movie.bytes() }

    /// The size of the data, and where it is written.
    package var dataSize: (offset: Int64, bytes: [UInt8]) {
        let start = Int64(beginning.count) - 16
        return (
            start + 8,
            ByteWriter { $0.number(UInt64(byteCount - start), endian: .big) }.bytes
        )
    }
}
