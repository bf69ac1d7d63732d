/// The codecs that a movie's file names for its pictures and its sound.
package struct CodecNames: Hashable, Sendable {
    /// The names for pictures.
    package private(set) var video: Set<String> = []
    /// The names for sound; empty for a silent movie.
    package private(set) var audio: Set<String> = []

    /// Reads the names, which MP4 and QuickTime have in sample descriptions, and Matroska in its tracks.
    ///
    /// All work stays within the bounds of ``BoundedReader``.
    ///
    /// - Throws: `MediaFileError` for a file of another container, and for one whose description is damaged.
    package init(of source: some ByteSource) throws(MediaFileError) {
        var reader = BoundedReader(source)
        let start = Array(try reader.prefix(at: 0, count: MediaType.signatureLength))
        switch try MediaType(known: start, fileSize: reader.byteCount) {
        case .quickTimeMovie, .mpeg4, .m4v, .threeGPP, .threeGPP2: try readBoxes(from: &reader)
        case .matroska, .webM: try readElements(from: &reader)
        default: throw MediaFileError(.notMedia, "its container names no codecs that are read")
        }
    }

    private mutating func readBoxes(from reader: inout BoundedReader) throws(MediaFileError) {
        var file = BoxList(in: 0..<reader.byteCount)
        var description = try file.next(from: &reader)
        while let box = description, box.type != "moov" {
            description = try file.next(from: &reader)
        }
        guard let description, !file.isCutOff else {
            throw MediaFileError(.damaged, "a movie without its whole description")
        }
        var tracks = BoxList(in: description.content)
        while let track = try tracks.next(from: &reader) {
            guard track.type == "trak",
                let media = try BoxList.firstContent(of: "mdia", in: track.content, from: &reader),
                let handler = try BoxList.firstContent(of: "hdlr", in: media, from: &reader),
                let information = try BoxList.firstContent(of: "minf", in: media, from: &reader),
                let table = try BoxList.firstContent(of: "stbl", in: information, from: &reader),
                let list = try BoxList.firstContent(of: "stsd", in: table, from: &reader)
            else { continue }
            let kind = try reader.code(at: handler.lowerBound + 8)
            guard list.count >= 8 else {
                throw MediaFileError(.damaged, "a list of samples is cut off")
            }
            var samples = BoxList(in: list.lowerBound + 8..<list.upperBound)
            while let sample = try samples.next(from: &reader) {
                let name = String(decoding: sample.type.bytes, as: UTF8.self)
                if kind == "vide" { video.insert(name) }
                if kind == "soun" { audio.insert(name) }
            }
            if samples.isCutOff { throw MediaFileError(.damaged, "a list of samples is cut off") }
        }
        if tracks.isCutOff { throw MediaFileError(.damaged, "a movie's description is cut off") }
    }

    private mutating func readElements(from reader: inout BoundedReader) throws(MediaFileError) {
        var segment = ElementList(in: try ElementList.segmentRange(from: &reader))
        while let part = try segment.next(from: &reader), part.identifier != ElementList.cluster {
            guard part.identifier == ElementList.tracks else { continue }
            var tracks = ElementList(in: part.content)
            while let track = try tracks.next(from: &reader) {
                guard track.identifier == ElementList.track else { continue }
                try readTrack(in: track.content, from: &reader)
            }
            return
        }
        throw MediaFileError(.damaged, "a Matroska file without tracks")
    }

    private mutating func readTrack(
        in range: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        var (kind, name): (UInt64, String) = (0, "")
        var parts = ElementList(in: range)
        while let part = try parts.next(from: &reader) {
            let (start, count) = (part.content.lowerBound, part.content.count)
            switch part.identifier {
            case ElementList.trackType where (1...8).contains(count):
                kind = try reader.unsigned(at: start, bytes: count)
            case ElementList.codec where count <= 64:
                name = String(decoding: try reader.bytes(at: start, count: count), as: UTF8.self)
            default: break
            }
        }
        if kind == 1 { video.insert(name) }
        if kind == 2 { audio.insert(name) }
    }
}
