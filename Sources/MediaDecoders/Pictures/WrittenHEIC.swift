import PhotosMedia

/// A HEIC that libheif 1.15 has written, in memory.
///
/// libheif states the size of a picture with an orientation as it is shown, behind the orientation. The size of a HEIC is
/// that of the stored pixels, and properties that describe precede those that transform (ISO/IEC 23008-12, 6.5.3 and
/// 6.5.1): https://github.com/strukturag/libheif/blob/v1.15.1/libheif/heif_context.cc
struct WrittenHEIC {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    /// The properties that transform a picture.
    private static let transforming: Set<String> = ["irot", "imir", "clap"]

    /// States the size of the stored pixels, before the orientation.
    ///
    /// - Throws: `MediaFileError` if the boxes are not as libheif writes them.
    func correct(_ size: PixelSize) throws(MediaFileError) {
        let meta = try box("meta", in: 0..<bytes.count)
        let list = try box("iprp", in: meta.lowerBound + 4..<meta.upperBound)
        let properties = try boxes(in: box("ipco", in: list))
        for (type, content) in properties where type == "ispe" && content.count == 12 {
            guard number(content.lowerBound + 4, 4) == size.height,
                number(content.lowerBound + 8, 4) == size.width
            else { continue }
            set(content.lowerBound + 4, size.width)
            set(content.lowerBound + 8, size.height)
        }
        let owners = try box("ipma", in: list)
        // Version 0 without flags has two bytes for an item and one byte for a property.
        guard owners.count >= 8, number(owners.lowerBound, 4) == 0 else { throw Self.unknown }
        var offset = owners.lowerBound + 8
        for _ in 0..<number(owners.lowerBound + 4, 4) {
            guard offset + 3 <= owners.upperBound else { throw Self.unknown }
            let range = offset + 3..<offset + 3 + number(offset + 2, 1)
            guard range.upperBound <= owners.upperBound else { throw Self.unknown }
            let entries = range.map { bytes[$0] }
            let isTransforming = entries.map { entry in
                let index = Int(entry & 0x7F) - 1
                return properties.indices.contains(index)
                    && Self.transforming.contains(properties[index].type)
            }
            let pairs = zip(entries, isTransforming)
            let ordered = pairs.filter { !$0.1 }.map(\.0) + pairs.filter { $0.1 }.map(\.0)
            for (position, entry) in zip(range, ordered) { bytes[position] = entry }
            offset = range.upperBound
        }
    }

    private typealias Box = (type: String, content: Range<Int>)

    private func box(
        _ type: String,
        in range: Range<Int>
    ) throws(MediaFileError) -> Range<Int> {
        guard let box = try boxes(in: range).first(where: { $0.type == type }) else {
            throw Self.unknown
        }
        return box.content
    }

    private func boxes(in range: Range<Int>) throws(MediaFileError) -> [Box] {
        var found: [Box] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            let length = number(offset, 4)
            guard length >= 8, length <= range.upperBound - offset else { throw Self.unknown }
            let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            found.append((type, offset + 8..<offset + length))
            offset += length
        }
        return found
    }

    private func number(_ offset: Int, _ count: Int) -> Int {
        bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private func set(_ offset: Int, _ value: Int) {
        for index in 0..<4 {
            bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index))
        }
    }

    private static let unknown = MediaFileError(
        .unsupported,
        "libheif writes HEIC in a form that is not known here"
    )
}
