import PhotosStore
import TestPermits
import Testing

/// Every state with every event, retried and not.
@Suite(.permit) struct UploadJobStepTests {
    private typealias Outcome = UploadJobStep.Outcome

    /// What happens, by state: one outcome for each event, in the order of the events.
    private static let table: [UploadJobState: [Outcome]] = [
        .registered: [
            .refuse(.notEnded), .refuse(.notFailed), .remove, .become(.pending), .ignore, .ignore,
            .ignore, .ignore, .become(.failed),
        ],
        .pending: [
            .refuse(.notEnded), .refuse(.notFailed), .remove, .ignore, .become(.succeeded),
            .become(.failed), .become(.registered), .become(.registered), .become(.failed),
        ],
        .failed: [
            .remove, .become(.registered), .refuse(.alreadyEnded), .ignore, .ignore, .ignore,
            .ignore, .ignore, .ignore,
        ],
        .succeeded: [
            .remove, .refuse(.notFailed), .refuse(.alreadyEnded), .ignore, .ignore, .ignore,
            .ignore, .ignore, .ignore,
        ],
        .cancelled: [
            .remove, .refuse(.notFailed), .remove, .ignore, .ignore, .ignore, .ignore, .ignore,
            .ignore,
        ],
    ]

    @Test(arguments: UploadJobState.allCases)
    func `each event has the stated outcome`(state: UploadJobState) throws {
        let expected = try #require(Self.table[state])
        #expect(expected.count == UploadJobStep.Event.allCases.count)
        for (event, outcome) in zip(UploadJobStep.Event.allCases, expected) {
            let found = UploadJobStep.outcome(of: event, in: state, isRetried: false)
            #expect(found == outcome, "\(event)")
            let again = UploadJobStep.outcome(of: event, in: state, isRetried: true)
            let isSecondRetry = state == .failed && event == .retry
            #expect(again == (isSecondRetry ? .refuse(.alreadyRetried) : outcome), "\(event)")
        }
    }

    @Test func `from every state a client can make a job vanish, after its end or before it`() {
        for state in UploadJobState.allCases {
            let ways = [UploadJobStep.Event.acknowledge, .cancel].filter {
                UploadJobStep.outcome(of: $0, in: state, isRetried: true) == .remove
            }
            #expect(!ways.isEmpty, "\(state)")
        }
    }

    @Test func `each action offers the jobs that it can be done with`() {
        for action in UploadJobAction.allCases {
            let event: [UploadJobAction: UploadJobStep.Event] = [
                .acknowledge: .acknowledge, .retry: .retry, .process: .cancel,
            ]
            for state in UploadJobStep.states(for: action) {
                let outcome = event[action].map {
                    UploadJobStep.outcome(of: $0, in: state, isRetried: false)
                }
                if case .refuse? = outcome { Issue.record("\(action) offers \(state).") }
            }
        }
    }

    @Test func `the numbers of states, types and actions are Apple's`() {
        #expect(UploadJobState.allCases.map(\.rawValue) == [1, 2, 3, 4, 5])
        #expect(UploadJobAction.allCases.map(\.rawValue) == [1, 2, 3])
        #expect(UploadJobType.allCases.map(\.rawValue) == [0, 1])
    }
}
