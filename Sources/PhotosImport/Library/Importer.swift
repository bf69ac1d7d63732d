package import Foundation
package import PhotosStore

/// Imports files into a library, block by block.
///
/// A bad file never stops the others.
package struct Importer {
    private let library: Library
    private let options: ImportOptions
    private let space: SpaceKeeper?
    private let isCancelled: () -> Bool
    private let notify: (LibraryImport.Event) -> Void

    /// Prepares an import.
    ///
    /// - Parameters:
    ///   - library: The library that the files are imported into.
    ///   - options: The options of the import.
    ///   - space: Keeps the rule for space; nil if the files that come may exceed it.
    ///   - isCancelled: Called between files. Blocks committed before a cancellation are kept.
    ///   - notify: Called on the thread that runs the import.
    package init(
        _ library: Library,
        options: ImportOptions = ImportOptions(),
        space: SpaceKeeper? = nil,
        isCancelled: @escaping () -> Bool = { false },
        notify: @escaping (LibraryImport.Event) -> Void = { _ in }
    ) {
        self.library = library
        self.options = options
        self.space = space
        self.isCancelled = isCancelled
        self.notify = notify
    }

    /// Imports files and folders, and returns when everything is durable.
    ///
    /// Libraries of Apple's Photos and exports of Google Photos are recognised by their contents. The
    /// archives of an export belong together.
    ///
    /// - Throws: ``StoreError`` when the library itself is read-only, full or busy. Also when the media
    ///   worker is missing or does not work, unless the options allow that. Bad files are reported and left
    ///   out.
    package func run(_ paths: [URL]) throws -> LibraryImport.Report {
        try library.core.checkIsWritable()
        try library.core.requireEverything("import files: it may add one by one")
        let run = try makeRun()
        defer { run.removeArea() }
        try run.importAll(paths)
        return try run.concludeImport()
    }

    /// Imports another program's library or export, with its albums and folders.
    ///
    /// - Throws: The errors of ``run(_:)``.
    package func run(_ catalog: ImportCatalog, at root: URL) throws -> LibraryImport.Report {
        try library.core.checkIsWritable()
        try library.core.requireEverything("import files: it may add one by one")
        let run = try makeRun()
        defer { run.removeArea() }
        try run.importCatalog(catalog, of: .foreignLibrary, at: root)
        return try run.concludeImport()
    }

    private func makeRun() throws -> ImportRun {
        let reader = try FactReader(
            library.environment,
            allowsMissingFacts: options.allowsMissingFacts
        )
        return try ImportRun(
            library,
            options: options,
            space: space,
            reader: reader,
            isCancelled: isCancelled,
            notify: notify
        )
    }
}
