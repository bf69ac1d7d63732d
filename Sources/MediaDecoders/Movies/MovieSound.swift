import CLibAV
import PhotosMedia

/// Makes the sound of fragments, one fragment after another or from any one on.
///
/// Packets lie on one grid for the whole movie. Some packets before a fragment are encoded with it and left out, so that
/// the encoder begins each fragment as it ended the last one.
final class MovieSound {
    private let track: MovieTrack
    private var frame: UnsafeMutablePointer<AVFrame>?
    private var mixer = photos_av_mixer()
    /// The rate and channels of the file.
    private let ownRate: Int
    let channels: Int
    /// The rate of the made sound.
    let rate: Int
    /// The sample at which the first frame of the file begins.
    private let phase: Int
    /// The samples that were decoded last, at the file's own rate, and the number of the first of them.
    private var recent: (start: Int, samples: [[Float]])?

    /// The number of packets that are encoded before the first wanted one.
    private static let packetsBefore = 4
    /// The seconds that are decoded before the first wanted sample, which decoders need to be exact.
    private static let secondsBefore = 0.15
    /// The number of made samples around the wanted ones that the conversion of rates needs.
    private static let margin = 512

    /// Decodes the first frame, which states rate and channels.
    init(_ track: MovieTrack) throws {
        var frame = av_frame_alloc()
        guard let first = frame else { throw MediaFileError(.memory, "its sound") }
        track.grantBudget()
        guard track.enter(at: 0, attempt: 0) != nil, try track.decode(into: first, needed: 0),
            (1_000...400_000).contains(first.pointee.sample_rate),
            first.pointee.ch_layout.nb_channels > 0
        else {
            av_frame_free(&frame)
            throw MediaFileError(.damaged, "its sound cannot be decoded")
        }
        self.track = track
        self.frame = frame
        ownRate = Int(first.pointee.sample_rate)
        channels = min(2, Int(first.pointee.ch_layout.nb_channels))
        rate = MovieMeasures.soundRate(for: ownRate)
        phase = track.begin(of: first, rate: ownRate) ?? 0
    }

    deinit {
        av_frame_free(&frame)
        photos_av_free_mixer(&mixer)
    }

    /// The configuration of the decoder.
    func configuration() throws -> [UInt8] {
        try SoundEncoder(channels: channels, rate: rate).header
    }

    /// Returns packets by their numbers on the grid.
    ///
    /// - Parameters:
    ///   - numbers: The packets.
    ///   - origin: The ticks of the movie at which the grid begins.
    /// - Returns: The packets.
    /// - Throws: `MediaFileError` if the sound cannot be decoded or encoded.
    func packets(_ numbers: Range<Int>, from origin: Int) throws -> [[UInt8]] {
        guard !numbers.isEmpty else { return [] }
        track.grantBudget()
        let length = FragmentGrid.packetSamples
        let second = FragmentGrid.ticksPerSecond
        let start = (origin * rate + second / 2) / second
        let first = start + (numbers.lowerBound - Self.packetsBefore) * length
        let count = (numbers.count + Self.packetsBefore + 2) * length
        let samples = try madeSamples(from: first, count: count)
        let encoded = try SoundEncoder(channels: channels, rate: rate).packets(of: samples)
        let range = start + numbers.lowerBound * length..<start + numbers.upperBound * length
        let packets = encoded.filter { range.contains(first + $0.begin) }.map(\.bytes)
        guard packets.count == numbers.count else {
            throw MediaFileError(.noDecoder, "its sound cannot be encoded")
        }
        return packets
    }

    /// Returns samples at the made rate.
    private func madeSamples(from first: Int, count: Int) throws -> [[Float]] {
        guard rate != ownRate else { return try ownSamples(from: first, count: count) }
        // The conversion begins where a sample of both rates has the same time, so that it does not depend on the fragment.
        let divisor = Self.greatestCommonDivisor(rate, ownRate)
        let (ownStep, step) = (ownRate / divisor, rate / divisor)
        let before = first - Self.margin
        let block = before >= 0 ? before / step : -((-before + step - 1) / step)
        let needed = first - block * step + count + Self.margin
        let own = try ownSamples(
            from: block * ownStep,
            count: (needed * ownStep + step - 1) / step
        )
        var made = own.map { _ in [Float](repeating: 0, count: needed + step + Self.margin) }
        let capacity = Int32(made[0].count)
        let code = Self.withPlanes(&made) { target in
            var own = own
            let count = Int32(own[0].count)
            return Self.withPlanes(&own) { source in
                photos_av_resample(
                    Int32(channels),
                    Int32(ownRate),
                    source,
                    count,
                    Int32(rate),
                    target,
                    capacity
                )
            }
        }
        guard code >= 0 else { throw MovieTags.error(code) }
        let start = first - block * step
        return made.map { Array($0[start..<start + count]) }
    }

    /// Returns samples at the file's own rate; silence where it has none.
    private func ownSamples(from first: Int, count: Int) throws -> [[Float]] {
        let end = first + count
        var isContinued = false
        if let recent, recent.start <= first, recent.start + recent.samples[0].count >= first {
            isContinued = true
            let kept = recent.samples.map { Array($0.dropFirst(first - recent.start)) }
            self.recent = (first, kept)
        } else {
            recent = (first, Array(repeating: [], count: channels))
        }
        if !isContinued, try !enter(before: first) { try addFrame(from: first, end: end) }
        while decodedEnd < end, let frame, try track.decode(into: frame, needed: 0) {
            try addFrame(from: first, end: end)
        }
        let samples = recent?.samples ?? []
        return samples.map { plane in
            Array(plane.prefix(count)) + [Float](repeating: 0, count: max(0, count - plane.count))
        }
    }

    private var decodedEnd: Int { recent.map { $0.start + $0.samples[0].count } ?? .min }

    /// Enters the track before a sample; returns whether it has ended.
    ///
    /// The first frame is decoded then.
    private func enter(before first: Int) throws -> Bool {
        let seconds = Double(first) / Double(ownRate) - Self.secondsBefore
        var attempt = 0
        var isOver = true
        while let entry = track.enter(at: max(0, seconds), attempt: attempt) {
            attempt += 1
            guard let frame, try track.decode(into: frame, needed: 0) else { continue }
            isOver = false
            let begin = track.begin(of: frame, rate: ownRate)
            if entry == .atFirstPacket || begin.map({ $0 <= first }) ?? true { return false }
        }
        return isOver
    }

    /// Adds the samples of the decoded frame at their time.
    private func addFrame(from first: Int, end: Int) throws {
        guard let frame, var recent else { return }
        // A lying frame must not ask for more memory than a second of sound takes.
        let capacity = Int(frame.pointee.nb_samples) + 4_096
        guard capacity <= 1 << 20 else { throw MediaFileError(.damaged, "its sound is impossible") }
        var planes = (0..<channels).map { _ in [Float](repeating: 0, count: capacity) }
        let mixed = Self.withPlanes(&planes) { target in
            photos_av_mix(&mixer, frame, Int32(channels), Int32(ownRate), target, Int32(capacity))
        }
        guard mixed > 0 else { return }
        let present = recent.samples[0].count
        var offset = begin(of: frame).map { $0 - first } ?? present
        // Clocks of containers are rounded, and samples follow each other.
        if present > 0, abs(offset - present) <= ownRate / 50 { offset = present }
        for channel in 0..<channels {
            var samples = planes[channel].prefix(Int(mixed))
            if offset < 0 { samples = samples.dropFirst(-offset) }
            guard !samples.isEmpty else { continue }
            let start = min(max(0, offset), end - first)
            if start < present { recent.samples[channel].removeLast(present - start) }
            if start > present {
                recent.samples[channel] += [Float](repeating: 0, count: start - present)
            }
            recent.samples[channel] += samples
        }
        self.recent = recent
    }

    /// Returns the sample at which a frame begins, on the grid of the file's frames where its clock is coarse.
    private func begin(of frame: UnsafeMutablePointer<AVFrame>) -> Int? {
        guard let begin = track.begin(of: frame, rate: ownRate) else { return nil }
        let length = Int(frame.pointee.nb_samples)
        guard length > 64, track.isCoarse(forRate: ownRate) else { return begin }
        let frames = (Double(begin - phase) / Double(length)).rounded()
        let snapped = phase + Int(frames) * length
        return abs(snapped - begin) <= ownRate / 900 ? snapped : begin
    }

    private static func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
        other == 0 ? one : greatestCommonDivisor(other, one % other)
    }

    /// Calls a function of C with the one or two channels of samples.
    private static func withPlanes(
        _ planes: inout [[Float]],
        _ body: (UnsafePointer<UnsafeMutablePointer<Float>?>) -> Int32
    ) -> Int32 {
        let isStereo = planes.count == 2
        var second = isStereo ? planes[1] : []
        let code = planes[0].withUnsafeMutableBufferPointer { first in
            second.withUnsafeMutableBufferPointer { second in
                var pointers = [first.baseAddress, isStereo ? second.baseAddress : nil]
                return pointers.withUnsafeMutableBufferPointer { list in
                    list.baseAddress.map { body(UnsafePointer($0)) } ?? -1
                }
            }
        }
        if isStereo { planes[1] = second }
        return code
    }
}
