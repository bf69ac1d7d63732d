package import Foundation

/// Brings files into a library, block by block; a bad file never stops the others.
package struct Importer {
    private let library: Library
    private let options: ImportOptions
    private let isCancelled: () -> Bool
    private let tell: (ImportEvent) -> Void

    /// - Parameters:
    ///   - library: where the files go.
    ///   - options: how they are treated.
    ///   - isCancelled: asked between files; what has been committed by then stays.
    ///   - tell: called on the thread that runs the import.
    package init(
        _ library: Library,
        options: ImportOptions = ImportOptions(),
        isCancelled: @escaping () -> Bool = { false },
        tell: @escaping (ImportEvent) -> Void = { _ in }
    ) {
        self.library = library
        self.options = options
        self.isCancelled = isCancelled
        self.tell = tell
    }

    /// Imports files and folders, and returns when everything is durable.
    ///
    /// Libraries of Apple's Photos and exports of Google Photos are recognised by what they hold; the archives of an
    /// export belong together.
    ///
    /// - Throws: ``StoreError`` when the library itself cannot take any more: it is read-only, full or busy; and
    ///   when the worker is missing or does not work, unless the options allow that. Files that are at fault themselves
    ///   are told about and left out.
    package func run(_ paths: [URL]) throws -> ImportSummary {
        try library.checkIsWritable()
        try library.requireEverything("import files: it may add one by one")
        let run = try makeRun()
        defer { run.removeArea() }
        try run.importAll(paths)
        return try run.conclude()
    }

    /// Imports what another program's library or export holds, its albums and folders included.
    ///
    /// - Throws: as ``run(_:)``.
    package func run(_ catalog: ImportCatalog, at place: URL) throws -> ImportSummary {
        try library.checkIsWritable()
        try library.requireEverything("import files: it may add one by one")
        let run = try makeRun()
        defer { run.removeArea() }
        try run.importCatalog(catalog, of: .foreignLibrary, at: place)
        return try run.conclude()
    }

    private func makeRun() throws -> ImportRun {
        let reader = try FactReader(
            library.environment,
            allowsMissingFacts: options.allowsMissingFacts
        )
        return try ImportRun(
            library,
            options,
            reader: reader,
            isCancelled: isCancelled,
            tell: tell
        )
    }
}
