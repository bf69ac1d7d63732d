import Foundation
import Glibc

/// Files that callers gave away, which are removed when the library has them.
extension SourceFile {
    /// A file that a caller gave away, with the identity of the file at its path at that time.
    struct Given: Hashable, Sendable {
        var url: URL
        private var device: UInt
        private var inode: UInt
        private(set) var isLink: Bool
        /// Whether the library's file is a hard link to this one.
        var isAdopted = false
        /// The size and change times of the file when its bytes were read.
        var stamp: [Int] = []

        fileprivate init(_ url: URL, _ facts: stat) {
            self.url = url
            device = UInt(facts.st_dev)
            inode = UInt(facts.st_ino)
            isLink = facts.st_mode & S_IFMT == S_IFLNK
        }

        /// Returns whether the name still is that of the file, or of the link, that was given away.
        fileprivate func isName(of facts: stat) -> Bool {
            device == UInt(facts.st_dev) && inode == UInt(facts.st_ino)
        }

        /// Returns whether an open file is the one that was given away, with unchanged bytes since they were read.
        func isSame(_ facts: stat) -> Bool {
            device == UInt(facts.st_dev) && inode == UInt(facts.st_ino)
                && stamp.prefix(3) == SourceFile.stamp(facts).prefix(3)
        }

        /// Returns whether the path led to this file when it was given away.
        func leads(to facts: stat) -> Bool {
            isLink || device == UInt(facts.st_dev) && inode == UInt(facts.st_ino)
        }
    }

    /// - Throws: ``StoreError`` with code `invalidResource` for the library's own files, because moving such a file
    ///   would take it from its asset.
    ///
    /// If `inode` is not 0, the file at the path must have that inode number. For a symbolic link, this is not checked.
    static func given(_ url: URL, inode: Int64 = 0, to layout: LibraryLayout) throws -> Given {
        let path = url.resolvingSymlinksInPath().path
        // An import may move files that it has unpacked itself.
        guard
            !PathText.isInside(path, folder: layout.root.resolvingSymlinksInPath().path)
                || PathText.isInside(path, folder: layout.staging.resolvingSymlinksInPath().path)
        else {
            throw StoreError(
                .invalidResource,
                "\(url.path) belongs to the library already and cannot be moved into it."
            )
        }
        var facts = stat()
        guard lstat(url.path, &facts) == 0 else {
            throw StoreError(
                errno == ENOENT ? .missingResource : .invalidResource,
                "\(url.path) cannot be looked at: \(String(cString: strerror(errno)))."
            )
        }
        let isLink = facts.st_mode & S_IFMT == S_IFLNK
        guard inode == 0 || isLink || inode == Int64(bitPattern: UInt64(facts.st_ino)) else {
            throw changed(url)
        }
        return Given(url, facts)
    }

    /// Removes a file that was given away, unless it was replaced meanwhile or a process writes to it.
    ///
    /// - Parameters:
    ///   - given: The file.
    ///   - knownBefore: Whether the library had its bytes before, so that nothing was copied.
    /// - Returns: The sentence that says why the file stays; nil if it is gone.
    @discardableResult
    static func remove(_ given: Given, knownBefore: Bool = false) -> String? {
        removalObstacle(of: given)?.sentence(knownBefore: knownBefore)
    }

    private static func removalObstacle(of given: Given) -> Obstacle? {
        // The folder stays open, so that the file is removed from the same folder in which it was checked.
        let parent = given.url.deletingLastPathComponent().path
        let folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return obstacle(for: errno) }
        defer { close(folder) }
        let name = given.url.lastPathComponent
        var facts = stat()
        guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
            return obstacle(for: errno)
        }
        guard given.isName(of: facts) else { return .replaced }
        // The caller holds a lease on the library's own file. Bytes written later to a copied file would be lost with
        // its name.
        guard !given.isLink, !given.isAdopted else {
            return unlinkat(folder, name, 0) == 0 ? nil : obstacle(for: errno)
        }
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = openat(folder, name, flags)
        guard descriptor >= 0 else { return obstacle(for: errno) }
        defer { close(descriptor) }
        switch FileLease.acquireLease(on: descriptor) {
        case .unknown: return .use(.unknown)
        case .busy: return .use(.isWritten)
        case .free(let lease):
            guard let present = lease.facts, given.isSame(present) else { return .replaced }
            guard !lease.isBroken else { return .use(.isWritten) }
            return unlinkat(folder, name, 0) == 0 ? nil : obstacle(for: errno)
        }
    }

    /// Why a file that was given away stays in its folder.
    private enum Obstacle {
        case use(Movability.Reason)
        case replaced
        case system(Int32)

        func sentence(knownBefore: Bool) -> String {
            let (had, stays) =
                knownBefore
                ? ("The library has it.", "The library has it, and it stays where it is")
                : ("It was copied.", "It was copied and stays where it is")
            return switch self {
            case .use(let reason): knownBefore ? reason.sentenceOfKnownFile : reason.sentence
            case .replaced:
                "\(had) Other bytes have its name now, so it stays where it is. Import it again."
            case .system(EROFS):
                "\(stays), because its disk can only be read: it may be locked by a switch on the card."
            case .system(let code): "\(stays): \(String(cString: strerror(code)))."
            }
        }
    }

    /// Returns why a name cannot be removed; nil if there is none any more.
    private static func obstacle(for code: Int32) -> Obstacle? {
        code == ENOENT || code == ENOTDIR ? nil : .system(code)
    }
}
