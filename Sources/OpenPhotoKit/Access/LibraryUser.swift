public import Photos
import PhotosStore

/// The user on whose behalf a program uses a library.
public struct LibraryUser: Hashable, Sendable {
    let client: LibraryClient

    /// The library's owner, who may do everything and decides what applications may do.
    public static let owner = LibraryUser(client: .owner)

    /// Returns an application as the user, with the access that the owner decided.
    ///
    /// - Parameter identifier: A name of 1 to 255 characters such as `org.example.frame`; nil means
    ///   `PHPhotoLibrary.applicationIdentifier`.
    /// - Returns: The user.
    public static func application(_ identifier: String? = nil) -> LibraryUser {
        LibraryUser(client: .application(identifier ?? PHPhotoLibrary.applicationIdentifier))
    }
}

extension PHPhotoLibrary {
    /// The name under which owners of libraries decide about this program; by default the name of the executable.
    ///
    /// Set the name before the first library is opened, including `shared()`. Nothing verifies the name inside a
    /// process: `SECURITY.md` describes the protection that remains.
    public static var applicationIdentifier: String {
        get { Authorization.application }
        set { Authorization.application = newValue }
    }
}
