package import Foundation
import Glibc

/// The entries of one folder, each kind in the byte order of its names.
///
/// All names share one block of memory, so a folder of half a million files takes a few dozen megabytes.
package struct FolderListing: Sendable {
    /// A file or folder without its name, which ``FolderListing/name(of:)`` returns.
    package struct Entry: Hashable, Sendable {
        /// The inode number; for a symbolic link, that of the link and not of its target.
        package fileprivate(set) var inode: Int64
        package fileprivate(set) var byteCount: Int64
        /// The modification time in nanoseconds since 1970.
        package fileprivate(set) var modification: Int64
        fileprivate var nameStart: UInt32
        fileprivate var nameCount: UInt16
        fileprivate var kind: Kind
    }

    /// A name that is skipped, with the reason as a sentence.
    package struct Problem: Hashable, Sendable {
        package var name: String
        package var reason: String
    }

    package fileprivate(set) var files: [Entry] = []
    /// The folders, without links to folders and photo libraries.
    package fileprivate(set) var folders: [Entry] = []
    /// The folders in which Apple's Photos keeps its library.
    package fileprivate(set) var photosLibraries: [Entry] = []
    /// The links to folders, except those to photo libraries.
    package fileprivate(set) var linkedFolders: [Entry] = []
    package fileprivate(set) var problems: [Problem] = []
    /// The number of names skipped by a rule: files of other programs, and names that a person excludes.
    package fileprivate(set) var passedOver = 0
    /// The inode number of the folder itself.
    package fileprivate(set) var inode: Int64 = 0
    /// The device number that the system gives at present to the folder's volume.
    package fileprivate(set) var device: UInt64 = 0
    fileprivate var names: [UInt8] = []

    fileprivate enum Kind: UInt8, Sendable {
        case unknown, file, folder, linkedFolder, photosLibrary, passedOver
    }

    package func name(of entry: Entry) -> String {
        String(decoding: nameBytes(of: entry), as: UTF8.self)
    }

    func nameBytes(of entry: Entry) -> ArraySlice<UInt8> {
        names[Int(entry.nameStart)..<Int(entry.nameStart) + Int(entry.nameCount)]
    }

    /// Returns the entry with this name among sorted entries, or nil.
    package func entry(named name: String, among entries: [Entry]) -> Entry? {
        var range = entries.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            switch order(of: entries[middle], to: name) {
            case 0: return entries[middle]
            case ..<0: range = middle + 1..<range.upperBound
            default: range = range.lowerBound..<middle
            }
        }
        return nil
    }

    /// Returns a number below 0 if the entry sorts before the name, 0 if it has the name, and above 0 otherwise.
    func order(of entry: Entry, to name: String) -> Int {
        var name = name
        return names.withUnsafeBytes { names in
            name.withUTF8 { other in
                Self.order(
                    of: Self.bytes(of: entry, names),
                    comparedWith: UnsafeRawBufferPointer(other)
                )
            }
        }
    }

    /// Returns a listing of the same folder with only these files.
    package func keeping(files: [Entry]) -> FolderListing {
        var listing = FolderListing()
        listing.inode = inode
        listing.device = device
        listing.names.reserveCapacity(files.reduce(0) { $0 + Int($1.nameCount) })
        listing.files = files.map { entry in
            var entry = entry
            let bytes = nameBytes(of: entry)
            entry.nameStart = UInt32(listing.names.count)
            listing.names += bytes
            return entry
        }
        return listing
    }

    /// Returns the names of the files that a camera wrote beside movies for its own display.
    ///
    /// - Parameter folder: The folder that was listed.
    /// - Returns: The names, each of which is a file of the listing.
    package func cameraHelpers(in folder: URL) -> Set<String> {
        let parent = folder.deletingLastPathComponent()
        let title = folder.lastPathComponent
        guard files.contains(where: { CameraHelper.mayBe(name(of: $0), in: title) }) else {
            return []
        }
        let names = files.map(name(of:))
        let helper = CameraHelper(names: names, folder: title) { path in
            FileManager.default.fileExists(atPath: parent.appendingPathComponent(path).path)
        }
        return Set(names.filter(helper.isHelper))
    }

    /// Removes files by their names, and counts them as passed over.
    package mutating func passOver(_ names: Set<String>) {
        let count = files.count
        leaveOut(names)
        passedOver += count - files.count
    }

    /// Removes files by their names.
    package mutating func leaveOut(_ names: Set<String>) {
        guard !names.isEmpty else { return }
        files = files.filter { !names.contains(name(of: $0)) }
    }

    private init() {}

    fileprivate static func bytes(
        of entry: Entry,
        _ names: UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            rebasing: names[Int(entry.nameStart)..<Int(entry.nameStart) + Int(entry.nameCount)]
        )
    }

    fileprivate static func order(
        of left: UnsafeRawBufferPointer,
        comparedWith right: UnsafeRawBufferPointer
    ) -> Int {
        // Empty buffers have no address.
        let count = min(left.count, right.count)
        if count > 0, let first = left.baseAddress, let second = right.baseAddress {
            let order = memcmp(first, second, count)
            if order != 0 { return Int(order) }
        }
        return left.count - right.count
    }

    fileprivate mutating func sortEntries() {
        var (files, folders, libraries) = (files, folders, photosLibraries)
        var links = linkedFolders
        (self.files, self.folders, photosLibraries, linkedFolders) = ([], [], [], [])
        names.withUnsafeBytes { names in
            let isBefore = { (left: Entry, right: Entry) in
                Self.order(
                    of: Self.bytes(of: left, names),
                    comparedWith: Self.bytes(of: right, names)
                ) < 0
            }
            files.sort(by: isBefore)
            folders.sort(by: isBefore)
            libraries.sort(by: isBefore)
            links.sort(by: isBefore)
        }
        (self.files, self.folders, photosLibraries) = (files, folders, libraries)
        linkedFolders = links
        problems.sort { $0.name < $1.name }
    }
}

// MARK: - Synthetic listings

extension FolderListing {
    /// Creates a listing of synthetic files, for decisions that need no disk.
    package init(
        inode: Int64 = 0,
        files: [(name: String, inode: Int64, byteCount: Int64, modification: Int64)]
    ) {
        self.init()
        self.inode = inode
        for file in files {
            self.files.append(
                Entry(
                    inode: file.inode,
                    byteCount: file.byteCount,
                    modification: file.modification,
                    nameStart: UInt32(names.count),
                    nameCount: UInt16(file.name.utf8.count),
                    kind: .file
                )
            )
            names += file.name.utf8
        }
        sortEntries()
    }
}

// MARK: - Reading

extension FolderListing {
    /// Reads a folder.
    ///
    /// Hidden names, files of other programs, links to folders, and photo libraries are skipped.
    ///
    /// The folder `top`, by default the folder itself, may be a symbolic link: the person who named it meant its
    /// target. No folder below it may be a link. Exclusion patterns are compared with paths below `top`.
    ///
    /// - Throws: ``StoreError`` if the folder does not exist or may not be read.
    package init(
        of folder: URL,
        below top: URL? = nil,
        without rules: PassedOver = PassedOver()
    ) throws {
        self.init()
        let descriptor = Self.openFolder(folder, below: top ?? folder)
        guard descriptor >= 0 else { throw Self.unreadableError(for: folder, code: errno) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, let stream = fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            throw Self.unreadableError(for: folder, code: code)
        }
        defer { closedir(stream) }
        inode = Int64(bitPattern: UInt64(facts.st_ino))
        device = UInt64(facts.st_dev)
        var found = try readNames(from: stream, of: folder)
        if !rules.patterns.isEmpty {
            let parents = PathText.names(of: folder.path, below: (top ?? folder).path) ?? []
            let count = found.count
            found.removeAll { rules.leavesOut(name(of: $0), in: parents) }
            passedOver += count - found.count
        }
        // Entries are read in inode order, which on a disk with a cold cache is many times faster than the order of
        // names.
        found.sort { $0.inode < $1.inode }
        for index in found.indices { inspectEntry(&found[index], in: descriptor) }
        folders = found.filter { $0.kind == .folder }
        linkedFolders = found.filter { $0.kind == .linkedFolder }
        photosLibraries = found.filter { $0.kind == .photosLibrary }
        // The array is filtered without a copy, because it may hold half a million entries.
        found.removeAll { $0.kind != .file }
        files = found
        found = []
        sortEntries()
    }

    private static func openFolder(_ folder: URL, below top: URL) -> Int32 {
        guard let names = PathText.names(of: folder.path, below: top.path) else {
            errno = ENOENT
            return -1
        }
        var descriptor = Glibc.open(top.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for name in names where descriptor >= 0 {
            let above = descriptor
            descriptor = openat(
                above,
                name,
                O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            )
            let code = errno
            close(above)
            errno = code
        }
        return descriptor
    }

    /// Returns whether a folder holds only hidden names; an unreadable folder counts as empty.
    package static func isEmpty(_ folder: URL) -> Bool {
        guard let stream = opendir(folder.path) else { return true }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { return false }
        }
        return true
    }

    private mutating func readNames(from stream: OpaquePointer, of folder: URL) throws -> [Entry] {
        var found: [Entry] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw Self.unreadableError(for: folder, code: errno) }
                return found
            }
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                let start = UnsafeRawPointer(name)
                let bytes = UnsafeRawBufferPointer(
                    start: start,
                    count: strlen(start.assumingMemoryBound(to: CChar.self))
                )
                if PassedOver.isForeign(bytes) {
                    passedOver += 1
                    return
                }
                guard bytes.first != UInt8(ascii: ".") else { return }
                found.append(
                    Entry(
                        inode: Int64(bitPattern: UInt64(entry.pointee.d_ino)),
                        byteCount: 0,
                        modification: 0,
                        nameStart: UInt32(names.count),
                        nameCount: UInt16(bytes.count),
                        kind: .unknown
                    )
                )
                // System calls need a zero byte behind a name.
                names.append(contentsOf: bytes)
                names.append(0)
            }
        }
    }

    private mutating func inspectEntry(_ entry: inout Entry, in folder: Int32) {
        guard
            case .failure(let reason) = names.withUnsafeBytes({
                Self.readEntry(&entry, in: folder, names: $0)
            })
        else { return }
        entry.kind = .passedOver
        problems.append(Problem(name: name(of: entry), reason: reason.sentence))
    }

    private struct Reason: Error { var sentence: String }

    private static func readEntry(
        _ entry: inout Entry,
        in folder: Int32,
        names: UnsafeRawBufferPointer
    ) -> Result<Void, Reason> {
        let bytes = bytes(of: entry, names)
        guard let start = bytes.baseAddress else { return .success(()) }
        let path = start.assumingMemoryBound(to: CChar.self)
        var facts = stat()
        // An entry that was removed meanwhile is treated as if it had never existed.
        guard fstatat(folder, path, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
            return errno == ENOENT
                ? .success(()) : .failure(Reason(sentence: lookupFailureText(errno)))
        }
        entry.inode = Int64(bitPattern: UInt64(facts.st_ino))
        let isLink = facts.st_mode & S_IFMT == S_IFLNK
        if isLink, fstatat(folder, path, &facts, 0) != 0 {
            return .failure(Reason(sentence: "The link points to nothing. Leave it out."))
        }
        entry.byteCount = Int64(facts.st_size)
        entry.modification = nanoseconds(facts.st_mtim)
        switch facts.st_mode & S_IFMT {
        case S_IFREG: entry.kind = .file
        case S_IFDIR:
            entry.kind = kind(ofFolder: bytes, path: path, in: folder)
            if isLink { entry.kind = entry.kind == .folder ? .linkedFolder : .passedOver }
        default: entry.kind = .passedOver
        }
        guard entry.kind != .passedOver else { return .success(()) }
        // The ledger keeps names as text.
        guard bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil
        else {
            return .failure(
                Reason(
                    sentence: "Its name is not valid UTF-8. Rename it to import it."
                )
            )
        }
        return .success(())
    }

    private static func kind(
        ofFolder name: UnsafeRawBufferPointer,
        path: UnsafePointer<CChar>,
        in folder: Int32
    ) -> Kind {
        if ends(name, with: ".photoslibrary") { return .photosLibrary }
        if ends(name, with: ".photolib") { return .passedOver }
        let layout = LibraryLayout(root: URL(fileURLWithPath: "/"))
        let isLibrary = [layout.sentinel, layout.database].allSatisfy {
            faccessat(folder, String(cString: path) + $0.path, F_OK, 0) == 0
        }
        return isLibrary ? .passedOver : .folder
    }

    private static func ends(_ name: UnsafeRawBufferPointer, with ending: String) -> Bool {
        name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }

    package static func nanoseconds(_ time: timespec) -> Int64 {
        let (product, isTooLarge) = Int64(time.tv_sec).multipliedReportingOverflow(
            by: 1_000_000_000
        )
        // The date is outside the range of any real clock.
        guard !isTooLarge else { return time.tv_sec < 0 ? .min : .max }
        return product &+ Int64(time.tv_nsec)
    }

    private static func lookupFailureText(_ code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "It may not be looked at. Check its permissions."
        default: "It could not be looked at: \(String(cString: strerror(code)))."
        }
    }

    private static func unreadableError(for folder: URL, code: Int32) -> StoreError {
        switch code {
        case ENOTDIR:
            StoreError(.missingResource, "\(folder.path) is not a folder. Name a folder.")
        case ENOENT, ELOOP:
            StoreError(.missingResource, "\(folder.path) is not there. Check the path.")
        case EACCES, EPERM:
            StoreError(.readOnly, "The folder cannot be read. Check its permissions.")
        default:
            StoreError(
                .inputOutput,
                "The folder cannot be read: \(String(cString: strerror(code)))."
            )
        }
    }
}
