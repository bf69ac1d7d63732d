import CPhotosSystem
import Crypto
package import Foundation
import Glibc
import PhotosBase

/// Brings an external file into the staging area, and detects changes made to it meanwhile.
package enum SourceFile {
    /// The number of bytes that stay in a core's cache between reading, hashing and writing.
    package static let chunk = 256 << 10

    /// The result of bringing a file in.
    struct Brought {
        var byteCount: Int64
        /// The SHA-256 checksum.
        var checksum: [UInt8]
        /// The file to remove in the end, or nil if the file stays.
        var given: Given?
        var stayingReason: String?
    }

    /// Copies `source`, or links to it if the caller gave it away.
    ///
    /// If `settles` is true, the copy is on the disk when the call returns. Otherwise, writing to the disk has only
    /// started. A file that a process may still write to is never linked: it is refused, or copied and left unmoved if
    /// `insists` is false.
    static func bring(
        _ source: URL,
        to target: URL,
        given: Given? = nil,
        insists: Bool = true,
        settles: Bool = true
    ) throws -> Brought {
        // The call does not wait, because opening a pipe must not hang.
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
            source: source,
            to: target,
            given: given,
            insists: insists,
            settles: settles
        )
    }

    /// Does the same with a file that is already open; `source` only names the file.
    static func bring(
        _ input: Int32,
        source: URL,
        to target: URL,
        given: Given? = nil,
        insists: Bool = true,
        settles: Bool = true
    ) throws -> Brought {
        let before = try fileFacts(of: input, at: source)
        guard before.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.invalidResource, "\(source.path) is not a file.")
        }
        var brought = Brought(byteCount: Int64(before.st_size), checksum: [], given: given)
        // The lease is held until the bytes are copied, so that a process that starts writing meanwhile is noticed.
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
        // A file of another user remains writable for that user.
        if let lease, before.st_uid == geteuid() {
            // The link leads to the very file that was opened, whatever its path leads to now.
            let opened = "/proc/self/fd/\(input)"
            if linkat(AT_FDCWD, opened, AT_FDCWD, target.path, AT_SYMLINK_FOLLOW) == 0 {
                if let checksum = try adoptLink(at: target, of: before, settles: settles),
                    !lease.isBroken
                {
                    brought.checksum = checksum
                    brought.given?.isAdopted = true
                    return brought
                }
                try FileOperations.unlink(target)
            }
        }
        let output = try FileOperations.open(target, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o444)
        defer { close(output) }
        let isCloned = photos_clone_file(output, input) == 0
        brought.checksum = try read(isCloned ? output : input, at: isCloned ? target : source) {
            bytes in
            if !isCloned { try FileOperations.write(bytes, to: output, at: target) }
        }
        if settles {
            try FileOperations.sync(output, at: target)
        } else {
            FileOperations.startWriting(output)
        }
        let after = try fileFacts(of: input, at: source)
        guard stamp(after) == stamp(before) else { throw changed(source) }
        if brought.given?.isLink == false, lease?.isBroken != false {
            if insists { throw Movability.Reason.isWritten.refusal(source) }
            brought.given = nil
            brought.stayingReason = Movability.Reason.isWritten.sentence
        }
        return brought
    }

    /// Copies a range of bytes of one of the library's own files.
    static func bring(
        _ range: Range<Int64>,
        of source: URL,
        to target: URL
    ) throws -> Brought {
        let input = try FileOperations.open(source, flags: O_RDONLY)
        defer { close(input) }
        let output = try FileOperations.open(target, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o444)
        defer { close(output) }
        let checksum = try read(input, at: source, range: range) { bytes in
            try FileOperations.write(bytes, to: output, at: target)
        }
        return Brought(byteCount: Int64(range.count), checksum: checksum)
    }

    /// Returns nil if the new link leads to another file than the one that was checked.
    private static func adoptLink(
        at target: URL,
        of source: stat,
        settles: Bool
    ) throws -> [UInt8]? {
        let descriptor = try FileOperations.open(target, flags: O_RDONLY | O_NOFOLLOW)
        defer { close(descriptor) }
        let before = try fileFacts(of: descriptor, at: target)
        guard before.st_ino == source.st_ino, before.st_dev == source.st_dev else { return nil }
        let checksum = try read(descriptor, at: target) { _ in }
        if settles { try FileOperations.sync(descriptor, at: target) }
        guard stamp(try fileFacts(of: descriptor, at: target)) == stamp(before) else {
            throw changed(target)
        }
        return checksum
    }

    static func changed(_ url: URL) -> StoreError {
        StoreError(
            .invalidResource,
            "\(url.path) changed while it was read. Try again when it is quiet."
        )
    }

    static func fileFacts(of descriptor: Int32, at url: URL) throws -> stat {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            throw StoreError.system("Looking at", path: url.path, code: errno)
        }
        return facts
    }

    /// Returns the values that change when a process writes to a file, or adds or removes one of its names.
    static func stamp(_ facts: stat) -> [Int] {
        [
            facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, facts.st_ctim.tv_sec,
            facts.st_ctim.tv_nsec,
        ]
    }

    /// Returns the SHA-256 checksum of a file, or of a range of it, and passes each part to `body`.
    package static func read(
        _ descriptor: Int32,
        at url: URL,
        range: Range<Int64> = 0..<Int64.max,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws -> [UInt8] {
        var hash = SHA256()
        try forEachPiece(of: descriptor, at: url, range: range) { bytes in
            bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
            try body(bytes)
        }
        return Array(hash.finalize())
    }

    /// Passes each part of a file, or of a range of it, to `body`.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - url: Its path, for errors.
    ///   - range: The range.
    ///   - size: The number of bytes of all parts but the last one.
    ///   - body: Must not keep what it gets, because the next bytes take its place.
    /// - Throws: ``StoreError``, and the errors of `body`.
    package static func forEachPiece(
        of descriptor: Int32,
        at url: URL,
        range: Range<Int64> = 0..<Int64.max,
        size: Int = chunk,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        var buffer = [UInt8](repeating: 0, count: size)
        var offset = range.lowerBound
        while offset < range.upperBound {
            let wanted = Int(min(Int64(size), range.upperBound - offset))
            let count = try buffer.withUnsafeMutableBytes { buffer in
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
                do throws(SystemError) {
                    return try DescriptorBytes.read(into: part, from: descriptor, at: offset)
                } catch {
                    throw StoreError.system("Reading", path: url.path, code: error.code)
                }
            }
            if count == 0 { break }
            try body(buffer[..<count])
            offset += Int64(count)
        }
    }
}
