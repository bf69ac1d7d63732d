import Crypto
package import Foundation
import Glibc
import PhotosBase
package import PhotosStore
import Synchronization

/// A place whose objects are encrypted: what is behind it sees sealed names and sealed bytes alone.
///
/// The mutex guards whether the key is known to be that of the place.
package final class EncryptedPlace: RemotePlace {
    private let place: any RemotePlace
    private let names: SealedNames
    private let sealing: ObjectSealing
    private let scratch: ScratchFolder?
    private let isConfirmed = Mutex(false)

    package var parallelism: Int { place.parallelism }

    /// Makes a place over another one.
    ///
    /// - Parameters:
    ///   - place: The place that gets sealed objects.
    ///   - key: The key.
    ///   - scratch: Has the folder for sealed copies of files that are sent; nil takes the system's temporary folder.
    package init(_ place: any RemotePlace, key: EncryptionKey, scratch: ScratchFolder? = nil) {
        self.place = place
        self.scratch = scratch
        names = SealedNames(key)
        sealing = ObjectSealing(key)
    }

    // MARK: Objects

    package func putObject(
        _ name: String,
        from file: URL,
        byteCount: Int64,
        checksum: [UInt8]?,
        watch: TransferWatch
    ) throws {
        let copy = (scratch?.url ?? FileManager.default.temporaryDirectory)
            .appendingPathComponent("sealed-\(UUID().uuidString)", isDirectory: false)
        defer { unlink(copy.path) }
        let object = RemoteObject(
            checksum: try checksum ?? Self.readFile(file, watch: watch) { _ in },
            byteCount: byteCount
        )
        try sealObject(name, from: file, as: object, to: copy, watch: watch)
        let size = SealedFormat.sealedSize(byteCount)
        let limited = watch.limited(to: byteCount)
        try place.putObject(
            names.sealedName(of: name),
            from: copy,
            byteCount: size,
            checksum: nil,
            watch: limited
        )
    }

    /// Writes the sealed bytes of a file, which must be those of the object.
    ///
    /// Bytes with another checksum never leave this machine, since they would be sealed with the same keys as those of the
    /// object.
    private func sealObject(
        _ name: String,
        from file: URL,
        as object: RemoteObject,
        to copy: URL,
        watch: TransferWatch
    ) throws {
        let output = try Self.createFile(copy, mode: 0o600)
        defer { close(output) }
        var sealer = sealing.makeSealer(for: name, of: object)
        try Self.writeBytes(sealer.header, to: output, file: copy)
        var rest = object.byteCount
        let checksum = try Self.readFile(file, watch: watch) { bytes in
            rest -= Int64(bytes.count)
            guard rest >= 0 else { return }
            try sealer.addBytes(bytes) { try Self.writeBytes($0, to: output, file: copy) }
        }
        guard rest == 0, checksum == object.checksum else {
            throw RemoteFailure(
                .changed,
                "A file of the library has other bytes than were recorded, and was not sent. Run `photokit check --read`."
            )
        }
        try sealer.finish { try Self.writeBytes($0, to: output, file: copy) }
    }

    /// Passes the bytes of a file to `body`, and returns their checksum.
    private static func readFile(
        _ file: URL,
        watch: TransferWatch,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws -> [UInt8] {
        do {
            let input = try FileOperations.open(file, flags: O_RDONLY | O_NONBLOCK)
            defer { close(input) }
            return try SourceFile.read(input, at: file) { bytes in
                try watch.check()
                try body(bytes)
            }
        } catch let error as StoreError {
            throw RemoteFailure(.localFile, error.message)
        }
    }

    package func getObject(
        _ name: String,
        to file: URL,
        expecting object: RemoteObject,
        watch: TransferWatch
    ) throws {
        let output = try Self.createFile(file, mode: 0o444)
        defer { close(output) }
        do {
            try openObject(name, expecting: object, watch: watch) { data in
                try Self.writeBytes(data, to: output, file: file)
            }
        } catch {
            unlink(file.path)
            throw error
        }
    }

    package func proveObject(
        _ name: String,
        expecting object: RemoteObject,
        hashesParts: Bool,
        watch: TransferWatch
    ) throws -> PartHashes? {
        var hasher = PartHasher()
        try openObject(name, expecting: object, watch: watch) { data in
            if hashesParts { hasher.add(data) }
        }
        return hashesParts ? hasher.finish(object) : nil
    }

    package func readObject(
        _ name: String,
        range: Range<Int64>,
        of object: RemoteObject,
        watch: TransferWatch
    ) throws -> Data {
        let chunks = SealedFormat.chunks(of: range)
        let size = SealedFormat.sealedSize(object.byteCount)
        let first = SealedFormat.start(ofChunk: chunks.lowerBound)
        let last = min(SealedFormat.start(ofChunk: chunks.upperBound), size)
        let sealed = try confirmingKey {
            try place.readObject(
                names.sealedName(of: name),
                range: first..<last,
                of: RemoteObject(checksum: [], byteCount: size),
                watch: watch.limited(to: Int64(range.count))
            )
        }
        do {
            let data = try sealing.openedChunks(sealed, numbers: chunks, of: object, name: name)
            let start = Int(range.lowerBound - Int64(chunks.lowerBound) * Int64(SealedFormat.chunk))
            return Data(data.dropFirst(start).prefix(range.count))
        } catch is ObjectOpener.Damage {
            throw Self.damagedObject(name)
        }
    }

    package func streamObject(
        _ name: String,
        byteCount: Int64,
        watch: TransferWatch,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        try openChunks(of: name, byteCount: byteCount, watch: watch) { try body(Array($0)[...]) }
    }

    private func openChunks(
        of name: String,
        byteCount: Int64,
        watch: TransferWatch,
        body: (Data) throws -> Void
    ) throws {
        var opener = sealing.makeOpener(for: name)
        let size = SealedFormat.sealedSize(byteCount)
        do {
            try confirmingKey {
                try place.streamObject(
                    names.sealedName(of: name),
                    byteCount: size,
                    watch: watch.limited(to: byteCount)
                ) { try opener.addBytes($0, body: body) }
            }
            try opener.finish(body)
        } catch is ObjectOpener.Damage {
            throw Self.damagedObject(name)
        }
    }

    /// Passes the bytes of an object on, and compares them with its checksum at the end.
    private func openObject(
        _ name: String,
        expecting object: RemoteObject,
        watch: TransferWatch,
        body: (Data) throws -> Void
    ) throws {
        var hash = SHA256()
        try openChunks(of: name, byteCount: object.byteCount, watch: watch) { data in
            hash.update(data: data)
            try body(data)
        }
        guard Array(hash.finalize()) == object.checksum else { throw Self.damagedObject(name) }
    }

    package func readObject(_ name: String, atMost limit: Int64) throws -> Data {
        let sealed = try confirmingKey {
            try place.readObject(names.sealedName(of: name), atMost: SealedFormat.sealedSize(limit))
        }
        var opener = sealing.makeOpener(for: name)
        var data = Data()
        do {
            try opener.addBytes(sealed) { data.append($0) }
            try opener.finish { data.append($0) }
        } catch is ObjectOpener.Damage {
            throw Self.damagedObject(name)
        }
        return data
    }

    package func removeObject(_ name: String) throws {
        try place.removeObject(names.sealedName(of: name))
    }

    package func size(of name: String) throws -> Int64? {
        if let size = try place.size(of: names.sealedName(of: name)) {
            return SealedFormat.plainSize(size) ?? -1
        }
        try confirmKey()
        return nil
    }

    // MARK: Lists

    /// Calls `body` with plain names and sizes.
    ///
    /// Names that were not sealed with the key appear as they are where everything is listed, and not below folders.
    package func listObjects(
        withPrefix prefix: String,
        body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws {
        let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
        var (isOurs, isSealed, isPlain) = (false, false, false)
        try place.listObjects(withPrefix: folder) { name, byteCount in
            if let plain = names.plainName(of: name) {
                isOurs = isOurs || plain.hasPrefix(RemoteNames.markers)
                guard plain.hasPrefix(prefix) else { return }
                return try body(plain, SealedFormat.plainSize(byteCount) ?? -1)
            }
            isPlain = isPlain || RemoteMarker.number(of: name) != nil
            isSealed =
                isSealed
                || name.hasPrefix(RemoteNames.markers) && RemoteNames.hasSealedForm(name)
            if prefix.isEmpty { try body(name, byteCount) }
        }
        if isOurs { return isConfirmed.withLock { $0 = true } }
        if isSealed {
            throw RemoteFailure(
                .wrongEncryptionKey,
                "The remote was encrypted with another key. Use the file or the words that `photokit remote key` gave for this remote."
            )
        }
        if isPlain {
            throw RemoteFailure(
                .wrongEncryptionKey,
                "The remote is not encrypted. Use it without a key, or choose an empty folder or prefix."
            )
        }
    }

    /// Does work that asks for an object.
    ///
    /// With a wrong key every object seems to be missing. So the key is tried on the markers before that is said.
    private func confirmingKey<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let failure as RemoteFailure where failure.code == .missing {
            try confirmKey()
            throw failure
        }
    }

    private func confirmKey() throws {
        if !isConfirmed.withLock({ $0 }) {
            try listObjects(withPrefix: RemoteNames.markers) { _, _ in }
        }
    }

    // MARK: The place itself

    package func removeDrafts(olderThan date: Date) throws {
        try place.removeDrafts(olderThan: date)
    }

    package func probe() throws { try place.probe() }
    package var diskMarks: Set<String> { place.diskMarks }
    package func warning(for library: Library) -> String? { place.warning(for: library) }

    // MARK: Files

    private static func createFile(_ file: URL, mode: mode_t) throws -> Int32 {
        let output = Glibc.open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard output >= 0 else {
            throw RemoteFailure(
                .localFile,
                "\(file.path) cannot be written: \(String(cString: strerror(errno)))."
            )
        }
        return output
    }

    private static func writeBytes(
        _ bytes: some ContiguousBytes,
        to output: Int32,
        file: URL
    ) throws {
        do {
            try FileOperations.write(bytes, to: output, at: file)
        } catch let error as StoreError {
            throw RemoteFailure(error.code == .diskFull ? .noSpace : .localFile, error.message)
        }
    }

    private static func damagedObject(_ name: String) -> RemoteFailure {
        RemoteFailure(
            .differs,
            "The remote has a damaged or another object as \(name): it does not open with the key of the remote, or is not whole."
        )
    }
}

extension TransferWatch {
    /// Returns a watch that receives at most `byteCount` bytes, since sealed objects are a little longer.
    fileprivate func limited(to byteCount: Int64) -> TransferWatch {
        let moved = moved
        let rest = SharedCount(byteCount)
        return TransferWatch(
            moved: { bytes in
                let part = rest.takeBytes(upTo: bytes)
                if part > 0 { moved(part) }
            },
            isCancelled: isCancelled
        )
    }
}

/// A number of bytes from which threads take; the mutex guards it.
private final class SharedCount: Sendable {
    private let rest: Mutex<Int64>

    init(_ count: Int64) { rest = Mutex(count) }

    func takeBytes(upTo bytes: Int64) -> Int64 {
        rest.withLock { rest in
            let part = min(bytes, rest)
            rest -= part
            return part
        }
    }
}
