package import Foundation
import Glibc
package import PhotosMedia
import PhotosStore

/// Archives of an export.
extension Takeout {
    /// The outcome of unpacking archives.
    package struct Unpacked: Sendable {
        /// The folders for ``catalog(of:now:)``, one for each archive.
        package var folders: [URL] = []
        package var losses: [ImportCatalog.Loss] = []
    }

    /// Unpacks archives, each into a folder of its own.
    ///
    /// - Parameters:
    ///   - archives: All parts of the export.
    ///   - folder: An existing folder. On the library's volume, files can be moved from it. The caller
    ///     removes it after the import, also when this throws.
    ///   - unpacker: Unpacks the archives.
    ///   - isCancelled: Called repeatedly, to ask whether to stop.
    ///   - notify: Called with the present archive, and the number of bytes unpacked from it.
    /// - Returns: The folders, and the losses.
    /// - Throws: `ArchiveError` for an archive that cannot be unpacked at all. A damaged archive gives the
    ///   files before the damage, and a loss.
    package static func unpack(
        _ archives: [URL],
        into folder: URL,
        with unpacker: ArchiveUnpacker,
        isCancelled: () -> Bool = { false },
        notify: (URL, Int64) -> Void = { _, _ in }
    ) throws -> Unpacked {
        var unpacked = Unpacked()
        for archive in archives {
            let name = archive.lastPathComponent
            // Two parts in different folders may have the same name.
            let unpackedFolder = folder.appendingPathComponent(
                "\(unpacked.folders.count + 1)-\(name)"
            )
            try FileManager.default.createDirectory(
                at: unpackedFolder,
                withIntermediateDirectories: false
            )
            let source = try openArchive(archive, flags: O_RDONLY)
            defer { close(source) }
            let target = try openArchive(unpackedFolder, flags: O_RDONLY | O_DIRECTORY)
            defer { close(target) }
            var facts = stat()
            fstat(source, &facts)
            let report = try unpacker.unpackArchive(
                source,
                into: target,
                limits: .init(archiveOf: Int64(facts.st_size)),
                isCancelled: isCancelled,
                notify: { notify(archive, $0) }
            )
            unpacked.folders.append(unpackedFolder)
            unpacked.losses += report.skipped.map {
                .init(path: "\(name)/\($0.path)", reason: $0.reason)
            }
            if let damage = report.damage {
                unpacked.losses.append(
                    .init(
                        path: name,
                        reason:
                            "The archive is damaged (\(damage)): what stands behind the damage is "
                            + "lost. Download it again and import it again."
                    )
                )
            }
        }
        return unpacked
    }

    private static func openArchive(_ url: URL, flags: Int32) throws -> Int32 {
        let descriptor = open(url.path, flags | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StoreError(
                .inputOutput,
                "The archive cannot be opened (\(systemMessage(errno))). Check its path and permissions."
            )
        }
        return descriptor
    }
}
