public import Foundation
import Photos
import PhotosMedia

/// The facts in a picture, movie or sound file, as an import reads them.
public struct FileFacts: Hashable, Sendable {
    /// A fact and its source.
    public struct Fact: Hashable, Sendable {
        /// A value of one of the forms that facts have.
        public enum Value: Hashable, Sendable {
            /// Text as it is in the file.
            case text(String)
            /// A number of pixels, seconds, metres or degrees.
            case number(Double)
            /// A point in time.
            case date(Date)
            /// A truth value.
            case flag(Bool)
            /// A list of texts.
            case texts([String])
        }

        /// The name of the fact, as in the members of `photokit facts --json`.
        public let name: String
        /// The value of the fact.
        public let value: Value
        /// The tag that contains the fact, as ``FileFacts/table`` names it; nil for a fact from the file's
        /// structure.
        public let source: String?
    }

    /// The known facts, in a fixed order.
    public let facts: [Fact]

    /// The number of seconds east of GMT in which a local time without a zone was read; nil for other dates.
    ///
    /// An import stores the same offset. In an hour that a change of clocks skips, it is the offset of before the change.
    public let assumedTimeZoneOffset: Int?

    /// The tags that each fact is read from, the preferred tag first, in Markdown.
    public static var table: String { FactsTable.markdown }

    /// Returns the value of a fact by its name; nil if it is unknown.
    public subscript(name: String) -> Fact.Value? { facts.first { $0.name == name }?.value }

    /// Reads a file.
    ///
    /// Safe on any thread, and on several at once. The call blocks while the file is read.
    ///
    /// - Throws: ``FileFactsError`` if the file is invalid or cannot be read.
    public init(of file: URL) throws {
        let (found, fileDate) = try FileFactsError.reading(file) { descriptor in
            let found = try MediaExamination.shared.reader.explainedFacts(
                of: descriptor,
                hint: file.lastPathComponent
            )
            return (found, Self.modificationDate(descriptor))
        }
        var list = FactList(sources: found.sources)
        list.add(found.facts, fileDate: fileDate)
        facts = list.facts
        assumedTimeZoneOffset = found.facts.zoneOffset == nil ? found.facts.assumedZoneOffset : nil
    }

    private static func modificationDate(_ descriptor: Int32) -> Date? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        let time = status.st_mtim
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}

/// The reason why the facts of a file cannot be read, as a sentence with the solution.
public struct FileFactsError: Error, LocalizedError, Hashable, Sendable {
    /// The sentence.
    public let message: String

    /// The sentence.
    public var errorDescription: String? { message }

    /// Opens a file for reading while a closure runs, whose errors become one of this type.
    static func reading<Result>(_ file: URL, _ body: (Int32) throws -> Result) throws -> Result {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FileFactsError(
                message: "The file could not be opened (\(systemMessage(errno))). Check its path."
            )
        }
        defer { close(descriptor) }
        do {
            return try body(descriptor)
        } catch {
            throw FileFactsError(message: "\(error)")
        }
    }
}
