import NIOCore
import Synchronization

/// The tree of albums as it was last sent, because a cover for each of thousands of albums takes seconds to find.
///
/// The mutex guards the answer. An answer counts until the client sees another change, and for a minute, because some smart
/// albums follow the clock.
final class AlbumTreeCache: Sendable {
    private struct Answer {
        var activity: Int
        var isReadOnly: Bool
        var time: Double
        var bytes: ByteBuffer
    }

    private static let seconds = 60.0

    private let answer = Mutex<Answer?>(nil)

    /// Returns the answer for a number of changes; nil if the tree is to be read.
    func storedAnswer(activity: Int, isReadOnly: Bool, at now: Double) -> ByteBuffer? {
        answer.withLock { answer in
            guard let answer, answer.activity == activity, answer.isReadOnly == isReadOnly,
                now - answer.time < Self.seconds
            else { return nil }
            return answer.bytes
        }
    }

    /// Forgets the answer after a change of this server, which its client has to see at once.
    func clear() { answer.withLock { $0 = nil } }

    /// Keeps an answer that was read after a number of changes was seen.
    func storeAnswer(_ bytes: ByteBuffer, activity: Int, isReadOnly: Bool, at now: Double) {
        answer.withLock {
            $0 = Answer(activity: activity, isReadOnly: isReadOnly, time: now, bytes: bytes)
        }
    }
}
