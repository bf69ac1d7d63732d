import Foundation
import PhotosBase
package import PhotosStore
import Synchronization

/// The transfers of upload jobs: files that are elsewhere come to this disk first, then the program `photokit-transfer` sends them.
///
/// Safe on any thread; the mutex guards the program, which is started again where it has ended.
package final class UploadTransfer: Sendable {
    private let library: Library
    private let environment: [String: String]
    /// The path of a PEM file with certificates to trust beside the system's.
    private let certificates: String?
    private let program = Mutex<TransferProgram?>(nil)

    package init(_ library: Library, environment: [String: String], certificates: String?) {
        self.library = library
        self.environment = environment
        self.certificates = certificates
    }

    /// Carries out a job that was begun.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - request: Its request; nil for a download.
    ///   - past: The history of the job.
    ///   - isCancelled: Asked several times a second.
    /// - Returns: What its end means, and a sentence that says why it did not succeed, without anything of the request.
    package func perform(
        _ job: UploadJob,
        request: UploadRequest?,
        past: UploadEnding.Past,
        isCancelled: @escaping @Sendable () -> Bool
    ) -> (ending: UploadEnding, problem: String?) {
        let record = job.resource.record
        do {
            try library.transfers.makeLocal(
                [record],
                access: NetworkAccess(isCancelled: isCancelled)
            )
            let file = try library.originals.urlToOpen(of: record)
            guard FileManager.default.fileExists(atPath: file.path) else {
                throw library.originals.absence(of: record)
            }
            guard let request else {
                return (.finished(.brought), nil)
            }
            let work = uploadWork(request, sending: file, of: record)
            let result = try runningProgram().performUpload(
                work,
                watch: TransferWatch(isCancelled: isCancelled)
            )
            let ending = UploadEnding.ofAnswer(
                status: result.status ?? 0,
                fields: result.headers ?? [:],
                past: past
            )
            guard let status = result.status, !(200...299).contains(status) else {
                return (ending, nil)
            }
            return (ending, "\(job.host ?? "The server") answered with the status \(status).")
        } catch let failure as RemoteFailure {
            return (.ofFailure(failure.code, past: past), failure.sentence)
        } catch let error as StoreError {
            return (.ofFile(error.code, past: past), error.message)
        } catch {
            return (.ofFailure(.localFile, past: past), "\(error)")
        }
    }

    private func uploadWork(
        _ request: UploadRequest,
        sending file: URL,
        of record: ResourceRecord
    ) -> UploadWork {
        // The program that carries it out numbers it.
        var work = UploadWork(
            id: 0,
            url: request.url,
            method: request.method,
            headers: request.headerFields,
            file: file.path,
            bytes: record.byteCount
        )
        work.sha256 = Hexadecimal.digits(of: record.checksum)
        work.certificates = certificates
        return work
    }

    private func runningProgram() throws -> TransferProgram {
        try program.withLock { program in
            if let running = program, running.isRunning { return running }
            let started = try TransferProgram.start(environment: environment)
            program = started
            return started
        }
    }
}
