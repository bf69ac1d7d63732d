import Foundation
import Glibc
import PhotosStore

/// The position in the library's log at which an export was brought up to date the last time.
///
/// A library that does not know the position is older than the export: what it lacks was not deleted.
struct ExportPosition {
    // It is apart from the record, which older software would cut off at a line that it does not know.
    private static let path = TargetFolder.own + "/position"
    private static let draft = TargetFolder.drafts + "/position"

    let target: TargetFolder

    /// Returns the position; nil if the export is of older software, or new.
    func read() -> LogPosition? {
        guard let text = try? String(contentsOf: target.url(of: Self.path), encoding: .utf8) else {
            return nil
        }
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
        guard numbers.count == 2 else { return nil }
        return LogPosition(sequence: numbers[0], mark: numbers[1])
    }

    /// Writes the position if it has changed.
    func write(_ position: LogPosition) throws {
        guard read() != position else { return }
        guard let (folder, name) = try target.place(Self.draft, creates: true) else {
            throw StoreError.system("Writing", target.shown(Self.draft).path, ENOENT)
        }
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
        let output = openat(folder, name, flags, 0o644)
        guard output >= 0 else {
            throw StoreError.system("Writing", target.shown(Self.draft).path, errno)
        }
        defer { close(output) }
        let text = "\(position.sequence) \(position.mark)\n"
        let url = target.shown(Self.draft)
        try FileOperations.write(Array(text.utf8)[...], to: output, url)
        try FileOperations.sync(output, url)
        try target.replace(Self.path, with: Self.draft)
    }
}
