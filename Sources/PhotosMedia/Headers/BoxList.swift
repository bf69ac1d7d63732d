/// The boxes of an ISO base media file (MP4, MOV, HEIC, AVIF) in one parent, found by their sizes.
struct BoxList {
    struct Box {
        let type: FourCharacterCode
        /// The range of the box's content, without its header.
        let content: Range<Int64>
    }

    private var offset: Int64
    private let end: Int64
    /// The end that the last box states, if it lies beyond the parent's end.
    private(set) var claimedEnd: Int64?
    /// Whether the last box states an end beyond the parent's end.
    var isCutOff: Bool { claimedEnd != nil }

    init(in range: Range<Int64>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next box; nil at the end of the parent.
    mutating func next(from reader: inout BoundedReader) throws(MediaFileError) -> Box? {
        // QuickTime ends some lists with four zero bytes.
        guard end - offset >= 8 else { return nil }
        try reader.step()
        var size = Int64(try reader.uint32(at: offset))
        let type = try reader.code(at: offset + 4)
        var header: Int64 = 8
        if size == 1 {
            let large = try reader.unsigned(at: offset + 8, bytes: 8)
            guard large <= UInt64(Int64.max) else {
                throw MediaFileError(.damaged, "a box larger than any file")
            }
            size = Int64(large)
            header = 16
        } else if size == 0 {
            size = end - offset
        }
        guard size >= header else {
            throw MediaFileError(.damaged, "a box smaller than its header")
        }
        // The available part of a last box that is cut off is still returned.
        let isCutOff = size > end - offset
        claimedEnd = isCutOff ? offset.addingReportingOverflow(size).partialValue : nil
        let limit = isCutOff ? end : offset + size
        guard offset + header <= limit else {
            throw MediaFileError(.damaged, "a box is cut off")
        }
        let box = Box(type: type, content: offset + header..<limit)
        offset = limit
        return box
    }

    /// Returns the content of the first box of a type in a range.
    static func firstContent(
        of type: FourCharacterCode,
        in range: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Range<Int64>? {
        var list = BoxList(in: range)
        while let box = try list.next(from: &reader) {
            if box.type == type { return box.content }
        }
        return nil
    }
}
