import Foundation
import Glibc
import PhotosBase
package import PhotosMedia

/// The movies of a library in the form that browsers play.
package final class LibraryMovies: Sendable {
    let core: LibraryCore
    private let originals: LibraryOriginals
    package let fragments: FragmentStore
    private let makings = SharedWork<PartKey, KeptPart>()

    private struct PartKey: Hashable, Sendable {
        var request: MovieRequest
        var checksum: [UInt8]
    }

    init(_ core: LibraryCore, _ originals: LibraryOriginals) {
        self.core = core
        self.originals = originals
        fragments = FragmentStore(
            core.layout,
            isWritable: core.mode == .readWrite,
            budget: core.environment.movieBudget,
            now: core.environment.now
        )
    }

    /// Returns a part of a movie: the kept one, or a new one, which is kept.
    ///
    /// Callers that ask for the same part at the same time share one making. It ends when none of them waits any more.
    ///
    /// - Parameters:
    ///   - request: The part.
    ///   - resource: The movie.
    /// - Returns: The part.
    /// - Throws: `StoreError` where the file is missing, `MediaFileError` for a problem with the file,
    ///   `MediaWorkerError` where nothing can make the part, and `CancellationError`.
    package func part(
        _ request: MovieRequest,
        of resource: ResourceRecord
    ) async throws -> KeptPart {
        let key = PartKey(request: request, checksum: resource.checksum)
        return try await makings.value(of: key) { [self] in
            let cancellation = WorkCancellation()
            return try await withTaskCancellationHandler {
                try await BlockingWork.run { _ in
                    try WorkCancellation.$current.withValue(cancellation) {
                        try self.keptOrNewPart(request, of: resource)
                    }
                }
            } onCancel: {
                cancellation.cancel()
            }
        }
    }

    private func keptOrNewPart(
        _ request: MovieRequest,
        of resource: ResourceRecord
    ) throws -> KeptPart {
        if let kept = fragments.part(request, of: resource) { return kept }
        let file = try originals.openLocalFile(of: resource)
        defer { Glibc.close(file) }
        let content = Data(resource.checksum).base64EncodedString()
        let (layout, bytes) = try core.environment.moviePart(file, content, request)
        let part = KeptPart(layout: layout, bytes: bytes)
        fragments.keep(part, as: request, of: resource)
        return part
    }
}
