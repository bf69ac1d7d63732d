import Crypto
import Foundation
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
    func sealer(_ name: String, _ object: RemoteObject) -> ObjectSealer {
        let salt = salt(name, object)
        return ObjectSealer(header: SealedFormat.mark + salt, key: objectKey(salt), name: name)
    }

    private func salt(_ name: String, _ object: RemoteObject) -> [UInt8] {
        let text = "\(name) \(object.byteCount) \(ChecksumText.digits(object.checksum))"
        return Array(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: salts))
    }

    /// Returns the bytes of some chunks of a sealed object of a name.
    ///
    /// The salt is computed rather than read, so that the header need not be fetched. Bytes with another salt do not open.
    ///
    /// - Throws: ``ObjectOpener/Damage``.
    func opened(
        _ sealed: Data,
        _ chunks: Range<Int>,
        of object: RemoteObject,
        _ name: String
    ) throws -> Data {
        let salt = salt(name, object)
        let opener = ChunkOpener(
            key: objectKey(salt),
            binding: Data(SealedFormat.mark + salt) + Data(name.utf8)
        )
        let last = SealedFormat.lastChunk(object.byteCount)
        var data = Data()
        var rest = sealed[...]
        for number in chunks {
            let chunk = rest.prefix(SealedFormat.sealedChunk)
            data += try opener.opened(chunk, UInt64(number), isLast: number == last)
            rest = rest.dropFirst(SealedFormat.sealedChunk)
        }
        return data
    }

    /// Returns what opens the sealed object of a name.
    func opener(_ name: String) -> ObjectOpener {
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
    private var waiting = Data()

    init(header: [UInt8], key: SymmetricKey, name: String) {
        self.header = header
        self.key = key
        binding = Data(header) + Data(name.utf8)
    }

    /// Adds bytes, and passes complete chunks to `body`.
    mutating func add(_ bytes: ArraySlice<UInt8>, _ body: (Data) throws -> Void) throws {
        waiting.append(contentsOf: bytes)
        // Whether a full chunk is the last one is known only when more bytes come.
        while waiting.count > SealedFormat.chunk {
            try body(sealed(waiting.prefix(SealedFormat.chunk), isLast: false))
            waiting = Data(waiting.dropFirst(SealedFormat.chunk))
        }
    }

    /// Passes the last chunk to `body`.
    mutating func finish(_ body: (Data) throws -> Void) throws {
        try body(sealed(waiting, isLast: true))
        waiting = Data()
    }

    private mutating func sealed(_ chunk: Data, isLast: Bool) throws -> Data {
        let nonce = try AES.GCM.Nonce(data: SealedFormat.nonce(number, isLast: isLast))
        let box = try AES.GCM.seal(chunk, using: key, nonce: nonce, authenticating: binding)
        number += 1
        return box.ciphertext + box.tag
    }
}

/// Opens the bytes of one sealed object, in their order.
///
/// What it passes on was authenticated. It is the whole object only after ``finish(_:)``.
struct ObjectOpener {
    /// The bytes are not those that were sealed under the name.
    struct Damage: Error {}

    private let name: String
    private let derive: ([UInt8]) -> SymmetricKey
    private var chunks: ChunkOpener?
    private var number: UInt64 = 0
    private var waiting = Data()

    fileprivate init(_ name: String, _ derive: @escaping ([UInt8]) -> SymmetricKey) {
        self.name = name
        self.derive = derive
    }

    /// Adds sealed bytes, and passes the bytes of complete chunks to `body`.
    ///
    /// - Throws: ``Damage``, and the errors of `body`.
    mutating func add(_ bytes: some DataProtocol, _ body: (Data) throws -> Void) throws {
        waiting.append(contentsOf: bytes)
        if chunks == nil {
            guard waiting.count >= SealedFormat.headerBytes else { return }
            let header = Data(waiting.prefix(SealedFormat.headerBytes))
            guard header.starts(with: SealedFormat.mark) else { throw Damage() }
            chunks = ChunkOpener(
                key: derive(Array(header.dropFirst(SealedFormat.mark.count))),
                binding: header + Data(name.utf8)
            )
            waiting = Data(waiting.dropFirst(SealedFormat.headerBytes))
        }
        var start = waiting.startIndex
        while waiting.endIndex - start > SealedFormat.sealedChunk {
            let end = start + SealedFormat.sealedChunk
            try body(opened(waiting[start..<end], isLast: false))
            start = end
        }
        waiting = Data(waiting[start...])
    }

    /// Passes the bytes of the last chunk to `body`.
    ///
    /// - Throws: ``Damage`` where bytes are missing, and the errors of `body`.
    mutating func finish(_ body: (Data) throws -> Void) throws {
        try body(opened(waiting, isLast: true))
    }

    private mutating func opened(_ chunk: Data, isLast: Bool) throws -> Data {
        guard let chunks else { throw Damage() }
        defer { number += 1 }
        return try chunks.opened(chunk, number, isLast: isLast)
    }
}

/// Opens single chunks of one sealed object.
private struct ChunkOpener {
    let key: SymmetricKey
    /// The header of the object, and its plain name.
    let binding: Data

    /// - Throws: ``ObjectOpener/Damage`` unless the chunk was sealed with this number.
    func opened(_ chunk: Data, _ number: UInt64, isLast: Bool) throws -> Data {
        guard chunk.count >= SealedFormat.tagBytes,
            let nonce = try? AES.GCM.Nonce(data: SealedFormat.nonce(number, isLast: isLast)),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce,
                ciphertext: chunk.dropLast(SealedFormat.tagBytes),
                tag: chunk.suffix(SealedFormat.tagBytes)
            ), let data = try? AES.GCM.open(box, using: key, authenticating: binding)
        else { throw ObjectOpener.Damage() }
        return data
    }
}
