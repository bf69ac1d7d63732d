import Crypto
import Foundation
import PhotosBase
import PhotosStore

/// The keys by which the bytes of objects are sealed.
///
/// The salt of an object depends on the key, on its name and on its bytes. So the same object gives the same sealed bytes at each
/// try, and an upload that was interrupted can be continued. Other bytes get another salt and another key.
struct ObjectSealing: Sendable {
    private let salts: SymmetricKey
    private let key: EncryptionKey

    init(_ key: EncryptionKey) {
        self.key = key
        salts = key.derived(for: "openphotokit salts 1")
    }

    /// Returns what seals an object of a name.
    func makeSealer(for name: String, of object: RemoteObject) -> ObjectSealer {
        let salt = salt(for: name, of: object)
        return ObjectSealer(
            header: SealedFormat.mark + salt,
            key: objectKey(salt),
            name: name,
            byteCount: object.byteCount
        )
    }

    private func salt(for name: String, of object: RemoteObject) -> [UInt8] {
        let text = "\(name) \(object.byteCount) \(Hexadecimal.digits(of: object.checksum))"
        return Array(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: salts))
    }

    /// Returns the bytes of some chunks of a sealed object of a name.
    ///
    /// The salt is computed rather than read, so that the header need not be fetched. Bytes with another salt do not open.
    ///
    /// - Throws: ``ObjectOpener/Damage``.
    func openedChunks(
        _ sealed: Data,
        numbers chunks: Range<Int>,
        of object: RemoteObject,
        name: String
    ) throws -> Data {
        let salt = salt(for: name, of: object)
        let opener = ChunkOpener(
            key: objectKey(salt),
            binding: Data(SealedFormat.mark + salt) + Data(name.utf8)
        )
        let last = SealedFormat.lastChunk(object.byteCount)
        var data = Data()
        var rest = sealed[...]
        for number in chunks {
            var box = ChunkOpener.roomForNonce
            box += rest.prefix(SealedFormat.sealedChunk)
            data += try opener.openedChunk(&box, number: UInt64(number), isLast: number == last)
            rest = rest.dropFirst(SealedFormat.sealedChunk)
        }
        return data
    }

    /// Returns what opens the sealed object of a name.
    func makeOpener(for name: String) -> ObjectOpener {
        ObjectOpener(name) { objectKey($0) }
    }

    private func objectKey(_ salt: [UInt8]) -> SymmetricKey {
        key.derived(for: "openphotokit object 1", salt: salt)
    }
}

/// Seals the bytes of one object, in their order.
struct ObjectSealer {
    /// The bytes before the chunks.
    let header: [UInt8]
    private let key: SymmetricKey
    private let binding: Data
    private var number: UInt64 = 0
    /// The bytes of the object that no chunk has so far.
    private var rest: Int64
    private var waiting: [UInt8] = []

    init(header: [UInt8], key: SymmetricKey, name: String, byteCount: Int64) {
        self.header = header
        self.key = key
        binding = Data(header) + Data(name.utf8)
        rest = byteCount
    }

    /// Adds bytes, at most as many as the object has, and passes the parts of complete chunks to `body`.
    mutating func addBytes(_ bytes: ArraySlice<UInt8>, body: (Data) throws -> Void) throws {
        var bytes = bytes
        while !bytes.isEmpty {
            let part = bytes.prefix(SealedFormat.chunk - waiting.count)
            bytes = bytes.dropFirst(part.count)
            if part.count == SealedFormat.chunk {
                try sealChunk(part, body: body)
            } else {
                waiting += part
                if waiting.count == SealedFormat.chunk { try sealWaiting(body) }
            }
        }
    }

    /// Passes the parts of the last chunk to `body`, if bytes are left, or the object has none.
    mutating func finish(_ body: (Data) throws -> Void) throws {
        if number == 0 || !waiting.isEmpty { try sealWaiting(body) }
    }

    private mutating func sealWaiting(_ body: (Data) throws -> Void) throws {
        let chunk = waiting[...]
        waiting = []
        try sealChunk(chunk, body: body)
    }

    private mutating func sealChunk(
        _ chunk: ArraySlice<UInt8>,
        body: (Data) throws -> Void
    ) throws {
        rest -= Int64(chunk.count)
        let nonce = try AES.GCM.Nonce(data: SealedFormat.nonce(number, isLast: rest == 0))
        let box = try AES.GCM.seal(chunk, using: key, nonce: nonce, authenticating: binding)
        number += 1
        try body(box.ciphertext)
        try body(box.tag)
    }
}

/// Opens the bytes of one sealed object, in their order.
///
/// All bytes that it passes on were authenticated, but only ``finish(_:)`` proves that no part is missing.
struct ObjectOpener {
    /// The bytes are not those that were sealed under the name.
    struct Damage: Error {}

    private let name: String
    private let derive: ([UInt8]) -> SymmetricKey
    private var chunks: ChunkOpener?
    private var number: UInt64 = 0
    private var header: [UInt8] = []
    /// Room for a nonce, and the bytes of the next chunk so far.
    private var box = ChunkOpener.roomForNonce

    fileprivate init(_ name: String, _ derive: @escaping ([UInt8]) -> SymmetricKey) {
        self.name = name
        self.derive = derive
    }

    /// Adds sealed bytes, and passes the bytes of complete chunks to `body`.
    ///
    /// - Throws: ``Damage``, and the errors of `body`.
    mutating func addBytes(_ bytes: some DataProtocol, body: (Data) throws -> Void) throws {
        var rest = bytes[...]
        if chunks == nil {
            let part = rest.prefix(SealedFormat.headerBytes - header.count)
            header += part
            guard header.count == SealedFormat.headerBytes else { return }
            guard header.starts(with: SealedFormat.mark) else { throw Damage() }
            chunks = ChunkOpener(
                key: derive(Array(header.dropFirst(SealedFormat.mark.count))),
                binding: Data(header) + Data(name.utf8)
            )
            rest = rest.dropFirst(part.count)
        }
        while !rest.isEmpty {
            // Whether a full chunk is the last one is known only when more bytes come.
            if box.count == ChunkOpener.nonceBytes + SealedFormat.sealedChunk {
                try body(openedChunk(isLast: false))
            }
            let room = ChunkOpener.nonceBytes + SealedFormat.sealedChunk - box.count
            let part = rest.prefix(room)
            box.append(contentsOf: part)
            rest = rest.dropFirst(part.count)
        }
    }

    /// Passes the bytes of the last chunk to `body`.
    ///
    /// - Throws: ``Damage`` where bytes are missing, and the errors of `body`.
    mutating func finish(_ body: (Data) throws -> Void) throws {
        try body(openedChunk(isLast: true))
    }

    private mutating func openedChunk(isLast: Bool) throws -> Data {
        guard let chunks else { throw Damage() }
        defer {
            number += 1
            box.removeSubrange(ChunkOpener.nonceBytes...)
        }
        return try chunks.openedChunk(&box, number: number, isLast: isLast)
    }
}

/// Opens single chunks of one sealed object.
private struct ChunkOpener {
    let key: SymmetricKey
    /// The header of the object, and its plain name.
    let binding: Data

    static let nonceBytes = 12
    static let roomForNonce = Data(count: nonceBytes)

    /// Returns the bytes of a sealed chunk.
    ///
    /// - Parameters:
    ///   - box: Room for the nonce, which this call fills, and the sealed chunk. So the chunk is not copied once more.
    ///   - number: The number of the chunk.
    ///   - isLast: Whether the chunk is the last one of the object.
    /// - Returns: The bytes.
    /// - Throws: ``ObjectOpener/Damage`` unless the chunk was sealed with this number.
    func openedChunk(_ box: inout Data, number: UInt64, isLast: Bool) throws -> Data {
        box.replaceSubrange(..<Self.nonceBytes, with: SealedFormat.nonce(number, isLast: isLast))
        guard let sealed = try? AES.GCM.SealedBox(combined: box),
            let data = try? AES.GCM.open(sealed, using: key, authenticating: binding)
        else { throw ObjectOpener.Damage() }
        return data
    }
}
