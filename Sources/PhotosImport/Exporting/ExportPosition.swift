import Foundation
import Glibc
import PhotosStore

/// The position in the library's log at which an export was brought up to date the last time.
///
/// A library that does not know the position is older than the export: what it lacks was not deleted.
struct ExportPosition {
    // Not a part of the record, because older software would cut off a record at a line that it does not know.
    private static let path = TargetFolder.own + "/position"
    private static let draft = TargetFolder.drafts + "/position"

    let target: TargetFolder

    /// Whether a library has all changes of the export.
    ///
    /// An export of older software, or a new one, has no position, and a position that cannot be read is unknown.
    ///
    /// - Throws: ``StoreError``.
    func isKnown(to library: Library) throws -> Bool {
        guard let text = try readText() else { return true }
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
        guard numbers.count == 2 else { return false }
        return try library.history.knows(LogPosition(sequence: numbers[0], mark: numbers[1]))
    }

    private func readText() throws -> String? {
        do {
            return try String(contentsOf: target.url(of: Self.path), encoding: .utf8)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw StoreError(
                .inputOutput,
                "\(target.shown(Self.path).path) cannot be read: \(error.localizedDescription)"
            )
        }
    }

    /// Writes the position if it has changed.
    func write(_ position: LogPosition) throws {
        let text = "\(position.sequence) \(position.mark)\n"
        guard try readText() != text else { return }
        guard let (folder, name) = try target.place(Self.draft, creates: true) else {
            throw StoreError.system("Writing", path: target.shown(Self.draft).path, code: ENOENT)
        }
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
        let output = openat(folder, name, flags, 0o644)
        guard output >= 0 else {
            throw StoreError.system("Writing", path: target.shown(Self.draft).path, code: errno)
        }
        defer { close(output) }
        let url = target.shown(Self.draft)
        try FileOperations.write(Array(text.utf8)[...], to: output, at: url)
        try FileOperations.sync(output, at: url)
        try target.replace(Self.path, with: Self.draft)
    }
}
