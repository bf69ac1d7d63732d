import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Files that another user left in a library, as `sudo photokit` does.
@Suite(.permit) struct LibraryPermissionsTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let original: URL

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.temporary(in: folder, name: "Test.photolib", seed: 1)
        let picture = try library.addPicture(seed: 1)
        let row = try #require(try library.row(of: picture, in: .asset))
        let file = try #require(try library.originals.heldFiles(ofAssets: [row]).first)
        original = library.layout.original(file.file)
    }

    private func problems(
        _ refused: [URL: Int32]
    ) -> (problems: [PermissionProblem], rest: Int) {
        let modes = Dictionary(uniqueKeysWithValues: refused.map { ($0.key.path, $0.value) })
        return LibraryPermissions(library.layout) { path, mode in
            (modes[path] ?? 0) & mode == 0
        }.run()
    }

    @Test func `a library of one's own has no problems`() {
        #expect(LibraryPermissions(library.layout).run().problems.isEmpty)
    }

    @Test func `files and folders that cannot be used are named with what mends it`() throws {
        let (layout, inner) = (library.layout, original.deletingLastPathComponent())
        let found = problems([
            layout.staging: W_OK, layout.database: W_OK, inner: W_OK, original: R_OK,
        ])
        #expect(found.rest == 0)
        let named = Set(found.problems.map { $0.url.standardizedFileURL.path })
        #expect(
            named == Set([layout.staging, layout.database, inner, original].map(\.path))
        )
        let unreadable = try #require(found.problems.first { !$0.isReadable })
        #expect(unreadable.url.lastPathComponent == original.lastPathComponent)
        var problem = unreadable
        problem.owner = 0
        let message = problem.message(layout.root, user: 4_294_000_000)
        #expect(message.contains("cannot be read by 4294000000"), "\(message)")
        #expect(message.contains("It belongs to root. Did photokit run with sudo?"), "\(message)")
        #expect(message.contains("sudo chown -R 4294000000 '\(layout.root.path)'"), "\(message)")
        problem.owner = 4_294_000_000
        #expect(problem.message(layout.root, user: 4_294_000_000).contains("chmod -R u+rwX"))
    }

    @Test func `an original that nobody writes to may belong to anybody`() {
        #expect(problems([original: W_OK]).problems.isEmpty)
    }

    @Test func `who reads a library of somebody else's is told of unreadable files alone`() {
        let layout = library.layout
        let found = problems([layout.root: W_OK, layout.staging: W_OK, original: R_OK])
        #expect(found.problems.map(\.isReadable) == [false])
    }

    @Test func `what is in a folder that cannot be read is not looked for`() {
        let found = problems([library.layout.originals: R_OK, original: R_OK])
        #expect(found.problems.map { $0.url.lastPathComponent } == ["originals"])
    }

    @Test func `many problems are counted`() throws {
        for number in 1...30 {
            try Data().write(to: library.layout.staging.appendingPathComponent("f\(number)"))
        }
        let found = LibraryPermissions(library.layout) { path, mode in
            mode != W_OK || !path.contains("/staging/")
        }.run()
        #expect(found.problems.count == 20 && found.rest == 10)
    }
}
