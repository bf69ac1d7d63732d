package import Foundation
import PhotosMedia

/// An export of Google Photos, unpacked or in archives.
package enum Takeout {
    /// Returns whether a path is an unpacked export, or an archive of one.
    package static func recognises(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            return false
        }
        return isFolder.boolValue ? isExport(url) : isArchive(url)
    }

    /// Returns whether a file is an archive of an export.
    ///
    /// Only its content is checked.
    package static func isArchive(_ url: URL) -> Bool { ArchiveContent(of: url) == .export }

    /// Returns whether a file has the ending of archives in which Google delivers exports.
    package static func mayBeArchive(_ url: URL) -> Bool {
        ["zip", "tgz", "gz", "tar"].contains(url.pathExtension.lowercased())
    }

    /// Reads the contents of an export.
    ///
    /// - Parameters:
    ///   - folders: All unpacked parts. A photo and its JSON file may be in different parts.
    ///   - now: The deletion date of photos in the trash, which the export does not contain.
    /// - Returns: The photos and albums, and the losses.
    /// - Throws: `StoreError` where a path is no folder.
    package static func catalog(of folders: [URL], now: Date) throws -> ImportCatalog {
        let walk = try TakeoutWalk(folders)
        // The identity is the same for every export, so that a later import finds the albums of an earlier
        // one.
        var catalog = TakeoutCatalog(identity: "takeout", now: now, losses: walk.losses)
        for (service, count) in walk.layout.otherServices.sorted(by: { $0.key < $1.key }) {
            catalog.recordLoss(
                of: "Takeout/\(service)",
                reason: count == 1
                    ? "1 file of another service than Google Photos is left out."
                    : "\(count) files of another service than Google Photos are left out."
            )
        }
        let contents = walk.layout.folders.map(TakeoutContents.init)
        // The copy in a year's folder comes first. Copies in other folders are merged into it.
        for folder in contents.sorted(by: { ($0.rank, $0.sortKey) < ($1.rank, $1.sortKey) }) {
            catalog.add(folder)
        }
        catalog.finish()
        return catalog.catalog
    }

    // MARK: Recognition

    private static func isExport(_ folder: URL) -> Bool {
        if TakeoutWords.isPhotosFolder(folder.lastPathComponent) { return true }
        let names = childNames(of: folder)
        if names.contains(where: TakeoutWords.isPhotosFolder) { return true }
        if let takeout = names.first(where: { $0.lowercased() == "takeout" }),
            isExport(folder.appendingPathComponent(takeout))
        {
            return true
        }
        let years = names.filter { TakeoutFolderKind(name: $0, albumTitle: nil) == .period }
        return years.contains { holdsPartners(folder.appendingPathComponent($0)) }
            || (TakeoutFolderKind(name: folder.lastPathComponent, albumTitle: nil) == .period
                && holdsPartners(folder))
    }

    private static func holdsPartners(_ folder: URL) -> Bool {
        let names = childNames(of: folder)
        let photos = names.filter { !$0.lowercased().hasSuffix(".json") }
        let partners = names.filter { $0.lowercased().hasSuffix(".json") }.map {
            TakeoutMatching.Partner(name: $0)
        }
        return TakeoutMatching(photos: photos, partners: partners).partners.contains { $0 != nil }
    }

    private static func childNames(of folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }
}

extension TakeoutContents {
    fileprivate var rank: Int {
        switch kind {
        case .period: 0
        case .album: 1
        case .untitled: 2
        case .archive: 3
        case .failed: 4
        case .trash: 5
        }
    }

    fileprivate var sortKey: String { path.joined(separator: "/") }
}
