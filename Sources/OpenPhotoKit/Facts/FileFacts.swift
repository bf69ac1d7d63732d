public import Foundation
import Photos
import PhotosMedia

/// What a picture, movie or sound file says of itself, as an import understands it.
public struct FileFacts: Hashable, Sendable {
    /// One fact and where it comes from.
    public struct Fact: Hashable, Sendable {
        /// A value of one of the forms that facts have.
        public enum Value: Hashable, Sendable {
            /// Words as the file has them.
            case text(String)
            /// Numbers: pixels, seconds, metres, degrees.
            case number(Double)
            /// A point in time.
            case date(Date)
            /// Whether something is so.
            case flag(Bool)
            /// Words one by one.
            case texts([String])
        }

        /// The name of the fact, as the members of `photokit facts --json` are named.
        public let name: String
        /// What is known.
        public let value: Value
        /// The tag that the fact comes from, as ``FileFacts/table`` names it; nil for what the file's structure tells.
        public let source: String?
    }

    /// What is known, in a fixed order; what is not known is left out.
    public let facts: [Fact]

    /// Which tags each fact comes from, the best first, in Markdown.
    public static var table: String { FactsTable.markdown }

    /// The fact of a name, where it is known.
    public subscript(name: String) -> Fact.Value? { facts.first { $0.name == name }?.value }

    /// Reads a file.
    ///
    /// Safe on any thread, and on several at once; it blocks while the file is read.
    ///
    /// - Throws: ``FileFactsError`` for what is wrong with the file or with reading it.
    public init(of file: URL) throws {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FileFactsError(
                message: "The file could not be opened (\(systemMessage(errno))). Check its path."
            )
        }
        defer { close(descriptor) }
        let found: (facts: MediaFacts, sources: [FactField: String])
        do {
            found = try MediaExamination.shared.reader.explainedFacts(
                of: descriptor,
                hint: file.lastPathComponent
            )
        } catch {
            throw FileFactsError(message: "\(error)")
        }
        var list = FactList(sources: found.sources)
        list.add(found.facts, fileDate: Self.modificationDate(descriptor))
        facts = list.facts
    }

    private static func modificationDate(_ descriptor: Int32) -> Date? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        let time = status.st_mtim
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}

/// Why a file gives no facts: a sentence that says what to do.
public struct FileFactsError: Error, LocalizedError, Hashable, Sendable {
    /// The sentence.
    public let message: String

    /// The sentence.
    public var errorDescription: String? { message }
}
