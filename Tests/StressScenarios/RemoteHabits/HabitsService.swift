import Foundation
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization

/// A service that lies at times, dies and comes back.
///
/// It answers one request at a time, so that the same seed does the same. The mutex guards which of its two faces answers.
final class HabitsService: RemotePlace {
    private struct State {
        var isAway = false
        var isLying = true
        /// The names of objects that it lost by lies, and not because somebody removed them.
        var lost: Set<String> = []
    }

    /// What it had before another bucket took its place, and a copy of it; used by the thread of the steps alone.
    private let shelf = Mutex<(aside: [String: Data]?, clone: [String: Data]?)>((nil, nil))

    var aside: [String: Data]? {
        get { shelf.withLock { $0.aside } }
        set { shelf.withLock { $0.aside = newValue } }
    }

    var clone: [String: Data]? {
        get { shelf.withLock { $0.clone } }
        set { shelf.withLock { $0.clone = newValue } }
    }

    private let liar: LyingPlace
    private let honest = LyingPlace()
    private let state = Mutex(State())
    let parallelism = 1

    init(seed: UInt64) { liar = LyingPlace(seed: seed, lyingIn: 0.1) }

    /// What it has at this moment, whatever it says.
    var objects: [String: Data] {
        get { face.objects }
        set { face.objects = newValue }
    }

    var isAway: Bool {
        get { state.withLock { $0.isAway } }
        set { state.withLock { $0.isAway = newValue } }
    }

    /// Whether it lies; what it has stays.
    var isLying: Bool {
        get { state.withLock { $0.isLying } }
        set {
            guard newValue != isLying else { return }
            let objects = objects
            state.withLock { $0.isLying = newValue }
            self.objects = objects
        }
    }

    /// The names of objects that it has lost by lies since the last call.
    func takeLost() -> Set<String> {
        state.withLock { state in
            defer { state.lost = [] }
            return state.lost
        }
    }

    private var face: LyingPlace { isLying ? liar : honest }

    private func answering() throws -> LyingPlace {
        guard !isAway else { throw RemoteFailure(.unreachable, "The service does not answer.") }
        return face
    }

    // MARK: Requests

    func put(
        _ name: String,
        _ file: URL,
        _ byteCount: Int64,
        checksum: [UInt8]?,
        _ watch: TransferWatch
    ) throws {
        let face = try answering()
        let before = Set(face.objects.keys)
        defer {
            let lost = before.subtracting(face.objects.keys)
            state.withLock { $0.lost.formUnion(lost) }
        }
        try face.put(name, file, byteCount, checksum: checksum, watch)
    }

    func get(_ name: String, _ file: URL, _ object: RemoteObject, _ watch: TransferWatch) throws {
        try answering().get(name, file, object, watch)
    }

    func prove(
        _ name: String,
        _ object: RemoteObject,
        hashesParts: Bool,
        _ watch: TransferWatch
    ) throws -> PartHashes? {
        try answering().prove(name, object, hashesParts: hashesParts, watch)
    }

    func read(
        _ name: String,
        _ range: Range<Int64>,
        of object: RemoteObject,
        _ watch: TransferWatch
    ) throws -> Data {
        try answering().read(name, range, of: object, watch)
    }

    func stream(
        _ name: String,
        _ byteCount: Int64,
        _ watch: TransferWatch,
        _ body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        try answering().stream(name, byteCount, watch, body)
    }

    func read(_ name: String, atMost limit: Int64) throws -> Data {
        try answering().read(name, atMost: limit)
    }

    func size(of name: String) throws -> Int64? { try answering().size(of: name) }

    func list(
        _ prefix: String,
        _ body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws {
        try answering().list(prefix, body)
    }

    func remove(_ name: String) throws { try answering().remove(name) }
    func probe() throws { try answering().probe() }
    var diskMarks: Set<String> { [] }
    func warning(for library: Library) -> String? { nil }
}
