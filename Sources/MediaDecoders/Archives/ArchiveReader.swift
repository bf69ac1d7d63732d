import CArchive
import Foundation
import Glibc
import PhotosMedia
import WorkerService

/// An archive that is read from its start to its end.
final class ArchiveReader {
    enum Kind {
        case file
        case folder
        /// A link, a device and the like.
        case other
    }

    struct Entry {
        /// The name of the entry; nil if it is no valid text.
        var name: String?
        var kind: Kind
        var modified: timespec?
    }

    private let archive: OpaquePointer
    private var entry: OpaquePointer?

    /// Opens an archive whose file is open for reading.
    init(descriptor: Int32) throws {
        guard let archive = archive_read_new() else {
            throw UnpackFault(failure: .unknown, reason: "there is no memory")
        }
        self.archive = archive
        // Only the formats that exports have are enabled. Each further format is more code that hostile bytes can
        // reach.
        archive_read_support_format_zip(archive)
        archive_read_support_format_tar(archive)
        archive_read_support_filter_gzip(archive)
        guard archive_read_open_fd(archive, descriptor, 256 << 10) == ARCHIVE_OK else {
            throw UnpackFault(failure: .unknown, reason: message)
        }
    }

    deinit { archive_read_free(archive) }

    /// Returns the next entry; nil at the end.
    func next() throws -> Entry? {
        let result = archive_read_next_header(archive, &entry)
        if result == ARCHIVE_EOF { return nil }
        guard let entry, result >= ARCHIVE_WARN else {
            throw UnpackFault(failure: .damaged, reason: message)
        }
        let kind: Kind =
            switch archive_entry_filetype(entry) & Glibc.S_IFMT {
            case _ where archive_entry_hardlink(entry) != nil: .other
            case Glibc.S_IFREG: .file
            case Glibc.S_IFDIR: .folder
            default: .other
            }
        var modified: timespec?
        if archive_entry_mtime_is_set(entry) != 0 {
            modified = timespec(
                tv_sec: archive_entry_mtime(entry),
                tv_nsec: archive_entry_mtime_nsec(entry)
            )
        }
        // For a name that cannot be converted, libarchive returns a changed one with a warning. A changed name is not
        // used.
        let name = result == ARCHIVE_WARN ? nil : archive_entry_pathname_utf8(entry)
        return Entry(
            name: name.flatMap { String(validatingCString: $0) },
            kind: kind,
            modified: modified
        )
    }

    /// The name of the entry, with the characters that can be shown.
    var roughName: String {
        guard let entry, let name = archive_entry_pathname(entry) else { return "?" }
        return PlainText.line(String(cString: name))
    }

    /// Reads some bytes of the entry; returns 0 at its end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        throw UnpackFault(
            failure: .damaged,
            reason: message
        )
    }

    /// Whether the entries after a damaged one can still be read.
    func canGoOn() -> Bool { archive_read_data_skip(archive) >= ARCHIVE_WARN }

    private var message: String {
        archive_error_string(archive).map { String(cString: $0) } ?? "no reason given"
    }
}
