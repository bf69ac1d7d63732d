public import Foundation
public import Photos
import PhotosBase
import PhotosStore

extension PHPhotoLibrary {
    /// Returns the photo library that a path belongs to.
    ///
    /// Only the library itself may write to such a path.
    ///
    /// - Parameter url: A file or folder, which need not exist.
    /// - Returns: The folder of a library, of this software or of Apple's Photos, that is or contains the path; nil
    ///   for other paths.
    public static func libraryFolder(holding url: URL) -> URL? {
        LibraryLayout.library(holding: url)
    }

    /// Returns the folder of a remote that a path belongs to.
    ///
    /// Only the library of the remote may write to such a path.
    ///
    /// - Parameter url: A file or folder, which need not exist.
    /// - Returns: The folder of a remote, which is or contains the path; nil for other paths.
    public static func remoteFolder(holding url: URL) -> URL? { RemoteFolder.holding(url) }

    /// Throws if a path at which something is to be made lies in a remote.
    static func checkIsOutsideRemotes(_ url: URL) throws {
        guard let remote = RemoteFolder.holding(url) else { return }
        let isItself = remote.path == VolumeEnvironment.realPath(url)
        throw PHPhotosError(
            StoreError(
                .unsuitableDestination,
                "\(url.path) \(isItself ? "is" : "lies in \(remote.path),") a remote of a library, in which only the library itself may write. Choose a folder outside of it."
            )
        )
    }

    /// Throws if one of the folders that are to be imported is a remote.
    static func checkImportsNoRemote(_ urls: [URL]) throws {
        for url in urls {
            guard let remote = RemoteFolder.holding(url),
                remote.path == VolumeEnvironment.realPath(url)
            else { continue }
            throw PHPhotosError(
                StoreError(
                    .invalidResource,
                    "\(remote.path) is a remote of a library: its files have no names, and captions and albums are not among them. `photokit remote restore \(ShellWord.quoted(remote.path)) FOLDER` makes the library again. To take files from a remote that was given up, import its folder \(RemoteNames.originals.dropLast())."
                )
            )
        }
    }

    /// Throws if files that are to be moved are those of a remote, of a library, or of a backup.
    static func checkMovesNothingOfLibraries(_ urls: [URL]) throws {
        for url in urls {
            if let library = LibraryLayout.library(holding: url),
                library.pathExtension != "photoslibrary"
            {
                throw PHPhotosError(
                    StoreError(
                        .changeNotSupported,
                        "\(library.path) is a photo library or a backup of one, which would lose its files, so nothing is moved from there. Import copies."
                    )
                )
            }
            guard let remote = RemoteFolder.holding(url) ?? RemoteFolder.inside(url) else {
                continue
            }
            throw PHPhotosError(
                StoreError(
                    .changeNotSupported,
                    "\(remote.path) is a remote of a library, which would lose its files, so nothing is moved from there. `photokit remote restore \(ShellWord.quoted(remote.path)) FOLDER` makes the library again. To take files from a remote that was given up, import copies of its folder \(RemoteNames.originals.dropLast())."
                )
            )
        }
    }
}
