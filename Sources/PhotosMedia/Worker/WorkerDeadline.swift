/// The longest time that a worker may take for one request.
///
/// The limit is on computing time, so that a good file does not time out on a busy machine. A second limit, by the
/// clock, ends a worker that neither computes nor answers.
package struct WorkerDeadline: Sendable, Hashable {
    /// The limit on computing time.
    package var computing: Duration
    /// The limit by the clock.
    package var waiting: Duration

    /// The largest computing time, which the largest pictures that are decoded get.
    package static let longest: Duration = .seconds(30)

    /// The largest time by the clock.
    package static let longestWait: Duration = .seconds(120)

    package init(computing: Duration) {
        self.computing = min(computing, Self.longest)
        waiting = min(self.computing * 10, Self.longestWait)
    }

    /// Returns these limits, both cut to at most `timeout`.
    package func limited(to timeout: Duration) -> WorkerDeadline {
        var limited = self
        limited.computing = min(computing, timeout)
        limited.waiting = min(waiting, timeout)
        return limited
    }

    /// The limits for every file whose header states no more.
    package static let ordinary = WorkerDeadline(computing: .seconds(2))

    /// Computes the limits for reading a file's facts and, where the file's end is missing, decoding it once.
    package init(factsOf header: MediaHeader) {
        self.init(computing: .seconds(2) + Self.decodingTime(of: header))
    }

    /// Computes the limits for pictures of a file, or of pixels if `header` is nil.
    package init(
        picturesOf header: MediaHeader?,
        _ renditions: [PictureRendition],
        _ plan: PicturePlan
    ) {
        var time: Duration = .seconds(2)
        if let header { time += Self.decodingTime(of: header) }
        for (rendition, region) in zip(renditions, plan.regions) {
            time += Self.encodingTime(of: region.pixels, as: rendition.format)
        }
        self.init(computing: time)
    }

    /// Computes the limits for a frame of a movie, for which all frames since the last key frame may be decoded.
    package init(momentWithin poster: WorkerDeadline) {
        self.init(computing: poster.computing + .seconds(15))
    }

    /// Computes the limits for a fragment of a movie, for which all frames since the last key frame may be decoded.
    package init(movieOf header: MediaHeader) {
        let pixels = Double(header.storedWidth) * Double(header.storedHeight)
        // Streams without a header do not state their size.
        self.init(computing: pixels == 0 ? Self.longest : .seconds(10 + pixels / 1e5))
    }

    /// Returns several times the time that a slow machine needs, beyond the first one or two seconds.
    private static func decodingTime(of header: MediaHeader) -> Duration {
        let pixels = Double(header.storedWidth) * Double(header.storedHeight)
        switch header.type {
        case .heic, .heics, .heif, .avif, .jpegXL, .jpeg2000, .openEXR, .radiance:
            return .seconds(pixels / 8e6)
        case _ where header.type.isRaw: return .seconds(pixels / 8e6)
        // Several frames may have to be decoded to find one that can be shown. Streams without a header do not state
        // their size.
        case _ where header.type.kind == .video: return .seconds(2 + pixels / 8e6)
        default: return .seconds(max(0, pixels - 16e6) / 32e6)
        }
    }

    private static func encodingTime(of pixels: Int, as format: PictureRendition.Format) -> Duration
    {
        let pixels = Double(pixels)
        switch format {
        case .pixels: return .zero
        case .jpeg: return .seconds(pixels / 64e6)
        case .png: return .seconds(pixels / 8e6)
        case .heic: return .seconds(pixels / 1e6)
        }
    }
}
