import CPhotosSystem
import Foundation
import Glibc
import Synchronization

/// Gives programs real files on request: clones of originals, hard links or copies, in a folder of this process.
///
/// Programs keep the paths long after the request and may copy, rename or remove the files there. A clone or a hard link
/// costs no space, whatever the file's size, and the original keeps its own name. Clones and copies are writable by
/// their owner, and so are the copies that a program makes of them. The mutex guards the list of files and the folders.
final class ClientFiles: Sendable {
    private struct State {
        /// The folder in the library, and the descriptor that holds its lock.
        var folder: (url: URL, owner: Int32)?
        /// The folder of copies that cannot be made in the library.
        var elsewhere: URL?
        /// The files that were given, by the names of their originals.
        var given: [String: (url: URL, snapshot: FileRenewal.Snapshot)] = [:]
        var renewals: [FileRenewal] = []
        /// False once the library's file system has refused to clone.
        var canClone = true
        var isFinished = false
    }

    private let layout: LibraryLayout
    private let state = Mutex(State())

    init(_ layout: LibraryLayout) { self.layout = layout }

    /// Returns a file with the bytes of a resource.
    ///
    /// Repeated calls return the same file as long as nobody has changed or removed it.
    ///
    /// - Parameters:
    ///   - resource: A resource whose file is among the originals.
    ///   - ways: The ways to make the file, best first.
    /// - Returns: The URL of the file.
    /// - Throws: ``StoreError`` with the reason why the last of the ways failed.
    func file(for resource: ResourceRecord, _ ways: [ClientFileWay]) throws -> URL {
        let original = layout.original(resource.file)
        return try state.withLock { state in
            guard !state.isFinished else {
                throw StoreError(.libraryMissing, "The library was closed. Open it again.")
            }
            if let (url, snapshot) = state.given[resource.file],
                FileRenewal.Snapshot(url)?.hasBytes(of: snapshot) == true
            {
                return url
            }
            var failure = StoreError(.inputOutput, "There is no way to give \(original.path) away.")
            for way in ways where way != .clone || state.canClone {
                if way == .original { return original }
                do {
                    let url = try makeURL(for: resource, way: way, state: &state)
                    try makeFile(
                        at: url,
                        of: resource.file,
                        original: original,
                        way: way,
                        state: &state
                    )
                    if let snapshot = FileRenewal.Snapshot(url) {
                        state.given[resource.file] = (url, snapshot)
                    }
                    return url
                } catch {
                    failure = StoreError(error)
                }
            }
            throw failure
        }
    }

    var hasRenewals: Bool { state.withLock { !$0.renewals.isEmpty } }

    /// Returns the new states of originals that were linked or unlinked since the last call.
    func takeRenewals() -> [FileRenewal] {
        state.withLock { state in
            defer { state.renewals = [] }
            return state.renewals
        }
    }

    /// Removes all files that were given, if the library's folder is present.
    ///
    /// - Returns: The new states of originals that lost a hard link.
    func finish(isPresent: Bool) -> [FileRenewal] {
        let left = state.withLock { state in
            defer {
                state = State()
                state.isFinished = true
            }
            return state
        }
        var renewals = left.renewals
        if let (url, owner) = left.folder {
            if isPresent { renewals += Self.removeFolder(url, in: layout) }
            FileOperations.closeLocked(owner)
        }
        if let url = left.elsewhere { TemporaryFolders.shared.remove(url) }
        return renewals
    }

    // MARK: Making

    private func makeFile(
        at url: URL,
        of file: String,
        original: URL,
        way: ClientFileWay,
        state: inout State
    ) throws {
        do {
            switch way {
            case .clone:
                try cloneFile(original, to: url, state: &state)
                return
            case .copy, .copyElsewhere, .original:
                _ = try SourceFile.bring(original, to: url, settles: false)
                try Self.makeWritable(url)
                return
            case .link: break
            }
            let before = FileRenewal.Snapshot(original)
            try linkFile(original, file: file, to: url)
            if let renewal = FileRenewal(file, from: before, to: .init(original)) {
                state.renewals.append(renewal)
            }
        } catch {
            rmdir(url.deletingLastPathComponent().path)
            throw error
        }
    }

    private func cloneFile(_ original: URL, to url: URL, state: inout State) throws {
        let input = try FileOperations.open(original, flags: O_RDONLY)
        defer { close(input) }
        let output = try FileOperations.open(url, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        defer { close(output) }
        do {
            let code = photos_clone_file(output, input)
            guard code == 0 else {
                state.canClone = false
                throw StoreError.system("Cloning", path: original.path, code: code)
            }
            var facts = stat()
            // With the dates of the original, any later write shows.
            guard fstat(input, &facts) == 0,
                fchmod(output, facts.st_mode & 0o444 | 0o200) == 0,
                futimens(output, [facts.st_atim, facts.st_mtim]) == 0
            else { throw StoreError.system("Preparing", path: url.path, code: errno) }
        } catch {
            unlink(url.path)
            throw error
        }
    }

    private static func makeWritable(_ url: URL) throws {
        var facts = stat()
        guard lstat(url.path, &facts) == 0, chmod(url.path, facts.st_mode & 0o777 | 0o200) == 0
        else { throw StoreError.system("Making writable", path: url.path, code: errno) }
    }

    private func linkFile(_ original: URL, file: String, to url: URL) throws {
        var facts = stat()
        guard lstat(original.path, &facts) == 0 else {
            throw StoreError.system("Looking at", path: original.path, code: errno)
        }
        // An original that still has the name from which it was moved in does not belong to the library alone yet.
        // Counting hard links lists folders, so it is skipped for an original with one name.
        let names = Int(facts.st_nlink)
        guard names == 1 || names == 1 + Self.linkCount(of: file, layout) else {
            throw StoreError.system("Linking", path: original.path, code: EBUSY)
        }
        // Originals of older versions may be writable by their owner.
        if facts.st_mode & 0o222 != 0 {
            guard chmod(original.path, facts.st_mode & 0o444) == 0 else {
                throw StoreError.system(
                    "Keeping others from writing",
                    path: original.path,
                    code: errno
                )
            }
        }
        guard Glibc.link(original.path, url.path) == 0 else {
            throw StoreError.system("Linking to", path: url.path, code: errno)
        }
    }

    /// Returns an unused path in a folder of its own, because names of originals are not unique.
    private func makeURL(
        for resource: ResourceRecord,
        way: ClientFileWay,
        state: inout State
    ) throws -> URL {
        var parent = try folderURL(for: way, state: &state)
        let name = resource.file.dropFirst(3)
        for number in 1...Self.mostNames {
            let folder = parent.appendingPathComponent(
                number == 1 ? String(name) : "\(name)~\(number)",
                isDirectory: true
            )
            if mkdir(folder.path, 0o755) == 0 {
                return folder.appendingPathComponent(Self.name(for: resource))
            }
            switch errno {
            case EEXIST: continue
            case ENOENT:
                // Another program removed the whole folder.
                forgetFolder(for: way, state: &state)
                parent = try self.folderURL(for: way, state: &state)
            default: throw StoreError.system("Making the folder", path: folder.path, code: errno)
            }
        }
        throw StoreError.system("Making a folder for a file in", path: parent.path, code: EEXIST)
    }

    private static let mostNames = 1_000

    private func folderURL(for way: ClientFileWay, state: inout State) throws -> URL {
        guard way != .copyElsewhere else {
            if let url = state.elsewhere { return url }
            let url = try TemporaryFolders.shared.makeFolder()
            state.elsewhere = url
            return url
        }
        if let folder = state.folder { return folder.url }
        try FileOperations.makeFolder(layout.links)
        let folder = try OwnedFolder.makeFolder(UUID(), in: layout.links)
        state.folder = folder
        return folder.url
    }

    private func forgetFolder(for way: ClientFileWay, state: inout State) {
        if way == .copyElsewhere {
            state.elsewhere = nil
        } else if let folder = state.folder {
            close(folder.owner)
            state.folder = nil
        }
    }
}

extension LibraryLayout {
    /// The folder of the files that programs were given.
    ///
    /// Each process has a folder of its own in it, made when needed.
    var links: URL { root.appendingPathComponent("links", isDirectory: true) }
}
