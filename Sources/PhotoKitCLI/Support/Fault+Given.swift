import Foundation
import Glibc
import OpenPhotoKit

/// Faults of what a person gave on the command line, which have the code of wrong usage wherever they are found.
extension Fault {
    /// Runs work with a folder that a person named.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, with the code of wrong usage where the folder is missing or unsuitable.
    static func ofFolder<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as PHPhotosError where error.code == .missingResource {
            throw CommandFailure(Fault.notFound.status, error.localizedDescription)
        } catch let error as PHPhotosError
            where error.code == .invalidResource || access(path, R_OK | X_OK) != 0
        {
            throw CommandFailure(Fault.usage.status, error.localizedDescription)
        }
    }

    /// Runs work with the address, and the key as words or a file, that a person gave for a remote.
    ///
    /// - Parameters:
    ///   - address: The address; a path must exist.
    ///   - body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, with the code of wrong usage where the key is wrong or missing.
    @discardableResult
    static func ofRemote<Result>(
        at address: String? = nil,
        _ body: () async throws -> Result
    ) async throws -> Result {
        if let address, address.hasPrefix("/") { try checkIsFolder(address) }
        do {
            return try await body()
        } catch let error as PHPhotosError
            where [.noEncryptionKey, .wrongEncryptionKey].contains(error.remoteProblem)
        {
            throw CommandFailure(Fault.usage.status, error.localizedDescription)
        }
    }

    /// Throws where a path that a person gave leads to nothing, or to a file.
    private static func checkIsFolder(_ path: String) throws {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { return }
            throw CommandFailure(
                Fault.notFound.status,
                "There is no folder \(path). Check the path, or connect its disk."
            )
        }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            throw CommandFailure(
                Fault.usage.status,
                "\(path) is not a folder. Name the folder of the remote."
            )
        }
    }
}
