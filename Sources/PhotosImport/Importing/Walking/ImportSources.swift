import Foundation
import Glibc
import PhotosStore

/// The sources of the files that an import reads, one after another, and the volumes that they are on.
struct ImportSources {
    private let library: Library
    private let isDryRun: Bool
    /// The source of the present block.
    var present: SourceRow?
    /// The folder and device of the source whose volume was compared with the recorded one.
    private var compared: (path: String, device: UInt64)?
    /// Whether the source's volume is known, and the one on which its known files were.
    private(set) var isVolumeKnown = false

    init(_ library: Library, isDryRun: Bool) {
        self.library = library
        self.isDryRun = isDryRun
    }

    /// Returns whether a folder belongs to the present source.
    func holds(_ folder: URL) -> Bool {
        guard let present, let compared else { return false }
        return compared == (present.path, Self.inodeNumbers(of: folder).device)
            && SourceLedger.components(of: folder.path, below: present.path) != nil
    }

    /// Returns the position of a folder in the present source, and the folder's row.
    func pathAndRow(of folder: URL) throws -> (SourceFolderPath?, SourceFolderRow?) {
        guard let source = present else { return (nil, nil) }
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

    /// Goes on to the source of a folder, which is made if there is none.
    ///
    /// A source is on one volume. A folder of another volume, which is mounted in the source, belongs to a source of its own.
    mutating func enter(_ folder: URL) throws {
        let device = Self.inodeNumbers(of: folder).device
        let known = try nearestSource(of: folder)
        let source: SourceRow
        if let known, Self.inodeNumbers(of: URL(fileURLWithPath: known.path)).device == device {
            source = known
        } else {
            let top = known.map { Self.topFolder(of: folder, below: $0.path) } ?? folder
            let volume = library.environment.volumeEnvironment.volumeName(top.path)
            source = try makeSource(.copied, at: top, volume: volume)
        }
        let current = try comparingVolume(of: source)
        (present, compared) = (current, (current.path, device))
    }

    private func nearestSource(of folder: URL) throws -> SourceRow? {
        if let present, SourceLedger.components(of: folder.path, below: present.path) != nil,
            present.kind != .copied
        {
            return present
        }
        return try library.sources.readLedger { try $0.source(.copied, holding: folder.path) }
    }

    /// Compares the volume of a source with the recorded one.
    ///
    /// On another volume, files of the same names are other files, whatever their dates are.
    private mutating func comparingVolume(of source: SourceRow) throws -> SourceRow {
        let volume = library.environment.volumeEnvironment.volumeName(source.path)
        isVolumeKnown = volume != nil && (volume == source.volume || !isDryRun)
        guard volume != source.volume, !isDryRun else { return source }
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

    /// Goes on to the source of an export or of another program's library, and returns where its files are recorded.
    ///
    /// The source keeps the volume of its first import. A source that an earlier version made has none, and gets this one.
    mutating func enterExport(
        of kind: SourceKind,
        at url: URL,
        unpacked: URL?
    ) throws -> ExportPlace {
        let volume = library.environment.volumeEnvironment.volumeName(url.path)
        var source = try makeSource(kind, at: url, volume: volume)
        if source.volume == nil, let volume {
            source.volume = volume
            if !isDryRun {
                try library.sources.writeLedger { [source] in try $0.write(source) }
            }
        }
        present = source
        return ExportPlace(source, volume: volume, unpackedBelow: unpacked)
    }

    private func makeSource(
        _ kind: SourceKind,
        at url: URL,
        volume: String? = nil
    ) throws -> SourceRow {
        let environment = library.environment
        guard !isDryRun else {
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
