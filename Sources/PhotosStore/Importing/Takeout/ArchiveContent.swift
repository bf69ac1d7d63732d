import Foundation

/// What an archive holds, as far as a bounded look at its bytes tells.
enum ArchiveContent {
    /// An export of Google Photos, or a part of one.
    case export
    /// Something else.
    case other

    /// Bytes of a compressed file that are looked at.
    private static let start = 64 << 10
    /// Bytes at the end of a ZIP file in which its list of entries is looked for.
    private static let end = 1 << 20
    private static let top = Array("Takeout/".utf8)

    /// Nil for a file that is no archive, or cannot be read.
    init?(of url: URL) {
        guard let handle = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? handle.close() }
        let bytes = [UInt8]((try? handle.read(upToCount: Self.start)) ?? Data())
        if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
            self = Self.isExport(zip: bytes, handle) ? .export : .other
        } else if bytes.starts(with: [0x1F, 0x8B]) {
            let content = GzipStart.unpacked(bytes, upTo: Self.tarStart)
            self = Self.isExport(tar: content) ? .export : .other
        } else if Self.isTar(bytes) {
            self = Self.isExport(tar: bytes) ? .export : .other
        } else {
            return nil
        }
    }

    /// Bytes of a tar file in which the first entry with a name of its own is looked for.
    private static let tarStart = 16 << 10

    /// Whether the first entry that is a file or folder stands in the top folder; `./` may stand before its name.
    ///
    /// Long names and other properties stand in entries before it.
    private static func isExport(tar bytes: [UInt8]) -> Bool {
        var place = 0
        var isNamed = false
        while place + 512 <= bytes.count {
            let kind = bytes[place + 156]
            if isNamed || !helpers.contains(kind) {
                let name = bytes[place...]
                return (name.starts(with: [0x2E, 0x2F]) ? name.dropFirst(2) : name)
                    .starts(with: top)
            }
            let digits = bytes[(place + 124)..<(place + 135)].filter { (0x30...0x37).contains($0) }
            let size = digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
            place += 512
            // The content of this entry is the name of the next one.
            if kind == UInt8(ascii: "L") {
                isNamed = true
                continue
            }
            guard size < bytes.count else { return false }
            place += (size + 511) / 512 * 512
        }
        return false
    }

    /// Kinds of entries that tell of the next one: long names, and properties.
    private static let helpers = Array("LKxg".utf8)

    private static func isTar(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 262 && bytes[257..<262].elementsEqual("ustar".utf8)
    }

    /// The first entry stands at the start, its name 30 bytes behind.
    ///
    /// Programs that pack an export anew may put others first: then the list at the end tells.
    private static func isExport(zip bytes: [UInt8], _ handle: FileHandle) -> Bool {
        if bytes.dropFirst(30).starts(with: top) { return true }
        guard let size = try? handle.seekToEnd() else { return false }
        guard (try? handle.seek(toOffset: size - min(size, UInt64(end)))) != nil,
            let data = try? handle.read(upToCount: end)
        else { return false }
        return holdsTop([UInt8](data))
    }

    /// Whether an entry of the list has a name in the top folder: it stands 46 bytes behind the entry's mark.
    private static func holdsTop(_ bytes: [UInt8]) -> Bool {
        var place = 0
        while place + 46 + top.count <= bytes.count {
            if bytes[place] == 0x50, bytes[place + 1] == 0x4B, bytes[place + 2] == 1,
                bytes[place + 3] == 2, bytes[(place + 46)...].starts(with: top)
            {
                return true
            }
            place += 1
        }
        return false
    }
}
