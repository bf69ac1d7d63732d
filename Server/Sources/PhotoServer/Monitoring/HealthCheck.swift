import Photos
import ServeRules
import Synchronization

/// Checks every few seconds whether the library can be read.
///
/// Requests get the result of the last check, so many requests are no more work than none. The mutex guards the state.
final class HealthCheck: Sendable {
    private let library: ClientLibrary
    private let state = Mutex(LibraryHealth())
    /// The moment from which checks and requests count seconds.
    ///
    /// The clock stands still while the machine sleeps, as the checks do.
    private let start = SuspendingClock.now

    init(_ library: ClientLibrary) { self.library = library }

    /// Whether the library is at its path and answers.
    var isReadable: Bool {
        let second = second
        return state.withLock { $0.isReadable(atSecond: second) }
    }

    private var second: Int { Int((SuspendingClock.now - start).components.seconds) }

    /// Called once a second: begins a check if one is due.
    func update() {
        let second = second
        guard state.withLock({ $0.beginLook(atSecond: second) }) else { return }
        Task { await self.look() }
    }

    /// Reads the library, and records whether that succeeds.
    func look() async {
        do {
            // Looking up one identifier takes as long in a large library as in a small one.
            try await library.read {
                _ = PHAsset.fetchAssets(withLocalIdentifiers: [Self.nobody], options: nil).count
            }
            endLook(isReadable: true)
        } catch {
            endLook(isReadable: false)
        }
    }

    private func endLook(isReadable: Bool) {
        let second = second
        state.withLock { $0.endLook(isReadable: isReadable, atSecond: second) }
    }

    private static let nobody = "00000000-0000-0000-0000-000000000000/L0/001"
}
