import PhotosBase

/// A tar file, plain or in gzip's frame without compression.
package struct TarArchive {
    package enum Kind: String {
        case file = "0"
        case hardLink = "1"
        case symbolicLink = "2"
        case device = "3"
        case folder = "5"
        case pipe = "6"
    }

    package struct Entry {
        package var name: [UInt8]
        package var kind: Kind
        package var bytes: [UInt8]
        package var target: String

        package init(
            _ name: String,
            _ bytes: [UInt8] = [],
            kind: Kind = .file,
            target: String = ""
        ) {
            self.name = Array(name.utf8)
            self.kind = kind
            self.bytes = bytes
            self.target = target
        }
    }

    package var entries: [Entry]

    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The tar file itself.
    package func data() -> [UInt8] {
        var out: [UInt8] = []
        for entry in entries {
            // A name that does not fit the header comes before it, as GNU writes it.
            if entry.name.count > 100 {
                let name = entry.name + [0]
                out +=
                    Self.header(Array("././@LongLink".utf8), "L", name.count, "")
                    + Self.padded(name)
            }
            out += Self.header(entry.name, entry.kind.rawValue, entry.bytes.count, entry.target)
            out += Self.padded(entry.bytes)
        }
        return out + [UInt8](repeating: 0, count: 1024)
    }

    /// The tar file as `.tgz`.
    package func compressed() -> [UInt8] {
        let bytes = data()
        var out = LittleEndianWriter()
        out.append([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
        for start in stride(from: 0, to: bytes.count, by: 0xFFFF) {
            let block = Array(bytes[start..<min(start + 0xFFFF, bytes.count)])
            out.append([start + block.count == bytes.count ? 1 : 0])
            out.uint16(block.count)
            out.uint16(block.count ^ 0xFFFF)
            out.append(block)
        }
        out.uint32(Int(CRC32(bytes).value))
        out.uint32(bytes.count)
        return out.bytes
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
    }

    private static func header(
        _ name: [UInt8],
        _ kind: String,
        _ size: Int,
        _ target: String
    ) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 512)
        func put(_ bytes: [UInt8], at offset: Int) {
            block.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        }
        func octal(_ value: Int, _ digits: Int) -> [UInt8] {
            let text = String(value, radix: 8)
            return Array((String(repeating: "0", count: digits - text.count) + text).utf8)
        }
        put(Array(name.prefix(100)), at: 0)
        put(octal(0o644, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        put(octal(size, 11), at: 124)
        put(octal(1_600_000_000, 11), at: 136)
        put([UInt8](repeating: 0x20, count: 8), at: 148)
        put(Array(kind.utf8), at: 156)
        put(Array(target.utf8.prefix(100)), at: 157)
        put(Array("ustar".utf8) + [0] + Array("00".utf8), at: 257)
        put(octal(block.reduce(0) { $0 + Int($1) }, 6) + [0, 0x20], at: 148)
        return block
    }
}
