import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization

/// A library in memory and a folder to export to.
final class ExportFixture {
    let clock = TestClock()
    let library: Library
    let folder: TemporaryFolder
    var options = ExportOptions()

    /// Makes an empty library; `adjust` changes what it works with.
    init(adjusting adjust: (inout EngineEnvironment) -> Void = { _ in }) throws {
        var environment = EngineEnvironment.test(clock: clock)
        adjust(&environment)
        library = try Library.inMemory(environment: environment)
        folder = try TemporaryFolder()
        options.isWhole = true
    }

    deinit { library.close() }

    var out: URL { folder.url.appendingPathComponent("out", isDirectory: true) }

    @discardableResult
    func add(_ name: String, seed: UInt8, _ values: [AssetField: FieldValue] = [:]) throws -> UUID {
        clock.advance(seconds: 1)
        let uuid = library.environment.makeUUID()
        var creation = AssetCreation(
            uuid: uuid,
            resources: [
                ResourceSource(
                    type: ResourceRole.photo,
                    content: .data(Data(TestJPEG(seed: seed).data())),
                    filename: name
                )
            ]
        )
        creation.update.values = values
        try library.commit(.createAsset(creation))
        return uuid
    }

    func change(_ uuid: UUID, _ values: [AssetField: FieldValue]) throws {
        clock.advance(seconds: 1)
        try library.commit(.set(uuid, values))
    }

    /// Exports everything, by default of the fixture's library, and gives the counts and the events.
    @discardableResult
    func export(
        of other: Library? = nil,
        isCancelled: Bool = false,
        notify: @escaping @Sendable (LibraryExport.Event) -> Void = { _ in }
    ) throws -> (summary: LibraryExport.Report, events: [LibraryExport.Event]) {
        let events = Mutex<[LibraryExport.Event]>([])
        let exporter = Exporter(
            other ?? library,
            options: options,
            isCancelled: { isCancelled },
            notify: { event in
                notify(event)
                events.withLock { $0.append(event) }
            }
        )
        return (try exporter.runAll(to: out), events.withLock { $0 })
    }

    /// The files of the export without those of its own folder, with their bytes.
    func files() throws -> [String: Data] {
        try folder.contents(of: "out").filter { path, _ in
            var isFolder: ObjCBool = false
            let url = out.appendingPathComponent(path)
            _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            return !path.hasPrefix(".photokit-export") && !isFolder.boolValue
        }
    }

    func names() throws -> [String] { try files().keys.sorted() }

    func url(_ path: String) -> URL { out.appendingPathComponent(path) }

    /// The inode number of a file, which a rename keeps.
    func inode(_ path: String) -> UInt {
        var facts = stat()
        return lstat(url(path).path, &facts) == 0 ? UInt(facts.st_ino) : 0
    }
}
