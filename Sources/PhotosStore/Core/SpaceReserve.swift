import CPhotosSystem
package import Foundation
import Glibc

/// A file on the library's volume whose blocks are given up to make room when the volume is full.
///
/// SQLite writes before it deletes, so without any free space nothing could be deleted. The reserve file
/// therefore has real blocks. An operation that makes room and finds no space gives them up. The blocks are
/// allocated again later.
///
/// Deleting a photo for good changes some 40 pages of 4 KB, in the transaction and in the one that deletes
/// the file's row. The index of SQLite's log takes 32 KB for each of the two databases. So 512 KB are enough
/// for a few photos, and 4 MB for some hundred at once. Checkpoints write to pages that the database has
/// already.
struct SpaceReserve: Sendable {
    /// The largest size, in bytes.
    static let size: Int64 = 4 << 20
    /// The bytes given up at once when a library is opened: the index of SQLite's log, and some of the
    /// recovery's writes.
    static let opening: Int64 = 128 << 10
    /// The bytes that stay in the reserve when a library is opened for reading.
    static let kept: Int64 = 1 << 20

    let url: URL

    /// The bytes that have blocks on the volume.
    ///
    /// A copy of the file may have none.
    var byteCount: Int64 {
        var facts = stat()
        guard lstat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return 0 }
        return min(Int64(facts.st_size), Int64(facts.st_blocks) * 512)
    }

    /// Allocates space up to ``size``, but at most a quarter of the free space, so that a small volume is not
    /// filled.
    ///
    /// A failure is ignored: the reserve is then smaller.
    func allocate() {
        let folder = url.deletingLastPathComponent()
        guard let free = FileOperations.freeBytes(onVolumeOf: folder) else { return }
        let present = byteCount
        let wanted = min(Self.size, (free + present) / 4) & ~4_095
        guard wanted > present else { return }
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let code = photos_allocate(descriptor, off_t(wanted))
        if code == EOPNOTSUPP || code == ENOSYS { writeRandomBytes(to: descriptor, count: wanted) }
    }

    /// Fills the file with random bytes, which no file system compresses, where blocks cannot be allocated.
    private func writeRandomBytes(to descriptor: Int32, count: Int64) {
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

    /// Allocates the space again that was given up, less the part that SQLite used, so that no other program
    /// gets it.
    func takeBack(_ count: Int64) {
        let descriptor = open(url.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        for wanted in stride(from: count, to: byteCount, by: -8_192) {
            if photos_allocate(descriptor, off_t(wanted)) == 0 { return }
        }
    }

    /// Gives up some of the space, from the end of the file.
    ///
    /// Without a count, gives up all of it.
    ///
    /// - Parameters:
    ///   - count: bytes to give up.
    ///   - rest: bytes that are kept in any case.
    /// - Returns: whether there was any space to give up.
    func giveUp(_ count: Int64 = .max, keeping rest: Int64 = 0) -> Bool {
        let present = byteCount
        guard present > rest else { return false }
        let left = max(rest, present - min(count, present))
        guard truncate(url.path, off_t(left)) == 0 else { return false }
        // Some file systems free blocks only with their next transaction.
        if let descriptor = try? FileOperations.open(url, flags: O_RDONLY) {
            fsync(descriptor)
            close(descriptor)
        }
        return true
    }
}

extension LibraryLayout {
    /// The file whose space is given up when the volume is full.
    package var reserve: URL {
        databaseFolder.appendingPathComponent("reserve", isDirectory: false)
    }
}

extension LibraryCore {
    var reserve: SpaceReserve { SpaceReserve(url: layout.reserve) }

    /// Runs an operation that frees space or undoes a deletion.
    ///
    /// If the volume is full, runs it again with the reserve's space. A commit that may turn out to be done runs again, too:
    /// the second one writes over the first in SQLite's log.
    func usingReserve<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as StoreError where error.code == .diskFull && temporaryFolder == nil {
            let before = reserve.byteCount
            guard reserve.giveUp() else { throw error }
            defer {
                // The checkpoint first frees the space that SQLite's log took.
                try? checkpoint(truncating: true)
                reserve.takeBack(before)
            }
            return try body()
        }
    }

    /// Opens a library.
    ///
    /// If SQLite finds no space for the index of its log, opens it again with space of the reserve.
    ///
    /// `rest` bytes of the reserve are kept in any case.
    static func usingReserve<Opened>(
        of layout: LibraryLayout,
        keeping rest: Int64,
        _ body: () throws -> Opened
    ) throws -> Opened {
        let reserve = SpaceReserve(url: layout.reserve)
        let before = reserve.byteCount
        var isLess = false
        // 64 KB stay free. Where blocks are smaller than pages, writing to the mapped index of the log still
        // allocates blocks, and a process that gets none is killed (SIGBUS).
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
    /// Whether the block adds nothing: it deletes, or undoes a deletion.
    var needsNoRoom: Bool {
        mutations.allSatisfy { mutation in
            switch mutation {
            case .deleteAssets, .restoreAssets, .replaceTwins, .purgeAssets, .deleteCollections,
                .detach:
                true
            case .changeUploadJobs(let changes): changes.allSatisfy(\.onlyRemoves)
            default: false
            }
        }
    }
}
