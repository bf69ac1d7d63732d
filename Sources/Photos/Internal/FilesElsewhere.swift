import PhotosStore

/// The error of work that opens files, one of which is in a remote and not on this disk.
struct FilesElsewhere: Error {
    /// The files that the work needs; some of them may be on this disk.
    var resources: [ResourceRecord]
    var library: Library
    /// The error for the caller, if the files are not fetched.
    var cause: StoreError
    /// Whether the work will need other files after these, so that their progress is not the request's.
    var isPreliminary = false
}

extension Library {
    /// Does work that opens files; throws ``FilesElsewhere`` with all of them if one is not on this disk.
    ///
    /// Costs nothing unless the work fails.
    ///
    /// - Parameters:
    ///   - resources: The files that the work opens.
    ///   - isPreliminary: Whether the request needs other files afterwards.
    ///   - body: The work.
    /// - Returns: The result of the work.
    /// - Throws: ``FilesElsewhere``, and other errors of the work as they are.
    func openingFiles<Value>(
        of resources: [ResourceRecord],
        isPreliminary: Bool = false,
        _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch let error as StoreError where error.code == .fileElsewhere {
            throw FilesElsewhere(
                resources: resources,
                library: self,
                cause: error,
                isPreliminary: isPreliminary
            )
        }
    }
}
