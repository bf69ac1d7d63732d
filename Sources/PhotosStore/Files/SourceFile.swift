import CPhotosSystem
import Crypto
import Foundation
import Glibc

/// Brings a file from outside into the staging area, and notices when it changes meanwhile.
enum SourceFile {
    /// Bytes that stay in a core's cache between reading, summing up and writing.
    private static let chunk = 256 << 10

    /// What came of bringing a file in.
    struct Brought {
        var byteCount: Int64
        /// SHA-256.
        var checksum: [UInt8]
        /// What is to be removed in the end; nil where the file stays.
        var given: Given?
        var stayingReason: String?
    }

    /// Copies `source`, or takes it over by a second name where it was given away.
    ///
    /// The copy is on the disk where `settles` says so, and else on its way there. A file that somebody may still write to
    /// is never taken over: it is refused, or where `insists` is false copied, and stays where it is.
    static func bring(
        _ source: URL,
        to target: URL,
        given: Given? = nil,
        insists: Bool = true,
        settles: Bool = true
    ) throws -> Brought {
        // Without waiting: opening a pipe must not hang.
        let input = Glibc.open(source.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard input >= 0 else {
            throw StoreError(
                errno == ENOENT ? .missingResource : .invalidResource,
                "\(source.path) cannot be opened: \(String(cString: strerror(errno)))."
            )
        }
        defer { close(input) }
        return try bring(
            input,
            source,
            to: target,
            given: given,
            insists: insists,
            settles: settles
        )
    }

    /// The same with a file that is open already; `source` only names it.
    static func bring(
        _ input: Int32,
        _ source: URL,
        to target: URL,
        given: Given? = nil,
        insists: Bool = true,
        settles: Bool = true
    ) throws -> Brought {
        let before = try facts(input, source)
        guard before.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.invalidResource, "\(source.path) is not a file.")
        }
        var brought = Brought(byteCount: Int64(before.st_size), checksum: [], given: given)
        // Held until the bytes are here, so that whoever begins to write meanwhile is noticed.
        var lease: FileLease?
        if let given {
            guard given.leads(to: before) else { throw changed(source) }
            switch Movability(input, before, isLink: given.isLink) {
            case .movable(let held): lease = held
            case .asLink: break
            case .not(let reason, let isRefused):
                if insists, isRefused { throw reason.refusal(source) }
                brought.given = nil
                brought.stayingReason = reason.sentence
            }
            brought.given?.stamp = stamp(before)
        }
        // A file of another user stays that user's to write to.
        if let lease, before.st_uid == geteuid() {
            // The link is of the very file that was opened, whatever stands at its path.
            let opened = "/proc/self/fd/\(input)"
            if linkat(AT_FDCWD, opened, AT_FDCWD, target.path, AT_SYMLINK_FOLLOW) == 0 {
                if let checksum = try adopt(target, before, settles), !lease.isBroken {
                    brought.checksum = checksum
                    brought.given?.isAdopted = true
                    return brought
                }
                try FileOperations.unlink(target)
            }
        }
        let output = try FileOperations.open(target, O_RDWR | O_CREAT | O_EXCL, mode: 0o444)
        defer { close(output) }
        let isCloned = photos_clone_file(output, input) == 0
        brought.checksum = try read(isCloned ? output : input, isCloned ? target : source) {
            bytes in
            if !isCloned { try FileOperations.write(bytes, to: output, target) }
        }
        if settles {
            try FileOperations.sync(output, target)
        } else {
            FileOperations.startWriting(output)
        }
        let after = try facts(input, source)
        guard stamp(after) == stamp(before) else { throw changed(source) }
        if brought.given?.isLink == false, lease?.isBroken != false {
            if insists { throw Movability.Reason.isWritten.refusal(source) }
            brought.given = nil
            brought.stayingReason = Movability.Reason.isWritten.sentence
        }
        return brought
    }

    /// Copies some bytes of a file of our own.
    static func bring(
        _ range: Range<Int64>,
        of source: URL,
        to target: URL
    ) throws -> Brought {
        let input = try FileOperations.open(source, O_RDONLY)
        defer { close(input) }
        let output = try FileOperations.open(target, O_RDWR | O_CREAT | O_EXCL, mode: 0o444)
        defer { close(output) }
        let checksum = try read(input, source, range: range) { bytes in
            try FileOperations.write(bytes, to: output, target)
        }
        return Brought(byteCount: Int64(range.count), checksum: checksum)
    }

    /// Nil when the second name was given to another file than the one that was looked at.
    private static func adopt(
        _ target: URL,
        _ source: stat,
        _ settles: Bool
    ) throws -> [UInt8]? {
        let descriptor = try FileOperations.open(target, O_RDONLY | O_NOFOLLOW)
        defer { close(descriptor) }
        let before = try facts(descriptor, target)
        guard before.st_ino == source.st_ino, before.st_dev == source.st_dev else { return nil }
        let checksum = try read(descriptor, target) { _ in }
        if settles { try FileOperations.sync(descriptor, target) }
        guard stamp(try facts(descriptor, target)) == stamp(before) else { throw changed(target) }
        return checksum
    }

    static func changed(_ url: URL) -> StoreError {
        StoreError(
            .invalidResource,
            "\(url.path) changed while it was read. Try again when it is quiet."
        )
    }

    private static func facts(_ descriptor: Int32, _ url: URL) throws -> stat {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            throw StoreError.system("Looking at", url.path, errno)
        }
        return facts
    }

    /// What changes when somebody writes to a file, gives it a name or takes one.
    private static func stamp(_ facts: stat) -> [Int] {
        [
            facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, facts.st_ctim.tv_sec,
            facts.st_ctim.tv_nsec,
        ]
    }

    /// The SHA-256 of a file, or some bytes of it, with each part given to `body` on the way.
    static func read(
        _ descriptor: Int32,
        _ url: URL,
        range: Range<Int64> = 0..<Int64.max,
        _ body: (ArraySlice<UInt8>) throws -> Void
    ) throws -> [UInt8] {
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: chunk)
        var offset = off_t(range.lowerBound)
        while offset < range.upperBound {
            let wanted = Int(min(Int64(chunk), range.upperBound - Int64(offset)))
            let count = buffer.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, wanted, offset)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw StoreError.system("Reading", url.path, errno)
            }
            if count == 0 { break }
            buffer.withUnsafeBytes {
                hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
            try body(buffer[..<count])
            offset += off_t(count)
        }
        return Array(hash.finalize())
    }
}

extension SourceFile {
    /// A file that a caller gave away, and which one stood at its path then.
    struct Given: Hashable, Sendable {
        var url: URL
        fileprivate var device: UInt
        fileprivate var inode: UInt
        fileprivate(set) var isLink: Bool
        /// Whether the library's file is this one, by a second name.
        var isAdopted = false
        /// Size and time of the last change when the bytes were read.
        fileprivate var stamp: [Int] = []

        /// Whether an open file is the one that was given away, with the bytes that it had when they were read.
        func isSame(_ facts: stat) -> Bool {
            device == UInt(facts.st_dev) && inode == UInt(facts.st_ino)
                && stamp.prefix(3) == SourceFile.stamp(facts).prefix(3)
        }

        /// Whether the path led to a file when it was given away.
        fileprivate func leads(to facts: stat) -> Bool {
            isLink || device == UInt(facts.st_dev) && inode == UInt(facts.st_ino)
        }
    }

    /// - Throws: ``StoreError`` with code `invalidResource` for the library's own files: moving one of them would
    ///   take it from the asset that has it.
    ///
    /// With an `inode` it must be that of what stands at the path, a link's own where it is one.
    static func given(_ url: URL, inode: Int64 = 0, to layout: LibraryLayout) throws -> Given {
        let path = url.resolvingSymlinksInPath().path
        // What an import has unpacked is its own to move.
        guard
            !PathText.isInside(path, layout.root.resolvingSymlinksInPath().path)
                || PathText.isInside(path, layout.staging.resolvingSymlinksInPath().path)
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
        return Given(
            url: url,
            device: UInt(facts.st_dev),
            inode: UInt(facts.st_ino),
            isLink: isLink
        )
    }

    /// Removes what was given away, but neither what somebody has put in its place meanwhile nor what somebody writes to.
    static func remove(_ given: Given) {
        // Held open, so that the folder that is looked into is the one that is removed from.
        let parent = given.url.deletingLastPathComponent().path
        let folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        defer { close(folder) }
        let name = given.url.lastPathComponent
        var facts = stat()
        guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0,
            UInt(facts.st_dev) == given.device, UInt(facts.st_ino) == given.inode
        else { return }
        // The library's own file is held by whoever calls. Of a copy, bytes that came later would be lost with the name.
        guard !given.isLink, !given.isAdopted else {
            unlinkat(folder, name, 0)
            return
        }
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = openat(folder, name, flags)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard case .free(let lease) = FileLease.take(descriptor), let present = lease.facts,
            given.isSame(present), !lease.isBroken
        else { return }
        unlinkat(folder, name, 0)
    }
}
