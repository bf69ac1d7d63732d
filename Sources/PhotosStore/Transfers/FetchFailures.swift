/// The files that a fetch of several files could not have: each costs itself, and the others are fetched.
package struct FetchFailures {
    private var names: [String] = []
    /// The first error about a remote that may have the file, and the first about a file that no remote has.
    private var (unknown, lost): (StoreError?, StoreError?)
    /// The number of files that no remote has.
    private var lostCount = 0
    /// How many files in a row failed because no remote could be reached.
    private var unreached = 0

    package init() {}

    /// Remotes that cannot be reached are not waited for at each file.
    private static let mostUnreached = 16
    private static let mostNames = 10

    /// Notes that a file came.
    package mutating func noteSuccess() { unreached = 0 }

    /// Notes that a file did not come.
    ///
    /// - Throws: The error, if it is not of this file alone.
    package mutating func recordFailure(_ error: any Error, of resource: ResourceRecord) throws {
        try recordFailure(error, of: resource.filename)
    }

    /// Notes that files of sources, which were forgotten or lost them, did not come.
    ///
    /// - Throws: The error about a remote, if too many files came from none.
    package mutating func recordFailure(_ fetch: SourceFileFetch) throws {
        for name in fetch.missing {
            let failure =
                fetch.silences.first.map(ObjectTransferFailure.unavailable)
                ?? .lost(
                    "No remote has a whole copy of \(name ?? "the file") any more. `photokit import` with the file, or `photokit source add` with its folder, gives it back."
                )
            try recordFailure(StoreError(failure), of: name)
        }
    }

    private mutating func recordFailure(_ error: any Error, of name: String?) throws {
        guard let error = error as? StoreError, error.code == .networkFailed else { throw error }
        names.append(name ?? "a file without a name")
        let failure = error.cause as? ObjectTransferFailure
        if case .lost = failure {
            lost = lost ?? error
            lostCount += 1
        } else {
            unknown = unknown ?? error
        }
        guard case .unavailable = failure else { return }
        unreached += 1
        if unreached >= Self.mostUnreached { try throwIfAny(of: .max) }
    }

    /// Throws if files did not come.
    ///
    /// The cause is a lost file only where every file that did not come is lost.
    ///
    /// - Parameter count: The number of all files.
    /// - Throws: ``StoreError`` with code `networkFailed`, and the names of the files.
    package func throwIfAny(of count: Int) throws {
        guard let first = unknown ?? lost else { return }
        guard count > 1 else { throw first }
        let list = names.prefix(Self.mostNames).joined(separator: ", ")
        let number =
            count == .max
            ? "\(names.count) \(names.count == 1 ? "file" : "files")"
            : "\(names.count) of \(count) files"
        throw StoreError(
            .networkFailed,
            "\(number) could not be fetched: \(list)\(names.count > Self.mostNames ? ", and more" : ""). \(reasons)",
            cause: first.cause
        )
    }

    /// Why files did not come, as sentences.
    private var reasons: String {
        let loss =
            lostCount > 1
            ? "No remote has a whole copy of \(lostCount) files any more. `photokit check` says whether they are lost, and how they come back."
            : lost?.message
        return [unknown?.message, loss].compactMap(\.self).joined(separator: " ")
    }
}
