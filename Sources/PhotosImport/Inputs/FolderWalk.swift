package import Foundation
import Glibc
package import PhotosStore

/// Visits the folders below the given paths: a folder before its subfolders, and names in order.
///
/// A path that was given explicitly is taken even if it is hidden or a symbolic link. Each file is shown
/// once, even if several paths lead to it.
package struct FolderWalk: Sendable {
    package enum Step: Sendable {
        /// The contents of a folder.
        ///
        /// Files that were given explicitly have been shown before.
        case folder(URL, FolderListing, alreadyShown: Set<ExactText>)
        /// A file that was given explicitly.
        case file(FoundFile)
        /// The library of another program.
        case foreignLibrary(URL)
        /// An export of a photo library, below a folder that was given.
        case export(URL)
        /// A remote of a library, below a folder that was given.
        ///
        /// The walk does not enter it.
        case remote(URL)
        /// A path that cannot be read, with the reason.
        case problem(URL, reason: String)
    }

    private var waiting: [Pending]
    private var visited: Set<ExactText> = []
    private var shownFiles: [ExactText: Set<ExactText>] = [:]
    private let rules: PassedOver
    private let isExport: @Sendable (URL, FolderListing) -> Bool
    /// The given paths without links.
    private let tops: [String]

    private enum Pending {
        case named(URL)
        case folder(URL, below: URL)
        case step(Step)
    }

    /// Prepares a walk.
    ///
    /// - Parameters:
    ///   - paths: The paths to visit.
    ///   - rules: The rules for names to skip.
    ///   - isExport: Returns whether a folder is an export that is shown as a whole. The walk does not enter it.
    package init(
        _ paths: [URL],
        without rules: PassedOver = PassedOver(),
        isExport: @escaping @Sendable (URL, FolderListing) -> Bool = { _, _ in false }
    ) {
        self.rules = rules
        self.isExport = isExport
        tops = paths.map { $0.resolvingSymlinksInPath().standardizedFileURL.path }
        waiting = paths.reversed().map { .named($0.standardizedFileURL) }
    }

    package mutating func next() -> Step? {
        while let pending = waiting.popLast() {
            switch pending {
            case .step(let step): return step
            case .named(let url): if let step = startStep(at: url) { return step }
            case .folder(let url, let top):
                if let step = listFolder(url, below: top) { return step }
            }
        }
        return nil
    }

    private mutating func startStep(at url: URL) -> Step? {
        var facts = stat()
        guard stat(url.path, &facts) == 0 else {
            let isDenied = errno == EACCES
            return .problem(
                url,
                reason: isDenied
                    ? "This user may not open a folder of the path. Check the permissions of the folders."
                    : "There is no such file or folder. Check the path."
            )
        }
        switch facts.st_mode & S_IFMT {
        case S_IFDIR:
            if url.pathExtension == "photoslibrary" { return .foreignLibrary(url) }
            if Self.isLibrary(url) {
                return .problem(
                    url,
                    reason: "This is a photo library. Export its photos first, and import those."
                )
            }
            return listFolder(url, below: url)
        case S_IFREG:
            let folder = ExactText(url.deletingLastPathComponent().path)
            guard !visited.contains(folder),
                shownFiles[folder, default: []].insert(ExactText(url.lastPathComponent)).inserted,
                let file = FoundFile(at: url)
            else { return nil }
            return .file(file)
        default:
            return .problem(url, reason: "This is neither a file nor a folder. Leave it out.")
        }
    }

    private mutating func listFolder(_ folder: URL, below top: URL) -> Step? {
        guard visited.insert(ExactText(folder.path)).inserted else { return nil }
        var listing: FolderListing
        do {
            listing = try FolderListing(of: folder, below: top, without: rules)
            listing.passOver(listing.cameraHelpers(in: folder))
        } catch {
            return .problem(folder, reason: StoreError(error).message)
        }
        if folder.path != top.path, isExport(folder, listing) { return .export(folder) }
        for entry in listing.folders.reversed() {
            let child = folder.appendingPathComponent(listing.name(of: entry), isDirectory: true)
            guard !Self.isLibrary(child) else { continue }
            waiting.append(
                RemoteFolder.isRemote(child) ? .step(.remote(child)) : .folder(child, below: top)
            )
        }
        for entry in listing.photosLibraries.reversed() {
            let child = folder.appendingPathComponent(listing.name(of: entry), isDirectory: true)
            waiting.append(.step(.foreignLibrary(child)))
        }
        for entry in listing.linkedFolders.reversed() {
            let link = folder.appendingPathComponent(listing.name(of: entry))
            if let reason = skipReason(against: link) {
                waiting.append(.step(.problem(link, reason: reason)))
            }
        }
        for problem in listing.problems.reversed() {
            let child = folder.appendingPathComponent(problem.name)
            waiting.append(.step(.problem(child, reason: problem.reason)))
        }
        return .folder(folder, listing, alreadyShown: shownFiles[ExactText(folder.path)] ?? [])
    }

    /// Returns why a link to a folder is not followed; nil if the walk comes to the folder without the link.
    ///
    /// A link may lead out of the folder that a person named, in circles, and to files that a moving import must not
    /// remove. So only the person can say that its folder is meant, too.
    private func skipReason(against link: URL) -> String? {
        let target = link.resolvingSymlinksInPath().standardizedFileURL.path
        let isWalked = tops.contains { top in
            PathText.names(of: target, below: top)?.allSatisfy { !$0.hasPrefix(".") } ?? false
        }
        guard !isWalked else { return nil }
        return
            "It is a link to the folder \(target), and links to folders are not followed. Name that folder, too, if its photos are wanted."
    }

    private static func isLibrary(_ folder: URL) -> Bool { LibraryLayout(root: folder).isLibrary }
}
