import Foundation
import PhotosStore

/// Sidecars, settings and recipes that no export wrote, and beside which no photo lies.
///
/// An import would give their words to the next photo that gets the name.
extension ExportRun {
    /// Returns the files of other programs that belong to a file of the export by their names.
    ///
    /// - Parameter path: The picture, movie or sound; it need not be there.
    /// - Returns: The paths of files like `IMG_1.JPG.xmp`, `IMG_1.xmp` and `IMG_1.JPG.pp3`, in whatever case.
    /// - Throws: The errors of the file system and of the record.
    func otherFiles(beside path: String) throws -> [String] {
        let (above, name) = TargetFolder.split(path)
        let found = try otherFileNames(in: above)
        guard !found.isEmpty else { return [] }
        return try Set([nameKey(name), nameKey(NameParts(name).stem)])
            .flatMap { found[$0] ?? [] }.map { above.isEmpty ? $0 : "\(above)/\($0)" }
            .filter { path in
                // The export may have taken the file over since the folder was read.
                try record.index.file(at: path) == nil && target.state(path) != nil
            }.sorted()
    }

    /// Returns whether files of other programs lie where those of a photo are about to be written, without one of its own.
    func hasLeftovers(beside paths: [String?], for wanted: [WantedFile]) throws -> Bool {
        var media: [String] = []
        for (path, file) in zip(paths, wanted) {
            guard let path, case .beside = file.place else { continue }
            media.append(path)
        }
        let own = Set(paths.compactMap { $0.map(rules.key) })
        let isFree = try media.allSatisfy { path in
            try otherFiles(beside: path).allSatisfy { own.contains(rules.key($0)) }
        }
        guard !isFree else { return false }
        // Beside the photo itself, which the export takes over, they are the photo's.
        return try media.allSatisfy { try target.state($0) == nil }
    }

    /// Names the files of other programs that this run leaves without a photo.
    ///
    /// - Parameters:
    ///   - removed: Files of one asset that this run removes or moves away.
    ///   - staying: The asset's other files.
    ///   - uuid: The asset.
    /// - Throws: The errors of the file system and of the record.
    func reportLeftovers(
        of removed: [RecordedFile],
        besides staying: [RecordedFile],
        of uuid: UUID
    ) throws {
        func paths(beside files: [RecordedFile]) throws -> Set<ExactText> {
            var paths: Set<ExactText> = []
            for file in files where Self.isMedia(PartName.withoutMark(file.part)) {
                for path in try otherFiles(beside: file.path) { paths.insert(ExactText(path)) }
            }
            return paths
        }
        let left = try paths(beside: removed)
        guard !left.isEmpty else { return }
        for path in left.subtracting(try paths(beside: staying)).map(\.string).sorted() {
            summary.keptCount += 1
            notify(
                .kept(
                    shownURL(of: path),
                    localIdentifier: assetIdentifier(for: uuid),
                    reason: Self.isLeftAlone
                )
            )
        }
    }

    private static let isLeftAlone =
        "No export wrote the file, so it stays, although its photo or version is gone. If nobody needs it, remove it yourself. While it is there, a photo that is exported under the name gets a number, also this one if it comes back."

    /// Returns the names of files that belong to others by their names, and that no export wrote, by the keys of those others.
    private func otherFileNames(in folder: String) throws -> [String: [String]] {
        if let known = otherFileNames[folder] { return known }
        var found: [String: [String]] = [:]
        for name in try target.names(in: folder) where ShotName.namesSidecar(name) {
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            guard try record.index.file(at: path) == nil else { continue }
            found[nameKey(NameParts(name).stem), default: []].append(name)
        }
        otherFileNames[folder] = found
        return found
    }

    /// Imports find sidecars in whatever case.
    private func nameKey(_ name: String) -> String { rules.key(name).lowercased() }
}
