public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// The access that a program needs to a library that it opens.
    public enum AccessMode: Sendable {
        /// Access to read and change.
        ///
        /// Opening completes or removes the work of crashed processes, and deletes assets whose time in Recently
        /// Deleted is over.
        case readWrite
        /// Access to read, without any change to the library.
        case readOnly
    }

    /// Opens the library in a folder.
    ///
    /// Any number of processes may open the same library, and one process may open several libraries. The library
    /// stays open until ``close()``, or until the last reference to it is released.
    ///
    /// A library in an unsuitable folder (see ``LibraryProblem/unsuitableFolder``) is opened for reading. Changes
    /// then throw `PHPhotosError.libraryInFileProviderSyncRoot`, and no library is created there.
    ///
    /// - Parameters:
    ///   - url: The folder of the library, `NAME.photolib`.
    ///   - mode: Whether the library may be changed.
    ///   - create: Whether to create the library if it does not exist.
    ///   - purgesExpired: Whether opening for changes deletes the assets whose time in Recently Deleted is over. Pass `false`
    ///     to change ``LibrarySettings/daysInRecentlyDeleted`` before anything is deleted by the earlier number.
    ///   - author: The author that the history stores with changes of this object; nil means the name of the
    ///     program.
    ///   - user: The user on whose behalf the library is used. The owner's decisions apply to an application.
    /// - Returns: The open library.
    /// - Throws: `PHPhotosError` with the reason in ``PHPhotosError/libraryProblem``.
    public static func open(
        at url: URL,
        mode: AccessMode = .readWrite,
        create: Bool = false,
        purgesExpired: Bool = true,
        author: String? = nil,
        user: LibraryUser = .application()
    ) throws -> PHPhotoLibrary {
        do {
            let library = try Library.open(
                url,
                mode: mode == .readWrite ? .readWrite : .readOnly,
                create: create,
                purgesExpired: purgesExpired,
                environment: .forPrograms(author: author, user.client)
            )
            return PHPhotoLibrary(library)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Makes an empty library for a test.
    ///
    /// The rows are in memory. The files are in a temporary folder, which is removed with the library.
    ///
    /// - Parameters:
    ///   - author: The author that the history stores with changes; nil means the name of the program.
    ///   - user: The user on whose behalf the library is used.
    /// - Returns: A new library at each call.
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
    /// The environment variable `PHOTOKIT_LIBRARY` contains the path. Without the variable, the folder is `Photos
    /// Library.photolib` in the user's pictures folder.
    public static var defaultLocation: URL { SharedLibrary.location }

    /// Closes the library.
    ///
    /// The call waits for reads and changes on other threads. Using the library afterwards fails. A second call
    /// only waits for the first.
    public func close() { try? opening.get().close() }
}
