import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct SourceLedgerTests {
    let library: Library

    init() throws { library = try Library.temporary() }

    private func source(_ kind: SourceKind, _ path: String) throws -> SourceRow {
        try library.sources.writeLedger {
            try $0.makeSource(
                kind,
                at: path,
                uuid: library.environment.makeUUID(),
                now: library.environment.now()
            )
        }
    }

    private func file(_ name: String, size: Int64 = 1) -> SourceFileRow {
        SourceFileRow(
            name: name,
            inode: 5,
            byteCount: size,
            modification: -3,
            outcome: .duplicate,
            checksum: [UInt8](repeating: 7, count: 32)
        )
    }

    @Test func `a source is made once for its kind and path`() throws {
        let first = try source(.copied, "/photos")
        #expect(try source(.copied, "/photos") == first)
        #expect(try source(.inPlace, "/photos").id != first.id)
        let (copied, found) = try library.sources.readLedger {
            (try $0.sources(.copied), try $0.source(first.id))
        }
        #expect(copied == [first])
        #expect(found == first)
    }

    @Test func `the nearest source above a folder is its own`() throws {
        let outer = try source(.copied, "/photos")
        let inner = try source(.copied, "/photos/2026")
        _ = try source(.inPlace, "/photos/2026/may")
        try library.sources.readLedger { (ledger) throws in
            #expect(try ledger.source(.copied, holding: "/photos/2026/may") == inner)
            #expect(try ledger.source(.copied, holding: "/photos/2026") == inner)
            #expect(try ledger.source(.copied, holding: "/photos/2026b") == outer)
            #expect(try ledger.source(.copied, holding: "/photo") == nil)
        }
        let all = try source(.copied, "/")
        let found = try library.sources.readLedger { try $0.source(.copied, holding: "/photo") }
        #expect(found == all)
    }

    @Test func `names lead from the top of a source down to a folder`() {
        #expect(SourceLedger.components(of: "/a/b/c", below: "/a") == ["b", "c"])
        #expect(SourceLedger.components(of: "/a", below: "/a") == [])
        #expect(SourceLedger.components(of: "/ab", below: "/a") == nil)
        #expect(SourceLedger.components(of: "/a", below: "/") == ["a"])
    }

    @Test func `folders are made once, keep their number when renamed, and come parents first`()
        throws
    {
        let source = try source(.inPlace, "/photos")
        let (top, inner) = try library.sources.writeLedger { (ledger) throws in
            let top = try ledger.makeFolder(source.id, parent: nil, name: "", inode: 1)
            let inner = try ledger.makeFolder(source.id, parent: top.id, name: "b", inode: 2)
            #expect(
                try ledger.makeFolder(source.id, parent: top.id, name: "b", inode: 9).id == inner.id
            )
            return (top, inner)
        }
        try library.sources.writeLedger { (ledger) throws in
            var renamed = inner
            renamed.name = "a"
            try ledger.write(renamed)
            let deeper = try ledger.makeFolder(source.id, parent: inner.id, name: "c", inode: 3)
            #expect(try ledger.folder(of: source.id, path: ["a", "c"]) == deeper)
            #expect(try ledger.folder(of: source.id, path: ["b", "c"]) == nil)
            #expect(try ledger.folder(of: source.id, path: []) == top)
            #expect(try ledger.folders(source.id) == [top, renamed, deeper])
        }
    }

    @Test func `a file's row is written over under its name, and read in the order of bytes`()
        throws
    {
        let source = try source(.inPlace, "/photos")
        try library.sources.writeLedger { (ledger) throws in
            let top = try ledger.makeFolder(source.id, parent: nil, name: "", inode: 1)
            for name in ["b", "\u{E4}", "B", "a"] { try ledger.write(file(name), in: top.id) }
            let number = try ledger.file("a", in: top.id)?.id
            #expect(try ledger.write(file("a", size: 2), in: top.id) == number)
            var rows: [SourceFileRow] = []
            try ledger.forEachFile(in: top.id) { rows.append($0) }
            #expect(rows.map(\.name) == ["B", "a", "b", "\u{E4}"])
            #expect(rows.map(\.byteCount) == [1, 2, 1, 1])
            var expected = file("B")
            expected.id = rows[0].id
            #expect(rows[0] == expected)
            #expect(try ledger.file("c", in: top.id) == nil)
        }
    }
}
