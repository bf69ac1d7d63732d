import Foundation
import GRDB
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import Testing

/// A library on disk and a folder to import from, both gone when the fixture is.
final class ImportFixture {
    let folder: URL
    let library: Library

    init(environment: EngineEnvironment = EngineEnvironment()) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("photokit-import-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        library = try Library.open(
            folder.appendingPathComponent("Test.photolib"),
            create: true,
            environment: environment
        )
    }

    deinit {
        library.close()
        try? FileManager.default.removeItem(at: folder)
    }

    var source: URL { folder.appendingPathComponent("source", isDirectory: true) }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let url = source.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: url)
        return url
    }

    @discardableResult
    func write(picture name: String, seed: UInt8) throws -> URL {
        try write(name, TestJPEG(seed: seed).data())
    }

    /// Imports the source folder, or some paths, and keeps what was told.
    func run(
        _ paths: [URL]? = nil,
        isCancelled: @escaping () -> Bool = { false },
        options change: (inout ImportOptions) -> Void = { _ in }
    ) throws -> (summary: LibraryImport.Report, events: ImportLog) {
        try run(isCancelled: isCancelled, options: change) { try $0.run(paths ?? [source]) }
    }

    /// Imports what another program's library or export holds.
    func run(
        _ catalog: ImportCatalog,
        at root: URL,
        options change: (inout ImportOptions) -> Void = { _ in }
    ) throws -> (summary: LibraryImport.Report, events: ImportLog) {
        try run(options: change) { try $0.run(catalog, at: root) }
    }

    private func run(
        isCancelled: @escaping () -> Bool = { false },
        options change: (inout ImportOptions) -> Void,
        _ body: (Importer) throws -> LibraryImport.Report
    ) throws -> (summary: LibraryImport.Report, events: ImportLog) {
        let log = Mutex(ImportLog())
        var options = ImportOptions()
        change(&options)
        let importer = Importer(
            library,
            options: options,
            isCancelled: isCancelled,
            notify: { event in log.withLock { $0.add(event) } }
        )
        let summary = try body(importer)
        return (summary, log.withLock { $0 })
    }

    /// Records a file's present state as that of whole bytes, as if nobody had touched it.
    func noteState(of name: String) throws {
        let state = try #require(FileState(of: library.layout.original(name)))
        let queue = try DatabaseQueue(path: library.layout.database.path)
        defer { try? queue.close() }
        try queue.write {
            try $0.execute(
                sql: "UPDATE resource SET inode = ?, status_change = ? WHERE file = ?",
                arguments: [state.inode, state.statusChange, name]
            )
        }
    }

    /// Makes the library one of earlier software, which read sidecars and kept none.
    func forgetKeptFiles() throws {
        for file in try library.originals.keptFiles(
            ofAssets: library.records.fetch(FetchPlan(.assets)).rows
        ).values
            .joined()
        {
            try FileManager.default.removeItem(at: library.layout.original(file.file))
        }
        let queue = try DatabaseQueue(path: library.layout.database.path)
        defer { try? queue.close() }
        try queue.write {
            try $0.execute(sql: "DELETE FROM kept_file")
            try $0.execute(sql: "UPDATE source_file SET checksum = NULL WHERE outcome = 3")
        }
    }

    /// Makes the records of what other programs state those of earlier software, which wrote no notes.
    ///
    /// - Parameter isReversed: Whether a person took the imports back.
    /// - Throws: The errors of SQLite.
    func forgetNotes(isReversed: Bool = false) throws {
        let queue = try DatabaseQueue(path: library.layout.database.path)
        defer { try? queue.close() }
        try queue.write {
            try $0.execute(sql: "DELETE FROM source_file WHERE name LIKE '/%'")
            guard isReversed else { return }
            try $0.execute(sql: "UPDATE source_file SET outcome = 4 WHERE outcome IN (1, 3)")
        }
    }

    /// The records of what other programs state that are no files: the name, the outcome and the checksum.
    func notes() throws -> [String] {
        let queue = try DatabaseQueue(path: library.layout.database.path)
        defer { try? queue.close() }
        return try queue.read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT name || ' ' || outcome || ' ' || quote(checksum)
                    FROM source_file WHERE name LIKE '/%' ORDER BY name
                    """
            )
        }
    }

    func assetCount() throws -> Int { try library.records.fetch(FetchPlan(.assets)).rows.count }
}

/// What an import told, by kind.
struct ImportLog: Sendable {
    var found: Int?
    var imported: [String: LocalIdentifier] = [:]
    var duplicates: [String: LocalIdentifier] = [:]
    var inSources: [String: LocalIdentifier] = [:]
    var removed: [String: LocalIdentifier] = [:]
    var joined: [String: LocalIdentifier] = [:]
    var unchanged = 0
    var healed: [String: LocalIdentifier] = [:]
    var others: [String] = []
    var complaints: [String: String] = [:]
    var refused: [String: String] = [:]
    var stayed: [String: String] = [:]
    var changed: [String] = []
    var conflicts: [String: (properties: [EditedProperty], reason: String)] = [:]
    var deleted: [String] = []
    var passedOver = 0
    var shared: [String: String] = [:]
    var losses: [String: String] = [:]
    var withoutPreview: [String: String] = [:]
    var obstacles: [String] = []
    var withoutFacts: [String] = []
    var progress: [LibraryImport.Progress] = []

    mutating func add(_ event: LibraryImport.Event) {
        switch event {
        case .found(let files, _): found = files
        case .imported(let url, let name): imported[url.lastPathComponent] = LocalIdentifier(name)
        case .duplicate(let url, let name):
            duplicates[url.lastPathComponent] = LocalIdentifier(name)
        case .inSource(let url, let name): inSources[url.lastPathComponent] = LocalIdentifier(name)
        case .removed(let url, let name): removed[url.lastPathComponent] = LocalIdentifier(name)
        case .joined(let url, let name): joined[url.lastPathComponent] = LocalIdentifier(name)
        case .healed(let url, let name): healed[url.lastPathComponent] = LocalIdentifier(name)
        case .unchanged(_, let files): unchanged += files
        case .other(let url): others.append(url.lastPathComponent)
        case .incomplete(let url, let reason): complaints[url.lastPathComponent] = reason
        case .changed(let url, _): changed.append(url.lastPathComponent)
        case .conflict(let url, _, let properties, let reason):
            conflicts[url.lastPathComponent] = (
                properties.compactMap(EditedProperty.init), reason
            )
        case .loss(let path, let reason): losses[path] = reason
        case .refused(let url, let reason): refused[url.lastPathComponent] = reason
        case .stayed(let url, let reason): stayed[url.lastPathComponent] = reason
        case .sharedSidecar(let url, let reason): shared[url.lastPathComponent] = reason
        case .deleted(let url, _, _): deleted.append(url.lastPathComponent)
        case .passedOver(_, let names): passedOver += names
        case .withoutPreview(let url, let reason): withoutPreview[url.path] = reason
        case .noPreviews(let reason): obstacles.append(reason)
        case .withoutFacts(let reason): withoutFacts.append(reason)
        case .previewsLeft: break
        case .progress(let progress): self.progress.append(progress)
        }
    }
}
