import PhotosStore

/// A sender that loses some notifications, as a process does that dies between a commit and its notification.
package struct LossyNotificationSender: CommitNotificationSender {
    private let loses: @Sendable () -> Bool

    /// Makes a sender; `loses` decides for each notification whether it is lost.
    package init(loses: @escaping @Sendable () -> Bool = { true }) { self.loses = loses }

    package func send(_ sequence: UInt64, to descriptor: Int32) {
        if !loses() { NotificationFileSender().send(sequence, to: descriptor) }
    }
}
