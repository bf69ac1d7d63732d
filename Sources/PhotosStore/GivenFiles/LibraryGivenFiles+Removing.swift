import Foundation
import Glibc

/// Files that callers give away although the library has their bytes already.
extension LibraryGivenFiles {
    /// The result of ``removeGivenFile(_:verifier:)``.
    package enum GivenFileResult: Hashable, Sendable {
        case removed
        /// The file stays; the sentence says why.
        case stays(String)
    }

    /// Removes a file that a caller gave away, if the library's own folder has its bytes.
    ///
    /// An import that was ended between its commit and the removal of its sources leaves such files. Both files are read
    /// now, so nothing rests on a row. A file that is the original of an asset in a source stays.
    ///
    /// - Parameters:
    ///   - file: The file, as an import found it.
    ///   - verifier: Reads the library's files.
    /// - Returns: Whether it was removed, or why it stays.
    /// - Throws: ``StoreError`` where the library cannot be read.
    package func removeGivenFile(
        _ file: FoundFile,
        verifier: OriginalVerifier
    ) throws -> GivenFileResult {
        let descriptor = Glibc.open(file.url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0, file.isOpen(as: descriptor) else { return .stays(Self.changed) }
        defer { Glibc.close(descriptor) }
        var given: SourceFile.Given
        let facts: stat
        do {
            given = try SourceFile.given(file.url, inode: file.inode, to: core.layout)
            facts = try SourceFile.fileFacts(of: descriptor, at: file.url)
        } catch { return .stays(StoreError(error).message) }
        var held: FileLease?
        switch Movability(descriptor, facts, isLink: given.isLink) {
        case .movable(let lease): held = lease
        case .asLink: break
        case .not(let reason, _): return .stays(reason.sentenceOfKnownFile)
        }
        given.stamp = SourceFile.stamp(facts)
        let checksum: [UInt8]
        do {
            checksum = try SourceFile.read(descriptor, at: file.url) { _ in }
        } catch { return .stays(StoreError(error).message) }
        guard try hasOwnFiles(checksum, otherThan: facts, verifier: verifier) else {
            return .stays(
                "It stays where it is, because the library's own folder does not have its bytes."
            )
        }
        guard held?.isBroken != true,
            try given.isSame(SourceFile.fileFacts(of: descriptor, at: file.url))
        else { return .stays(Self.changed) }
        held = nil
        return SourceFile.remove(given, knownBefore: true).map { .stays($0) } ?? .removed
    }

    /// Returns whether files in the library's folder have the given bytes, all of them read now, and no file in a source has
    /// them.
    private func hasOwnFiles(
        _ checksum: [UInt8],
        otherThan given: stat,
        verifier: OriginalVerifier
    ) throws -> Bool {
        // The same file by another name, such as a second mount of the library's folder, is no copy.
        let isOther = { (url: URL) in
            var own = stat()
            return lstat(url.path, &own) == 0
                && (own.st_ino != given.st_ino || own.st_dev != given.st_dev)
        }
        let files = try originals.heldFiles(ofChecksum: checksum)
        if files.isEmpty { return try originals.keepsWholeFiles(with: checksum, isOther: isOther) }
        return try files.allSatisfy { file in
            try file.sourceFileID == nil
                && verifier.condition(of: file, readingBytes: true) == .whole
                && isOther(core.layout.original(file.file))
        }
    }

    private static let changed = "The file changed while it was read, and stays where it is."
}
