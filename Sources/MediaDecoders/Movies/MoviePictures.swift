import CLibAV
import PhotosMedia

/// Makes the pictures of fragments, one fragment after another or from any one on.
///
/// A frame that is shown across the border of two fragments is in both. So each fragment has its own first picture.
final class MoviePictures {
    private let track: MovieTrack
    private let orientation: ImageOrientation
    private var converter = photos_av_converter()
    /// The frame that is shown before `pending`, if `hasShown`, and the next one, if `hasPending`.
    private var shown: UnsafeMutablePointer<AVFrame>
    private var pending: UnsafeMutablePointer<AVFrame>
    private var hasShown = false
    private var hasPending = false
    private var pendingBegin = 0
    /// The beginning of the frame that was decoded last.
    private var lastBegin: Int?
    /// The time at which the track stands; nil if the track must be entered.
    private var place: Int?
    private(set) var settings = photos_av_picture_settings()

    /// Clocks of containers are rounded, mostly to milliseconds.
    private static let slack = FragmentGrid.ticksPerSecond / 1_000

    /// Decodes the first frame, which states the size and the colours.
    init(_ track: MovieTrack, _ orientation: ImageOrientation, longestSide: Int) throws {
        guard let first = av_frame_alloc() else { throw MediaFileError(.memory, "its frames") }
        guard let second = av_frame_alloc() else {
            var first: UnsafeMutablePointer<AVFrame>? = first
            av_frame_free(&first)
            throw MediaFileError(.memory, "its frames")
        }
        self.track = track
        self.orientation = orientation
        shown = first
        pending = second
        track.grantBudget()
        try enter(at: 0)
        place = 0
        let frame = pending
        let size = MovieMeasures.shownSize(
            of: PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height)),
            aspect: track.pixelAspect(of: frame),
            swapsSides: orientation.swapsSides,
            longestSide: longestSide
        )
        let rate = MovieMeasures.frameRate(stated: track.statedFrameRate)
        settings = photos_av_picture_settings(
            width: Int32(size.width),
            height: Int32(size.height),
            level: Int32(MovieMeasures.level(of: size, frameRate: rate)),
            rate: Int32(rate),
            bits: Int64(MovieMeasures.mostBits(of: size, frameRate: rate)),
            ticks: Int32(FragmentGrid.ticksPerSecond),
            colors: photos_av_made_colors(frame)
        )
    }

    deinit {
        photos_av_free_converter(&converter)
        var frames: [UnsafeMutablePointer<AVFrame>?] = [shown, pending]
        for index in frames.indices { av_frame_free(&frames[index]) }
    }

    /// The byte stream with the parameter sets of all fragments.
    func parameterSets() throws -> [UInt8] { try PictureEncoder(settings, orientation).header }

    /// Returns the encoded pictures of a part of the movie, the first of which needs no other one.
    func samples(of ticks: Range<Int>) throws -> [MovieFragment.Sample] {
        track.grantBudget()
        if place != ticks.lowerBound { try enter(at: ticks.lowerBound) }
        place = nil
        let encoder = try PictureEncoder(settings, orientation)
        var lastAdded: Int?
        func add(_ frame: UnsafeMutablePointer<AVFrame>, at begin: Int) throws {
            try encoder.add(frame, at: begin - ticks.lowerBound, by: &converter)
            lastAdded = begin
        }
        while try decodeNext(needed: ticks.lowerBound),
            pendingBegin < ticks.upperBound - Self.slack
        {
            if pendingBegin > ticks.lowerBound + Self.slack {
                if lastAdded == nil { try add(hasShown ? shown : pending, at: ticks.lowerBound) }
                let isSoon = pendingBegin - (lastAdded ?? 0) < MovieMeasures.leastFrameTicks
                if !isSoon { try add(pending, at: pendingBegin) }
            }
            showPending()
        }
        if lastAdded == nil {
            guard hasShown || hasPending else {
                throw MediaFileError(.damaged, "it ends before its pictures do")
            }
            try add(hasShown ? shown : pending, at: ticks.lowerBound)
        }
        let samples = try encoder.finish(end: ticks.count)
        place = ticks.upperBound
        return samples
    }

    private func showPending() {
        swap(&shown, &pending)
        av_frame_unref(pending)
        hasShown = true
        hasPending = false
    }

    /// Decodes a frame, unless there is one already; false at the end.
    private func decodeNext(needed: Int) throws -> Bool {
        if hasPending { return true }
        let seconds = Double(needed) / Double(FragmentGrid.ticksPerSecond)
        guard try track.decode(into: pending, needed: seconds) else { return false }
        let stated = track.begin(of: pending, rate: FragmentGrid.ticksPerSecond)
        // Some formats state no time for some frames: each follows the one before.
        let rate = max(1, track.statedFrameRate)
        let length = Int(Double(FragmentGrid.ticksPerSecond) / rate)
        let following = lastBegin.map { $0 + length } ?? 0
        pendingBegin = max(stated ?? following, lastBegin ?? .min)
        lastBegin = pendingBegin
        hasPending = true
        return true
    }

    /// Enters the track so that the next frame is shown at a time, or is the first one.
    private func enter(at ticks: Int) throws {
        let seconds = Double(ticks) / Double(FragmentGrid.ticksPerSecond)
        var attempt = 0
        while let entry = track.enter(at: seconds, attempt: attempt) {
            attempt += 1
            av_frame_unref(shown)
            av_frame_unref(pending)
            (hasShown, hasPending, lastBegin) = (false, false, nil)
            guard try decodeNext(needed: ticks) else { continue }
            if pendingBegin <= ticks + Self.slack || entry == .atFirstPacket { return }
        }
        guard hasPending else {
            throw MediaFileError(.damaged, "none of its pictures can be decoded")
        }
    }
}
