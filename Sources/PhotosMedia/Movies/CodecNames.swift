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
        case .quickTimeMovie, .mpeg4, .m4v, .threeGPP, .threeGPP2: try readBoxes(&reader)
        case .matroska, .webM: try readElements(&reader)
        default: throw MediaFileError(.notMedia, "its container names no codecs that are read")
        }
    }

    private mutating func readBoxes(_ reader: inout BoundedReader) throws(MediaFileError) {
        var file = BoxList(in: 0..<reader.byteCount)
        var description = try file.next(&reader)
        while let box = description, box.type != "moov" { description = try file.next(&reader) }
        guard let description, !file.isCutOff else {
            throw MediaFileError(.damaged, "a movie without its whole description")
        }
        var tracks = BoxList(in: description.content)
        while let track = try tracks.next(&reader) {
            guard track.type == "trak",
                let media = try BoxList.first("mdia", in: track.content, &reader),
                let handler = try BoxList.first("hdlr", in: media, &reader),
                let information = try BoxList.first("minf", in: media, &reader),
                let table = try BoxList.first("stbl", in: information, &reader),
                let list = try BoxList.first("stsd", in: table, &reader)
            else { continue }
            let kind = try reader.code(at: handler.lowerBound + 8)
            guard list.count >= 8 else {
                throw MediaFileError(.damaged, "a list of samples is cut off")
            }
            var samples = BoxList(in: list.lowerBound + 8..<list.upperBound)
            while let sample = try samples.next(&reader) {
                let name = String(decoding: sample.type.bytes, as: UTF8.self)
                if kind == "vide" { video.insert(name) }
                if kind == "soun" { audio.insert(name) }
            }
            if samples.isCutOff { throw MediaFileError(.damaged, "a list of samples is cut off") }
        }
        if tracks.isCutOff { throw MediaFileError(.damaged, "a movie's description is cut off") }
    }

    private mutating func readElements(_ reader: inout BoundedReader) throws(MediaFileError) {
        var segment = ElementList(in: try ElementList.segment(&reader))
        while let part = try segment.next(&reader), part.identifier != ElementList.cluster {
            guard part.identifier == ElementList.tracks else { continue }
            var tracks = ElementList(in: part.content)
            while let track = try tracks.next(&reader) {
                guard track.identifier == ElementList.track else { continue }
                try readTrack(track.content, &reader)
            }
            return
        }
        throw MediaFileError(.damaged, "a Matroska file without tracks")
    }

    private mutating func readTrack(
        _ range: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        var (kind, name): (UInt64, String) = (0, "")
        var parts = ElementList(in: range)
        while let part = try parts.next(&reader) {
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
