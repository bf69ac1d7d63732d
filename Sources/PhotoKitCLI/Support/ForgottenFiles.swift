import OpenPhotoKit

/// What is said of files that stay in folders of forgotten sources.
struct ForgottenFiles {
    private let files: [ForgottenFile]

    init(_ files: [ForgottenFile]) { self.files = files }

    /// The files among these that no remote has.
    var outsideRemotes: ForgottenFiles { ForgottenFiles(files.filter { !$0.isInRemote }) }

    /// The photos of the files that remotes have.
    var identifiersInRemotes: Set<String> {
        Set(files.lazy.filter(\.isInRemote).map(\.localIdentifier))
    }

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
        let stored = files.count { $0.isInRemote }
        let fetch =
            stored == 0
            ? ""
            : " \(stored == files.count ? (stored == 1 ? "A remote has it" : "Remotes have them") : "Remotes have \(stored) of them"): \"photokit remote fetch\" brings \(stored == 1 ? "it" : "them") into the library."
        return Table.printable(
            "\(Wording.count(files.count, "file")) \(stay) in folders that are no longer sources of the library: \(Wording.list(names)). \"photokit source add FOLDER\", or \"photokit import\" with the \(files.count == 1 ? "file" : "files"), gives \(them) back.\(fetch)"
        )
    }
}
