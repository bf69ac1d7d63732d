import Foundation
import PhotosMedia

/// Makes files only below one folder.
///
/// Names that lead upwards or through a link are never followed.
final class UnpackFolder {
    private let top: Int32
    /// The folder of the last entry, kept open because the entries of one folder usually follow each other.
    private var current: (path: [String], descriptor: Int32)?

    init(descriptor: Int32) {
        top = descriptor
    }

    deinit { leave() }

    /// Creates a file and opens it for writing; returns nil if a file of that name exists.
    func createFile(_ path: ArchivePath) throws -> Int32? {
        guard let name = path.components.last else { return nil }
        let parent = try folder(Array(path.components.dropLast()))
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(parent, name, flags, 0o600)
        if descriptor >= 0 { return descriptor }
        if errno == EEXIST { return nil }
        throw fault()
    }

    func createFolder(_ path: ArchivePath) throws {
        _ = try folder(path.components)
    }

    func removeFile(_ path: ArchivePath) throws {
        guard let name = path.components.last else { return }
        unlinkat(try folder(Array(path.components.dropLast())), name, 0)
    }

    private func folder(_ path: [String]) throws -> Int32 {
        if path.isEmpty { return top }
        if let current, current.path == path { return current.descriptor }
        leave()
        var descriptor = top
        for name in path {
            let isMade = mkdirat(descriptor, name, 0o700) == 0 || errno == EEXIST
            let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            let next = isMade ? openat(descriptor, name, flags) : -1
            let error = next < 0 ? fault() : nil
            if descriptor != top { close(descriptor) }
            if let error { throw error }
            descriptor = next
        }
        current = (path, descriptor)
        return descriptor
    }

    private func leave() {
        if let current { close(current.descriptor) }
        current = nil
    }

    private func fault() -> UnpackFault {
        UnpackFault(failure: .disk, reason: systemMessage(errno))
    }
}
