public import Foundation
import OpenPhotoKit
import Photos

/// A sentence that says why a server does not start.
public struct ServerError: Error, LocalizedError, CustomStringConvertible, Hashable, Sendable {
    /// The sentence.
    public let description: String
    /// The exit code of the program, as in `Documentation/CommandLine.md`.
    public let exitCode: Int32

    init(_ description: String, exitCode: Int32 = 3) {
        self.description = description
        self.exitCode = exitCode
    }

    /// Makes the error of a library that cannot be opened.
    init(_ error: PHPhotosError) {
        self.init(error.localizedDescription, exitCode: Self.exitCode(for: error.libraryProblem))
    }

    /// Returns the exit code that `photokit` has for the same problem.
    static func exitCode(for problem: LibraryProblem?) -> Int32 {
        switch problem {
        case .busy, .diskFull, .inputOutput, .notDurable: 5
        default: 3
        }
    }

    /// The sentence.
    public var errorDescription: String? { description }
}
