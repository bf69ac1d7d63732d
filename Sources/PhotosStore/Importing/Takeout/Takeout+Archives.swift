package import Foundation
import Glibc
package import PhotosMedia

/// Archives of an export.
extension Takeout {
    /// What came of unpacking archives.
    package struct Unpacked: Sendable {
        /// One folder for each archive, for ``catalog(of:now:)``.
        package var folders: [URL] = []
        package var losses: [ImportCatalog.Loss] = []
    }

    /// Unpacks archives, each into a folder of its own.
    ///
    /// - Parameters:
    ///   - archives: All parts of the export.
    ///   - folder: An existing folder, best on the volume of the library: files can then be moved in. Whoever calls
    ///     removes it after the import, also when this throws.
    ///   - unpacker: What unpacks them.
    ///   - isCancelled: Asked again and again whether to stop.
    ///   - tell: Called with the archive at work and the bytes that are unpacked of it.
    /// - Returns: The folders that came of them, and what was not unpacked.
    /// - Throws: `ArchiveError` for an archive that cannot be unpacked at all; one that is damaged gives what stands
    ///   before the damage, and a loss.
    package static func unpack(
        _ archives: [URL],
        into folder: URL,
        with unpacker: ArchiveUnpacker,
        isCancelled: () -> Bool = { false },
        tell: (URL, Int64) -> Void = { _, _ in }
    ) throws -> Unpacked {
        var unpacked = Unpacked()
        for archive in archives {
            let name = archive.lastPathComponent
            // Two parts may have the same name in different folders.
            let place = folder.appendingPathComponent("\(unpacked.folders.count + 1)-\(name)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            let source = try descriptor(of: archive, O_RDONLY)
            defer { close(source) }
            let target = try descriptor(of: place, O_RDONLY | O_DIRECTORY)
            defer { close(target) }
            var facts = stat()
            fstat(source, &facts)
            let report = try unpacker.unpack(
                source,
                into: target,
                limits: .init(archiveOf: Int64(facts.st_size)),
                isCancelled: isCancelled,
                tell: { tell(archive, $0) }
            )
            unpacked.folders.append(place)
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

    private static func descriptor(of url: URL, _ flags: Int32) throws -> Int32 {
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
