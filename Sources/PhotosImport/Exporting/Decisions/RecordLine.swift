package import Foundation
import PhotosBase
import PhotosStore

/// A file that an export wrote, as its record has it.
package struct RecordedFile: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// The export wrote the file, and may replace and remove it.
        case own = "o"
        /// The file was there with the same bytes, and is never changed.
        case foreign = "f"
        /// A symbolic link that the export made; the checksum is that of its target's path.
        case link = "l"
    }

    /// The name of the file among those of its asset.
    package var part: String
    /// The path relative to the export's folder.
    package var path: String
    package var byteCount: Int64
    /// The modification time in nanoseconds since 1970.
    package var modification: Int64
    /// The SHA-256 checksum.
    package var checksum: [UInt8]
    /// A checksum over what the file was made from.
    package var source: [UInt8]
    package var kind: Kind
    /// What the file was made from; nil for sidecars and others that have no such file, and in records of earlier versions.
    package var origin: Origin?

    package init(
        part: String,
        path: String,
        byteCount: Int64,
        modification: Int64,
        checksum: [UInt8],
        source: [UInt8],
        kind: Kind = .own,
        origin: Origin? = nil
    ) {
        self.part = part
        self.path = path
        self.byteCount = byteCount
        self.modification = modification
        self.checksum = checksum
        self.source = source
        self.kind = kind
        self.origin = origin
    }
}

/// A line of the record that an export keeps in its folder.
///
/// Lines are only appended. Each has a checksum, so that a line that a power failure damaged is recognised.
package enum RecordLine: Hashable, Sendable {
    /// The first line: the version, the library and the identifier of the export.
    case head(library: UUID, export: UUID)
    /// An asset, with the checksum of its state when all of its files were written; empty while one is missing.
    case asset(UUID, state: [UInt8], number: Int, base: String)
    /// A file that is about to get its name.
    case pending(UUID, RecordedFile)
    case file(UUID, RecordedFile)
    /// A file of an asset is gone.
    case removed(UUID, part: String)
    /// An asset and its files are gone.
    case forgotten(UUID)
    /// An earlier file of an asset, which is about to be removed.
    case retired(path: String, byteCount: Int64, modification: Int64)
    /// Everything that was retired is gone.
    case cleared
    /// The manifest's size and time, and the checksum of the albums that it states.
    case manifest(byteCount: Int64, modification: Int64, albums: [UInt8])

    package static let version = 1
}

extension RecordLine {
    /// The line without its line break.
    package var text: String {
        var bytes: [UInt8] = []
        add(to: &bytes)
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    /// Adds the line with its line break to some bytes.
    package func add(to bytes: inout [UInt8]) {
        let start = bytes.count
        // The digits of the checksum follow when the rest is known.
        bytes += "00000000".utf8
        var writer = Writer(bytes)
        bytes = []
        addFields(to: &writer)
        bytes = writer.bytes
        let sum = Self.checksum(of: bytes[(start + 9)...])
        var digits: [UInt8] = []
        Hexadecimal.add(
            (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) },
            to: &digits
        )
        bytes.replaceSubrange(start..<(start + 8), with: digits)
        bytes.append(UInt8(ascii: "\n"))
    }

    private func addFields(to line: inout Writer) {
        switch self {
        case .head(let library, let export):
            line.add("H")
            line.add(Int64(Self.version))
            line.add(library)
            line.add(export)
        case .asset(let uuid, let state, let number, let base):
            line.add("A")
            line.add(uuid)
            line.add(state)
            line.add(Int64(number))
            line.add(base)
        case .pending(let uuid, let file):
            line.add("P")
            line.addFile(ofAsset: uuid, file: file)
        case .file(let uuid, let file):
            line.add("F")
            line.addFile(ofAsset: uuid, file: file)
        case .removed(let uuid, let part):
            line.add("D")
            line.add(uuid)
            line.add(part)
        case .forgotten(let uuid):
            line.add("G")
            line.add(uuid)
        case .retired(let path, let size, let time):
            line.add("R")
            line.add(size)
            line.add(time)
            line.add(path)
        case .cleared: line.add("C")
        case .manifest(let size, let time, let albums):
            line.add("M")
            line.add(size)
            line.add(time)
            line.add(albums)
        }
    }

    /// Reads a line; nil for a damaged line, and for one of an unknown kind.
    package init?(_ line: ArraySlice<UInt8>) {
        guard line.count > 9, line[line.startIndex + 8] == 0x09 else { return nil }
        let body = line.dropFirst(9)
        guard Hexadecimal.number(of: line.prefix(8)) == Self.checksum(of: body) else { return nil }
        var fields = Fields(body)
        guard let kind = fields.byte() else { return nil }
        let read: RecordLine? =
            switch kind {
            case UInt8(ascii: "H"): Self.headLine(from: &fields)
            case UInt8(ascii: "A"): Self.assetLine(from: &fields)
            case UInt8(ascii: "P"): Self.recordedFile(from: &fields).map { .pending($0.0, $0.1) }
            case UInt8(ascii: "F"): Self.recordedFile(from: &fields).map { .file($0.0, $0.1) }
            case UInt8(ascii: "D"): Self.removedLine(from: &fields)
            case UInt8(ascii: "G"): fields.uuid().map { .forgotten($0) }
            case UInt8(ascii: "R"): Self.retiredLine(from: &fields)
            case UInt8(ascii: "C"): .cleared
            case UInt8(ascii: "M"): Self.manifestLine(from: &fields)
            default: nil
            }
        guard let read, fields.isAtEnd else { return nil }
        self = read
    }

    private static func headLine(from fields: inout Fields) -> RecordLine? {
        guard fields.number() == Int64(version), let library = fields.uuid(),
            let export = fields.uuid()
        else { return nil }
        return .head(library: library, export: export)
    }

    private static func assetLine(from fields: inout Fields) -> RecordLine? {
        guard let uuid = fields.uuid(), let state = fields.bytes(),
            let number = fields.number().flatMap(Int.init(exactly:)), let base = fields.text()
        else { return nil }
        return .asset(uuid, state: state, number: number, base: base)
    }

    private static func recordedFile(from fields: inout Fields) -> (UUID, RecordedFile)? {
        guard let uuid = fields.uuid(), let part = fields.text(),
            let kind = fields.text().flatMap(RecordedFile.Kind.init),
            let size = fields.number(), let time = fields.number(),
            let checksum = fields.bytes(), let source = fields.bytes(), let path = fields.text()
        else { return nil }
        var file = RecordedFile(
            part: part,
            path: path,
            byteCount: size,
            modification: time,
            checksum: checksum,
            source: [],
            kind: kind
        )
        file.takeSourceField(source)
        return (uuid, file)
    }

    private static func removedLine(from fields: inout Fields) -> RecordLine? {
        guard let uuid = fields.uuid(), let part = fields.text() else { return nil }
        return .removed(uuid, part: part)
    }

    private static func retiredLine(from fields: inout Fields) -> RecordLine? {
        guard let size = fields.number(), let time = fields.number(), let path = fields.text()
        else { return nil }
        return .retired(path: path, byteCount: size, modification: time)
    }

    private static func manifestLine(from fields: inout Fields) -> RecordLine? {
        guard let size = fields.number(), let time = fields.number(), let albums = fields.bytes()
        else { return nil }
        return .manifest(byteCount: size, modification: time, albums: albums)
    }

    /// FNV-1a with 32 bits, which is enough to recognise a damaged line.
    private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum: UInt32 = 2_166_136_261
        for byte in bytes { sum = (sum ^ UInt32(byte)) &* 16_777_619 }
        return sum
    }
}
