import Foundation
import Logging
package import PhotosMedia
import Synchronization

/// How libraries opened through the API find out what files are: by the worker where it is found, else from headers,
/// which is said once.
///
/// `knownDecoders` guards what the worker said it decodes with, once it did.
package final class MediaExamination: Sendable {
    package static let shared = MediaExamination(MediaReader.ofProcess)

    package let reader: MediaReader
    private let knownDecoders = Mutex<String?>(nil)

    init(_ reader: MediaReader) { self.reader = reader }

    /// Facts from an open file; its name is a hint.
    package func examine(_ descriptor: Int32, _ filename: String?) throws -> MediaFacts {
        let facts = try reader.facts(of: descriptor, hint: filename)
        if let notice = reader.workerNotice() { PHPhotoLibrary.logger.notice("\(notice)") }
        return facts
    }

    /// Says once that files are looked into by their headers alone, and why.
    package func tell(_ problem: MediaWorkerError) {
        if let notice = reader.notice(of: problem) { PHPhotoLibrary.logger.notice("\(notice)") }
    }

    /// Names and versions of what decodes pictures; empty without a worker that answers.
    package func decoders() -> String {
        knownDecoders.withLock { known in
            if let known { return known }
            guard let versions = try? reader.worker?.versions() else { return "" }
            let text = versions.sorted { $0.key < $1.key }.map { "\($0) \($1)" }
                .joined(separator: ", ")
            known = text
            return text
        }
    }

    /// Pictures of an open file.
    package func pictures(_ descriptor: Int32, _ request: PictureRequest) throws -> [Picture] {
        guard let worker = reader.worker else { throw MediaWorkerError(.notFound) }
        return try worker.pictures(of: descriptor, request)
    }
}
