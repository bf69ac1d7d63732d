package import Foundation

/// A field of the metadata of a QuickTime or MPEG-4 movie.
package struct MovieField: Sendable, Hashable {
    /// The list that has the field.
    ///
    /// The list decides the meaning of the key.
    package enum Space: String, Sendable {
        /// QuickTime's list of named keys ("com.apple.quicktime.creationdate").
        case metadata = "mdta"
        /// QuickTime's user data, with keys of four characters ("©xyz").
        case userData = "udta"
        /// The list of music programs, with keys of four characters ("©nam").
        case music = "itsk"
    }

    package enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int)
        case number(Double)
        case bytes(Data)
    }

    package var space: Space
    package var key: String
    package var value: Value

    package init(space: Space, key: String, value: Value) {
        self.space = space
        self.key = key
        self.value = value
    }
}

/// The metadata of a QuickTime or MPEG-4 movie; empty for movies of other containers.
///
/// Only descriptions are read, within the bounds of ``BoundedReader`` and without a worker. Damaged fields are left
/// out.
package struct MovieMetadata: Sendable, Equatable {
    /// The fields in the order of the file.
    package var fields: [MovieField] = []
    /// The time when the movie was made, from its header.
    package var headerDate: Date?

    package init() {}

    /// Reads a movie's file.
    ///
    /// - Throws: `MediaFileError` if the file is not media, damaged, too large or unreadable.
    package static func read(from source: some ByteSource) throws(MediaFileError) -> MovieMetadata {
        var reader = BoundedReader(source)
        let start = Array(try reader.prefix(at: 0, count: MediaType.signatureLength))
        switch try MediaType(known: start, fileSize: reader.byteCount) {
        case .quickTimeMovie, .mpeg4, .m4v, .m4a, .threeGPP, .threeGPP2: break
        default: return MovieMetadata()
        }
        var found = MovieMetadata()
        guard
            let movie = try BoxList.firstContent(
                of: "moov",
                in: 0..<reader.byteCount,
                from: &reader
            )
        else {
            return found
        }
        // The fields before a damaged part are kept.
        try? found.readMovie(in: movie, from: &reader)
        return found
    }

    private mutating func readMovie(
        in movie: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        var list = BoxList(in: movie)
        while let box = try list.next(from: &reader) {
            switch box.type {
            case "mvhd": headerDate = try? Self.creationDate(in: box.content, from: &reader)
            case "meta": try? readList(in: box.content, from: &reader)
            case "udta": try? readUserData(in: box.content, from: &reader)
            default: break
            }
        }
    }

    /// Converts seconds since 1904.
    ///
    /// Zero and times before 1970 give nil: they come from clocks that were never set.
    private static func creationDate(
        in header: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Date? {
        let isLong = try reader.uint8(at: header.lowerBound) == 1
        let seconds = try reader.unsigned(at: header.lowerBound + 4, bytes: isLong ? 8 : 4)
        let since1970: UInt64 = 2_082_844_800
        guard seconds > since1970, seconds < 1 << 40 else { return nil }
        return Date(timeIntervalSince1970: Double(seconds - since1970))
    }

    private mutating func readUserData(
        in content: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        var list = BoxList(in: content)
        while let box = try list.next(from: &reader) {
            if box.type == "meta" {
                try? readList(in: box.content, from: &reader)
            } else if box.type.bytes.first == 0xA9, box.content.count > 4 {
                // A length and a language precede the text.
                let length = try reader.uint16(at: box.content.lowerBound)
                let count = min(length, Int(box.content.count) - 4, Self.maximumText)
                let bytes = try reader.bytes(at: box.content.lowerBound + 4, count: count)
                let text = PlainBytes.text(of: bytes).trimmingBlanks()
                fields.append(MovieField(space: .userData, key: box.type.name, value: .text(text)))
            }
        }
    }

    /// Reads a box of keys and values.
    ///
    /// QuickTime's form has no version; MPEG-4's form has one.
    private mutating func readList(
        in content: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        guard content.count >= 12 else { return }
        let isPlain = try reader.code(at: content.lowerBound + 4) == "hdlr"
        let inside = (content.lowerBound + (isPlain ? 0 : 4))..<content.upperBound
        guard let values = try BoxList.firstContent(of: "ilst", in: inside, from: &reader) else {
            return
        }
        let keyList = try BoxList.firstContent(of: "keys", in: inside, from: &reader)
        let keys: [String]? =
            if let keyList { try Self.keyNames(in: keyList, from: &reader) } else { nil }
        var list = BoxList(in: values)
        while let box = try list.next(from: &reader) {
            let key: String
            if let keys {
                guard (1...max(keys.count, 1)).contains(Int(box.type.value)), !keys.isEmpty else {
                    continue
                }
                key = keys[Int(box.type.value) - 1]
            } else {
                key = box.type.name
            }
            guard let data = try BoxList.firstContent(of: "data", in: box.content, from: &reader),
                let value = try Self.fieldValue(in: data, from: &reader)
            else { continue }
            fields.append(
                MovieField(space: keys == nil ? .music : .metadata, key: key, value: value)
            )
        }
    }

    private static func keyNames(
        in content: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> [String] {
        guard content.count > 8 else { return [] }
        var keys: [String] = []
        var list = BoxList(in: content.lowerBound + 8..<content.upperBound)
        while let box = try list.next(from: &reader) {
            let bytes = try reader.bytes(
                at: box.content.lowerBound,
                count: min(Int(box.content.count), 1024)
            )
            keys.append(PlainBytes.text(of: bytes))
        }
        return keys
    }

    private static let maximumText = 64 << 10
    /// The largest binary value, such as a cover picture.
    ///
    /// Larger values are left out.
    private static let maximumBytes = 1 << 20

    /// Reads a value, which follows a type and a language.
    private static func fieldValue(
        in data: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MovieField.Value? {
        guard data.count >= 8, data.count - 8 <= maximumBytes else { return nil }
        let count = Int(data.count) - 8
        let bytes = try reader.bytes(at: data.lowerBound + 8, count: count)
        switch try reader.uint32(at: data.lowerBound) & 0xFF_FFFF {
        case 1 where count <= maximumText: return .text(PlainBytes.text(of: bytes))
        case 2 where count <= maximumText:
            return .text(PlainBytes.wideText(of: bytes, endian: .big))
        case 0, 13, 14: return .bytes(Data(bytes))
        case 21, 65, 66, 67, 74: return integerValue(of: bytes, isSigned: true)
        case 22, 75, 76, 77, 78: return integerValue(of: bytes, isSigned: false)
        case 23 where count == 4:
            let bits = bytes.reduce(0) { $0 << 8 | UInt32($1) }
            return .number(Double(Float(bitPattern: bits)))
        case 24 where count == 8:
            return .number(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
        default: return nil
        }
    }

    private static func integerValue(
        of bytes: ArraySlice<UInt8>,
        isSigned: Bool
    ) -> MovieField.Value? {
        guard (1...8).contains(bytes.count) else { return nil }
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let unused = UInt64(64 - 8 * bytes.count)
        if isSigned { return .integer(Int(Int64(bitPattern: bits << unused) >> Int64(unused))) }
        return Int(exactly: bits).map { .integer($0) }
    }
}

extension FourCharacterCode {
    /// The characters in Latin 1, as in QuickTime's keys ("©xyz").
    fileprivate var name: String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
