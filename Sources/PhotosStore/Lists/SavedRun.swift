import Foundation
import Glibc
import Synchronization

/// A run of entries in a file, which is read when it is needed.
final class SavedRun: Sendable {
    let file: SavedListFile
    /// The offset in bytes from the beginning of the file.
    let offset: Int
    let count: Int
    let first: RowEntry
    /// The digest of the run, see ``SavedList/digest(_:)``.
    let digest: UInt64

    init(file: SavedListFile, offset: Int, count: Int, first: RowEntry, digest: UInt64) {
        self.file = file
        self.offset = offset
        self.count = count
        self.first = first
        self.digest = digest
    }

    /// The entries.
    ///
    /// If they cannot be read, the same number of entries with row 0 is returned, and the file is marked as damaged.
    var entries: ContiguousArray<RowEntry> { file.rowEntries(of: self) }
}

/// An open file of a saved list.
///
/// The mutex guards the run that was read last.
final class SavedListFile: Sendable {
    private let descriptor: Int32
    private let url: URL
    private let removesDamaged: Bool
    private let last = Mutex<(offset: Int, entries: ContiguousArray<RowEntry>)?>(nil)
    private let damaged = Atomic<Bool>(false)

    /// - Throws: ``StoreError``.
    init(_ url: URL, removesDamaged: Bool = true) throws {
        self.url = url
        self.removesDamaged = removesDamaged
        descriptor = try FileOperations.open(url, flags: O_RDONLY)
    }

    deinit { close(descriptor) }

    /// Whether a part of the file could not be read as it was written.
    var isDamaged: Bool { damaged.load(ordering: .relaxed) }

    func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
        return bytes.count == count ? bytes : nil
    }

    fileprivate func rowEntries(of run: SavedRun) -> ContiguousArray<RowEntry> {
        if let known = last.withLock({ $0?.offset == run.offset ? $0?.entries : nil }) {
            return known
        }
        let size = run.count * MemoryLayout<RowEntry>.stride
        let entries = ContiguousArray<RowEntry>(unsafeUninitializedCapacity: run.count) {
            buffer,
            filled in
            let length = pread(descriptor, buffer.baseAddress, size, off_t(run.offset))
            filled = length == size ? run.count : 0
        }
        guard entries.count == run.count,
            entries.withUnsafeBytes(SavedList.digest) == run.digest
        else {
            damaged.store(true, ordering: .relaxed)
            // The file is removed so that the next fetch does not find it.
            if removesDamaged { unlink(url.path) }
            return ContiguousArray(
                repeating: RowEntry(code: run.first.code, row: 0),
                count: run.count
            )
        }
        last.withLock { $0 = (run.offset, entries) }
        return entries
    }
}
