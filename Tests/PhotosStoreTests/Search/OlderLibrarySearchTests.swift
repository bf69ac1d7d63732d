import Foundation
import PhotosSearch
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Libraries of older formats that are committed can be searched after they were opened.
@Suite(.permit) struct OlderLibrarySearchTests {
    private static let libraries = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/libraries", isDirectory: true)

    static let versions: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: libraries.path)) ?? []
        return names.filter { $0.hasPrefix("v") }.sorted()
    }()

    @Test func `there are older libraries`() { #expect(Self.versions.count >= 2) }

    @Test(arguments: versions)
    func `each photo is found by its name and caption, with and without an index`(
        version: String
    ) throws {
        let folder = try TemporaryFolder()
        let root = folder.url.appendingPathComponent("Old.photolib", isDirectory: true)
        try FileManager.default.copyItem(
            at: Self.libraries.appendingPathComponent(version),
            to: root
        )
        let library = try Library.open(root, environment: .test(seed: 2))
        defer { library.close() }
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        let records = try library.records.assets(rows).records
        let fields: Set<Field> = [.asset(.filename), .asset(.caption)]
        for isIndexed in [false, true] {
            if isIndexed { try library.words.indexWords() }
            var searches = 0
            for (row, record) in records {
                for text in [record.filename, record.caption].compactMap({ $0 }) {
                    let pattern = try #require(WordPattern(phrase: text))
                    let words = Condition.words(WordCondition(pattern, in: fields))
                    let found = try library.records.fetch(
                        FetchPlan(.assets, filter: words),
                        anew: true
                    )
                    #expect(found.rows.array.contains(row), "\(text), indexed: \(isIndexed)")
                    searches += 1
                }
            }
            #expect(searches > 0)
            let stem = try #require(WordStem.atEnd(of: "i")).stem
            let suggestions = try library.search.suggestions(
                for: stem,
                in: fields,
                includingHidden: true,
                limit: .max
            )
            #expect(!suggestions.isEmpty)
        }
        #expect(try LibraryCheck(library).run().findings.isEmpty)
    }
}
