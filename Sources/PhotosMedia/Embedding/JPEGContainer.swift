/// The segments of metadata in a JPEG.
struct JPEGContainer: MetadataContainer {
    private enum Kind {
        case exif, xmp, resources
    }

    private let replaced: [(kind: Kind, segment: Range<Int64>)]
    /// The offset where new segments begin: behind the marks of JFIF.
    private let start: Int64
    private let pixels: Int64
    private let byteCount: Int64
    /// The end of the segment whose offsets lead to further pictures; nil if there is none.
    private let list: Int64?
    let parts: MetadataParts

    private static let exifName = Array("Exif\0\0".utf8)
    private static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let resourcesName = Array("Photoshop 3.0\0".utf8)
    /// The largest number of bytes behind a segment's marker and length.
    private static let maximumContent = 65_533

    init(_ source: some ByteSource) throws(MediaFileError) {
        var reader = BoundedReader(source)
        let found = try JPEGSegments(from: &reader)
        guard found.fault == nil, !found.hasStrayBytes, let pixels = found.pixels,
            !found.segments.contains(where: \.hasWrongLength)
        else { throw MediaFileError(.notEmbeddable, "the segments of the JPEG are damaged") }
        var replaced: [(kind: Kind, segment: Range<Int64>)] = []
        var parts = MetadataParts()
        var start: Int64 = 2
        var list: Int64?
        for segment in found.segments {
            func content(after name: [UInt8]) throws(MediaFileError) -> [UInt8]? {
                let content = segment.content
                guard content.count >= name.count,
                    try source.bytes(at: content.lowerBound, count: name.count) == name
                else { return nil }
                let from = content.lowerBound + Int64(name.count)
                return try source.bytes(at: from, count: Int(content.upperBound - from))
            }
            switch segment.marker {
            case 0xE0 where segment.whole.lowerBound == start: start = segment.whole.upperBound
            case 0xE1:
                if parts.exif == nil, let block = try content(after: Self.exifName) {
                    parts.exif = block
                    replaced.append((.exif, segment.whole))
                } else if parts.xmp == nil, let packet = try content(after: Self.xmpName) {
                    parts.xmp = packet
                    replaced.append((.xmp, segment.whole))
                }
            case 0xE2:
                if try content(after: Array("MPF\0".utf8)) != nil {
                    list = segment.whole.upperBound
                }
            case 0xED:
                if let bytes = try content(after: Self.resourcesName) {
                    parts.resources = (parts.resources ?? []) + bytes
                    replaced.append((.resources, segment.whole))
                }
            default: break
            }
        }
        self.replaced = replaced
        self.parts = parts
        self.start = start
        self.pixels = pixels
        self.list = list
        byteCount = source.byteCount
    }

    func plan(with parts: MetadataParts) throws(MediaFileError) -> CopyPlan {
        var plan = CopyPlan()
        var position: Int64 = 0
        var written: Set<Kind> = []
        var distance: Int64 = 0
        func addSegments(of kind: Kind) throws(MediaFileError) {
            guard written.insert(kind).inserted else { return }
            for segment in try Self.segments(of: kind, parts: parts) {
                plan.add(segment)
                if let list, position >= list { distance += Int64(segment.count) }
            }
        }
        func copyBytes(to end: Int64) {
            guard end > position else { return }
            plan.add(position..<end)
            if let list { distance += max(0, end - max(position, list)) }
            position = end
        }
        // New blocks come where readers search first; blocks that were there stay where they were.
        let known = Set(replaced.map(\.kind))
        var marks = replaced.map { (kind: $0.kind, segment: $0.segment) }
        let new = [Kind.exif, .xmp, .resources].filter { !known.contains($0) }
        marks.insert(contentsOf: new.map { ($0, start..<start) }, at: 0)
        for (kind, segment) in marks.sorted(by: { $0.segment.lowerBound < $1.segment.lowerBound }) {
            copyBytes(to: segment.lowerBound)
            try addSegments(of: kind)
            position = max(position, segment.upperBound)
        }
        copyBytes(to: pixels)
        if let list, distance != pixels - list {
            throw MediaFileError(.notEmbeddable, "its further pictures would not be found")
        }
        plan.add(pixels..<byteCount)
        return plan
    }

    private static func segments(
        of kind: Kind,
        parts: MetadataParts
    ) throws(MediaFileError) -> [[UInt8]] {
        switch kind {
        case .exif:
            return try parts.exif.map { bytes throws(MediaFileError) in
                [try segment(marker: 0xE1, name: exifName, content: bytes[...], what: "Exif block")]
            } ?? []
        case .xmp:
            return try parts.xmp.map { bytes throws(MediaFileError) in
                [try segment(marker: 0xE1, name: xmpName, content: bytes[...], what: "XMP packet")]
            } ?? []
        case .resources:
            var rest = (parts.resources ?? [])[...]
            var segments: [[UInt8]] = []
            while !rest.isEmpty {
                let piece = rest.prefix(maximumContent - resourcesName.count)
                segments.append(
                    try segment(
                        marker: 0xED,
                        name: resourcesName,
                        content: piece,
                        what: "block of Photoshop"
                    )
                )
                rest = rest.dropFirst(piece.count)
            }
            return segments
        }
    }

    private static func segment(
        marker: UInt8,
        name: [UInt8],
        content: ArraySlice<UInt8>,
        what: String
    ) throws(MediaFileError) -> [UInt8] {
        guard name.count + content.count <= maximumContent else {
            throw MediaFileError(.notEmbeddable, "the \(what) is larger than a segment of a JPEG")
        }
        var writer = ByteWriter(capacity: content.count + 64)
        writer.byte(0xFF)
        writer.byte(marker)
        writer.uint16(name.count + content.count + 2)
        writer.append(name)
        writer.append(content)
        return writer.bytes
    }
}
