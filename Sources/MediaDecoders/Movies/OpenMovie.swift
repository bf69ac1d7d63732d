import CLibAV
import Foundation
import PhotosMedia
import WorkerService

/// The movie that this process keeps open between requests, with its place.
final class OpenMovie {
    /// The movie of the last request; only the thread that answers requests uses it.
    nonisolated(unsafe) private static var current: OpenMovie?

    private let file: File
    private let longestSide: Int
    private let pictures: MoviePictures
    private let sound: MovieSound?
    private let layout: MovieLayout

    /// Makes a part of a movie, and writes it to memory.
    ///
    /// - Throws: `MediaFileError` if the file is at fault, or the part is larger than the memory.
    static func part(
        _ request: MovieRequest,
        of descriptor: Int32,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws -> MadeMoviePart {
        av_log_set_level(AV_LOG_QUIET)
        let kept = current
        current = nil
        let movie =
            if let kept, kept.longestSide == request.longestSide, kept.file.isSame(as: descriptor) {
                kept
            } else {
                try OpenMovie(descriptor, longestSide: request.longestSide)
            }
        let span = try movie.span(request.span)
        var layout = movie.layout
        layout.ticks = span.count
        let bytes =
            if let number = request.fragment {
                try movie.fragment(number, of: span)
            } else {
                try movie.initialization(layout)
            }
        guard bytes.count <= buffer.count else {
            throw MediaFileError(.tooLarge, "a fragment of more than 16 MiB")
        }
        buffer.copyBytes(from: bytes)
        current = movie
        return MadeMoviePart(layout: layout, byteCount: bytes.count)
    }

    private init(_ descriptor: Int32, longestSide: Int) throws {
        let source = try DescriptorByteSource(descriptor: descriptor)
        let header = try MediaHeader.read(from: source)
        guard header.type.kind == .video else { throw MediaFileError(.notMedia, "it is no movie") }
        // Decoders keep up to 16 frames, and work on some more.
        Limits.grantMemory(pixels: 4 * header.storedWidth * header.storedHeight)
        let file = try File(copying: descriptor)
        func track(isSound: Bool) throws -> MovieTrack {
            try MovieTrack(
                file.descriptor,
                byteCount: source.byteCount,
                type: header.type,
                isSound: isSound
            )
        }
        let pictureTrack = try track(isSound: false)
        // Sound that cannot be decoded is left out, as players do.
        let soundTrack = try? track(isSound: true)
        var end = Self.end(of: pictureTrack)
        guard end > 0 else { throw MediaFileError(.damaged, "it ends before its first picture") }
        if let soundTrack { end = max(end, Self.end(of: soundTrack)) }
        pictures = try MoviePictures(pictureTrack, header.orientation, longestSide: longestSide)
        sound = soundTrack.flatMap { try? MovieSound($0) }
        self.file = file
        self.longestSide = longestSide
        layout = MovieLayout(
            ticks: FragmentGrid(seconds: end).ticks,
            width: Int(pictures.settings.width),
            height: Int(pictures.settings.height),
            level: Int(pictures.settings.level),
            soundRate: sound?.rate ?? 0
        )
    }

    /// Returns the seconds at which the last packet of a track ends; negative if it has none.
    private static func end(of track: MovieTrack) -> Double {
        track.grantBudget()
        let longest = Double(FragmentGrid.longestTicks) / Double(FragmentGrid.ticksPerSecond)
        let stated = track.statedDuration
        return track.lastEnd(near: stated > 0 ? min(stated, longest) : longest)
    }

    /// The ticks of the movie that are wanted.
    private func span(_ wanted: Range<Int>?) throws -> Range<Int> {
        let whole = 0..<layout.ticks
        let span = wanted?.clamped(to: whole) ?? whole
        guard !span.isEmpty else {
            throw MediaFileError(.damaged, "it ends before the wanted part")
        }
        return span
    }

    private func initialization(_ layout: MovieLayout) throws -> [UInt8] {
        let sets = try pictures.parameterSets()
        guard let configuration = H264Stream.configuration(sets, level: layout.level) else {
            throw MediaFileError(.noDecoder, "libx264 writes another profile than was asked for")
        }
        return MovieInitialization.bytes(
            layout,
            pictures: configuration,
            sound: try sound?.configuration() ?? [],
            channels: sound?.channels ?? 0
        )
    }

    private func fragment(_ number: Int, of span: Range<Int>) throws -> [UInt8] {
        let grid = FragmentGrid(ticks: span.count)
        guard number < grid.count else {
            throw MediaFileError(.damaged, "it has no fragment \(number)")
        }
        let packets = sound.map { grid.packets(ofFragment: number, rate: $0.rate) }
        let ticks = grid.ticks(ofFragment: number)
        let origin = span.lowerBound
        return MovieFragment(
            number: number,
            pictures: try pictures.samples(
                of: origin + ticks.lowerBound..<origin + ticks.upperBound
            ),
            firstPacket: packets?.lowerBound ?? 0,
            packets: try packets.flatMap { try sound?.packets($0, from: origin) } ?? []
        ).bytes()
    }

    /// A copy of the descriptor of a file, which stays open between requests.
    private final class File {
        let descriptor: Int32
        private let identity: photos_av_identity

        init(copying other: Int32) throws {
            descriptor = dup(other)
            var identity = photos_av_identity()
            guard descriptor >= 0, photos_av_identify(other, &identity) else {
                if descriptor >= 0 { close(descriptor) }
                throw MediaFileError(.unreadable, "its file cannot be kept open")
            }
            self.identity = identity
        }

        deinit { close(descriptor) }

        /// Whether a descriptor is of the same file, which has not changed.
        func isSame(as other: Int32) -> Bool {
            var found = photos_av_identity()
            guard photos_av_identify(other, &found) else { return false }
            return found.device == identity.device && found.number == identity.number
                && found.size == identity.size && found.seconds == identity.seconds
                && found.nanoseconds == identity.nanoseconds
        }
    }
}
