import Foundation
import Logging
package import PhotosMedia
import Synchronization

/// Reads facts of files for libraries opened through the API: by the worker if it is found, else from headers.
///
/// A missing worker is logged once. `knownDecoders` guards the decoder versions of the worker, once it has sent
/// them.
package final class MediaExamination: Sendable {
    package static let shared = MediaExamination(MediaReader.ofProcess)

    package let reader: MediaReader
    private let knownDecoders = Mutex<String?>(nil)

    init(_ reader: MediaReader) { self.reader = reader }

    /// Reads facts from an open file; its name is a hint.
    package func examine(_ descriptor: Int32, filename: String?) throws -> MediaFacts {
        let facts = try reader.facts(of: descriptor, hint: filename)
        if let notice = reader.workerNotice() { PHPhotoLibrary.logger.notice("\(notice)") }
        return facts
    }

    /// Logs once that only headers of files are read, and why.
    package func record(_ problem: MediaWorkerError) {
        if let notice = reader.notice(of: problem) { PHPhotoLibrary.logger.notice("\(notice)") }
    }

    /// Returns the names and versions of the picture decoders; empty if no worker answers.
    package func decoders() -> String {
        knownDecoders.withLock { known in
            if let known { return known }
            guard let versions = try? reader.worker?.versions(of: .decoder) else { return "" }
            let text = versions.sorted { $0.key < $1.key }.map { "\($0) \($1)" }
                .joined(separator: ", ")
            known = text
            return text
        }
    }

    /// Makes pictures of an open file.
    package func pictures(of descriptor: Int32, for request: PictureRequest) throws -> [Picture] {
        guard let worker = reader.worker else { throw MediaWorkerError(.notFound) }
        return try worker.pictures(of: descriptor, request)
    }

    /// Makes a part of a movie of an open file, whose content has a name.
    package func moviePart(
        _ request: MovieRequest,
        of descriptor: Int32,
        content: String
    ) throws -> (layout: MovieLayout, bytes: Data) {
        guard let worker = reader.worker else { throw MediaWorkerError(.notFound) }
        return try worker.moviePart(request, of: descriptor, content: content)
    }

    /// Returns the pixels of a JPEG of known size; nil if ``pictures(of:for:)`` has to be used.
    func plainPixels(ofJPEG jpeg: Data, _ size: PixelSize) throws -> Picture? {
        try reader.worker?.plainPixels(ofJPEG: jpeg, size)
    }
}
