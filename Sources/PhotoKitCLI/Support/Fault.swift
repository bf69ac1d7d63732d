import OpenPhotoKit

/// A kind of end of a command, which has one exit code whatever the command is.
///
/// `Documentation/CommandLine.md` and the manual page have the same table, and a test compares them.
enum Fault: String, CaseIterable {
    case done = "all was done, or there was nothing to do"
    case partlyDone = "partly done: files or photos were left out"
    case doubt = "refused because of a doubt, or as a whole"
    case finding = "a check found something"
    case usage = "wrong usage or value"
    case notFound = "something that was named or is needed does not exist"
    case outputPermission = "an output may not be written by this user"
    case library = "the library cannot be opened or written"
    case token = "the change token cannot be used"
    case fullDisk = "a disk is full"
    case failingDisk = "a disk fails, or the library stayed locked"
    case mediaWorker = "photokit-media is missing or does not work"
    case person = "a person was asked, and did not agree"
    case interruption = "interrupted"
    case remote = "a remote cannot be reached or used"

    var status: ExitStatus {
        switch self {
        case .done: .done
        case .partlyDone, .doubt, .finding: .refused
        case .usage, .notFound, .outputPermission: .usage
        case .library: .unavailable
        case .token: .token
        case .fullDisk, .failingDisk: .volume
        case .mediaWorker: .mediaWorker
        case .person, .interruption: .cancelled
        case .remote: .remote
        }
    }

    /// Throws the exit code of a command with parts, unless everything was done.
    ///
    /// An interruption counts first: what is left says nothing about the files.
    static func throwStatus(isPartial: Bool, wasInterrupted: Bool = false) throws {
        if wasInterrupted { throw Fault.interruption.status }
        if isPartial { throw Fault.partlyDone.status }
    }

    /// Runs work that reads the library and writes elsewhere.
    ///
    /// There, "may only be read" and "is missing" say something about the place that is written to.
    ///
    /// - Parameter body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, with the exit code of an output.
    static func inOutput<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as PHPhotosError where error.libraryProblem == .readOnly {
            throw CommandFailure(Fault.outputPermission.status, error.localizedDescription)
        } catch let error as PHPhotosError where error.libraryProblem == .missing {
            throw CommandFailure(Fault.notFound.status, error.localizedDescription)
        }
    }
}
