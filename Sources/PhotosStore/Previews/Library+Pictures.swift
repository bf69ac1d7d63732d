import Foundation
import Glibc
package import PhotosMedia

/// Pictures of a library's files.
extension Library {
    /// Pictures of a resource's file, or of a movie's poster frame, made now.
    ///
    /// Safe on any thread, and on several at once; it blocks while the file is decoded.
    ///
    /// - Returns: A picture for each rendition of the request.
    /// - Throws: `StoreError` where the file is not there or the library cannot be read, `MediaFileError` for what is
    ///   wrong with the file, `MediaWorkerError` where nothing can decode it.
    package func pictures(
        of resource: ResourceRecord,
        _ request: PictureRequest
    ) throws -> [Picture] {
        try withFile(of: resource) { try environment.pictures($0, request) }
    }

    /// The preview of a resource that is stored; nil where none is, or where it is of an older recipe.
    package func storedPreview(_ size: PreviewSize, of resource: ResourceRecord) -> Preview? {
        nil
    }

    /// The preview of a resource: the stored one, or one that is made now and stored.
    ///
    /// - Throws: As ``pictures(of:_:)`` does.
    package func preview(_ size: PreviewSize, of resource: ResourceRecord) throws -> Preview {
        if let stored = storedPreview(size, of: resource) { return stored }
        let rendition = PictureRendition(.about(longSide: size.longSide), .jpeg(quality: 75))
        guard
            let picture = try pictures(of: resource, PictureRequest(renditions: [rendition])).first
        else { throw MediaWorkerError(.badReply, "it states no picture") }
        return Preview(width: picture.width, height: picture.height, jpeg: picture.bytes)
    }

    private func withFile<Result>(
        of resource: ResourceRecord,
        _ body: (Int32) throws -> Result
    ) throws -> Result {
        let descriptor: Int32
        do {
            descriptor = try FileOperations.open(url(of: resource), O_RDONLY)
        } catch let error as StoreError where error.code == .libraryMissing {
            throw absence(of: resource, cause: error)
        }
        defer { Glibc.close(descriptor) }
        return try body(descriptor)
    }
}
