import CPhotosSystem
import Foundation
import Glibc
import Synchronization

/// A file that is written to after every commit, so that other processes wake at once.
///
/// It says nothing but "look": the log is the truth. A ring that gets lost costs a watcher a quarter of a second.
/// The write-ahead log itself is no doorbell, since it is written before its commit can be seen.
final class Doorbell: Sendable {
    private let url: URL
    private let descriptor: Int32

    init(_ url: URL, isReadOnly: Bool) throws {
        self.url = url
        descriptor = try FileOperations.open(url, isReadOnly ? O_RDONLY : O_RDWR | O_CREAT)
    }

    deinit { close(descriptor) }

    func ring(tone: UInt64) {
        var tone = tone
        // A full volume only makes others wait for their next look.
        _ = pwrite(descriptor, &tone, 8, 0)
    }

    /// What the last ring wrote: it differs after every ring, and reading it needs no statement.
    var tone: UInt64 {
        var tone: UInt64 = 0
        _ = pread(descriptor, &tone, 8, 0)
        return tone
    }

    /// Calls `look` in a thread of its own whenever the bell rings, and every quarter of a second.
    func watch(_ look: @escaping @Sendable () -> Void) throws -> DoorbellWatch {
        try DoorbellWatch(url, look)
    }
}

/// Listens to a doorbell until it is stopped.
final class DoorbellWatch: Sendable {
    private let notifier: Int32
    private let stopper: Int32

    /// Milliseconds after which a watcher looks even though no bell rang.
    private static let patience: Int32 = 250

    init(_ url: URL, _ look: @escaping @Sendable () -> Void) throws {
        notifier = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        stopper = eventfd(0, Int32(EFD_CLOEXEC))
        guard notifier >= 0, stopper >= 0 else { throw StoreError.system("Watching", url.path, errno) }
        guard inotify_add_watch(notifier, url.path, UInt32(IN_MODIFY)) >= 0 else {
            throw StoreError.system("Watching", url.path, errno)
        }
        let (notifier, stopper) = (notifier, stopper)
        let thread = Thread { Self.listen(notifier, stopper, look) }
        thread.name = "photokit doorbell"
        thread.start()
    }

    func stop() {
        var one: UInt64 = 1
        _ = write(stopper, &one, 8)
    }

    /// The thread owns the descriptors and closes them when it ends.
    private static func listen(_ notifier: Int32, _ stopper: Int32, _ look: () -> Void) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        defer {
            close(notifier)
            close(stopper)
        }
        while true {
            var waits = [
                pollfd(fd: notifier, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stopper, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&waits, 2, patience)
            if waits[1].revents != 0 { return }
            while read(notifier, &buffer, buffer.count) > 0 {}
            look()
        }
    }
}
