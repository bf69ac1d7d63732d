import Glibc

/// Notifies the processes that use a library of a commit.
///
/// The change log alone is authoritative: a notification may be lost, and its receivers then see the commit at their
/// next check.
package protocol CommitNotificationSender: Sendable {
    /// Sends a notification.
    ///
    /// - Parameters:
    ///   - sequence: A value that differs from the value of the notification before.
    ///   - descriptor: The notification file of the library, open for writing.
    func send(_ sequence: UInt64, to descriptor: Int32)
}

/// Writes the value to the library's notification file, which the other processes watch.
package struct NotificationFileSender: CommitNotificationSender {
    package init() {}

    package func send(_ sequence: UInt64, to descriptor: Int32) {
        var sequence = sequence
        // If the volume is full, other processes only see the commit later, at their next check.
        _ = pwrite(descriptor, &sequence, 8, 0)
    }
}
