import Foundation
import Glibc

/// Lets one thread of one process fetch an object, while the others wait for it.
///
/// The kernel releases the lock when its holder ends. The end of this object removes its files.
final class FetchLock: Sendable {
    /// The ending of the names of lock files.
    static let ending = ".lock"

    private let descriptor: Int32
    private let url: URL
    /// The file into which the bytes are fetched.
    let draft: URL

    /// Takes the lock, or is nil if somebody else has it.
    ///
    /// - Parameters:
    ///   - name: The name of the object: the digits of its checksum.
    ///   - originals: The files of the library.
    /// - Throws: ``StoreError``.
    init?(_ name: String, in originals: LibraryOriginals) throws {
        let folder = originals.fetchFolder
        try FileOperations.makeFolder(folder)
        url = folder.appendingPathComponent(name + Self.ending, isDirectory: false)
        draft = Self.draft(name, in: originals)
        let descriptor = try FileOperations.open(url, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
        var (opened, present) = (stat(), stat())
        // The one who had the lock before may have removed the file meanwhile.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &opened) == 0,
            lstat(url.path, &present) == 0, opened.st_ino == present.st_ino
        else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        // A process may have ended while it fetched.
        unlink(draft.path)
    }

    deinit {
        unlink(draft.path)
        unlink(url.path)
        FileOperations.closeLocked(descriptor)
    }

    /// Returns the file into which an object is fetched, by whomever.
    static func draft(_ name: String, in originals: LibraryOriginals) -> URL {
        originals.fetchFolder.appendingPathComponent(name + ".part", isDirectory: false)
    }
}
