import Foundation
import Glibc
import PhotosStore

/// The sources of copied files, and the volumes that they are on.
extension ImportRun {
    /// Returns the position of a folder in its source, and the folder's row.
    func pathAndRow(of folder: URL) throws -> (SourceFolderPath?, SourceFolderRow?) {
        let source = try sourceRow(for: folder)
        let names = SourceLedger.components(of: folder.path, below: source.path) ?? []
        let row = try library.sources.readLedger { try $0.folder(of: source.id, path: names) }
        return (Self.folderPath(names, in: source), row)
    }

    /// Returns the position of the folder to which names lead from the top of a source.
    static func folderPath(_ names: [String], in source: SourceRow) -> SourceFolderPath {
        var url = URL(fileURLWithPath: source.path, isDirectory: true)
        let topInode = inodeNumbers(of: url).inode
        let steps = names.map { name in
            url.appendPathComponent(name, isDirectory: true)
            return SourceFolderPath.Step(name: name, inode: inodeNumbers(of: url).inode)
        }
        return SourceFolderPath(sourceID: source.id, topInode: topInode, steps: steps)
    }

    /// Returns the source of a folder, which is made if there is none.
    ///
    /// A source is on one volume. A folder of another volume, which is mounted in the source, belongs to a source of its own.
    private func sourceRow(for folder: URL) throws -> SourceRow {
        let device = Self.inodeNumbers(of: folder).device
        if let source, let comparedSource, comparedSource == (source.path, device),
            SourceLedger.components(of: folder.path, below: source.path) != nil
        {
            return source
        }
        // All units of a block come from one source, so the present block is committed first.
        try finishWaiting()
        let known = try nearestSource(of: folder)
        let source: SourceRow
        if let known, Self.inodeNumbers(of: URL(fileURLWithPath: known.path)).device == device {
            source = known
        } else {
            let top = known.map { Self.topFolder(of: folder, below: $0.path) } ?? folder
            let volume = library.environment.volumeEnvironment.volumeName(top.path)
            source = try makeSource(.copied, at: top, volume: volume)
        }
        let compared = try comparingVolume(of: source)
        (self.source, comparedSource) = (compared, (compared.path, device))
        return compared
    }

    private func nearestSource(of folder: URL) throws -> SourceRow? {
        if let source, SourceLedger.components(of: folder.path, below: source.path) != nil,
            source.kind != .copied
        {
            return source
        }
        return try library.sources.readLedger { try $0.source(.copied, holding: folder.path) }
    }

    /// Compares the volume of a source with the recorded one.
    ///
    /// On another volume, files of the same names are other files, whatever their dates are.
    private func comparingVolume(of source: SourceRow) throws -> SourceRow {
        let volume = library.environment.volumeEnvironment.volumeName(source.path)
        isVolumeKnown = volume != nil && (volume == source.volume || !options.isDryRun)
        guard volume != source.volume, !options.isDryRun else { return source }
        return try library.sources.writeLedger { try $0.exchangeVolume(of: source, for: volume) }
    }

    /// Returns the topmost folder on the volume of a folder, at or below `path`.
    private static func topFolder(of folder: URL, below path: String) -> URL {
        let device = inodeNumbers(of: folder).device
        var top = folder
        while top.path != path {
            let parent = top.deletingLastPathComponent()
            guard parent.path != top.path, inodeNumbers(of: parent).device == device else { break }
            top = parent
        }
        return top
    }

    private static func inodeNumbers(of folder: URL) -> (device: UInt64, inode: Int64) {
        var facts = stat()
        guard stat(folder.path, &facts) == 0 else { return (0, 0) }
        return (UInt64(facts.st_dev), Int64(bitPattern: UInt64(facts.st_ino)))
    }

    /// Returns where the files of an export or of another program's library are recorded.
    ///
    /// The source keeps the volume of its first import. A source that an earlier version made has none, and gets this one.
    func makeExportPlace(
        of kind: SourceKind,
        at url: URL,
        unpacked: URL?
    ) throws -> ExportPlace {
        let volume = library.environment.volumeEnvironment.volumeName(url.path)
        var source = try makeSource(kind, at: url, volume: volume)
        if source.volume == nil, let volume {
            source.volume = volume
            if !options.isDryRun {
                try library.sources.writeLedger { [source] in try $0.write(source) }
            }
        }
        return ExportPlace(source, volume: volume, unpackedBelow: unpacked)
    }

    func makeSource(
        _ kind: SourceKind,
        at url: URL,
        volume: String? = nil
    ) throws -> SourceRow {
        let environment = library.environment
        guard !options.isDryRun else {
            let known = try library.sources.readLedger { try $0.sources(kind) }
            return known.first { $0.path == url.path }
                ?? SourceRow(
                    id: 0,
                    uuid: environment.makeUUID(),
                    kind: kind,
                    path: url.path,
                    addedDate: environment.now()
                )
        }
        return try library.sources.writeLedger { ledger in
            try ledger.makeSource(
                kind,
                at: url.path,
                uuid: environment.makeUUID(),
                volume: volume,
                now: environment.now()
            )
        }
    }
}
