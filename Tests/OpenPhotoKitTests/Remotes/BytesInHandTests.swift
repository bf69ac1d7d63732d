import Foundation
import OpenPhotoKit
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Who comes with the bytes of a file that is elsewhere or lost gets the photo made whole, whatever the rows say.
@Suite(.permit) struct BytesInHandTests {
    private static let count = 4

    private let folder: TemporaryFolder
    private let library: PHPhotoLibrary
    private let remote: LibraryRemote

    private var card: URL { folder.url.appendingPathComponent("card", isDirectory: true) }
    private var place: URL { folder.url.appendingPathComponent("place", isDirectory: true) }

    /// Makes a library of pictures that came from a card, and that a folder alone has.
    init() async throws {
        folder = try TemporaryFolder()
        let manager = FileManager.default
        for name in ["card", "place"] {
            try manager.createDirectory(
                at: folder.url.appendingPathComponent(name),
                withIntermediateDirectories: true
            )
        }
        for number in 1...Self.count {
            var data = Data(TestJPEG(seed: UInt8(number)).data())
            var random = SeededNumbers(seed: UInt64(number))
            data.append(contentsOf: random.bytes(count: 100_000))
            let file = folder.url.appendingPathComponent("card/\(number).jpg")
            try data.write(to: file)
        }
        library = try PHPhotoLibrary.open(
            at: folder.url.appendingPathComponent("Test.photolib", isDirectory: true),
            create: true,
            user: .owner
        )
        let report = try await library.importFiles([folder.url.appendingPathComponent("card")]
        )
        #expect(report.importedCount == Self.count)
        remote = try await library.addRemote(folder.url.appendingPathComponent("place").path).remote
        _ = try await library.sync(remote)
        try library.setSpaceRule(LibrarySpaceRule(byteCount: 0))
        #expect(try await library.freeSpace().released.count == Self.count)
        try library.setSpaceRule(nil)
    }

    /// The files below a folder.
    private func files(_ path: String) throws -> [URL] {
        let found = FileManager.default.enumerator(
            at: folder.url.appendingPathComponent(path),
            includingPropertiesForKeys: [.isRegularFileKey]
        )
        let urls = (found?.allObjects as? [URL]) ?? []
        return try urls.filter {
            try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
        }.sorted { $0.path < $1.path }
    }

    private func objects() throws -> [URL] { try files("place/originals") }
    private func originals() throws -> [URL] { try files("Test.photolib/originals") }

    private func removeObjects() throws {
        for url in try objects() { try FileManager.default.removeItem(at: url) }
    }

    private func elsewhere() throws -> Int { try library.spaceUse().elsewhere.count }

    private func findings() async throws -> [String] {
        try await library.check(readingBytes: true).findings.map(\.code)
    }

    @Test func `importing the card again brings back what a remote has lost`() async throws {
        try removeObjects()
        let report = try await library.importFiles([card])
        #expect(report.healedCount == Self.count)
        #expect(report.importedCount == 0)
        #expect(try elsewhere() == 0)
        #expect(try await findings().isEmpty)
    }

    @Test func `importing the card again leaves elsewhere what a remote shows`() async throws {
        let report = try await library.importFiles([card])
        #expect(report.healedCount == 0)
        #expect(report.duplicateCount + report.unchangedCount == Self.count)
        #expect(try elsewhere() == Self.count)
    }

    @Test func `importing the card brings files back while the remote is away`() async throws {
        let away = folder.url.appendingPathComponent("away")
        try FileManager.default.moveItem(at: place, to: away)
        let report = try await library.importFiles([card])
        #expect(report.healedCount == Self.count)
        #expect(try elsewhere() == 0)
    }

    @Test func `a file is moved off the card only when the library has its bytes`() async throws {
        try removeObjects()
        var options = LibraryImport.Options()
        options.transfer = .move
        let report = try await library.importFiles([card], options: options)
        #expect(report.healedCount == Self.count)
        #expect(try elsewhere() == 0)
        #expect(try await findings().isEmpty)
    }

    @Test(arguments: [false, true])
    func `what was given up with a dead remote comes back`(_ byRepair: Bool) async throws {
        try FileManager.default.removeItem(at: place)
        #expect(throws: PHPhotosError.self) { try library.forgetRemote(remote) }
        let losses = try library.forgetRemote(remote, givingUpLost: true)
        #expect(losses.lost.count == Self.count && losses.lost.byteCount > 400_000)
        #expect(losses.names.sorted() == ["1.jpg", "2.jpg", "3.jpg", "4.jpg"])
        #expect(losses.silence != nil)
        #expect(try library.remotes().isEmpty && elsewhere() == 0)
        #expect(try await findings().count == Self.count)
        if byRepair {
            #expect(try await library.heal(from: [card]).healedFiles.count == Self.count)
        } else {
            #expect(try await library.importFiles([card]).healedCount == Self.count)
        }
        #expect(try await findings().isEmpty)
    }

    @Test func `a repair takes lost bytes from a folder`() async throws {
        try removeObjects()
        let report = try await library.heal(from: [card])
        #expect(report.healedFiles.count == Self.count)
        #expect(report.lostCount == 0)
        #expect(try elsewhere() == 0)
        #expect(try await findings().isEmpty)
    }

    @Test func `a repair leaves files elsewhere that a remote shows`() async throws {
        let report = try await library.heal(from: [card])
        #expect(report.healedFiles.isEmpty)
        #expect(report.lostCount == 0)
        #expect(try elsewhere() == Self.count)
    }

    @Test func `what no remote has any more is counted as lost`() async throws {
        try removeObjects()
        try FileManager.default.removeItem(at: card)
        #expect(try await library.heal().lostCount == Self.count)
    }

    @Test func `a remote that is away makes nothing lost`() async throws {
        let away = folder.url.appendingPathComponent("away")
        try FileManager.default.moveItem(at: place, to: away)
        let report = try await library.heal()
        #expect(report.healedFiles.isEmpty)
        #expect(report.lostCount == 0)
        #expect(report.problems.map(\.url.path) == [place.path])
    }

    // MARK: Remotes and other photos

    @Test func `a repair takes missing and damaged files from a remote, and says how much before`()
        async throws
    {
        try await library.fetchOriginals()
        try FileManager.default.removeItem(at: card)
        let files = try originals()
        #expect(files.count == Self.count)
        try FileManager.default.removeItem(at: files[0])
        chmod(files[1].path, 0o644)
        try Data("somebody else's".utf8).write(to: files[1])
        #expect(try await findings().count == 2)
        let announced = Collected<LibraryRemote.Amount>()
        let report = try await library.heal(willFetch: { announced.add($0) })
        #expect(report.healedFiles.count == 2)
        #expect(report.healedFiles.allSatisfy { $0.searchedURL.path == place.path })
        #expect(announced.values.map(\.count) == [2])
        #expect(try await findings().isEmpty)
    }

    @Test func `a repair that may use no remote leaves the files lost`() async throws {
        try await library.fetchOriginals()
        try FileManager.default.removeItem(at: originals()[0])
        try FileManager.default.removeItem(at: card)
        let report = try await library.heal(takesFromRemote: { _ in false })
        #expect(report.healedFiles.isEmpty)
        #expect(report.lostCount == 1)
    }

    @Test func `a repair takes bytes from another photo that has them`() async throws {
        try await library.fetchOriginals()
        var options = LibraryImport.Options()
        options.duplicates = .keep
        let copy = folder.url.appendingPathComponent("copy")
        try FileManager.default.copyItem(at: card, to: copy)
        _ = try await library.importFiles([copy], options: options)
        try removeObjects()
        let files = try originals()
        #expect(files.count == 2 * Self.count)
        try FileManager.default.removeItem(at: files[0])
        let report = try await library.heal()
        #expect(report.healedFiles.count == 1)
        #expect(try await findings().isEmpty)
    }

    // MARK: Fetching

    @Test func `a foreign file under the name of a file that is elsewhere is not taken for it`()
        async throws
    {
        try await library.fetchOriginals()
        let files = try originals()
        try library.setSpaceRule(LibrarySpaceRule(byteCount: 0))
        #expect(try await library.freeSpace().released.count == Self.count)
        try Data("somebody else's".utf8).write(to: files[0])
        let same = try Data(contentsOf: objects()[0]).count
        try Data(repeating: 7, count: same).write(to: files[1])
        // The run before a release looks at what came back.
        #expect(try await library.freeSpace().released.count == 0)
        #expect(try elsewhere() == Self.count)
        #expect(try await findings().count >= 1)
        try library.setSpaceRule(nil)
        try await library.fetchOriginals()
        _ = try await library.heal(readingBytes: true)
        #expect(try await findings().isEmpty)
    }

    @Test func `one lost object costs one file of a fetch, and is named`() async throws {
        let lost = try objects()[1]
        try FileManager.default.removeItem(at: lost)
        let error = await #expect(throws: PHPhotosError.self) {
            try await library.fetchOriginals()
        }
        #expect(error?.localizedDescription.contains("1 of \(Self.count) files") == true)
        #expect(error?.localizedDescription.contains(".jpg") == true)
        #expect(try originals().count == Self.count - 1)
    }
}
