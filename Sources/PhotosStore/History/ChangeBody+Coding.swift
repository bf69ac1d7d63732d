/// The packed form of a body: small numbers take few bytes, and rows are stored as differences from the previous row.
///
/// `Documentation/LibraryFormat.md` describes the form byte by byte.
extension ChangeBody {
    private static let version: UInt8 = 1

    package var encoded: [UInt8] {
        var writer = ByteWriter()
        // Reserving the space avoids growing the buffer, which would need memory for two copies for a while.
        writer.buffer.reserveCapacity(objects.reduce(64) { $0 + 8 + 10 * $1.before.count })
        writer.byte(Self.version)
        writer.count(objects.count)
        var lastRow: Int64 = 0
        for object in objects {
            writer.byte(object.id.entity.rawValue | object.kind.rawValue << 2)
            writer.signed(object.id.rowID &- lastRow)
            lastRow = object.id.rowID
            guard object.kind != .inserted else { continue }
            writer.unsigned(object.mask)
            for value in object.before { writer.value(value) }
        }
        writer.count(members.count)
        var lastAlbum: Int64 = 0
        var lastAsset: Int64 = 0
        for member in members {
            writer.byte(member.kind.rawValue)
            writer.signed(member.albumID &- lastAlbum)
            writer.signed(member.assetID &- lastAsset)
            lastAlbum = member.albumID
            lastAsset = member.assetID
            if let before = member.before { writer.bytes(before.bytes) }
        }
        return writer.buffer
    }

    /// - Throws: ``StoreError`` with code `detailsUnavailable` if the bytes cannot be decoded completely.
    package init(encoded: [UInt8]) throws {
        var reader = ByteReader(encoded)
        try Self.readObjects(&reader) { reader, change, count in
            var change = change
            change.before.reserveCapacity(count)
            for _ in 0..<count { change.before.append(try reader.value()) }
            objects.append(change)
        }
        try Self.readMembers(&reader) { reader in
            Position(bytes: try reader.bytes())
        } add: {
            members.append($0)
        }
    }

    /// Returns the number of changed objects as stored at the start, or 0 if it cannot be read.
    static func objectCount(encoded: [UInt8]) -> Int {
        var reader = ByteReader(Array(encoded.prefix(16)))
        guard (try? reader.byte()) == version, let count = try? reader.unsigned() else { return 0 }
        return Int(clamping: count)
    }

    /// Returns the changed objects without their previous values: their kinds, and the fields that differ.
    ///
    /// Decoding an outline costs a fraction of decoding the whole body, and throws for the same bytes.
    package static func outline(encoded: [UInt8]) throws -> [ObjectOutline] {
        var reader = ByteReader(encoded)
        var objects: [ObjectOutline] = []
        try readObjects(&reader) { reader, change, count in
            let outline = try ObjectOutline(change, valueCount: count) { isWanted in
                guard !isWanted else { return try reader.value() }
                try reader.skipValue()
                return nil
            }
            objects.append(outline)
        }
        try readMembers(&reader) { reader in
            try reader.skipBytes()
            return nil
        } add: { _ in
        }
        return objects
    }

    @inline(__always)
    private static func readObjects(
        _ reader: inout ByteReader,
        add: (inout ByteReader, _ change: ObjectChange, _ valueCount: Int) throws -> Void
    ) throws {
        guard try reader.byte() == Self.version else { throw ByteReader.unreadable }
        var lastRow: Int64 = 0
        for _ in 0..<(try reader.count()) {
            let head = try reader.byte()
            guard let entity = Entity(rawValue: head & 3),
                let kind = ObjectChange.Kind(rawValue: head >> 2)
            else { throw ByteReader.unreadable }
            lastRow = lastRow &+ (try reader.signed())
            var change = ObjectChange(
                id: ObjectID(entity, lastRow),
                kind: kind,
                mask: 0,
                before: []
            )
            if kind != .inserted { change.mask = try reader.unsigned() }
            try add(&reader, change, change.fieldBits.nonzeroBitCount)
        }
    }

    @inline(__always)
    private static func readMembers(
        _ reader: inout ByteReader,
        place: (inout ByteReader) throws -> Position?,
        add: (MemberChange) -> Void
    ) throws {
        var lastAlbum: Int64 = 0
        var lastAsset: Int64 = 0
        for _ in 0..<(try reader.count()) {
            guard let kind = MemberChange.Kind(rawValue: try reader.byte()) else {
                throw ByteReader.unreadable
            }
            lastAlbum = lastAlbum &+ (try reader.signed())
            lastAsset = lastAsset &+ (try reader.signed())
            let before = kind == .entered ? nil : try place(&reader)
            add(MemberChange(albumID: lastAlbum, assetID: lastAsset, kind: kind, before: before))
        }
        guard reader.isAtEnd else { throw ByteReader.unreadable }
    }
}

private struct ByteWriter {
    var buffer: [UInt8] = []

    mutating func byte(_ byte: UInt8) { buffer.append(byte) }

    mutating func count(_ count: Int) { unsigned(UInt64(count)) }

    mutating func unsigned(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            buffer.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        buffer.append(UInt8(rest))
    }

    mutating func signed(_ number: Int64) {
        unsigned(UInt64(bitPattern: number << 1 ^ number >> 63))
    }

    mutating func bytes(_ bytes: some Collection<UInt8>) {
        count(bytes.count)
        buffer.append(contentsOf: bytes)
    }

    mutating func value(_ value: FieldValue) {
        switch value {
        case .null: byte(0)
        case .integer(let number):
            byte(1)
            signed(number)
        case .real(let number):
            byte(2)
            withUnsafeBytes(of: number.bitPattern.bigEndian) { buffer.append(contentsOf: $0) }
        case .text(let text):
            byte(3)
            bytes(text.utf8)
        case .blob(let blob):
            byte(4)
            bytes(blob)
        }
    }
}

private struct ByteReader {
    private let buffer: [UInt8]
    private var offset = 0

    static let unreadable = StoreError(
        .detailsUnavailable,
        "A change of the library's history cannot be read. Look at the present state instead."
    )

    init(_ buffer: [UInt8]) { self.buffer = buffer }

    var isAtEnd: Bool { offset == buffer.count }

    mutating func byte() throws -> UInt8 {
        guard offset < buffer.count else { throw Self.unreadable }
        defer { offset += 1 }
        return buffer[offset]
    }

    /// Reads a count of elements of at least one byte each, which cannot exceed the number of remaining bytes.
    mutating func count() throws -> Int {
        let number = try unsigned()
        guard number <= UInt64(buffer.count - offset) else { throw Self.unreadable }
        return Int(number)
    }

    mutating func unsigned() throws -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            guard shift < 64 else { throw Self.unreadable }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    mutating func signed() throws -> Int64 {
        let number = try unsigned()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    mutating func bytes() throws -> [UInt8] { Array(try slice()) }

    mutating func skipBytes() throws { _ = try slice() }

    private mutating func slice() throws -> ArraySlice<UInt8> {
        let length = try count()
        defer { offset += length }
        return buffer[offset..<offset + length]
    }

    mutating func value() throws -> FieldValue {
        switch try byte() {
        case 0: return .null
        case 1: return .integer(try signed())
        case 2:
            guard buffer.count - offset >= 8 else { throw Self.unreadable }
            defer { offset += 8 }
            let bits = buffer[offset..<offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return .real(Double(bitPattern: bits))
        case 3: return .text(String(decoding: try slice(), as: UTF8.self))
        case 4: return .blob(try bytes())
        default: throw Self.unreadable
        }
    }

    mutating func skipValue() throws {
        switch try byte() {
        case 0: break
        case 1: _ = try unsigned()
        case 2:
            guard buffer.count - offset >= 8 else { throw Self.unreadable }
            offset += 8
        case 3, 4: try skipBytes()
        default: throw Self.unreadable
        }
    }
}
