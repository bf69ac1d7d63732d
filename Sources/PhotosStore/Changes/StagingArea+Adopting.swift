import Foundation
import Glibc
import Synchronization

extension StagingArea {
    /// The maximum number of files held open at once.
    ///
    /// More files are copied, so that descriptors do not run out.
    private static let mostLeases = 128

    /// Ensures that nobody writes to an adopted file, from now until the end of the block.
    ///
    /// - Throws: ``StoreError`` with code `invalidResource` where a program writes to the file, or where it
    ///   changed since it was read.
    func preventWriting(to file: StagedFile) throws {
        guard let source = file.source else { return }
        let url = url(of: file)
        let descriptor = try FileOperations.open(url, flags: O_RDONLY | O_NOFOLLOW)
        defer { close(descriptor) }
        guard leases.withLock({ $0.count }) < Self.mostLeases else {
            return try OwnOriginal.separateFile(
                at: url,
                checksum: file.checksum,
                mode: mode,
                scratch: folder
            )
        }
        switch FileLease.acquireLease(on: descriptor) {
        case .free(let lease):
            guard let facts = lease.facts, source.isSame(facts) else {
                throw SourceFile.changed(source.url)
            }
            leases.withLock { $0[file.file] = lease }
        case .busy: throw Movability.Reason.isWritten.refusal(source.url)
        case .unknown:
            try OwnOriginal.separateFile(
                at: url,
                checksum: file.checksum,
                mode: mode,
                scratch: folder
            )
        }
    }

    /// Removes the original name of an adopted file, and ensures that the library's file has no other name.
    ///
    /// - Returns: The sentence that says why the file stays at that name; nil if it is gone.
    func finishAdopting(
        _ file: StagedFile,
        source: SourceFile.Given,
        lease: FileLease?
    ) -> String? {
        guard let lease else {
            // The file was copied after all.
            var copied = source
            copied.isAdopted = false
            return SourceFile.remove(copied)
        }
        var reason = Movability.Reason.isWritten.sentence
        if !lease.isBroken {
            let obstacle = SourceFile.remove(source)
            if !lease.isBroken, isLibrarysAlone(file, under: lease) {
                fchmod(lease.descriptor, mode)
                return obstacle
            }
            reason =
                obstacle
                ?? (lease.isBroken ? Movability.Reason.isWritten : .hasSeveralNames).sentence
            // A program is opening the file for writing at this moment. Its changes must not be lost, so it
            // gets its name back.
            _ = linkat(
                AT_FDCWD,
                "/proc/self/fd/\(lease.descriptor)",
                AT_FDCWD,
                source.url.path,
                AT_SYMLINK_FOLLOW
            )
        }
        try? OwnOriginal.separateFile(
            at: layout.original(file.file),
            checksum: file.checksum,
            mode: mode,
            scratch: folder
        )
        return reason
    }

    /// Returns whether a file has no name outside of the library.
    private func isLibrarysAlone(_ file: StagedFile, under lease: FileLease) -> Bool {
        guard let names = lease.facts?.st_nlink else { return false }
        return names == 1 || Int(names) == 1 + ClientFiles.linkCount(of: file.file, layout)
    }

    /// The mode of files that the library creates.
    ///
    /// The process's umask determines who may read them.
    private var mode: mode_t {
        var facts = stat()
        return fstat(owner, &facts) == 0 ? facts.st_mode & 0o444 : 0o400
    }
}
