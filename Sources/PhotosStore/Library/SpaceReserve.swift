import CPhotosSystem
package import Foundation
import Glibc

/// Space on the library's volume that is kept for making room when the volume is full.
///
/// SQLite writes before it deletes: without any space, nothing could be deleted. So a file of the library has real blocks,
/// which are given up when what makes room finds none, and taken again when there is some.
///
/// Deleting a photo for good changes some 40 pages of 4 KB, in the transaction and in the one that forgets its file; the
/// index of SQLite's log takes 32 KB for each of the two databases. So 512 KB are enough for a few photos, and 4 MB for some
/// hundred at once. Checkpoints write to pages that the database has already.
struct SpaceReserve: Sendable {
    /// As large as it gets.
    static let size: Int64 = 4 << 20
    /// What opening a library takes at once: the index of SQLite's log, and some of what recovery writes.
    static let opening: Int64 = 128 << 10
    /// What readers leave of it.
    static let kept: Int64 = 1 << 20

    let url: URL

    /// Bytes that have blocks on the volume; a copy of the file may have none.
    var byteCount: Int64 {
        var facts = stat()
        guard lstat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return 0 }
        return min(Int64(facts.st_size), Int64(facts.st_blocks) * 512)
    }

    /// Takes space up to the size, but no more than a quarter of what is free: a small volume is not filled by it.
    ///
    /// It is no fault where that fails: then there is less for another time.
    func take() {
        var facts = statvfs()
        guard statvfs(url.deletingLastPathComponent().path, &facts) == 0 else { return }
        let free = Int64(clamping: UInt64(facts.f_bavail)) * Int64(facts.f_frsize)
        let present = byteCount
        let wanted = min(Self.size, (free + present) / 4) & ~4_095
        guard wanted > present else { return }
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let code = photos_allocate(descriptor, off_t(wanted))
        if code == EOPNOTSUPP || code == ENOSYS { fill(descriptor, wanted) }
    }

    /// Where blocks cannot be asked for: bytes that no file system stores in less space.
    private func fill(_ descriptor: Int32, _ count: Int64) {
        var numbers = SystemRandomNumberGenerator()
        for offset in stride(from: 0, to: count, by: 65_536) {
            let part = min(65_536, Int(count - offset))
            let bytes = (0..<part / 8).map { _ in numbers.next() }
            let written = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset))
            }
            guard written == part else { break }
        }
        fsync(descriptor)
    }

    /// Takes back what was given up but for what SQLite took of it, so that nobody else gets the rest.
    func takeBack(_ count: Int64) {
        let descriptor = open(url.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        for wanted in stride(from: count, to: byteCount, by: -8_192) {
            if photos_allocate(descriptor, off_t(wanted)) == 0 { return }
        }
    }

    /// Gives up some of the space, from the end of the file; without a count all of it.
    ///
    /// - Parameters:
    ///   - count: bytes to give up.
    ///   - rest: bytes that are kept in any case.
    /// - Returns: whether there was any to give up.
    func giveUp(_ count: Int64 = .max, keeping rest: Int64 = 0) -> Bool {
        let present = byteCount
        guard present > rest else { return false }
        let left = max(rest, present - min(count, present))
        guard truncate(url.path, off_t(left)) == 0 else { return false }
        // Some file systems give blocks back only with their next transaction.
        if let descriptor = try? FileOperations.open(url, O_RDONLY) {
            fsync(descriptor)
            close(descriptor)
        }
        return true
    }
}

extension LibraryLayout {
    /// Space that is given up when the volume is full.
    package var reserve: URL { databaseFolder.appendingPathComponent("reserve") }
}

extension Library {
    var reserve: SpaceReserve { SpaceReserve(url: layout.reserve) }

    /// Runs what makes room on the volume, or takes a deletion back: once more with the space of the reserve where there
    /// was none.
    func usingReserve<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as StoreError where error.code == .diskFull && temporaryFolder == nil {
            let before = reserve.byteCount
            guard reserve.giveUp() else { throw error }
            defer {
                // What the log took is given back first.
                try? checkpoint(truncating: true)
                reserve.takeBack(before)
            }
            return try body()
        }
    }

    /// Opens a library, once more with space of the reserve where SQLite finds none for the index of its log; `rest` bytes
    /// of it are kept in any case.
    static func usingReserve<Opened>(
        of layout: LibraryLayout,
        keeping rest: Int64,
        _ body: () throws -> Opened
    ) throws -> Opened {
        let reserve = SpaceReserve(url: layout.reserve)
        let before = reserve.byteCount
        var isLess = false
        // Not all: where blocks are smaller than pages, writing to the mapped index of the log still takes some, and a
        // process that gets none is killed (SIGBUS).
        defer { if isLess { reserve.takeBack(before - (64 << 10)) } }
        while true {
            do {
                return try body()
            } catch let error as StoreError where error.code == .diskFull {
                isLess = true
                guard reserve.giveUp(SpaceReserve.opening, keeping: rest) else { throw error }
            }
        }
    }
}

extension ChangeBlock {
    /// Whether the block adds nothing: it deletes, or takes a deletion back.
    var needsNoRoom: Bool {
        mutations.allSatisfy { mutation in
            switch mutation {
            case .deleteAssets, .restoreAssets, .purgeAssets, .deleteCollections, .detach: true
            default: false
            }
        }
    }
}
