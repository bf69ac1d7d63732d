import Foundation
import Glibc
import PhotosStore

/// The report of an import: one JSON object per line for each problem, and the counts in the last line.
///
/// The file is created with the first line after something was read. So an import without problems creates none, nor does one
/// whose paths lead to nothing.
struct ImportReport {
    private var url: URL
    /// Closes the file with the last copy of this value.
    private var file: FileHandle?
    /// The bytes in the file.
    private var byteCount: Int64 = 0
    /// Lines that could not be written; others wait behind them for the end, when a full disk may have room again.
    private var unwritten: [UInt8] = []
    private var isConcluded = false
    /// Whether something was read, so that there is something to report about.
    private var hasBegun = false

    private struct Line: Encodable {
        var kind: String
        var path: String
        var reason: String
    }

    private struct Counts: Encodable {
        var report: LibraryImport.Report

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: MemberName.self)
            try members.encode("summary", forKey: "kind")
            try members.encode(LibraryImport.Report.counts, of: report)
            try members.encode(report.wasCancelled, forKey: "wasCancelled")
        }
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

    /// Notes that a folder, a file or another program's library was read.
    mutating func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        if !unwritten.isEmpty { try? writeLines() }
    }

    mutating func addLine(kind: String, path: String, reason: String) {
        let waits = !hasBegun || !unwritten.isEmpty
        appendLine(Line(kind: kind, path: path, reason: reason))
        if !waits { try? writeLines() }
    }

    /// Writes the counts, and closes the report durably.
    ///
    /// After an error, a further call tries again.
    ///
    /// - Returns: The URL of the report, or nil where there was nothing to write.
    /// - Throws: ``StoreError`` where not all of it could be written.
    mutating func finish(with summary: LibraryImport.Report) throws -> URL? {
        guard hasBegun, file != nil || !unwritten.isEmpty else { return nil }
        if !isConcluded { appendLine(Counts(report: summary)) }
        isConcluded = true
        try writeLines()
        if let file { try FileOperations.sync(file.fileDescriptor, at: url) }
        return url
    }

    private mutating func appendLine(_ line: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers can always be encoded.
        unwritten += (try? encoder.encode(line)) ?? Data()
        unwritten.append(UInt8(ascii: "\n"))
    }

    private mutating func writeLines() throws {
        let file = try file ?? createFile()
        self.file = file
        do {
            try FileOperations.write(unwritten, to: file.fileDescriptor, at: url)
        } catch {
            // A part of a line may be there.
            ftruncate(file.fileDescriptor, off_t(byteCount))
            throw error
        }
        byteCount += Int64(unwritten.count)
        unwritten = []
    }

    /// Creates the file, with a number in its name where another import has the same date and mark.
    private mutating func createFile() throws -> FileHandle {
        let folder = url.deletingLastPathComponent()
        let name = url.deletingPathExtension().lastPathComponent
        try FileOperations.makeFolder(folder)
        var number = 2
        while true {
            let descriptor = open(
                url.path,
                O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC,
                0o644
            )
            if descriptor >= 0 {
                return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            }
            guard errno == EEXIST else {
                throw StoreError.system("Opening", path: url.path, code: errno)
            }
            url = folder.appendingPathComponent("\(name)-\(number).jsonl")
            number += 1
        }
    }
}
