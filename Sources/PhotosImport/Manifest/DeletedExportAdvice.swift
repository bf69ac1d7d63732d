package import Foundation
import PhotosBase
import PhotosStore

/// Says why files of an export are left out whose photos the exported library has deleted since, and how to import them.
package struct DeletedExportAdvice {
    /// The sidecars of each photo, and the photo of each sidecar.
    private var sidecars: [URL: [URL]] = [:]
    private var photos: [URL: URL] = [:]

    /// Finds which files belong together.
    ///
    /// - Parameter files: The files that are there.
    package init(_ files: [URL]) {
        var photoByName: [ExactText: URL] = [:]
        for file in files where !ManifestCatalog.isSidecar(file) {
            // IMG_1.JPG.xmp or IMG_1.xmp; the first name is unique even if two files share a stem.
            photoByName[ExactText(file.path)] = file
            let stem = ExactText(file.deletingPathExtension().path)
            if photoByName[stem] == nil { photoByName[stem] = file }
        }
        for file in files where ManifestCatalog.isSidecar(file) {
            guard let photo = photoByName[ExactText(file.deletingPathExtension().path)] else {
                continue
            }
            photos[file] = photo
            sidecars[photo, default: []].append(file)
        }
    }

    /// Returns why a file is left out, and the command that imports it with the files that belong to it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - isChanged: Whether it has other bytes than the export wrote.
    /// - Returns: Sentences.
    package func reasonText(for file: URL, isChanged: Bool) -> String {
        let change = isChanged ? " Somebody has changed the file since." : ""
        let isSidecar = ManifestCatalog.isSidecar(file)
        guard let photo = isSidecar ? photos[file] : file else {
            return
                "\(Self.isDeleted)\(change) No photo lies beside it. To import it nevertheless, put the photo back beside it under the name that it had, and name both files."
        }
        let words = ([photo] + (sidecars[photo] ?? [])).map { ShellWord.quoted($0.path) }
        return
            "\(Self.isDeleted)\(change) To import it nevertheless\(isSidecar ? ", with its photo" : ""): \"photokit import \(words.joined(separator: " "))\"."
    }

    private static let isDeleted =
        "Its photo, or its version of a photo, was deleted from the library that exported it."
}
