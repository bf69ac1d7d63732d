import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import TestPermits
import Testing

/// What the end of a transfer means for an upload job.
@Suite(.permit) struct UploadEndingTests {
    private func past(_ attempts: Int, age: Double = 60) -> UploadEnding.Past {
        UploadEnding.Past(age: age, attempts: attempts, random: 0)
    }

    private static let week = UploadEnding.patience

    @Test func `every status ends the job, but for those that pass, which do so for a week`() {
        for status in 100...599 {
            let fields = ["x": "y"]
            let answered = UploadEnding.finished(.answered(status: status, headerFields: fields))
            for attempts in [1, 4, 1_000] {
                let soon = UploadEnding.ofAnswer(
                    status: status,
                    fields: fields,
                    past: past(attempts)
                )
                let passes = [408, 425, 429, 500, 502, 503, 504].contains(status)
                let wait = min(3_600, 15 * Double(1 << min(attempts - 1, 10)))
                #expect(soon == (passes ? .postponed(seconds: wait) : answered), "\(status)")
                let late = UploadEnding.ofAnswer(
                    status: status,
                    fields: fields,
                    past: past(attempts, age: Self.week)
                )
                let isFinal = !passes || attempts >= UploadEnding.leastAttempts
                #expect(late == (isFinal ? answered : .postponed(seconds: wait)), "\(status)")
            }
        }
    }

    @Test func `a server's wait counts where it is longer, up to a day`() {
        func seconds(_ text: String) -> UploadEnding {
            UploadEnding.ofAnswer(status: 503, fields: ["retry-after": text], past: past(1))
        }
        #expect(seconds("120") == .postponed(seconds: 120))
        #expect(seconds("1") == .postponed(seconds: 15))
        #expect(seconds("999999999") == .postponed(seconds: 86_400))
        #expect(seconds("-5") == .postponed(seconds: 15))
        #expect(seconds("Wed, 21 Oct 2026 07:28:00 GMT") == .postponed(seconds: 15))
    }

    private static let network: [RemoteFailureCode: Int] = [
        .unreachable: NSURLErrorCannotConnectToHost, .noProgram: NSURLErrorCannotConnectToHost,
        .cutOff: NSURLErrorNetworkConnectionLost, .stalled: NSURLErrorTimedOut,
        .limited: NSURLErrorResourceUnavailable, .cancelled: NSURLErrorCancelled,
    ]
    private static let doubtful: [RemoteFailureCode: Int] = [
        .proxy: NSURLErrorCannotConnectToHost,
        .unknownCertificate: NSURLErrorServerCertificateUntrusted,
        .notTheService: NSURLErrorCannotParseResponse,
        .localFile: NSURLErrorNoPermissionsToReadFile,
        .noSpace: NSURLErrorNoPermissionsToReadFile,
    ]
    private static let final: [RemoteFailureCode: Int] = [
        .missing: NSURLErrorFileDoesNotExist, .changed: NSURLErrorCannotOpenFile,
        .differs: NSURLErrorCannotOpenFile, .unsupported: NSURLErrorUnsupportedURL,
    ]

    @Test(arguments: RemoteFailureCode.allCases)
    func `each reason is tried for a week, five times, or once`(_ code: RemoteFailureCode) {
        let number =
            Self.network[code] ?? Self.doubtful[code] ?? Self.final[code] ?? NSURLErrorUnknown
        let failed = UploadEnding.finished(.failed(.network(number)))
        for attempts in 1...20 {
            let most =
                Self.network[code] != nil ? .max : Self.doubtful[code] != nil ? 5 : 0
            let soon = UploadEnding.ofFailure(code, past: past(attempts))
            if attempts < most {
                guard case .postponed = soon else {
                    Issue.record("\(code) ended after \(attempts) attempts.")
                    continue
                }
            } else {
                #expect(soon == failed, "\(attempts)")
            }
            let late = UploadEnding.ofFailure(code, past: past(attempts, age: Self.week))
            let isFinal = attempts >= min(most, UploadEnding.leastAttempts)
            #expect((late == failed) == (isFinal && code != .cancelled), "\(attempts)")
        }
    }

    @Test func `waits double up to an hour, and differ by chance`() {
        func seconds(_ attempts: Int, _ random: Double) -> UploadEnding {
            UploadEnding.ofFailure(
                .unreachable,
                past: UploadEnding.Past(age: 0, attempts: attempts, random: random)
            )
        }
        let waits = (1...10).map { seconds($0, 0) }
        #expect(
            waits
                == [15, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600].map {
                    .postponed(seconds: $0)
                }
        )
        #expect(seconds(1, 1) == .postponed(seconds: 7.5))
        // The end of the host is no reason to wait.
        #expect(UploadEnding.ofFailure(.cancelled, past: past(9)) == .postponed(seconds: 0))
        // Nor does it fail a job that waited for long.
        let old = past(1_000, age: 2 * Self.week)
        #expect(UploadEnding.ofFailure(.cancelled, past: old) == .postponed(seconds: 0))
    }

    @Test func `a file that comes later is waited for, and one that is gone is not`() {
        for code in [StoreError.Code.networkFailed, .fileElsewhere, .fileOffline, .diskFull] {
            #expect(UploadEnding.ofFile(code, past: past(1)) == .postponed(seconds: 15))
        }
        let gone = UploadEnding.finished(.failed(.network(NSURLErrorFileDoesNotExist)))
        #expect(UploadEnding.ofFile(.missingResource, past: past(1)) == gone)
        #expect(UploadEnding.ofFile(.objectMissing, past: past(1)) == gone)
    }
}
