import Foundation
import PhotosPaths
import PhotosStore

/// Finds and opens the library that applications share.
package enum SharedLibrary {
    static let library = PHPhotoLibrary {
        try Library.openForPrograms(location, create: true, environment: .forPrograms())
    }

    /// Whether the shared library exists.
    static var exists: Bool {
        FileManager.default.fileExists(atPath: LibraryLayout(root: location).sentinel.path)
    }

    /// The folder of the shared library: `PHOTOKIT_LIBRARY`, else `Photos Library.photolib` in the pictures folder.
    package static var location: URL { SharedLibraryFolder.url }
}
