/// A box of a movie's description, which is in memory as a whole (ISO/IEC 14496-12).
struct MovieBox {
    var type: FourCharacterCode
    /// The content, without the box's header.
    var content: ArraySlice<UInt8>

    /// The most boxes of one list: real movies have some dozens.
    static let most = 4_096

    /// Returns the boxes in the content of another box.
    ///
    /// - Parameter bytes: The content. Fewer than eight bytes at its end are no box: QuickTime ends some lists with zeros.
    /// - Returns: The boxes, in order.
    /// - Throws: `MediaFileError` if a box is smaller than its header, or larger than what is left. The code is `unsupported` for
    ///   more boxes than ``most``.
    static func list(in bytes: ArraySlice<UInt8>) throws(MediaFileError) -> [MovieBox] {
        var boxes: [MovieBox] = []
        var rest = bytes
        while rest.count >= 8 {
            guard boxes.count < most else {
                throw MediaFileError(.unsupported, "a description of more than \(most) boxes")
            }
            var size = try rest.unsigned(at: 0, bytes: 4)
            var header = 8
            if size == 1 {
                size = try rest.unsigned(at: 8, bytes: 8)
                header = 16
            } else if size == 0 {
                size = rest.count
            }
            guard (header...max(header, rest.count)).contains(size), size <= rest.count else {
                throw MediaFileError(.damaged, "a box of its description is cut off")
            }
            boxes.append(
                MovieBox(
                    type: FourCharacterCode(rest.dropFirst(4).prefix(4)),
                    content: rest.prefix(size).dropFirst(header)
                )
            )
            rest = rest.dropFirst(size)
        }
        return boxes
    }

    /// Returns the content of the first box of a type.
    static func content(
        of type: FourCharacterCode,
        in boxes: [MovieBox]
    ) throws(MediaFileError) -> ArraySlice<UInt8> {
        guard let box = boxes.first(where: { $0.type == type }) else {
            let name = String(decoding: type.bytes, as: UTF8.self)
            throw MediaFileError(.damaged, "its description lacks the box \(name)")
        }
        return box.content
    }
}

extension ByteWriter {
    mutating func box(_ box: MovieBox) {
        uint32(box.content.count + 8)
        append(box.type.bytes)
        append(box.content)
    }
}

extension ArraySlice<UInt8> {
    /// Returns an unsigned number, the most significant byte first.
    ///
    /// - Parameters:
    ///   - offset: The distance of its first byte from the beginning.
    ///   - count: The number of its bytes, from 1 to 8.
    /// - Returns: The number.
    /// - Throws: `MediaFileError` if the bytes end before, or the number is larger than `Int.max`.
    func unsigned(at offset: Int, bytes count: Int) throws(MediaFileError) -> Int {
        guard offset >= 0, count <= self.count, offset <= self.count - count else {
            throw MediaFileError(.damaged, "a box of its description ends early")
        }
        var value: UInt64 = 0
        for index in startIndex + offset..<startIndex + offset + count {
            value = value << 8 | UInt64(self[index])
        }
        guard let number = Int(exactly: value) else {
            throw MediaFileError(.damaged, "its description has an impossible number")
        }
        return number
    }

    /// Returns a signed number of 32 bits, the most significant byte first.
    func signed32(at offset: Int) throws(MediaFileError) -> Int {
        Int(Int32(truncatingIfNeeded: try unsigned(at: offset, bytes: 4)))
    }
}

extension Int {
    /// Makes a number of ticks; the longest one for what no movie lasts.
    init(ticks: Double) {
        self = ticks.isNaN ? 0 : Int(Swift.min(Swift.max(0, ticks), 1e17).rounded())
    }
}
