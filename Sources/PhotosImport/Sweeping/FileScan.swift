import Foundation
import Glibc
package import PhotosMedia
import PhotosStore
import Synchronization

/// A file that a sweep must read.
struct SweptFile: Sendable {
    var url: URL
    var name: String
    var entry: FolderListing.Entry
    /// The known row with the file's name.
    var known: SourceFileRow?
}

/// Reads files at their paths: their checksums and media facts.
package enum FileScan {
    package enum Finding: Sendable {
        case media(checksum: [UInt8], MediaFacts)
        /// A sidecar of the files beside it.
        case sidecar
        /// Neither a picture nor a movie.
        case other
        /// The file cannot be used.
        ///
        /// The message says why, and what to do.
        case refused(String)
        /// The file differs from the listing, because a program is writing to it.
        case busy
    }

    /// Reads files in parallel, and returns the findings in the order of `files`.
    static func scanFiles(_ files: [SweptFile], reader: FactReader) -> [Finding] {
        let findings = Mutex<[Int: Finding]>([:])
        DispatchQueue.concurrentPerform(iterations: files.count) { index in
            let finding = scanFile(files[index], reader: reader)
            findings.withLock { $0[index] = finding }
        }
        return findings.withLock { found in files.indices.compactMap { found[$0] } }
    }

    private static func scanFile(_ file: SweptFile, reader: FactReader) -> Finding {
        // Opened without blocking, because opening a pipe that replaced the file must not hang.
        let descriptor = open(file.url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            return code == ENOENT ? .busy : .refused(FileInspection.openingFailure(for: code))
        }
        defer { close(descriptor) }
        guard isAsListed(descriptor, as: file.entry) else { return .busy }
        if ShotName.namesSidecar(file.name) { return .sidecar }
        do {
            let facts = try reader.facts(of: descriptor, named: file.name)
            guard facts.kind != .audio else {
                return .refused("It contains only sound. Import pictures and movies.")
            }
            let checksum = try SourceFile.read(descriptor, at: file.url) { _ in }
            return isAsListed(descriptor, as: file.entry)
                ? .media(checksum: checksum, facts) : .busy
        } catch let error as MediaFileError where error.code == .notMedia {
            guard isAsListed(descriptor, as: file.entry) else { return .busy }
            // A file whose name suggests a picture or movie is refused. Any other file is ignored.
            return NotMedia.reason(forFileNamed: file.name).map(Finding.refused) ?? .other
        } catch {
            return isAsListed(descriptor, as: file.entry) ? .refused("\(error)") : .busy
        }
    }

    /// Returns whether a file still has the listed size and date.
    ///
    /// For a symbolic link, these are those of its target.
    private static func isAsListed(_ descriptor: Int32, as entry: FolderListing.Entry) -> Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
            && Int64(facts.st_size) == entry.byteCount
            && FolderListing.nanoseconds(facts.st_mtim) == entry.modification
    }
}
