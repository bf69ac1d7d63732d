import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct FolderComparisonTests {
    private typealias File = (name: String, inode: Int64, byteCount: Int64, modification: Int64)

    private func known(_ file: File) -> SourceFileRow {
        SourceFileRow(
            name: file.name,
            inode: file.inode,
            byteCount: file.byteCount,
            modification: file.modification,
            outcome: .imported
        )
    }

    private func compare(_ files: [File], _ rows: [File]) throws -> [String] {
        let listing = FolderListing(files: files)
        var reported: [String] = []
        var comparison = FolderComparison(listing) { difference in
            switch difference {
            case .same(let row): reported.append("same \(row.name)")
            case .new(let entry): reported.append("new \(listing.name(of: entry))")
            case .changed(let entry, let row):
                #expect(listing.name(of: entry) == row.name)
                reported.append("changed \(row.name)")
            case .missing(let row): reported.append("missing \(row.name)")
            }
        }
        for row in rows { try comparison.compareFile(known(row)) }
        try comparison.finish()
        return reported
    }

    @Test func `two folders are gone through side by side`() throws {
        let reported = try compare(
            [("a", 1, 10, 100), ("c", 3, 10, 100), ("d", 4, 10, 100), ("f", 6, 10, 100)],
            [("b", 2, 10, 100), ("c", 3, 10, 100), ("e", 5, 10, 100), ("f", 6, 11, 100)]
        )
        #expect(reported == ["new a", "missing b", "same c", "new d", "missing e", "changed f"])
    }

    @Test(arguments: [
        ("a", Int64(2), Int64(10), Int64(100)), ("a", 1, 11, 100), ("a", 1, 10, 101),
    ])
    func `inode, size and date each tell a change`(
        _ file: (name: String, inode: Int64, byteCount: Int64, modification: Int64)
    ) throws {
        #expect(try compare([file], [("a", 1, 10, 100)]) == ["changed a"])
    }

    @Test func `everything is new where nothing is known, and missing where nothing is`() throws {
        let files: [File] = [("a", 1, 1, 1), ("b", 2, 1, 1)]
        #expect(try compare(files, []) == ["new a", "new b"])
        #expect(try compare([], files) == ["missing a", "missing b"])
        #expect(try compare([], []) == [])
    }

    @Test func `the order is that of bytes, as the ledger sorts`() throws {
        let files: [File] = ["B", "a", "a.jpg", "aa", "\u{E4}", "\u{1F600}"].map { ($0, 1, 1, 1) }
        #expect(try compare(files, files) == files.map { "same \($0.name)" })
        #expect(try compare(files.reversed(), files) == files.map { "same \($0.name)" })
    }
}
