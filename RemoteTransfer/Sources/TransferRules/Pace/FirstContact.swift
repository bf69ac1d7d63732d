package import PhotosBase

/// The time limits of a service before its first answer to this program.
///
/// Until then, a service that is down and a slow one cannot be distinguished. A person and the next remote wait for the
/// difference, so the time is short. A service that has answered once, or takes bytes, is there, and gets the time that its
/// requests need.
package struct FirstContact: Hashable, Sendable {
    /// The seconds that a service has for a connection, and then for the first byte of its first answer.
    package let seconds: Double

    package init(seconds: Double) { self.seconds = seconds }

    /// Returns the seconds without a byte after which an exchange is given up.
    ///
    /// - Parameters:
    ///   - stall: The limit for services that are there.
    ///   - hasAnswered: Whether the service has answered this program before.
    ///   - hasMoved: Whether bytes of this exchange came or went.
    /// - Returns: The limit in seconds.
    package func silenceLimit(stall: Double, hasAnswered: Bool, hasMoved: Bool) -> Double {
        hasAnswered || hasMoved ? stall : min(stall, seconds)
    }

    /// Returns the failure of an exchange with a service that has not answered yet.
    ///
    /// A service that cannot be reached, or ends its connections, is tried again for a few seconds alone. Answers keep their
    /// patience: somebody sent them.
    /// - Parameters:
    ///   - failure: The failure as it would be of a service that is there.
    ///   - host: The service, for the sentence.
    ///   - stall: The limit for services that are there, in seconds.
    /// - Returns: The failure with its patience.
    package func adjustedFailure(
        _ failure: TransferFailure,
        of host: String,
        stall: Double
    ) -> TransferFailure {
        var failure = failure
        switch failure.code {
        case .stalled where stall <= seconds: return failure
        case .stalled:
            failure.code = .unreachable
            failure.sentence =
                "\(host) has accepted a connection, and did not answer within \(Int(seconds.rounded(.up))) seconds. Check whether the service works."
        case .unreachable, .cutOff: break
        default: return failure
        }
        failure.patience = seconds
        return failure
    }
}
