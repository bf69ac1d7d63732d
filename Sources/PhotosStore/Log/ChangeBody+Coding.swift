import PhotosMedia

/// The packed form of a body: small numbers take few bytes, and rows are stored as differences from the previous row.
///
/// `Documentation/LibraryFormat.md` describes the form byte by byte.
extension ChangeBody {
    private static let version: UInt8 = 1
    /// The stored kind of an insertion that has a mask and values.
    private static let insertionWithMask: UInt8 = 3
    private static let unreadable = StoreError(
        .detailsUnavailable,
        "A change of the library's history cannot be read. Read the whole library instead."
    )

    package var encoded: [UInt8] {
        // Reserving the space avoids growing the buffer, which would need memory for two copies for a while.
        var writer = ByteWriter(capacity: objects.reduce(64) { $0 + 8 + 10 * $1.before.count })
        writer.byte(Self.version)
        writer.packed(UInt64(objects.count))
        var lastRow: Int64 = 0
        for object in objects {
            let hasMask = object.kind != .inserted || object.mask != 0
            let kind =
                object.kind == .inserted && hasMask
                ? Self.insertionWithMask : object.kind.rawValue
            writer.byte(object.id.entity.rawValue | kind << 2)
            writer.packedSigned(object.id.rowID &- lastRow)
            lastRow = object.id.rowID
            guard hasMask else { continue }
            writer.packed(object.mask)
            for value in object.before { writer.value(value) }
        }
        writer.packed(UInt64(members.count))
        var lastAlbum: Int64 = 0
        var lastAsset: Int64 = 0
        for member in members {
            writer.byte(member.kind.rawValue)
            writer.packedSigned(member.albumID &- lastAlbum)
            writer.packedSigned(member.assetID &- lastAsset)
            lastAlbum = member.albumID
            lastAsset = member.assetID
            if let before = member.before { writer.packed(before.bytes) }
        }
        return writer.bytes
    }

    /// - Throws: ``StoreError`` with code `detailsUnavailable` if the bytes cannot be decoded completely.
    package init(encoded: [UInt8]) throws {
        var reader = ByteReader(encoded)
        do {
            try Self.readObjects(&reader) { reader, change, count in
                var change = change
                change.before.reserveCapacity(count)
                for _ in 0..<count { change.before.append(try reader.value()) }
                objects.append(change)
            }
            try Self.readMembers(&reader) { reader in
                Position(bytes: Array(try reader.packedSlice()))
            } add: {
                members.append($0)
            }
        } catch is ByteReader.Damage {
            throw Self.unreadable
        }
    }

    /// Returns the number of changed objects as stored at the start, or 0 if it cannot be read.
    static func objectCount(encoded: [UInt8]) -> Int {
        var reader = ByteReader(Array(encoded.prefix(16)))
        guard (try? reader.byte()) == version, let count = try? reader.packed() else { return 0 }
        return Int(clamping: count)
    }

    /// Returns the changed objects without their previous values: their kinds, and the fields that differ.
    ///
    /// Decoding an outline costs a fraction of decoding the whole body, and throws for the same bytes.
    package static func outline(encoded: [UInt8]) throws -> [ObjectOutline] {
        var reader = ByteReader(encoded)
        var objects: [ObjectOutline] = []
        do {
            try readObjects(&reader) { reader, change, count in
                let outline = try ObjectOutline(change, valueCount: count) { isWanted in
                    guard !isWanted else { return try reader.value() }
                    try reader.skipValue()
                    return nil
                }
                objects.append(outline)
            }
            try readMembers(&reader) { reader in
                _ = try reader.packedSlice()
                return nil
            } add: { _ in
            }
        } catch is ByteReader.Damage {
            throw unreadable
        }
        return objects
    }

    @inline(__always)
    private static func readObjects(
        _ reader: inout ByteReader,
        add: (inout ByteReader, _ change: ObjectChange, _ valueCount: Int) throws -> Void
    ) throws {
        guard try reader.byte() == Self.version else { throw ByteReader.Damage() }
        var lastRow: Int64 = 0
        for _ in 0..<(try reader.packedCount()) {
            let head = try reader.byte()
            guard let entity = Entity(rawValue: head & 3),
                let kind = head >> 2 == insertionWithMask
                    ? .inserted : ObjectChange.Kind(rawValue: head >> 2)
            else { throw ByteReader.Damage() }
            lastRow = lastRow &+ (try reader.packedSigned())
            var change = ObjectChange(
                id: ObjectID(entity, lastRow),
                kind: kind,
                mask: 0,
                before: []
            )
            if head >> 2 != ObjectChange.Kind.inserted.rawValue {
                change.mask = try reader.packed()
            }
            try add(&reader, change, change.fieldBits.nonzeroBitCount)
        }
    }

    @inline(__always)
    private static func readMembers(
        _ reader: inout ByteReader,
        position: (inout ByteReader) throws -> Position?,
        add: (MemberChange) -> Void
    ) throws {
        var lastAlbum: Int64 = 0
        var lastAsset: Int64 = 0
        for _ in 0..<(try reader.packedCount()) {
            guard let kind = MemberChange.Kind(rawValue: try reader.byte()) else {
                throw ByteReader.Damage()
            }
            lastAlbum = lastAlbum &+ (try reader.packedSigned())
            lastAsset = lastAsset &+ (try reader.packedSigned())
            let before = kind == .entered ? nil : try position(&reader)
            add(MemberChange(albumID: lastAlbum, assetID: lastAsset, kind: kind, before: before))
        }
        guard reader.isAtEnd else { throw ByteReader.Damage() }
    }
}

extension ByteWriter {
    fileprivate mutating func value(_ value: FieldValue) {
        switch value {
        case .null: byte(0)
        case .integer(let number):
            byte(1)
            packedSigned(number)
        case .real(let real):
            byte(2)
            number(real.bitPattern, endian: .big)
        case .text(let text):
            byte(3)
            packed(text.utf8)
        case .blob(let blob):
            byte(4)
            packed(blob)
        }
    }
}

extension ByteReader {
    fileprivate mutating func value() throws(Damage) -> FieldValue {
        switch try byte() {
        case 0: return .null
        case 1: return .integer(try packedSigned())
        case 2: return .real(Double(bitPattern: try number(UInt64.self, endian: .big)))
        case 3: return .text(String(decoding: try packedSlice(), as: UTF8.self))
        case 4: return .blob(Array(try packedSlice()))
        default: throw Damage()
        }
    }

    fileprivate mutating func skipValue() throws(Damage) {
        switch try byte() {
        case 0: break
        case 1: _ = try packed()
        case 2: try skip(8)
        case 3, 4: _ = try packedSlice()
        default: throw Damage()
        }
    }
}
