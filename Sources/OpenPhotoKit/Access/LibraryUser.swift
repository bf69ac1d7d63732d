public import Photos
import PhotosStore

/// On whose behalf a program uses a library.
public struct LibraryUser: Hashable, Sendable {
    let client: LibraryClient

    /// The library's owner, who may do everything and decides what others may do.
    public static let owner = LibraryUser(client: .owner)

    /// An application, which may do what the owner has decided.
    ///
    /// - Parameter identifier: 1 to 255 characters such as `org.example.frame`; nil takes
    ///   `PHPhotoLibrary.applicationIdentifier`.
    /// - Returns: The user.
    public static func application(_ identifier: String? = nil) -> LibraryUser {
        LibraryUser(client: .application(identifier ?? PHPhotoLibrary.applicationIdentifier))
    }
}

extension PHPhotoLibrary {
    /// The name by which owners of libraries decide about this program; that of the executable where nothing is set.
    ///
    /// Set it before the first library is opened, `shared()` included. In one process an application is who it says
    /// it is: `SECURITY.md` tells what that protects.
    public static var applicationIdentifier: String {
        get { Authorization.application }
        set { Authorization.application = newValue }
    }
}
