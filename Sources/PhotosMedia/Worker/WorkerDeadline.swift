/// How long a worker may take for one request.
///
/// Computing counts, so that a good file is not given up on a machine that is busy; who does not compute and does not answer is
/// given up by the clock.
package struct WorkerDeadline: Sendable, Hashable {
    /// Time of computing.
    package var computing: Duration
    /// Time by the clock.
    package var waiting: Duration

    /// Nothing takes longer: the largest pictures that are decoded at all.
    package static let longest: Duration = .seconds(30)

    /// By the clock.
    package static let longestWait: Duration = .seconds(120)

    package init(computing: Duration) {
        self.computing = min(computing, Self.longest)
        waiting = min(self.computing * 10, Self.longestWait)
    }

    /// At most so long, by both.
    package func limited(to timeout: Duration) -> WorkerDeadline {
        var limited = self
        limited.computing = min(computing, timeout)
        limited.waiting = min(waiting, timeout)
        return limited
    }

    /// What every file is given.
    package static let ordinary = WorkerDeadline(computing: .seconds(2))

    /// For reading what a file says of itself and, where its end is missing, for decoding it once.
    package init(factsOf header: MediaHeader) {
        self.init(computing: .seconds(2) + Self.decoding(header))
    }

    /// For pictures of a file; nil for pictures of pixels.
    package init(
        picturesOf header: MediaHeader?,
        _ renditions: [PictureRendition],
        _ plan: PicturePlan
    ) {
        var time: Duration = .seconds(2)
        if let header { time += Self.decoding(header) }
        for (rendition, place) in zip(renditions, plan.places) {
            time += Self.encoding(place.pixels, as: rendition.format)
        }
        self.init(computing: time)
    }

    /// Several times what a slow machine needs, beyond the first second or two.
    private static func decoding(_ header: MediaHeader) -> Duration {
        let pixels = Double(header.storedWidth) * Double(header.storedHeight)
        switch header.type {
        case .heic, .heics, .heif, .avif, .jpegXL, .jpeg2000, .openEXR, .radiance:
            return .seconds(pixels / 8e6)
        case _ where header.type.isRaw: return .seconds(pixels / 8e6)
        // Some frames may have to be decoded before one can be shown, and streams without a header do not tell their size.
        case _ where header.type.kind == .video: return .seconds(2 + pixels / 8e6)
        default: return .seconds(max(0, pixels - 16e6) / 32e6)
        }
    }

    private static func encoding(_ pixels: Int, as format: PictureRendition.Format) -> Duration {
        let pixels = Double(pixels)
        switch format {
        case .pixels: return .zero
        case .jpeg: return .seconds(pixels / 64e6)
        case .png: return .seconds(pixels / 8e6)
        case .heic: return .seconds(pixels / 1e6)
        }
    }
}
