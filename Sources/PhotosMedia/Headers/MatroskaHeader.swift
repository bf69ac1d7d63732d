/// Reads the segment information and the first video track of Matroska and WebM.
enum MatroskaHeader {
    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        var header = MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
        var segment = ElementList(in: try ElementList.segmentRange(from: &reader))
        while let part = try segment.next(from: &reader) {
            switch part.identifier {
            case ElementList.information:
                header.duration = try duration(in: part.content, from: &reader)
            case ElementList.tracks:
                try readTracks(in: part.content, into: &header, from: &reader)
            case ElementList.cluster:
                return header
            default:
                break
            }
            if header.storedWidth > 0, header.duration != nil { break }
        }
        return header
    }

    private static func duration(
        in range: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Double? {
        var scale = 1_000_000.0
        var ticks: Double?
        var information = ElementList(in: range)
        while let part = try information.next(from: &reader) {
            let size = part.content.count
            switch part.identifier {
            case ElementList.timeScale where (1...8).contains(size):
                scale = Double(try reader.unsigned(at: part.content.lowerBound, bytes: size))
            case ElementList.duration where size == 4:
                let bits = try reader.unsigned(at: part.content.lowerBound, bytes: 4)
                ticks = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            case ElementList.duration where size == 8:
                ticks = Double(
                    bitPattern: try reader.unsigned(at: part.content.lowerBound, bytes: 8)
                )
            default: break
            }
        }
        guard let ticks, ticks.isFinite, ticks > 0 else { return nil }
        return ticks * scale / 1_000_000_000
    }

    /// Reads the list of tracks.
    ///
    /// - Throws: `MediaFileError`, also if all tracks are audio.
    private static func readTracks(
        in range: Range<Int64>,
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        var tracks = ElementList(in: range)
        var hasSound = false
        while let track = try tracks.next(from: &reader) {
            guard track.identifier == ElementList.track else { continue }
            var parts = ElementList(in: track.content)
            while let part = try parts.next(from: &reader) {
                if part.identifier == ElementList.audio { hasSound = true }
                guard part.identifier == ElementList.video, header.storedWidth == 0 else {
                    continue
                }
                try readVideo(in: part.content, into: &header, from: &reader)
            }
        }
        if hasSound, header.storedWidth == 0 { throw MediaFileError.soundAlone }
    }

    private static func readVideo(
        in range: Range<Int64>,
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        var video = ElementList(in: range)
        while let part = try video.next(from: &reader) {
            let size = part.content.count
            guard (1...4).contains(size) else { continue }
            let value = Int(try reader.unsigned(at: part.content.lowerBound, bytes: size))
            switch part.identifier {
            case ElementList.width: header.storedWidth = value
            case ElementList.height: header.storedHeight = value
            default: break
            }
        }
    }
}
