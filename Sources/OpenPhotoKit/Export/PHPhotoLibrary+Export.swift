public import Foundation
public import Photos
public import PhotosImport
import PhotosMedia
import PhotosStore

extension PHPhotoLibrary {
    /// Exports all photos and videos with hidden ones, and all albums and folders, to a folder.
    ///
    /// Each written file is read back and compared with its checksum. Another export to the same folder writes only
    /// what has changed, by the record that the folder keeps. A file that the export did not write is never changed
    /// or removed. Cancelling the task stops between photos; the next export continues.
    ///
    /// - Parameters:
    ///   - folder: The folder; a missing folder is created.
    ///   - options: The options of the export.
    ///   - events: Called with each event, in order, on a thread of the export.
    /// - Returns: The result of the export.
    /// - Throws: `PHPhotosError` when the folder cannot be written or is full. The same error occurs for a folder with
    ///   the export of another library, and for one inside a library or a remote.
    @concurrent
    @discardableResult
    public func exportEverything(
        to folder: URL,
        options: LibraryExport.Options = .everything,
        events: @escaping @Sendable (LibraryExport.Event) -> Void = { _ in }
    ) async throws -> LibraryExport.Report {
        let store = try store()
        var engineOptions = ExportOptions(options)
        engineOptions.isWhole = true
        return try await exporting(store, to: folder, options: engineOptions, events: events) {
            try $0.runAll(to: folder)
        }
    }

    /// Exports photos and videos of a fetch, with the albums that contain them, to a folder.
    ///
    /// Everything else is as for ``exportEverything(to:options:events:)``.
    ///
    /// - Parameters:
    ///   - assets: The photos and videos, in any order.
    ///   - folder: The folder; a missing folder is created.
    ///   - options: The options of the export.
    ///   - events: Called with each event, in order, on a thread of the export.
    /// - Returns: The result of the export.
    /// - Throws: The errors of ``exportEverything(to:options:events:)``.
    @concurrent
    @discardableResult
    public func export(
        _ assets: PHFetchResult<PHAsset>,
        to folder: URL,
        options: LibraryExport.Options = .init(),
        events: @escaping @Sendable (LibraryExport.Event) -> Void = { _ in }
    ) async throws -> LibraryExport.Report {
        let store = try store()
        let rows = try Self.rows(of: assets, store)
        return try await exporting(
            store,
            to: folder,
            options: ExportOptions(options),
            events: events
        ) {
            try $0.run(rows, to: folder)
        }
    }

    /// Exports photos and videos with some identifiers to a folder.
    ///
    /// Everything else is as for ``exportEverything(to:options:events:)``.
    ///
    /// - Parameters:
    ///   - localIdentifiers: The identifiers; one that no photo or video has is left out.
    ///   - folder: The folder; a missing folder is created.
    ///   - options: The options of the export.
    ///   - events: Called with each event, in order, on a thread of the export.
    /// - Returns: The result of the export.
    /// - Throws: The errors of ``exportEverything(to:options:events:)``.
    @concurrent
    @discardableResult
    public func export(
        localIdentifiers: [String],
        to folder: URL,
        options: LibraryExport.Options = .init(),
        events: @escaping @Sendable (LibraryExport.Event) -> Void = { _ in }
    ) async throws -> LibraryExport.Report {
        let store = try store()
        let rows = try Self.rows(of: localIdentifiers, store)
        return try await exporting(
            store,
            to: folder,
            options: ExportOptions(options),
            events: events
        ) {
            try $0.run(rows, to: folder)
        }
    }

    /// Returns the files of an export that go elsewhere than to a folder, such as into an archive.
    ///
    /// Nothing is read yet but the albums. Call the method where waiting for the disk is allowed.
    ///
    /// - Parameters:
    ///   - localIdentifiers: The identifiers of photos and videos, in the order in which the files are wanted; one that
    ///     no photo or video has is left out.
    ///   - options: The options of the export. Albums have no folders, and deleted files do not matter.
    /// - Returns: The files.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func exportFiles(
        localIdentifiers: [String],
        options: LibraryExport.Options = .init()
    ) throws -> LibraryExport.Files {
        let store = try store()
        do {
            let uuids = localIdentifiers.compactMap { LocalIdentifier($0)?.uuid }
            let rows = try store.records.rows(of: uuids, in: .asset)
            return LibraryExport.Files(
                try OutgoingFiles(
                    store,
                    rows: uuids.compactMap { rows[$0] },
                    options: ExportOptions(options),
                    embed: Self.embed
                )
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    private static let embed: CopyEmbedder = { metadata, original, copy in
        guard let worker = MediaExamination.shared.reader.worker else {
            throw MediaWorkerError(.notFound)
        }
        _ = try worker.embed(metadata, from: original, into: copy)
    }

    private static func rows(of assets: PHFetchResult<PHAsset>, _ store: Library) throws -> [Int64]
    {
        if let snapshot = assets.backing.snapshot { return snapshot.rows.array }
        return try rows(of: assets.localIdentifiers, store)
    }

    private static func rows(of identifiers: [String], _ store: Library) throws -> [Int64] {
        do {
            let uuids = identifiers.compactMap { LocalIdentifier($0)?.uuid }
            return Array(try store.records.rows(of: uuids, in: .asset).values)
        } catch {
            throw PHPhotosError(error)
        }
    }

    private func exporting(
        _ store: Library,
        to folder: URL,
        options: ExportOptions,
        events: @escaping @Sendable (LibraryExport.Event) -> Void,
        _ body: @escaping @Sendable (Exporter) throws -> LibraryExport.Report
    ) async throws -> LibraryExport.Report {
        try await LibraryWork.run { isCancelled in
            try Self.checkIsOutsideRemotes(folder)
            let exporter = Exporter(
                store,
                options: options,
                embed: Self.embed,
                isCancelled: isCancelled,
                notify: events
            )
            return try body(exporter)
        }
    }
}
