import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport

/// The folders of one run of habits, and the library among them.
final class HabitsWorld {
    let folder: URL
    let reader = HabitsReader()
    let clock = TestClock()
    private(set) var library: Library
    private(set) var source: SourceRow?
    let environment: EngineEnvironment
    /// Hides overwritten originals from the engine, in the broken variant.
    let blindness: VerifierBlindness?
    /// The card in the drawer goes into the slot when cards are swapped.
    let card: URL
    let drawer: URL
    let disk: URL
    /// Where the disk is while it is not mounted.
    let away: URL
    let backup: URL
    let exports: URL

    /// Makes the folders and the library.
    ///
    /// - Parameters:
    ///   - folder: The folder of them all, which is made.
    ///   - seed: The start of the random numbers.
    ///   - isBroken: Whether the engine is to take overwritten originals for whole.
    ///   - adjust: Changes what the engine works with.
    /// - Throws: `StoreError`, and the errors of the file system.
    init(
        in folder: URL,
        seed: UInt64,
        isBroken: Bool,
        adjusting adjust: (inout EngineEnvironment) -> Void = { _ in }
    ) throws {
        self.folder = folder
        func item(_ name: String) -> URL {
            folder.appendingPathComponent(name, isDirectory: true)
        }
        (card, drawer, disk) = (item("card"), item("drawer"), item("disk"))
        (away, backup, exports) = (item("disk-away"), item("Backup.photolib"), item("exports"))
        for url in [card, drawer, disk, exports] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        var environment = EngineEnvironment.test(seed: seed, clock: clock)
        environment.zone = .gmt
        environment.examine = { [reader] in try reader.facts($0, $1) }
        environment.readerProblem = { [reader] _ in reader.isBroken ? HabitsReader.problem : nil }
        adjust(&environment)
        self.environment = environment
        library = try Library.open(
            item("Own.photolib"),
            create: true,
            environment: environment
        )
        blindness = isBroken ? try VerifierBlindness(library.layout) : nil
    }

    func close() { library.close() }

    func reopen() throws {
        library = try Library.open(library.layout.root, environment: environment)
    }

    func makeSource() throws -> SourceRow {
        if let source { return source }
        let made = try library.sources.addSource(disk)
        source = made
        return made
    }

    // MARK: Files

    /// The files below a folder, sorted, hidden ones left out.
    func files(below folder: URL) -> [URL] {
        let found = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return found.sorted().compactMap { path in
            guard !path.hasPrefix("."), !path.contains("/.") else { return nil }
            let url = folder.appendingPathComponent(path)
            var facts = stat()
            guard lstat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
                return nil
            }
            return url
        }
    }

    func write(_ bytes: Data, to url: URL) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try bytes.write(to: url)
    }

    /// Renames, and makes the folders on the way.
    func move(_ url: URL, to other: URL) throws {
        try FileManager.default.createDirectory(
            at: other.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        guard rename(url.path, other.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func swapCards() throws {
        let third = folder.appendingPathComponent("third", isDirectory: true)
        try move(card, to: third)
        try move(drawer, to: card)
        try move(third, to: drawer)
    }

    var isDiskAway: Bool { FileManager.default.fileExists(atPath: away.path) }

    /// Takes the disk away; an empty folder stays where it is mounted, or none.
    func unmount(leavingFolder: Bool) throws {
        guard !isDiskAway else { return }
        try move(disk, to: away)
        if leavingFolder {
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
        }
    }

    func mount() throws {
        guard isDiskAway else { return }
        rmdir(disk.path)
        try move(away, to: disk)
    }
}
