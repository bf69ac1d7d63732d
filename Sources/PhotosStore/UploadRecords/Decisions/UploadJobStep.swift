/// What happens to an upload job: a decision without the library.
package enum UploadJobStep {
    /// What clients ask for, and what the host reports.
    package enum Event: Hashable, Sendable, CaseIterable {
        /// The client has taken note of the end.
        case acknowledge
        /// The client wants a failed job done once more.
        case retry
        /// The client does not want the job any more.
        case cancel
        /// The host begins a transfer.
        case begin
        /// The transfer has ended well.
        case succeed
        /// The transfer has ended, and is not tried again.
        case fail
        /// The transfer is tried again later.
        case postpone
        /// The host that had begun the job is gone.
        case interrupt
        /// The request is not on this computer.
        case loseRequest
    }

    /// The result of an event.
    package enum Outcome: Hashable, Sendable {
        case become(UploadJobState)
        /// The job is acknowledged, and vanishes.
        case remove
        /// The client may not ask for this.
        case refuse(Refusal)
        /// The event comes too late.
        case ignore
    }

    /// Why a client may not ask for something.
    package enum Refusal: Hashable, Sendable, CaseIterable {
        case notEnded
        case notFailed
        case alreadyRetried
        case alreadyEnded
    }

    /// Decides what an event does to a job.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state of the job.
    ///   - isRetried: Whether the client has retried the job before.
    /// - Returns: The outcome.
    package static func outcome(
        of event: Event,
        in state: UploadJobState,
        isRetried: Bool
    ) -> Outcome {
        switch (state, event) {
        case (.registered, .acknowledge), (.pending, .acknowledge): .refuse(.notEnded)
        case (.failed, .acknowledge), (.succeeded, .acknowledge), (.cancelled, .acknowledge):
            .remove
        case (.failed, .retry): isRetried ? .refuse(.alreadyRetried) : .become(.registered)
        case (_, .retry): .refuse(.notFailed)
        // A cancelled job is acknowledged by itself.
        case (.registered, .cancel), (.pending, .cancel), (.cancelled, .cancel): .remove
        case (.failed, .cancel), (.succeeded, .cancel): .refuse(.alreadyEnded)
        case (.registered, .begin): .become(.pending)
        case (.pending, .succeed): .become(.succeeded)
        case (.pending, .fail): .become(.failed)
        case (.pending, .postpone), (.pending, .interrupt): .become(.registered)
        case (.registered, .loseRequest), (.pending, .loseRequest): .become(.failed)
        case (_, .begin), (_, .succeed), (_, .fail), (_, .postpone), (_, .interrupt),
            (_, .loseRequest):
            .ignore
        }
    }

    /// The states of the jobs that an action can be done with; a job is retried once.
    package static func states(for action: UploadJobAction) -> [UploadJobState] {
        switch action {
        case .acknowledge: [.failed, .succeeded]
        case .retry: [.failed]
        case .process: [.registered, .pending]
        }
    }
}

extension UploadJobStep.Refusal {
    /// The error of the change block.
    var error: StoreError {
        let sentence =
            switch self {
            case .notEnded:
                "An upload job that has not ended cannot be acknowledged. Wait for its end, or cancel it."
            case .notFailed: "Only an upload job that failed can be retried. Fetch the jobs again."
            case .alreadyRetried:
                "An upload job can be retried once. Acknowledge it, and make another job."
            case .alreadyEnded:
                "An upload job that has ended cannot be cancelled. Acknowledge it."
            }
        return StoreError(.changeNotSupported, sentence)
    }
}
