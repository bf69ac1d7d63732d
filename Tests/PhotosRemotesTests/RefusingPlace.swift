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

    func put(
        _ name: String,
        _ file: URL,
        _ byteCount: Int64,
        checksum: [UInt8]?,
        _ watch: TransferWatch
    ) throws {
        try check(name)
        try place.put(name, file, byteCount, checksum: checksum, watch)
    }

    func get(_ name: String, _ file: URL, _ object: RemoteObject, _ watch: TransferWatch) throws {
        try check()
        try place.get(name, file, object, watch)
    }

    func size(of name: String) throws -> Int64? {
        try check()
        return try place.size(of: name)
    }

    var diskMarks: Set<String> { place.diskMarks }

    func prove(
        _ name: String,
        _ object: RemoteObject,
        hashesParts: Bool,
        _ watch: TransferWatch
    ) throws -> PartHashes? {
        try check()
        return try place.prove(name, object, hashesParts: hashesParts, watch)
    }

    func read(
        _ name: String,
        _ range: Range<Int64>,
        of object: RemoteObject,
        _ watch: TransferWatch
    ) throws -> Data {
        try check()
        return try place.read(name, range, of: object, watch)
    }

    func stream(
        _ name: String,
        _ byteCount: Int64,
        _ watch: TransferWatch,
        _ body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        try check()
        try place.stream(name, byteCount, watch, body)
    }

    func read(_ name: String, atMost limit: Int64) throws -> Data {
        try check()
        return try place.read(name, atMost: limit)
    }

    func list(_ prefix: String, _ body: (String, Int64) throws -> Void) throws {
        try check()
        try place.list(prefix, body)
    }

    func remove(_ name: String) throws {
        try check()
        try place.remove(name)
    }

    func probe() throws { try check() }
    func warning(for library: Library) -> String? { nil }
}
