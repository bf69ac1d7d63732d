/// The files that a fetch of several files could not have: each costs itself, and the others are fetched.
package struct FetchFailures {
    private var names: [String] = []
    private var first: StoreError?
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
    package mutating func note(_ error: any Error, of resource: ResourceRecord) throws {
        guard let error = error as? StoreError, error.code == .networkFailed else { throw error }
        names.append(resource.filename ?? "a file without a name")
        first = first ?? error
        guard case .unavailable = error.cause as? ObjectTransferFailure else { return }
        unreached += 1
        if unreached >= Self.mostUnreached { try throwIfAny(of: .max) }
    }

    /// Throws if files did not come.
    ///
    /// - Parameter count: The number of all files.
    /// - Throws: ``StoreError`` with code `networkFailed`, and the names of the files.
    package func throwIfAny(of count: Int) throws {
        guard let first else { return }
        guard count > 1 else { throw first }
        let list = names.prefix(Self.mostNames).joined(separator: ", ")
        let number =
            count == .max
            ? "\(names.count) \(names.count == 1 ? "file" : "files")"
            : "\(names.count) of \(count) files"
        throw StoreError(
            .networkFailed,
            "\(number) could not be fetched: \(list)\(names.count > Self.mostNames ? ", and more" : ""). \(first.message)",
            cause: first.cause
        )
    }
}
