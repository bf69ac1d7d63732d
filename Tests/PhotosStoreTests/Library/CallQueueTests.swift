import Dispatch
import PhotosStore
import Synchronization
import TestPermits
import Testing

@Suite(.permit, .timeLimit(.minutes(20))) struct CallQueueTests {
    private let log = Log()

    private final class Log: Sendable {
        private let lines = Mutex<[Int]>([])
        func note(_ number: Int) { lines.withLock { $0.append(number) } }
        var all: [Int] { lines.withLock { $0 } }
    }

    @Test func `calls come in their order, one after another`() {
        let queue = CallQueue("test")
        for number in 0..<1_000 { queue.async { log.note(number) } }
        queue.wait()
        #expect(log.all == Array(0..<1_000))
    }

    @Test func `calls that are put in front come before those that wait`() {
        let queue = CallQueue("test")
        queue.async {
            queue.prepend([{ log.note(1) }, { log.note(2) }])
            log.note(0)
        }
        queue.async { log.note(3) }
        queue.wait()
        #expect(log.all == [0, 1, 2, 3])
    }

    @Test func `a call that waits for one behind it is not waited for`() {
        let queue = CallQueue("test")
        let gates = (0..<5).map { _ in DispatchSemaphore(value: 0) }
        let ended = DispatchGroup()
        for number in 0..<5 {
            ended.enter()
            queue.async {
                // Each waits for the next one.
                if number < 4 { gates[number + 1].wait() }
                log.note(number)
                gates[number].signal()
                ended.leave()
            }
        }
        ended.wait()
        #expect(log.all == [4, 3, 2, 1, 0])
        queue.async { log.note(5) }
        queue.wait()
        #expect(log.all.last == 5)
    }

    @Test func `work of ours is waited for, and what it calls is not`() {
        let queue = CallQueue("test")
        let accessControl = DispatchSemaphore(value: 0)
        let ended = DispatchGroup()
        ended.enter()
        queue.async {
            CallQueue.performWork {
                // Longer than anybody's patience.
                let end = DispatchTime.now() + CallQueue.patience * 2
                while DispatchTime.now() < end {}
                log.note(0)
                CallQueue.callOut { accessControl.wait() }
                log.note(2)
            }
            ended.leave()
        }
        queue.async {
            log.note(1)
            accessControl.signal()
        }
        ended.wait()
        #expect(log.all == [0, 1, 2])
    }
}
