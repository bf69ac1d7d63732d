import Foundation
import OpenPhotoKit

/// What programs upload in the background: how much waits, and what failed.
struct OutgoingUploadsModel: Encodable, Sendable {
    struct Program: Encodable, Sendable {
        /// The name of the application.
        var name: String
        var isPaused: Bool
        /// Whether the program is not started before a person has changed something.
        var isRefused: Bool
        var waiting: Int
        var pending: Int
        var sent: Int
        var failed: Int
    }

    struct Failure: Encodable, Sendable {
        var name: String
        var filename: String
        var host: String?
        var date: String
        var status: Int?
        var reason: String
    }

    var programs: [Program]
    var failures: [Failure]

    init(_ status: LibraryUploads.Status) {
        programs = status.counts.map { counts in
            let own = status.programs.filter { $0.client == counts.client }
            return Program(
                name: counts.client,
                isPaused: own.allSatisfy { !$0.isEnabled },
                isRefused: own.contains { $0.problem != nil },
                waiting: counts.waiting,
                pending: counts.pending,
                sent: counts.succeeded,
                failed: counts.failed
            )
        }
        failures = status.failures.map { failure in
            Failure(
                name: failure.client,
                filename: failure.filename,
                host: failure.host,
                date: InterfaceDate.text(failure.date),
                status: failure.status,
                reason: failure.reason.rawValue
            )
        }
    }
}
