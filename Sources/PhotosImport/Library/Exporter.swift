package import Foundation
import PhotosMedia
package import PhotosStore

/// Exports assets of a library into a folder, and the same folder again.
///
/// A file that cannot be exported never stops the others.
package struct Exporter {
    private let library: Library
    private let options: ExportOptions
    private let embed: CopyEmbedder
    private let isCancelled: () -> Bool
    private let notify: (LibraryExport.Event) -> Void

    /// Prepares an export.
    ///
    /// - Parameters:
    ///   - library: The library, which is only read.
    ///   - options: The options of the export.
    ///   - embed: Writes metadata into copies.
    ///   - isCancelled: Called between assets. Files that were written before a cancellation stay.
    ///   - notify: Called on the thread that runs the export.
    package init(
        _ library: Library,
        options: ExportOptions = ExportOptions(),
        embed: @escaping CopyEmbedder = { _, _, _ in throw Self.withoutWorker },
        isCancelled: @escaping () -> Bool = { false },
        notify: @escaping (LibraryExport.Event) -> Void = { _ in }
    ) {
        self.library = library
        self.options = options
        self.embed = embed
        self.isCancelled = isCancelled
        self.notify = notify
    }

    private static let withoutWorker = StoreError(
        .readerUnavailable,
        "No program that writes metadata into files was given."
    )

    /// Exports the whole library with hidden assets, and with those in Recently Deleted if the options say so.
    ///
    /// - Throws: The errors of ``run(_:to:)``.
    package func runAll(to folder: URL) throws -> LibraryExport.Report {
        let visible = Condition.visible(includeHidden: true, includeAllBurst: true, sources: .all)
        let filter = options.includesDeleted ? Condition.any([visible, .trashed]) : visible
        return try export(
            library.records.fetch(FetchPlan(.assets, filter: filter)).rows,
            to: folder
        )
    }

    /// Exports assets by their rows, in any order.
    ///
    /// - Throws: ``StoreError`` where the folder cannot be written, is full, or has the export of another library.
    ///   Another export to the same folder continues after the files that were written.
    package func run(_ rows: [Int64], to folder: URL) throws -> LibraryExport.Report {
        try export(Array(Set(rows)).sorted(), to: folder)
    }

    private func export(
        _ rows: some RandomAccessCollection<Int64>,
        to folder: URL
    ) throws -> LibraryExport.Report {
        if let holder = LibraryLayout.library(holding: folder) {
            throw StoreError(
                .unsuitableDestination,
                "\(folder.path) is in the photo library \(holder.path), in which only the library itself may write. Choose a folder outside of it."
            )
        }
        let run: ExportRun
        do {
            run = try ExportRun(
                library,
                options: options,
                to: folder,
                embed: embed,
                isCancelled: isCancelled,
                notify: notify
            )
        } catch {
            throw StoreError(error)
        }
        do {
            try run.export(rows)
        } catch {
            throw run.errorToReport(for: StoreError(error))
        }
        return run.summary
    }
}
