import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport

/// A library and a folder that stays where it is, with photos in it.
final class SourceFixture {
    let folder: TemporaryFolder
    let library: Library
    let source: SourceRow
    let clock = TestClock()
    private(set) var events: [LibrarySource.Event] = []

    init(_ files: [String: UInt8] = [:], environment: EngineEnvironment? = nil) throws {
        folder = try TemporaryFolder()
        library = try Library.open(
            folder.url.appendingPathComponent("Test.photolib", isDirectory: true),
            create: true,
            environment: environment ?? .test(clock: clock)
        )
        let top = folder.url.appendingPathComponent("photos", isDirectory: true)
        try FileManager.default.createDirectory(at: top, withIntermediateDirectories: true)
        source = try library.sources.addSource(top)
        for (name, seed) in files { try write(name, seed) }
    }

    deinit { library.close() }

    var top: URL { folder.url.appendingPathComponent("photos", isDirectory: true) }

    func url(_ name: String) -> URL { top.appendingPathComponent(name) }

    func write(_ name: String, _ seed: UInt8, width: Int = 32) throws {
        try write(name, TestJPEG(width: width, seed: seed).data())
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let url = url(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        // Under another name first: a new file with an inode of its own.
        let draft = folder.url.appendingPathComponent("draft-\(UUID().uuidString)")
        try Data(bytes).write(to: draft)
        guard rename(draft.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func move(_ name: String, to other: String) throws {
        let target = url(other)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        guard rename(url(name).path, target.path) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(at: url(name)) }

    /// Copies everything into files and folders of their own, as on another volume, with sizes and dates kept.
    func renumber() throws {
        let copy = folder.url.appendingPathComponent("copy")
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/bin/cp")
        program.arguments = ["-a", top.path, copy.path]
        try program.run()
        program.waitUntilExit()
        // Kept while the copy takes its place, so that no inode is used again.
        let old = folder.url.appendingPathComponent("old-\(UUID().uuidString)")
        guard rename(top.path, old.path) == 0, rename(copy.path, top.path) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    @discardableResult
    func sweep(
        _ change: (inout SourceSweep.Options) -> Void = { _ in }
    ) throws -> LibrarySource.Report {
        var options = SourceSweep.Options()
        let volume = source.volume
        options.volume = { _ in volume }
        change(&options)
        events = []
        let sweep = try SourceSweep(
            library,
            source: source.id,
            options: options,
            notify: { self.events.append($0) }
        )
        return try sweep.run()
    }

    /// The assets that are not in Recently Deleted, by where their file stands.
    func assets() throws -> [String: AssetRecord] {
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        let records = try library.records.assets(rows).records
        var assets: [String: AssetRecord] = [:]
        for (row, resources) in try library.records.resources(ofAssets: rows) {
            guard let record = records[row], let resource = resources.first else { continue }
            let path = try library.originals.url(of: resource).path
            assets[path.replacing(top.path + "/", with: "")] = record
        }
        return assets
    }

    func uuids() throws -> [String: UUID] { try assets().mapValues(\.uuid) }

    func offline() throws -> Set<UUID> {
        Set(try assets().values.filter { $0.traits.contains(.offline) }.map(\.uuid))
    }

    /// The roles of the files of each asset, by the names with which the files came in.
    func roles() throws -> [[String: Int]] {
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        let resources = try library.records.resources(ofAssets: rows)
        return rows.map { row in
            Dictionary(
                uniqueKeysWithValues: (resources[row] ?? []).map {
                    ($0.filename ?? "", $0.type.rawValue)
                }
            )
        }
    }

    func changeCount() throws -> Int { try library.history.changes(after: 0, upTo: .max).count }

    /// How many objects the history says were deleted: none, whatever becomes of files.
    func deletions() throws -> Int {
        try library.history.changes(after: 0, upTo: .max).reduce(0) { count, change in
            try count + change.body().objects.count { $0.kind == .deleted }
        }
    }
}
