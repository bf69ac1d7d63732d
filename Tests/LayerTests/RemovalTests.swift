import Foundation
import TestPermits
import Testing

/// The places in the code that remove bytes or call something safe, each with its row in `Documentation/Reliability.md`.
@Suite(.permit) struct RemovalTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Words without which no line needs a closer look, which takes long.
    private static let words = [
        "unlink", "rmdir(", "removeItem(", "removeOriginal(", "ftruncate(", "quarantine(",
        "remove(", "rename(", "removeObject(", "photos_rename_exclusive",
    ]

    /// Whether a file removes, replaces or cuts off files.
    private static func removes(_ text: String) -> Bool {
        guard words.contains(where: text.contains) else { return false }
        return text.split(separator: "\n").contains { line in
            guard words.contains(where: line.contains) else { return false }
            let code = line.drop { $0 == " " }
            guard !code.hasPrefix("//"), !code.contains("func ") else { return false }
            return code.contains(removal.wordBoundaryKind(.simple)) || code.contains(renaming)
        }
    }

    private static var removal: Regex<Substring> {
        /\b(?:unlink|unlinkat|rmdir|removeItem|removeOriginal|ftruncate|quarantine|removeObject|target\.remove|photos_rename_exclusive|photos_rename_exclusive_into)\(/
    }

    private static var renaming: Regex<Substring> {
        /(?:^|[^.\w])rename\((?:draft|[^,]+\.path),/
    }

    /// Whether a file has a text for people that calls files safe.
    private static func callsSafe(_ text: String) -> Bool {
        guard ["in the library", "everything", "are whole"].contains(where: text.contains) else {
            return false
        }
        return text.contains(
            /"[^"\n]*(already in the library|ha(s|ve) everything|are whole)[^"\n]*"/
        )
    }

    /// The files of the programs to which a condition applies, without the folders above.
    private static func files(_ applies: (String) -> Bool) throws -> Set<String> {
        var files: Set<String> = []
        for folder in ["Sources", "Server/Sources", "RemoteTransfer/Sources"] {
            let folder = root.appending(path: folder)
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            where path.hasSuffix(".swift") {
                let file = folder.appending(path: path)
                if applies(try String(contentsOf: file, encoding: .utf8)) {
                    files.insert(String(file.lastPathComponent.dropLast(".swift".count)))
                }
            }
        }
        return files
    }

    /// The names in the first column of the tables below a heading.
    private static func rows(below heading: String) throws -> [String] {
        let page = try String(
            contentsOf: root.appending(path: "Documentation/Reliability.md"),
            encoding: .utf8
        )
        let section = try #require(page.components(separatedBy: "\n\(heading)\n").dropFirst().first)
            .components(separatedBy: "\n## ")[0]
        return section.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .flatMap { row in
                row.dropFirst(2).prefix { $0 != "|" }.matches(of: /`([^`]+)`/).map {
                    String($0.output.1)
                }
            }
    }

    @Test func `each file that removes bytes has a row that says what it looks at`() throws {
        let rows = try Self.rows(below: "## What removes bytes")
        let files = try Self.files(Self.removes)
        #expect(Set(rows).count == rows.count)
        #expect(files.subtracting(rows).sorted() == [], "These need a row in Reliability.md.")
        #expect(Set(rows).subtracting(files).sorted() == [], "These remove nothing any more.")
    }

    @Test func `each file that calls something safe has a row that says why`() throws {
        let rows = try Self.rows(below: "## What is called safe")
        let files = try Self.files(Self.callsSafe)
        #expect(files.subtracting(rows).sorted() == [], "These need a row in Reliability.md.")
        #expect(Set(rows).subtracting(files).sorted() == [], "These say nothing of it any more.")
    }

    @Test func `planted: a removal is found`() {
        #expect(Self.removes("    try? FileManager.default.removeItem(at: url)"))
        #expect(Self.removes("        for name in names { try place.removeObject(name) }"))
        #expect(Self.removes("guard rename(draft.path, url.path) == 0 else {"))
        #expect(Self.removes("let code = photos_rename_exclusive(file.path, target.path)"))
        #expect(!Self.removes("    func unlink(_ url: URL) throws {"))
        #expect(!Self.removes("    // unlink(url) would be too early."))
        #expect(Self.callsSafe("\"\\(count) already in the library\""))
    }
}
