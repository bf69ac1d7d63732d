import CPhotosSystem
import Foundation
import Glibc
import Synchronization

/// A file that is written after every commit, so that other processes notice the commit at once.
///
/// A notification only asks its receivers to check the log, which alone is authoritative. If a notification is lost,
/// watchers see the commit after a quarter of a second, and after two seconds at the latest. The write-ahead log cannot
/// serve as a notification, because it is written before its commit becomes visible.
final class CommitNotifier: Sendable {
    private let url: URL
    private let descriptor: Int32
    private let patience: Int32
    private let sender: any CommitNotificationSender
    /// The value of the last notification by this object, or 0 before the first one.
    private let own = Atomic<UInt64>(0)

    /// Opens the file; `patience` is the number of milliseconds after which watchers check without a notification.
    init(
        _ url: URL,
        isReadOnly: Bool,
        patience: Int32,
        sender: any CommitNotificationSender
    ) throws {
        self.url = url
        self.patience = patience
        self.sender = sender
        descriptor = try FileOperations.open(url, flags: isReadOnly ? O_RDONLY : O_RDWR | O_CREAT)
    }

    deinit { close(descriptor) }

    func notify(sequence: UInt64) {
        own.store(sequence, ordering: .releasing)
        sender.send(sequence, to: descriptor)
    }

    /// The value of the last notification, which differs after every notification and is read without a statement.
    var sequence: UInt64 {
        var sequence: UInt64 = 0
        _ = pread(descriptor, &sequence, 8, 0)
        return sequence
    }

    /// Whether the last notification was sent by this object.
    private var isOwn: Bool {
        let own = own.load(ordering: .acquiring)
        return own != 0 && own == sequence
    }

    /// Calls `check` on a thread of its own after notifications, and after `patience` milliseconds without one.
    ///
    /// The argument of `check` is true after every eighth period without a notification. Notifications by this object
    /// are ignored, because whoever commits through it notifies the observers itself.
    func watch(_ check: @escaping @Sendable (_ insisting: Bool) -> Void) -> CommitWatch {
        CommitWatch(url, patience, isOwn: { [weak self] in self?.isOwn ?? false }, check)
    }
}

/// Waits for commit notifications until it is stopped.
final class CommitWatch: Sendable {
    /// The inotify descriptor, or -1 if the system has none left; commits are then noticed by periodic checks alone.
    private let notifier: Int32
    /// The descriptor that wakes the thread to stop it, or -1 if the system has none left.
    ///
    /// Without this descriptor, the thread ends when it next checks the flag.
    private let stopper: Int32
    private let isStopped = Mutex(false)

    private let patience: Int32

    init(
        _ url: URL,
        _ patience: Int32,
        isOwn: @escaping @Sendable () -> Bool,
        _ check: @escaping @Sendable (_ insisting: Bool) -> Void
    ) {
        self.patience = patience
        notifier = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        stopper = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        if notifier >= 0 { inotify_add_watch(notifier, url.path, UInt32(IN_MODIFY)) }
        let thread = Thread { self.listenForCommits(isOwn: isOwn, check: check) }
        thread.name = "photokit notifications"
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

    /// Runs until the watch is stopped, and keeps the watch and its descriptors alive.
    private func listenForCommits(isOwn: () -> Bool, check: (_ insisting: Bool) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var waits = 0
        while !isStopped.withLock({ $0 }) {
            var sources = [
                pollfd(fd: notifier, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stopper, events: Int16(POLLIN), revents: 0),
            ]
            // `poll` ignores descriptors below zero.
            let isQuiet = poll(&sources, 2, patience) == 0
            waits += isQuiet ? 1 : 0
            if sources[1].revents != 0 { return }
            while notifier >= 0, read(notifier, &buffer, buffer.count) > 0 {}
            // If the last notification is our own, the observers already know of all commits before it.
            if !isQuiet, isOwn() { continue }
            check(waits % 8 == 7)
        }
    }
}
