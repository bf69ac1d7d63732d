import Foundation
import Glibc
import PhotosStore

/// The report of an import: one JSON object per line for each problem, and the counts in the last line.
///
/// The file is created with the first line, so an import without problems creates none.
struct ImportReport {
    private var url: URL
    private var descriptor: Int32 = -1
    private var failure: StoreError?

    private struct Line: Encodable {
        var kind: String
        var path: String
        var reason: String
    }

    private struct Counts: Encodable {
        var kind = "summary"
        var imported, joined, duplicates, healed, unchanged, others, incomplete, stayed,
            passedOver, refused, losses: Int
        var wasCancelled: Bool
    }

    /// Prepares a report without creating the file.
    ///
    /// - Parameters:
    ///   - folder: The folder for reports, created when needed.
    ///   - date: The start of the import, for the file name.
    ///   - mark: Distinguishes reports that start in the same second.
    init(folder: URL, date: Date, mark: UInt64) {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withYear, .withMonth, .withDay, .withTime, .withTimeZone]
        let suffix = String(mark & 0xFFFF, radix: 16)
        url = folder.appendingPathComponent(
            "import-\(formatter.string(from: date))-\(suffix).jsonl"
        )
    }

    mutating func add(_ kind: String, _ path: String, _ reason: String) {
        write(Line(kind: kind, path: path, reason: reason))
    }

    /// Writes the counts, and closes the report durably.
    ///
    /// - Returns: The URL of the report, or nil where there was nothing to write.
    /// - Throws: ``StoreError`` where not all of it could be written.
    mutating func finish(_ summary: ImportSummary) throws -> URL? {
        guard descriptor >= 0 || failure != nil else { return nil }
        write(
            Counts(
                imported: summary.imported,
                joined: summary.joined,
                duplicates: summary.duplicates,
                healed: summary.healed,
                unchanged: summary.unchanged,
                others: summary.others,
                incomplete: summary.complaints,
                stayed: summary.stayed,
                passedOver: summary.passedOver,
                refused: summary.refused,
                losses: summary.losses,
                wasCancelled: summary.wasCancelled
            )
        )
        defer { if descriptor >= 0 { close(descriptor) } }
        if let failure { throw failure }
        try FileOperations.sync(descriptor, url)
        return url
    }

    private mutating func write(_ line: some Encodable) {
        guard failure == nil else { return }
        do {
            if descriptor < 0 {
                try create()
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let bytes = [UInt8](try encoder.encode(line)) + [0x0A]
            try FileOperations.write(bytes[...], to: descriptor, url)
        } catch {
            // The error is thrown at the end, because the imported files are not affected.
            failure = StoreError(error)
        }
    }

    /// Creates the file, with a number in its name where another import has the same date and mark.
    private mutating func create() throws {
        let folder = url.deletingLastPathComponent()
        let name = url.deletingPathExtension().lastPathComponent
        try FileOperations.makeFolder(folder)
        for number in 2... {
            descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
            if descriptor >= 0 { return }
            guard errno == EEXIST else { throw StoreError.system("Opening", url.path, errno) }
            url = folder.appendingPathComponent("\(name)-\(number).jsonl")
        }
    }
}
