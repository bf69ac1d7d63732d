public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// What a program wants of a library that it opens.
    public enum AccessMode: Sendable {
        /// Reads and changes. Opening cleans up after processes that died, and empties what is due in Recently
        /// Deleted.
        case readWrite
        /// Reads alone, and leaves the library as it is.
        case readOnly
    }

    /// Opens the library in a folder.
    ///
    /// Any number of processes may have a library open, and one process may open several. The library stays open
    /// until ``close()`` or until nobody holds it any more.
    ///
    /// Where a library must not be changed (see ``LibraryProblem/unsuitablePlace``) it is opened for reading, and changes
    /// throw `PHPhotosError.libraryInFileProviderSyncRoot`; none is made there.
    ///
    /// - Parameters:
    ///   - url: The folder of the library, `NAME.photolib`.
    ///   - mode: Whether the library may be changed.
    ///   - create: Makes the library when there is none.
    ///   - author: Stands beside the changes of this object in the history; nil takes the name of the program.
    ///   - user: On whose behalf the library is used: what the owner has decided about an application holds for it.
    /// - Returns: The open library.
    /// - Throws: `PHPhotosError`, whose ``PHPhotosError/libraryProblem`` says what is wrong.
    public static func open(
        at url: URL,
        mode: AccessMode = .readWrite,
        create: Bool = false,
        author: String? = nil,
        user: LibraryUser = .application()
    ) throws -> PHPhotoLibrary {
        do {
            let library = try Library.open(
                url,
                mode: mode == .readWrite ? .readWrite : .readOnly,
                create: create,
                environment: .forPrograms(author: author, user.client)
            )
            return PHPhotoLibrary(library)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Makes an empty library for a test: its rows in memory, its files in a temporary folder that goes with it.
    ///
    /// - Parameters:
    ///   - author: Stands beside the changes in the history; nil takes the name of the program.
    ///   - user: On whose behalf the library is used.
    /// - Returns: A library of its own at every call.
    /// - Throws: `PHPhotosError` when there is no room for temporary files.
    public static func inMemory(
        author: String? = nil,
        user: LibraryUser = .application()
    ) throws -> PHPhotoLibrary {
        do {
            return PHPhotoLibrary(
                try Library.inMemory(environment: .forPrograms(author: author, user.client))
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// The folder of the library that `shared()` opens.
    ///
    /// The environment variable `PHOTOKIT_LIBRARY` names it, else it is `Photos Library.photolib` in the user's
    /// pictures folder.
    public static var defaultLocation: URL { SharedLibrary.location }

    /// Ends the work with a library.
    ///
    /// Waits for reads and changes that are under way on other threads. Using the library afterwards fails; a second call
    /// does nothing but wait for the first.
    public func close() { try? opening.get().close() }
}
