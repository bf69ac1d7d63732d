import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization

/// A service in this process.
///
/// The mutex guards which of its two faces answers.
final class MemoryService: HabitsService {
    private struct State {
        var isAway = false
        var isLying = true
        var lost: Set<String> = []
    }

    let address: String
    let endpoint: String? = nil
    private let liar: LyingPlace
    private let honest = LyingPlace()
    private let state = Mutex(State())

    init(_ address: String, seed: UInt64) {
        self.address = address
        liar = LyingPlace(seed: seed, lyingIn: 0.1)
    }

    func contents() -> [String: Data] { face.objects }
    func replace(_ name: String, by bytes: Data?) { face.objects[name] = bytes }
    func replaceAll(by objects: [String: Data]) { face.objects = objects }

    var isAway: Bool {
        get { state.withLock { $0.isAway } }
        set { state.withLock { $0.isAway = newValue } }
    }

    var isLying: Bool {
        get { state.withLock { $0.isLying } }
        set {
            guard newValue != isLying else { return }
            let objects = face.objects
            state.withLock { $0.isLying = newValue }
            face.objects = objects
        }
    }

    func takeLost() -> Set<String> {
        state.withLock { state in
            defer { state.lost = [] }
            return state.lost
        }
    }

    func countLies() -> Int { liar.lies }

    private var face: LyingPlace { isLying ? liar : honest }

    func answering() throws -> any RemotePlace {
        guard !isAway else { throw RemoteFailure(.unreachable, "The service does not answer.") }
        return face
    }

    func putObject(
        _ name: String,
        from file: URL,
        byteCount: Int64,
        checksum: [UInt8]?,
        watch: TransferWatch
    ) throws {
        let answering = try answering()
        let before = Set(face.objects.keys)
        defer {
            let lost = before.subtracting(face.objects.keys)
            state.withLock { $0.lost.formUnion(lost) }
        }
        try answering.putObject(
            name,
            from: file,
            byteCount: byteCount,
            checksum: checksum,
            watch: watch
        )
    }
}
