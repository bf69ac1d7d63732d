import OpenPhotoKit

/// The photos of a download, one after another, as their client sees them.
struct DownloadedPhotos: Sendable {
    private var files: LibraryExport.Files
    private let library: ClientLibrary

    init(_ files: LibraryExport.Files, in library: ClientLibrary) {
        self.files = files
        self.library = library
    }

    /// Returns the files of the next photo; nil after the last one.
    mutating func next() async throws -> LibraryExport.Photo? {
        let (photo, rest) = try await library.read(on: .files) { [files] in
            var files = files
            let photo = try files.next()
            return (photo, files)
        }
        files = rest
        return photo
    }
}
