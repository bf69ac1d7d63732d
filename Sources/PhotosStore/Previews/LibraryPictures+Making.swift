import Foundation
import Glibc
package import PhotosMedia

/// Pictures of a library's files.
extension LibraryPictures {
    /// Decodes pictures of a resource's file, or of a movie's poster frame.
    ///
    /// Safe on any thread, and on several at once; it blocks while the file is decoded.
    ///
    /// - Returns: A picture for each rendition of the request.
    /// - Throws: `StoreError` where the file is missing or the library cannot be read, `MediaFileError` for a
    ///   problem with the file. `MediaWorkerError` where nothing can decode it, or an earlier attempt crashed
    ///   the worker.
    package func decoded(
        from resource: ResourceRecord,
        _ request: PictureRequest
    ) throws -> [Picture] {
        let decoders = core.environment.decoders()
        let earlier = previews.failure(of: resource, decoders: decoders)
        if let error = earlier?.error { throw error }
        do {
            return try withFile(of: resource) { try core.environment.pictures($0, request) }
        } catch {
            // If the worker can be used for no file, the error says nothing about this one, so it is not
            // recorded.
            if error is MediaWorkerError, let problem = core.environment.readerProblem(true) {
                throw problem
            }
            if let failure = PreviewFailure(error, after: earlier) {
                previews.recordFailure(failure, of: resource, decoders: decoders)
            }
            throw error
        }
    }

    /// Returns the stored preview of a resource; nil where none is stored, or where it was made by an older
    /// recipe.
    package func storedPreview(_ size: PreviewSize, of resource: ResourceRecord) -> Preview? {
        previews.preview(size, of: resource)
    }

    /// Returns the stored previews of assets, by the rows of the assets.
    ///
    /// - Parameters:
    ///   - size: The size.
    ///   - versions: The rows of the assets, and the version of the content that is wanted.
    /// - Returns: The previews. An asset of another version is left out, as one without a stored preview is.
    /// - Throws: `StoreError` where the library cannot be read.
    package func storedPreviews(
        _ size: PreviewSize,
        of versions: [Int64: Int]
    ) throws -> [Int64: Preview] {
        try stored(of: versions) { previews.previews(size, of: $0) }
    }

    /// Returns the mean colours of stored previews, by the rows of the assets.
    ///
    /// - Parameter versions: The rows of the assets, and the version of the content that is wanted.
    /// - Returns: The colours, with the same assets left out as by ``storedPreviews(_:of:)``.
    /// - Throws: `StoreError` where the library cannot be read.
    package func storedColors(of versions: [Int64: Int]) throws -> [Int64: MeanColor] {
        try stored(of: versions, previews.colors)
    }

    private func stored<Value>(
        of versions: [Int64: Int],
        _ read: ([ResourceRecord]) -> [String: Value]
    ) throws -> [Int64: Value] {
        let rows = versions.keys.sorted()
        let shown = try records.shownResources(ofAssets: rows)
        let stored = read(shown)
        // The version rises with the content: if it is the wanted one now, so it was when the files were read.
        let records = try records.assets(rows).records
        var found: [Int64: Value] = [:]
        for resource in shown {
            let row = resource.assetID
            guard records[row]?.contentVersion == versions[row] else { continue }
            found[row] = stored[resource.file]
        }
        return found
    }

    /// Returns the preview of a resource: the stored one, or a new one, which is stored.
    ///
    /// - Throws: The errors of ``decoded(from:_:)``.
    package func preview(_ size: PreviewSize, of resource: ResourceRecord) throws -> Preview {
        if let stored = storedPreview(size, of: resource) { return stored }
        // The large preview needs the larger decoding. The small one costs almost nothing in addition.
        let sizes: [PreviewSize] = size == .screen ? [.screen, .grid] : [size]
        let made = try makePreviews(sizes, of: resource)
        // If there is no room on disk, this caller still gets the preview.
        try? previews.save(made, of: resource)
        guard let preview = made[size] else {
            throw MediaWorkerError(.badReply, "it states no picture")
        }
        return preview
    }

    /// Makes previews without storing them.
    func makePreviews(
        _ sizes: [PreviewSize],
        of resource: ResourceRecord
    ) throws -> [PreviewSize: Preview] {
        try PreviewRecipe.previews(
            decoded(from: resource, PreviewRecipe.request(for: sizes)),
            for: sizes
        )
    }

    private func withFile<Result>(
        of resource: ResourceRecord,
        _ body: (Int32) throws -> Result
    ) throws -> Result {
        let descriptor: Int32
        do {
            descriptor = try FileOperations.open(originals.urlToOpen(of: resource), flags: O_RDONLY)
        } catch let error as StoreError where error.code == .libraryMissing {
            throw originals.absence(of: resource, cause: error)
        }
        defer { Glibc.close(descriptor) }
        return try body(descriptor)
    }
}
