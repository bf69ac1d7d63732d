import Foundation
import PhotosBase
import PhotosMedia
import PhotosStore

/// Libraries of other programs and exports of this software that are imported after the folders, each as a whole.
struct FoundCatalogs {
    var foreignLibraries: [URL] = []
    var exports: [URL] = []
}

/// Dividing the given paths into folders and files, other programs' libraries, and exports.
extension ImportRun {
    func importAll(_ paths: [URL]) throws {
        var folders: [URL] = []
        var exports: [URL] = []
        var ownExports: [URL] = []
        var parts: [ExportPart] = []
        var found = FoundCatalogs()
        var manifests = NamedManifests()
        for path in paths.map(\.standardizedFileURL) {
            if ApplePhotosLibrary.recognises(path) {
                found.foreignLibraries.append(path)
            } else if let refusal = refusalReason(of: path) {
                reporting.reportRefused(path, reason: refusal)
            } else if ManifestCatalog.recognises(path) {
                ownExports.append(path)
            } else if Takeout.recognises(path) {
                exports.append(path)
            } else if let export = Self.exportFolder(above: path) {
                switch readManifest(of: export, into: &manifests) {
                case nil: continue
                case let manifest? where manifest.hasItems(in: path):
                    parts.append(ExportPart(folder: path, export: export))
                default: folders.append(path)
                }
            } else {
                folders.append(path)
            }
        }
        if !folders.isEmpty {
            try countFiles(at: folders)
            try importFolders(folders, noting: &found)
        }
        // The walks of folders have found those in them.
        for export in ownExports where !isCancelled() {
            try importOwnExport(export, noting: &found)
        }
        for part in parts where !isCancelled() {
            guard let manifest = manifests.read[part.export.path] else { continue }
            try importOwnExport(
                part.export,
                manifest: manifest,
                in: part.folder,
                noting: &found
            )
        }
        while let export = found.exports.popLast(), !isCancelled() {
            try importOwnExport(export, noting: &found)
        }
        for library in found.foreignLibraries where !isCancelled() {
            try importPhotosLibrary(library)
        }
        if !exports.isEmpty, !isCancelled() { try importExport(exports) }
    }

    /// Returns the reason why a photo library, or a path inside the present library, cannot be imported.
    ///
    /// The folder of originals of another library is imported like any folder. For example, the library may
    /// be a backup, or may not open any more.
    private func refusalReason(of path: URL) -> String? {
        guard let library = LibraryLayout.library(holding: path),
            library.pathExtension != "photoslibrary"
        else { return nil }
        let isItself = VolumeEnvironment.realPath(path) == library.path
        guard isItself || library.path == VolumeEnvironment.realPath(self.library.layout.root)
        else {
            return nil
        }
        return
            "\(isItself ? "It is a photo library" : "It lies in the photo library \(library.path)"). Export its photos with \"photokit --library \(ShellWord.quoted(library.path)) export --all --to FOLDER\", and import those."
    }

    private func importPhotosLibrary(_ url: URL) throws {
        reporting.beginReading()
        let catalog: ImportCatalog
        do {
            catalog = try ApplePhotosLibrary.catalog(of: url, workFolder: area.makeWorkFolder())
        } catch {
            return reporting.reportRefused(url, reason: StoreError(error).message)
        }
        try importCatalog(catalog, of: .foreignLibrary, at: url)
    }

    /// A folder of an export of this software.
    private struct ExportPart {
        var folder: URL
        var export: URL
    }

    /// The manifests of exports above named folders, each read once, by the paths of the exports.
    private struct NamedManifests {
        var read: [String: ManifestCatalog] = [:]
        /// The exports whose manifests cannot be read, which is reported.
        var unreadable: Set<String> = []
    }

    /// Returns the export in whose folder a named folder lies; nil for another path.
    ///
    /// A file that a person names comes in as it is.
    private static func exportFolder(above path: URL) -> URL? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path.path, isDirectory: &isFolder),
            isFolder.boolValue
        else { return nil }
        var above = path
        while above.path != "/" {
            above.deleteLastPathComponent()
            if isExport(above) { return above }
        }
        return nil
    }

    /// Returns whether a folder has the manifest of an export, also one that this user may not read.
    private static func isExport(_ folder: URL) -> Bool {
        let file = folder.appendingPathComponent(ExportManifest.filename)
        do {
            return try ManifestCatalog.identifier(of: file) != nil
        } catch {
            return !FileOperations.isLink(file)
                && FileManager.default.fileExists(atPath: file.path)
        }
    }

    /// Returns the manifest of an export, which is read once; nil where it cannot be read, which is reported once.
    private func readManifest(
        of export: URL,
        into manifests: inout NamedManifests
    ) -> ManifestCatalog? {
        if let manifest = manifests.read[export.path] { return manifest }
        guard manifests.unreadable.insert(export.path).inserted else { return nil }
        reporting.beginReading()
        do {
            let manifest = try ManifestCatalog(of: export)
            manifests.unreadable.remove(export.path)
            manifests.read[export.path] = manifest
            return manifest
        } catch {
            reporting.reportRefused(export, reason: StoreError(error).message)
            return nil
        }
    }

    /// Imports an export of this software, and then the files in its folder that it did not write.
    private func importOwnExport(_ url: URL, noting catalogs: inout FoundCatalogs) throws {
        reporting.beginReading()
        let manifest: ManifestCatalog
        do {
            manifest = try ManifestCatalog(of: url)
        } catch {
            return reporting.reportRefused(url, reason: StoreError(error).message)
        }
        try importOwnExport(url, manifest: manifest, in: url, noting: &catalogs)
    }

    /// Imports what an export states of the photos in a folder, and then the files in this folder that it did not write.
    private func importOwnExport(
        _ url: URL,
        manifest: ManifestCatalog,
        in folder: URL,
        noting catalogs: inout FoundCatalogs
    ) throws {
        var manifest = manifest
        var others = OtherFiles.found(
            in: folder,
            of: url,
            except: manifest.written,
            rules: options.rules
        )
        manifest.takeRenamedFiles(among: &others.files, isCancelled: isCancelled)
        let copies = changedCopies(of: manifest, in: folder)
        manifest.takeSidecars(among: &others.files, besides: copies)
        if folder != url { manifest.leaveOutAll(outside: folder) }
        try importCatalog(manifest.catalog, of: .export, at: url)
        guard !isCancelled() else { return }
        for remote in others.remotes { reporting.reportRemote(remote) }
        for problem in others.problems {
            reporting.reportRefused(problem.url, reason: problem.reason)
        }
        let files = try others.files + deletedFiles(of: manifest) + copies
        guard !files.isEmpty else { return }
        try countFiles(at: files)
        // A person named the folder of the export, and none of these.
        try importFolders(files, areNamed: false, noting: &catalogs)
    }

    /// Returns the further files of photos in a folder that a person has edited, such as in the folder of an album.
    private func changedCopies(of manifest: ManifestCatalog, in folder: URL) -> [URL] {
        manifest.copies.filter { copy in
            guard SourceLedger.components(of: copy.url.path, below: folder.path) != nil else {
                return false
            }
            // An edit through a link changes the photo's file.
            guard !isCancelled(), !FileOperations.isLink(copy.url),
                let now = FoundFile(at: copy.url)?.presentChecksum()
            else { return false }
            return copy.isChanged(Hexadecimal.digits(of: now))
        }.map(\.url)
    }

    /// Returns the files of deleted assets that are imported nevertheless, and reports the others.
    private func deletedFiles(of manifest: ManifestCatalog) throws -> [URL] {
        var files: [(file: DeletedExport, present: DeletedExport.Present)] = []
        for file in manifest.deleted where !isCancelled() {
            // A link has no bytes of its own.
            guard !FileOperations.isLink(file.url), let found = FoundFile(at: file.url) else {
                continue
            }
            let checksum = found.presentChecksum()
            let isHeld = try checksum.map {
                try !library.originals.heldFiles(ofChecksum: $0).isEmpty
            }
            files.append(
                (
                    file,
                    .init(
                        checksum: checksum.map { Hexadecimal.digits(of: $0) },
                        isHeld: isHeld ?? false
                    )
                )
            )
        }
        var taken: [URL] = []
        let advice = DeletedExportAdvice(files.map(\.file.url))
        for (file, isTaken) in zip(files, DeletedExport.areTaken(files)) {
            let url = file.file.url
            guard !isTaken else {
                taken.append(url)
                continue
            }
            let isChanged = file.file.isChanged(file.present)
            reporting.reportDeleted(
                url,
                reason: advice.reasonText(for: url, isChanged: isChanged),
                isChanged: isChanged
            )
        }
        return taken
    }

    /// Imports all parts of an export together, because a photo and its JSON file may be in different parts.
    private func importExport(_ paths: [URL]) throws {
        reporting.beginReading()
        var unpacked = Takeout.Unpacked()
        let archives = paths.filter(Takeout.isArchive)
        let catalog: ImportCatalog
        do {
            if !archives.isEmpty {
                if let problem = reader.problem { throw problem }
                unpacked = try Takeout.unpack(
                    archives,
                    into: area.makeWorkFolder(),
                    with: library.environment.unpacker(),
                    isCancelled: isCancelled
                )
            }
            let folders = paths.filter { !archives.contains($0) } + unpacked.folders
            catalog = try Takeout.catalog(of: folders, now: library.environment.now())
        } catch {
            let problem = (error as? ArchiveError).flatMap {
                $0.mayBeOfWorker ? reader.worksStill() : nil
            }
            if let obstacle = reader.obstacle { throw obstacle }
            reportMissingFacts()
            for path in paths { reporting.reportRefused(path, reason: "\(problem ?? error)") }
            return
        }
        for loss in unpacked.losses { reporting.reportLoss(loss) }
        let root = archives.isEmpty ? paths[0] : paths[0].deletingLastPathComponent()
        try importCatalog(
            catalog,
            of: .export,
            at: root,
            unpackedBelow: archives.isEmpty ? nil : area.makeWorkFolder()
        )
    }
}
