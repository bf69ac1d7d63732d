import CPhotosSystem
import Foundation
import Glibc
import Synchronization

/// A file that is written to after every commit, so that other processes wake at once.
///
/// It says nothing but "look": the log is the truth. A ring that gets lost costs a watcher a quarter of a second, and
/// two seconds at the most.
/// The write-ahead log itself is no doorbell, since it is written before its commit can be seen.
final class CommitNotifier: Sendable {
    private let url: URL
    private let descriptor: Int32
    private let patience: Int32

    /// `patience` is how many milliseconds those who listen wait for a ring before they look anyway.
    init(_ url: URL, isReadOnly: Bool, patience: Int32) throws {
        self.url = url
        self.patience = patience
        descriptor = try FileOperations.open(url, isReadOnly ? O_RDONLY : O_RDWR | O_CREAT)
    }

    deinit { close(descriptor) }

    func notify(sequence: UInt64) {
        var sequence = sequence
        // A full volume only makes others wait for their next look.
        _ = pwrite(descriptor, &sequence, 8, 0)
    }

    /// What the last ring wrote: it differs after every ring, and reading it needs no statement.
    var sequence: UInt64 {
        var sequence: UInt64 = 0
        _ = pread(descriptor, &sequence, 8, 0)
        return sequence
    }

    /// Calls `look` in a thread of its own whenever the bell rings, and every quarter of a second; of those looks
    /// every eighth insists.
    func watch(_ look: @escaping @Sendable (_ insisting: Bool) -> Void) -> CommitWatch {
        CommitWatch(url, patience, look)
    }
}

/// Listens to a doorbell until it is stopped.
final class CommitWatch: Sendable {
    /// -1 when the system has no watches left: then looking every now and then has to do.
    private let notifier: Int32
    /// -1 when the system has no descriptors left; the thread then ends with the flag alone.
    private let stopper: Int32
    private let isStopped = Mutex(false)

    private let patience: Int32

    init(_ url: URL, _ patience: Int32, _ look: @escaping @Sendable (_ insisting: Bool) -> Void) {
        self.patience = patience
        notifier = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        stopper = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        if notifier >= 0 { inotify_add_watch(notifier, url.path, UInt32(IN_MODIFY)) }
        let thread = Thread { self.listen(look) }
        thread.name = "photokit doorbell"
        thread.start()
    }

    deinit {
        if notifier >= 0 { close(notifier) }
        if stopper >= 0 { close(stopper) }
    }

    func stop() {
        isStopped.withLock { $0 = true }
        var one: UInt64 = 1
        if stopper >= 0 { _ = write(stopper, &one, 8) }
    }

    /// Holds the watch, and so its descriptors, until it is stopped.
    private func listen(_ look: (_ insisting: Bool) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var waits = 0
        while !isStopped.withLock({ $0 }) {
            var sources = [
                pollfd(fd: notifier, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stopper, events: Int16(POLLIN), revents: 0),
            ]
            // Descriptors below zero are passed over.
            waits += poll(&sources, 2, patience) == 0 ? 1 : 0
            if sources[1].revents != 0 { return }
            while notifier >= 0, read(notifier, &buffer, buffer.count) > 0 {}
            look(waits % 8 == 7)
        }
    }
}
