import OpenPhotoKit

/// The messages about files that stay in folders of forgotten sources.
struct ForgottenFiles {
    private let files: [ForgottenFile]
    /// Whether a repair was tried before, so that nobody is advised to try it.
    private var triedRepair = false

    init(_ files: [ForgottenFile], triedRepair: Bool = false) {
        self.files = files
        self.triedRepair = triedRepair
    }

    /// The files among these that no remote has.
    var outsideRemotes: ForgottenFiles { ForgottenFiles(files.filter { !$0.isInRemote }) }

    /// Sentences about the files among these that other remotes have, and this one has not; nil without such files.
    ///
    /// - Parameter remote: The remote.
    /// - Returns: The sentences.
    func sentence(besides remote: LibraryRemote) -> String? {
        let others = ForgottenFiles(files.filter { $0.isInRemote && !$0.isIn(remote) })
        guard !others.files.isEmpty else { return nil }
        let count = others.files.count
        let subject = Wording.count(count, of: "file of a forgotten source", plural: Self.plural)
        return Table.printableText(
            "Not in \(remote.name), but in another remote: \(subject): \(others.names). \"photokit remote fetch\" brings \(Wording.them(count)) into the library, and the next sync sends \(Wording.them(count))."
        )
    }

    /// A sentence about the files among these that only a remote has which is being forgotten; nil without such files.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - remotes: All remotes of the library.
    /// - Returns: The sentence.
    func sentence(onlyIn remote: LibraryRemote, of remotes: [LibraryRemote]) -> String? {
        let others = remotes.filter { $0 != remote }
        let alone = ForgottenFiles(
            files.filter { file in file.isIn(remote) && !others.contains { file.isIn($0) } }
        )
        guard !alone.files.isEmpty else { return nil }
        let count = alone.files.count
        let subject = Wording.count(count, of: "file of a forgotten source", plural: Self.plural)
        return Table.printableText(
            "No remote of the library has \(subject) now, as far as it knows: \(alone.names). \"photokit remote add\" with \(remote.address) finds \(Wording.them(count)) again."
        )
    }

    private static let plural = "files of forgotten sources"

    /// The photos of the files.
    var identifiers: Set<String> { Set(files.map(\.localIdentifier)) }

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

    /// Sentences with the names of files, and how to have them again; nil without such files.
    var sentence: String? {
        let parts = ForgottenFiles(files.filter(\.isPart), triedRepair: triedRepair)
        let others = ForgottenFiles(files.filter { !$0.isPart }, triedRepair: triedRepair)
        let sentences = [others.sentenceAboutPhotos, parts.sentenceAboutParts].compactMap(\.self)
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    private var names: String {
        Wording.nameList(
            files.map { $0.filename ?? Wording.shortIdentifier($0.localIdentifier) }
        )
    }

    private var sentenceAboutPhotos: String? {
        guard !files.isEmpty else { return nil }
        let stay = files.count == 1 ? "stays" : "stay"
        let ways = [folders(ofParts: false), copies, remotes].compactMap(\.self).joined(
            separator: " "
        )
        return Table.printableText(
            "\(Wording.count(files.count, of: "file")) \(stay) in folders that are no longer sources of the library: \(names). \(ways)"
        )
    }

    /// The sentences about files of photos that have another file.
    ///
    /// Their folder may be a source again, without them.
    private var sentenceAboutParts: String? {
        guard !files.isEmpty else { return nil }
        let (was, photo) =
            files.count == 1 ? ("was", "the photo") : ("were", "the photos")
        let ways = [folders(ofParts: true), copies, remotes].compactMap(\.self).joined(
            separator: " "
        )
        let rest =
            files.contains(where: \.isInRemote)
            ? ""
            : " If \(files.count == 1 ? "it is" : "they are") gone for good, \"photokit edit PHOTO --without-missing-files\" keeps \(photo) without \(Wording.them(files.count))."
        return Table.printableText(
            "\(Wording.count(files.count, of: "part of a photo", plural: "parts of photos")) \(was) in a source that was forgotten, and \(was) not found since: \(names). \(ways)\(rest)"
        )
    }

    /// How the folders give files back; nil where other photos have all of them.
    private func folders(ofParts areParts: Bool) -> String? {
        let count = triedRepair ? files.count : files.count { !$0.hasCopy }
        guard count > 0 else { return nil }
        if areParts {
            return
                "\"photokit source sweep\" gives \(pronoun(count)) back if \(count == 1 ? "the file is" : "the files are") in a source again, otherwise \"photokit source add FOLDER\"."
        }
        return
            "\"photokit source add FOLDER\", or \"photokit import\" with the \(count == 1 ? "file" : "files"), gives \(pronoun(count)) back."
    }

    /// How other photos give files back; nil where none has one.
    private var copies: String? {
        let count = triedRepair ? 0 : files.count { $0.hasCopy }
        guard count > 0 else { return nil }
        let subject =
            count == files.count
            ? "Another photo has the same bytes, perhaps in Recently Deleted"
            : "Other photos have the bytes of \(count), perhaps in Recently Deleted"
        return
            "\(subject): \"photokit check --repair\" copies \(count == 1 ? "it" : "them")."
    }

    private var remotes: String? {
        let stored = files.count { $0.isInRemote }
        guard stored > 0 else { return nil }
        let subject =
            stored == files.count
            ? (stored == 1 ? "A remote has it" : "Remotes have them")
            : "Remotes have \(stored) of them"
        return
            "\(subject): \"photokit remote fetch\" brings \(stored == 1 ? "it" : "them") into the library."
    }

    private func pronoun(_ count: Int) -> String {
        count == files.count ? Wording.them(count) : "\(count) of them"
    }
}
