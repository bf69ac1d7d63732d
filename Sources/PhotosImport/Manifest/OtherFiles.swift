package import Foundation
package import PhotosStore

/// Finds the files in the folder of an export that the export did not write.
package enum OtherFiles {
    /// - Parameters:
    ///   - folder: The folder of the export, or a folder in it.
    ///   - export: The folder of the export.
    ///   - written: The paths that the export wrote, relative to the folder of the export.
    ///   - rules: The rules for names to skip.
    /// - Returns: The files, the remotes of libraries, and the paths that cannot be read.
    package static func found(
        in folder: URL,
        of export: URL,
        except written: Set<ExactText>,
        rules: PassedOver
    ) -> (files: [URL], remotes: [URL], problems: [(url: URL, reason: String)]) {
        var walk = FolderWalk([folder], without: rules)
        var files: [URL] = []
        var remotes: [URL] = []
        var problems: [(url: URL, reason: String)] = []
        let top = export.standardizedFileURL.path + "/"
        while let step = walk.next() {
            switch step {
            case .folder(let url, let listing, _):
                let path = url.path.hasPrefix(top) ? url.path.dropFirst(top.count) + "/" : ""
                for entry in listing.files {
                    let name = listing.name(of: entry)
                    guard !written.contains(ExactText(path + name)) else { continue }
                    files.append(url.appendingPathComponent(name))
                }
            case .file(let file): files.append(file.url)
            case .foreignLibrary(let url), .export(let url): files.append(url)
            case .remote(let url): remotes.append(url)
            case .problem(let url, let reason): problems.append((url, reason))
            }
        }
        return (files, remotes, problems)
    }
}
