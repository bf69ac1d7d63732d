import Foundation
import GRDB
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
        precondition(request.span == nil, "A library keeps the parts of whole movies.")
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
        keep(part, as: request, of: resource)
        return part
    }

    /// Keeps a part, unless its movie was deleted for good while it was made, or the library was closed.
    private func keep(_ part: KeptPart, as request: MovieRequest, of resource: ResourceRecord) {
        guard core.mode == .readWrite else { return }
        try? core.using {
            fragments.keep(part, as: request, of: resource)
            // A deletion removes the row before the parts. So one of the two sees a part that comes meanwhile.
            let isThere = try? core.readAll { db in
                try Bool.fetchOne(
                    db.cachedStatement(
                        sql: "SELECT EXISTS (SELECT 1 FROM resource WHERE file = ?)"
                    ),
                    arguments: [resource.file]
                )
            }
            if isThere != true { _ = fragments.remove([resource.file]) }
        }
    }
}
