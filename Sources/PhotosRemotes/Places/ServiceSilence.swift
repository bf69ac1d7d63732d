import PhotosBase

/// The requests in a row that a service left without an answer.
///
/// A request that nothing comes of for two minutes concerns its own object alone: others may pass, as where a gateway holds back
/// large files. A service that leaves all requests so has gone, and a run that asked it for each of its objects would take weeks.
struct ServiceSilence {
    /// The number of requests in a row after which the service counts as gone.
    ///
    /// Four requests run at a time, so it takes some eight minutes.
    static let limit = 16

    private var count = 0

    /// Returns what the end of the next request means.
    mutating func meaning<Value>(
        of outcome: Result<Value, RemoteFailure>
    ) -> Result<Value, RemoteFailure> {
        switch outcome {
        case .failure(let failure) where failure.code == .stalled:
            count += 1
            guard count >= Self.limit else { return outcome }
            return .failure(
                RemoteFailure(
                    .unreachable,
                    "\(failure.sentence) So it was with \(count) requests in a row, and no more are made."
                )
            )
        case .failure(let failure)
        where failure.code == .cancelled || failure.code == .noProgram:
            // Nobody was asked.
            return outcome
        case .success, .failure:
            count = 0
            return outcome
        }
    }
}
