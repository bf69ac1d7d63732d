import Foundation
import PhotosStore

/// The host of upload jobs, which client code has on a real system.
public struct ClientUploads {
    private let library: Library

    /// Opens the shared library as its owner.
    init(_ folder: URL) throws {
        let root = folder.appendingPathComponent("Client.photolib", isDirectory: true)
        library = try Library.open(root)
    }

    /// Lets this program upload, as `photokit uploads enable` does.
    public func allowThisProgram() throws {
        let name = ProcessInfo.processInfo.processName
        try library.uploadJobs.enable(
            UploadProgram(path: "/usr/bin/\(name)", client: name, isEnabled: false)
        )
    }

    /// Carries out all jobs that wait, with the same answer of the server.
    ///
    /// - Returns: The addresses to which resources went, the oldest job first.
    @discardableResult
    public func carryOutJobs(
        answer status: Int,
        _ headerFields: [String: String] = [:]
    ) throws -> [String] {
        let answer = UploadJobResult.answered(status: status, headerFields: headerFields)
        return try library.uploadJobs.nextJobs(atMost: 1_000, now: Date()).compactMap { job in
            guard let begun = try library.uploadJobs.begin(job.uuid) else { return nil }
            try library.uploadJobs.finish(job.uuid, with: begun.request == nil ? .brought : answer)
            return begun.request?.url
        }
    }
}

extension ClientSandbox {
    /// Returns the host of upload jobs of the shared library, which must exist.
    public func uploads() throws -> ClientUploads { try ClientUploads(folder) }
}
