import Foundation
package import PhotosBase
package import PhotosStore

/// What the end of a transfer means for its job.
package enum UploadEnding: Hashable, Sendable {
    /// The job has ended.
    case finished(UploadJobResult)
    /// The job is tried again after so many seconds.
    case postponed(seconds: Double)

    /// The history of a job, on which it depends whether the job is tried again.
    package struct Past: Hashable, Sendable {
        /// The seconds since the job was made.
        package var age: Double
        /// How often the job was begun, from 1.
        package var attempts: Int
        /// A random number from 0 to 1.
        package var random: Double

        package init(age: Double, attempts: Int, random: Double) {
            self.age = age
            self.attempts = attempts
            self.random = random
        }

        /// Whether it is too early to give up.
        var isYoung: Bool { age < UploadEnding.patience || attempts < UploadEnding.leastAttempts }

        /// The seconds until the next try: they double from 15 to an hour, less up to a half.
        var wait: Double {
            min(3_600, 15 * Double(1 << min(max(0, attempts - 1), 10))) * (1 - random / 2)
        }
    }

    /// A job is tried for a week where the reason may pass.
    package static let patience = 7.0 * 86_400
    /// A job is tried so often at least, should this computer have been off for the week.
    package static let leastAttempts = 10
    /// A job is tried so often where a person must mend the reason, or nobody knows.
    package static let doubtfulAttempts = 5

    /// The statuses of answers that may be others later.
    package static let passingStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// Returns what an answer means.
    ///
    /// - Parameters:
    ///   - status: The status of the answer.
    ///   - fields: Its header fields, with names in lower case.
    ///   - past: The history of the job.
    /// - Returns: The end of the job, or the wait before the next try.
    package static func ofAnswer(
        status: Int,
        fields: [String: String],
        past: Past
    ) -> UploadEnding {
        if passingStatuses.contains(status), past.isYoung {
            let asked = fields["retry-after"].flatMap(Double.init) ?? 0
            return .postponed(seconds: max(past.wait, min(max(0, asked), 86_400)))
        }
        return .finished(.answered(status: status, headerFields: fields))
    }

    /// Returns what a failure without an answer means.
    ///
    /// - Parameters:
    ///   - code: The reason.
    ///   - past: The history of the job.
    /// - Returns: The end of the job, or the wait before the next try.
    package static func ofFailure(_ code: RemoteFailureCode, past: Past) -> UploadEnding {
        // The end of the host, and a metered network, cancel transfers. That is no failure of the job, however old it is.
        if code == .cancelled { return .postponed(seconds: 0) }
        let (number, most) = meaning(of: code)
        if past.isYoung, past.attempts < most { return .postponed(seconds: past.wait) }
        return .finished(.failed(.network(number)))
    }

    /// Returns what it means that a resource's file cannot be brought to this device.
    ///
    /// - Parameters:
    ///   - code: The reason.
    ///   - past: The history of the job.
    /// - Returns: The end of the job, or the wait before the next try.
    package static func ofFile(_ code: StoreError.Code, past: Past) -> UploadEnding {
        switch code {
        case .networkFailed, .fileElsewhere, .fileOffline, .busy, .diskFull, .volumeOffline:
            ofFailure(.unreachable, past: past)
        case .cancelled: ofFailure(.cancelled, past: past)
        case .missingResource, .objectMissing: ofFailure(.missing, past: past)
        default: ofFailure(.localFile, past: past)
        }
    }

    /// The number of `NSURLErrorDomain` of a reason, and how often a job is tried where the reason stays.
    private static func meaning(of code: RemoteFailureCode) -> (number: Int, mostAttempts: Int) {
        switch code {
        case .unreachable, .noProgram: (NSURLErrorCannotConnectToHost, .max)
        case .cutOff: (NSURLErrorNetworkConnectionLost, .max)
        case .stalled: (NSURLErrorTimedOut, .max)
        case .limited: (NSURLErrorResourceUnavailable, .max)
        case .cancelled: (NSURLErrorCancelled, .max)
        case .proxy: (NSURLErrorCannotConnectToHost, doubtfulAttempts)
        // A network that asks to sign in first answers so, too.
        case .unknownCertificate: (NSURLErrorServerCertificateUntrusted, doubtfulAttempts)
        case .notTheService: (NSURLErrorCannotParseResponse, doubtfulAttempts)
        // The file may have left this disk before it was opened.
        case .localFile, .noSpace: (NSURLErrorNoPermissionsToReadFile, doubtfulAttempts)
        case .missing: (NSURLErrorFileDoesNotExist, 0)
        case .changed, .differs: (NSURLErrorCannotOpenFile, 0)
        case .unsupported: (NSURLErrorUnsupportedURL, 0)
        case .noKey, .wrongKey, .noBucket, .clockOff, .otherRegion, .refused, .noRanges,
            .otherLibrary, .noEncryptionKey, .wrongEncryptionKey:
            (NSURLErrorUnknown, 0)
        }
    }
}
