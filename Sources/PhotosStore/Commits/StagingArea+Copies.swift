import Foundation
import PhotosMedia

extension LibraryCommits {
    /// Creates a staging area whose files are flushed to disk together, for the blocks of an import.
    package func makeStagingArea() throws -> StagingArea {
        try StagingArea(
            layout: core.layout,
            id: core.environment.makeUUID(),
            settling: .together
        )
    }
}

extension StagingArea {
    /// Copies a file of any type to the staging area.
    package func stageCopy(
        of file: FoundFile,
        descriptor: Int32,
        core: LibraryCore
    ) throws -> StagedResource {
        guard file.isOpen(as: descriptor) else {
            throw StoreError(
                .invalidResource,
                "Another file took the place of \(file.url.path) while it was looked at. Try again when it is quiet."
            )
        }
        let (staged, facts) = try add(
            .found(file, descriptor, move: false),
            id: core.environment.makeUUID()
        ) { _ in
            (Self.pathExtension(of: file.name), nil as MediaFacts?)
        }
        return StagedResource(file: staged, facts: facts, area: self)
    }
}
