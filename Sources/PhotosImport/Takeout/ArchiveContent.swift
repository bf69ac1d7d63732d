import Foundation

/// The kind of content in an archive, detected from a bounded number of its bytes.
enum ArchiveContent {
    /// An export of Google Photos, or a part of one.
    case export
    /// Something else.
    case other

    /// The number of bytes that are read at the start of the file.
    private static let start = 64 << 10
    /// The number of bytes at the end of a ZIP file in which its list of entries is searched.
    private static let end = 1 << 20
    private static let top = Array("Takeout/".utf8)

    /// Detects the content.
    ///
    /// Returns nil for a file that is no archive, or cannot be read.
    init?(of url: URL) {
        guard let handle = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? handle.close() }
        let bytes = [UInt8]((try? handle.read(upToCount: Self.start)) ?? Data())
        if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
            self = Self.isExport(zip: bytes, handle: handle) ? .export : .other
        } else if bytes.starts(with: [0x1F, 0x8B]) {
            let content = GzipStart.unpacked(bytes, upTo: Self.tarStart)
            self = Self.isExport(tar: content) ? .export : .other
        } else if Self.isTar(bytes) {
            self = Self.isExport(tar: bytes) ? .export : .other
        } else {
            return nil
        }
    }

    /// The number of bytes of a tar file in which the first real entry is searched.
    private static let tarStart = 16 << 10

    /// Returns whether the first entry that is a file or folder is in the top folder.
    ///
    /// Its name may start with `./`.
    ///
    /// Entries with long names and other properties precede that entry.
    private static func isExport(tar bytes: [UInt8]) -> Bool {
        var offset = 0
        var isNamed = false
        while offset + 512 <= bytes.count {
            let kind = bytes[offset + 156]
            if isNamed || !helpers.contains(kind) {
                let name = bytes[offset...]
                return (name.starts(with: [0x2E, 0x2F]) ? name.dropFirst(2) : name)
                    .starts(with: top)
            }
            let digits = bytes[(offset + 124)..<(offset + 135)].filter {
                (0x30...0x37).contains($0)
            }
            let size = digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
            offset += 512
            // The content of this entry is the name of the next entry.
            if kind == UInt8(ascii: "L") {
                isNamed = true
                continue
            }
            guard size < bytes.count else { return false }
            offset += (size + 511) / 512 * 512
        }
        return false
    }

    /// The kinds of entries that describe the next entry: long names, and properties.
    private static let helpers = Array("LKxg".utf8)

    private static func isTar(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 262 && bytes[257..<262].elementsEqual("ustar".utf8)
    }

    /// Returns whether a ZIP file is an export.
    ///
    /// The first entry is at offset 0, with its name at offset 30. A program that packs an export again may
    /// put other entries first, so the list at the end of the file is checked, too.
    private static func isExport(zip bytes: [UInt8], handle: FileHandle) -> Bool {
        if bytes.dropFirst(30).starts(with: top) { return true }
        guard let size = try? handle.seekToEnd() else { return false }
        guard (try? handle.seek(toOffset: size - min(size, UInt64(end)))) != nil,
            let data = try? handle.read(upToCount: end)
        else { return false }
        return holdsTop([UInt8](data))
    }

    /// Returns whether an entry in the list has a name in the top folder.
    ///
    /// The name is 46 bytes after the entry's signature.
    private static func holdsTop(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset + 46 + top.count <= bytes.count {
            if bytes[offset] == 0x50, bytes[offset + 1] == 0x4B, bytes[offset + 2] == 1,
                bytes[offset + 3] == 2, bytes[(offset + 46)...].starts(with: top)
            {
                return true
            }
            offset += 1
        }
        return false
    }
}
