import Foundation
import Glibc
import PhotosStore
import Synchronization

/// Names under which applications read files of the library: symbolic links in a folder of this process.
///
/// Applications keep such names long after the request that gave them, and ask for thousands, so that copies are out of
/// the question. Whoever replaces, renames or removes one does so to the link, and the library's own files cannot be opened
/// for writing. The mutex guards the making of links; the folder goes when the process ends.
final class EditingLinks: Sendable {
    static let shared = EditingLinks()

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "OpenPhotoKit-\(getpid())-\(UUID().uuidString)",
        isDirectory: true
    )
    private let isRegistered = Mutex(false)

    /// A name for the file of a resource.
    ///
    /// - Throws: `StoreError` where the file, or the temporary folder, is not there.
    func link(to resource: ResourceRecord, in store: Library) throws -> URL {
        let target = try store.readableFile(of: resource)
        let suffix = target.pathExtension.isEmpty ? "" : "." + target.pathExtension
        let name = String(resource.file.prefix { $0 != "." }).replacing("/", with: "-") + suffix
        let link = folder.appendingPathComponent(name)
        try isRegistered.withLock { isRegistered in
            // Another library, or an application that put something in its place.
            let leads = try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)
            if leads == target.path { return }
            do {
                try? FileManager.default.removeItem(at: link)
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: true
                )
                try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
            } catch {
                throw StoreError(
                    .inputOutput,
                    "A link cannot be made at \(link.path), which an edit needs: \(error.localizedDescription)",
                    cause: error
                )
            }
            if !isRegistered {
                atexit { EditingLinks.shared.remove() }
                isRegistered = true
            }
        }
        return link
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }
}
