/// Reads MOV, MP4 and similar formats: the duration from the movie header, size and rotation from the first video
/// track.
enum MovieHeader {
    private struct Track {
        var width = 0
        var height = 0
        var orientation = ImageOrientation.up
        var isVideo = false
        var isStereo = false
        var isEnabled = true
    }

    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        var description: Range<Int64>?
        var header = MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
        var file = BoxList(in: 0..<reader.byteCount)
        // The data behind the description may not be boxes, as in movies to which a phone appends data.
        while let box = try? file.next(from: &reader) {
            if box.type == "moov", description == nil { description = box.content }
            if box.type == "uuid" { try? readNamed(in: box.content, into: &header, from: &reader) }
            if let claimed = file.claimedEnd {
                header.suspicion = FileEnd.cutOff(at: reader.byteCount, of: claimed)
            }
        }
        guard let movie = description else {
            throw MediaFileError(.damaged, "a movie without its description")
        }
        var tracks: [Track] = []
        var list = BoxList(in: movie)
        while let box = try list.next(from: &reader) {
            switch box.type {
            case "mvhd":
                header.duration = try duration(in: box.content, from: &reader)
            case "trak":
                let track = try readTrack(in: box.content, from: &reader)
                if track.isVideo { tracks.append(track) }
            case "uuid":
                try? readNamed(in: box.content, into: &header, from: &reader)
            case "udta":
                // Programs write XMP to QuickTime movies there (XMP Specification, part 3, section 1.2.3).
                if header.xmp == nil {
                    header.xmp = try? BoxList.firstContent(
                        of: "XMP_",
                        in: box.content,
                        from: &reader
                    )
                }
            default:
                break
            }
        }
        let shown = tracks.first { $0.isEnabled && $0.width > 0 } ?? tracks.first
        // A camera's raw pictures are tracks of several sizes. The largest is the sensor's data.
        let track = type == .canonCR3 ? tracks.max { $0.width < $1.width } : shown
        if let track {
            header.storedWidth = track.width
            header.storedHeight = track.height
            header.orientation = track.orientation
            if track.isStereo { header.tags["Video.vexu"] = "present" }
        } else if type.kind == .video {
            throw MediaFileError.soundAlone
        }
        if type.kind == .image {
            header.duration = nil
            if let exif = header.exif {
                header.orientation = ExifBlock.orientation(in: exif, from: &reader)
                if let size = ExifBlock.size(in: exif, from: &reader) {
                    (header.storedWidth, header.storedHeight) = size
                }
            }
        }
        return header
    }

    private static func duration(
        in box: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Double? {
        let start = box.lowerBound
        let isLong = try reader.uint8(at: start) == 1
        let scale = try reader.uint32(at: start + (isLong ? 20 : 12))
        let length =
            isLong
            ? try reader.unsigned(at: start + 24, bytes: 8)
            : UInt64(try reader.uint32(at: start + 16))
        // All ones mean unknown. Movies in fragments have zero.
        let unknown: UInt64 = isLong ? .max : 0xFFFF_FFFF
        guard scale > 0, length > 0, length != unknown else { return nil }
        return Double(length) / Double(scale)
    }

    private static func readTrack(
        in content: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Track {
        var track = Track()
        var media: Range<Int64>?
        var list = BoxList(in: content)
        while let box = try list.next(from: &reader) {
            switch box.type {
            case "tkhd": try readTrackHeader(in: box.content, into: &track, from: &reader)
            case "mdia": media = box.content
            default: break
            }
        }
        guard let media,
            let handler = try BoxList.firstContent(of: "hdlr", in: media, from: &reader)
        else {
            return track
        }
        // Sequences of pictures have another handler.
        let isVideo = ["vide", "pict"].contains(try reader.code(at: handler.lowerBound + 8))
        track.isVideo = isVideo
        if isVideo { try? readSamples(in: media, into: &track, from: &reader) }
        return track
    }

    private static func readTrackHeader(
        in box: Range<Int64>,
        into track: inout Track,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let isLong = try reader.uint8(at: box.lowerBound) == 1
        track.isEnabled = try reader.uint8(at: box.lowerBound + 3) & 1 == 1
        let matrix = box.lowerBound + (isLong ? 52 : 40)
        var coefficients: [Int] = []
        for index: Int64 in [0, 1, 3, 4] {
            let value = try reader.uint32(at: matrix + index * 4)
            coefficients.append(Int(Int32(truncatingIfNeeded: value)))
        }
        track.orientation =
            ImageOrientation(
                a: coefficients[0],
                b: coefficients[1],
                c: coefficients[2],
                d: coefficients[3]
            )
            ?? .up
        // The numbers are 16.16 fixed point.
        track.width = try reader.uint32(at: matrix + 36) >> 16
        track.height = try reader.uint32(at: matrix + 40) >> 16
    }

    /// Reads the coded size, for tracks whose header has none, and whether there is a picture for each eye.
    private static func readSamples(
        in media: Range<Int64>,
        into track: inout Track,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        guard let information = try BoxList.firstContent(of: "minf", in: media, from: &reader),
            let table = try BoxList.firstContent(of: "stbl", in: information, from: &reader),
            let description = try BoxList.firstContent(of: "stsd", in: table, from: &reader)
        else { return }
        if track.width == 0 || track.height == 0 {
            track.width = try reader.uint16(at: description.lowerBound + 40)
            track.height = try reader.uint16(at: description.lowerBound + 42)
        }
        // The fields of all video samples precede the boxes of this one.
        let extensions = description.lowerBound + 8 + 86
        guard extensions < description.upperBound else { return }
        let inside = extensions..<description.upperBound
        track.isStereo = try BoxList.firstContent(of: "vexu", in: inside, from: &reader) != nil
    }

    /// Reads boxes that an identifier names: an XMP packet, and the Exif directories of a Canon raw file.
    private static func readNamed(
        in content: Range<Int64>,
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        guard content.count > 24 else { return }
        let name = Array(try reader.bytes(at: content.lowerBound, count: 16))
        let inside = content.lowerBound + 16..<content.upperBound
        if name == xmpName {
            header.xmp = inside
        } else if name == canonName {
            var list = BoxList(in: inside)
            while let box = try list.next(from: &reader) {
                switch box.type {
                case "CMT1": header.exif = box.content
                case "CMT2", "CMT4": header.exifParts.append(box.content)
                default: break
                }
            }
        }
    }

    private static let canonName: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
        0x48,
    ]
    private static let xmpName: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
        0xAC,
    ]
}
