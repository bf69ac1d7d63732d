import Foundation
import Logging
package import PhotosMedia

/// How libraries opened through the API find out what files are: by the worker where it is found, else from headers,
/// which is said once.
package final class MediaExamination: Sendable {
    package static let shared = MediaExamination(
        MediaReader(environment: ProcessInfo.processInfo.environment, zone: .current)
    )

    package let reader: MediaReader

    init(_ reader: MediaReader) { self.reader = reader }

    /// Facts from an open file; its name is a hint.
    package func examine(_ descriptor: Int32, _ filename: String?) throws -> MediaFacts {
        let facts = try reader.facts(of: descriptor, hint: filename)
        if let notice = reader.workerNotice() { PHPhotoLibrary.logger.notice("\(notice)") }
        return facts
    }

    /// Pictures of an open file.
    package func pictures(_ descriptor: Int32, _ request: PictureRequest) throws -> [Picture] {
        guard let worker = reader.worker else { throw MediaWorkerError(.notFound) }
        return try worker.pictures(of: descriptor, request)
    }
}
