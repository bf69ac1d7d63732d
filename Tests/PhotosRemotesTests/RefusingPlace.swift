import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import Synchronization

/// A place that refuses some objects, hangs, or cannot be reached at all; the mutex guards what it does.
final class RefusingPlace: RemotePlace {
    struct Moods {
        /// The objects that it refuses.
        var refused: (@Sendable (String) -> Bool)?
        var sentence = RefusingPlace.dislike
        var isUnreachable = false
        /// Objects whose names begin with this text cannot be reached for reading.
        var unreadable: String?
        /// Called at the beginning of each call, and may block.
        var onCall: (@Sendable () -> Void)?
    }

    private let place: any RemotePlace
    private let moods = Mutex(Moods())

    init(_ place: any RemotePlace) { self.place = place }

    var parallelism: Int { place.parallelism }

    static let dislike = "The place does not like it."

    /// Refuses some objects, with a sentence.
    func refuse(
        saying sentence: String = RefusingPlace.dislike,
        _ refused: (@Sendable (String) -> Bool)?
    ) {
        moods.withLock {
            $0.refused = refused
            $0.sentence = sentence
        }
    }

    func setUnreachable(_ isUnreachable: Bool) {
        moods.withLock { $0.isUnreachable = isUnreachable }
    }

    func setUnreadable(_ prefix: String?) {
        moods.withLock { $0.unreadable = prefix }
    }

    func setOnCall(_ onCall: (@Sendable () -> Void)?) {
        moods.withLock { $0.onCall = onCall }
    }

    private func check(_ name: String? = nil) throws {
        let moods = moods.withLock { $0 }
        moods.onCall?()
        if moods.isUnreachable { throw RemoteFailure(.unreachable, "The place is on the moon.") }
        if let name, moods.refused?(name) == true {
            throw RemoteFailure(.refused, moods.sentence)
        }
    }

    func putObject(
        _ name: String,
        from file: URL,
        byteCount: Int64,
        checksum: [UInt8]?,
        watch: TransferWatch
    ) throws {
        try check(name)
        try place.putObject(
            name,
            from: file,
            byteCount: byteCount,
            checksum: checksum,
            watch: watch
        )
    }

    func getObject(
        _ name: String,
        to file: URL,
        expecting object: RemoteObject,
        watch: TransferWatch
    ) throws {
        try check()
        try place.getObject(name, to: file, expecting: object, watch: watch)
    }

    func size(of name: String) throws -> Int64? {
        try check()
        return try place.size(of: name)
    }

    var diskMarks: Set<String> { place.diskMarks }

    func proveObject(
        _ name: String,
        expecting object: RemoteObject,
        hashesParts: Bool,
        watch: TransferWatch
    ) throws -> PartHashes? {
        try check()
        return try place.proveObject(
            name,
            expecting: object,
            hashesParts: hashesParts,
            watch: watch
        )
    }

    func readObject(
        _ name: String,
        range: Range<Int64>,
        of object: RemoteObject,
        watch: TransferWatch
    ) throws -> Data {
        try check()
        return try place.readObject(name, range: range, of: object, watch: watch)
    }

    func streamObject(
        _ name: String,
        byteCount: Int64,
        watch: TransferWatch,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        try check()
        try place.streamObject(name, byteCount: byteCount, watch: watch, body: body)
    }

    func readObject(_ name: String, atMost limit: Int64) throws -> Data {
        try check()
        if let prefix = moods.withLock({ $0.unreadable }), name.hasPrefix(prefix) {
            throw RemoteFailure(.unreachable, "The connection to the moon failed.")
        }
        return try place.readObject(name, atMost: limit)
    }

    func listObjects(withPrefix prefix: String, body: (String, Int64) throws -> Void) throws {
        try check()
        try place.listObjects(withPrefix: prefix, body: body)
    }

    func removeObject(_ name: String) throws {
        try check()
        try place.removeObject(name)
    }

    func probe() throws { try check() }
    func warning(for library: Library) -> String? { nil }
}
