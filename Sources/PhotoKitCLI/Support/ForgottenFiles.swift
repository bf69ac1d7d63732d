import OpenPhotoKit

/// What is said of files that stay in folders of forgotten sources.
struct ForgottenFiles {
    private let files: [ForgottenFile]

    init(_ files: [ForgottenFile]) { self.files = files }

    /// Takes the files of some photos and videos.
    init(of assets: [PHAsset], in library: PHPhotoLibrary) throws {
        let names = Set(assets.lazy.filter(\.isOffline).map(\.localIdentifier))
        guard !names.isEmpty else {
            files = []
            return
        }
        files = try library.filesInForgottenSources().filter { names.contains($0.localIdentifier) }
    }

    /// A sentence with the names of files, and how to have them again; nil without such files.
    var sentence: String? {
        guard !files.isEmpty else { return nil }
        let names = files.map { file in file.filename ?? Wording.short(file.localIdentifier) }
        let (stay, them) = files.count == 1 ? ("stays", "it") : ("stay", "them")
        return Table.printable(
            "\(Wording.count(files.count, "file")) \(stay) in folders that are no longer sources of the library: \(Wording.list(names)). \"photokit source add FOLDER\", or \"photokit import\" with the \(files.count == 1 ? "file" : "files"), gives \(them) back."
        )
    }
}
