import Foundation
import PhotosMedia

/// Telling what somebody named: folders and files, another program's library, or an export.
extension ImportRun {
    func importAll(_ paths: [URL]) throws {
        var folders: [URL] = []
        var exports: [URL] = []
        for path in paths.map(\.standardizedFileURL) {
            if ApplePhotosLibrary.recognises(path) {
                foreignLibraries.append(path)
            } else if let refusal = refusal(of: path) {
                reporting.refused(path, refusal)
            } else if Takeout.recognises(path) {
                exports.append(path)
            } else {
                folders.append(path)
            }
        }
        if !folders.isEmpty {
            try count(folders)
            try importFolders(folders)
        }
        for library in foreignLibraries where !isCancelled() { try importPhotosLibrary(library) }
        if !exports.isEmpty, !isCancelled() { try importExport(exports) }
    }

    /// Why a photo library, or what lies in this one, is not brought in.
    ///
    /// The folder of originals of another library, as of a backup or of one that does not open any more, is a folder like others.
    private func refusal(of path: URL) -> String? {
        guard let library = LibraryLayout.library(holding: path),
            library.pathExtension != "photoslibrary"
        else { return nil }
        let isItself = VolumeEnvironment.realPath(path) == library.path
        guard isItself || library.path == VolumeEnvironment.realPath(self.library.layout.root)
        else {
            return nil
        }
        return
            "\(isItself ? "It is a photo library" : "It lies in the photo library \(library.path)"). Export its photos with \"photokit --library '\(library.path)' export --all --to FOLDER\", and import those."
    }

    private func importPhotosLibrary(_ url: URL) throws {
        let catalog: ImportCatalog
        do {
            catalog = try ApplePhotosLibrary.catalog(of: url, workFolder: makeWorkFolder())
        } catch {
            return reporting.refused(url, StoreError(error).message)
        }
        try importCatalog(catalog, of: .foreignLibrary, at: url)
    }

    /// All parts of an export at once: a photo may lie in another part than what tells of it.
    private func importExport(_ paths: [URL]) throws {
        var unpacked = Takeout.Unpacked()
        let archives = paths.filter(Takeout.isArchive)
        let catalog: ImportCatalog
        do {
            if !archives.isEmpty {
                if let problem = reader.problem { throw problem }
                unpacked = try Takeout.unpack(
                    archives,
                    into: makeWorkFolder(),
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
            tellMissingFacts()
            for path in paths { reporting.refused(path, "\(problem ?? error)") }
            return
        }
        for loss in unpacked.losses { reporting.loss(loss) }
        let place = archives.isEmpty ? paths[0] : paths[0].deletingLastPathComponent()
        try importCatalog(
            catalog,
            of: .export,
            at: place,
            unpackedBelow: archives.isEmpty ? nil : makeWorkFolder()
        )
    }
}
