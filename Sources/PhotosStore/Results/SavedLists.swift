import Crypto
import Dispatch
import Foundation
import GRDB
import Glibc
import PhotosBase
import Synchronization

/// Results of a library, saved as files by plan.
///
/// The first fetch of a process brings a saved result forward, instead of reading the whole library. The
/// files can be recreated, and may be deleted at any time. A file that cannot be used is ignored.
final class SavedLists: Sendable {
    private let folder: URL
    /// The serial queue on which files are written, after the fetches.
    private let queue = DispatchQueue(label: "OpenPhotoKit saved lists", qos: .utility)
    /// Guards the plans whose lists are being written.
    private let pending = Mutex<Set<[UInt8]>>([])

    /// The maximum number of files.
    ///
    /// The least recently used files are deleted first.
    private static let most = 16
    /// Limits for the size of the log after a list, in bytes for each row of the list.
    ///
    /// Above `oldest` the list is not used, and above `stale` it is written again. A change takes some 15
    /// bytes of log. Bringing a list forward over one change takes as long as reading 25 rows of an index.
    private static let oldest = 0.25
    private static let stale = 0.02

    init(_ layout: LibraryLayout) { folder = layout.savedLists }

    /// Returns the saved result of a plan, and the size of the log after it in bytes; nil when there is no
    /// usable file.
    func savedList(
        of compiled: CompiledPlan,
        identity: LibraryIdentity,
        in db: Database
    ) throws -> (result: FetchSnapshot, behind: Int)? {
        guard compiled.isSavable else { return nil }
        let url = fileURL(of: compiled.fingerprint)
        guard let file = try? SavedListFile(url),
            let (list, position) = SavedList.read(
                file,
                identity: identity,
                plan: compiled.fingerprint
            ),
            try ChangeLog.problem(with: position, db) == nil,
            case let behind = try ChangeLog.size(after: position.sequence, db),
            Double(behind) < Double(list.count) * Self.oldest
        else { return nil }
        // The modification date records the last use, so that less recently used files are deleted first.
        utimensat(AT_FDCWD, url.path, nil, 0)
        let state = FetchSnapshot.State(list: list, isWhole: true, sequence: position.sequence)
        return (FetchSnapshot(compiled, state, in: .everything), behind)
    }

    /// Writes a result to a file some time later, if that is worthwhile.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - behind: The size, in bytes, of the log after the file that the result came from. Nil if there was
    ///     no file.
    ///   - smallest: The minimum number of rows for which a file is written.
    ///   - identity: The library of the result.
    ///   - position: Returns the position in the log for a sequence number.
    func save(
        _ result: FetchSnapshot,
        behind: Int?,
        smallest: Int,
        of identity: LibraryIdentity,
        at position: (Int64) throws -> LogPosition?
    ) {
        let state = result.current
        guard result.readScope == .everything, result.compiled.isSavable,
            state.list.count >= smallest,
            behind.map({ Double($0) > Double(state.list.count) * Self.stale }) ?? true
        else { return }
        let plan = result.compiled.fingerprint
        guard pending.withLock({ $0.insert(plan).inserted }) else { return }
        let position = try? position(state.sequence)
        queue.async { [self] in
            defer { pending.withLock { _ = $0.remove(plan) } }
            guard let position else { return }
            let origin = SavedList.Origin(identity: identity, position: position, plan: plan)
            try? writeList(SavedList.encoded(state.list, origin: origin), plan: plan)
        }
    }

    /// Returns the damaged files.
    func damaged() -> [URL] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        return (files ?? []).filter { url in
            guard url.pathExtension == "list",
                let file = try? SavedListFile(url, removesDamaged: false)
            else { return false }
            return !SavedList.isSound(file)
        }
    }

    /// Waits until all files are written.
    func finish() { queue.sync {} }

    private func fileURL(of plan: [UInt8]) -> URL {
        folder.appendingPathComponent(Hexadecimal.digits(of: plan.prefix(16)) + ".list")
    }

    private func writeList(_ bytes: [UInt8], plan: [UInt8]) throws {
        try FileOperations.makeFolder(folder)
        try FileOperations.replace(fileURL(of: plan), with: bytes)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        guard names.count > Self.most else { return }
        let files = names.map { name -> (url: URL, used: Int) in
            let url = folder.appendingPathComponent(name)
            var facts = stat()
            return (url, stat(url.path, &facts) == 0 ? facts.st_mtim.tv_sec : 0)
        }
        for file in files.sorted(by: { $0.used > $1.used }).dropFirst(Self.most) {
            try FileOperations.unlink(file.url)
        }
    }
}

extension CompiledPlan {
    /// Whether another process is likely to run the same plan.
    ///
    /// Plans with dates in them are rarely repeated.
    var isSavable: Bool {
        guard plan.isIncremental, plan.isMemorable, plan.limit == 0, plan.filter.words.isEmpty,
            plan.relatedFields.isEmpty
        else { return false }
        let values = plan.statement(limit: 0).values
        return values.count <= 8
            && !values.contains { value in if case .real = value { true } else { false } }
    }

    /// A fingerprint of the plan, which stays the same as long as the plan's statement does.
    var fingerprint: [UInt8] {
        let statement = plan.statement(limit: 0)
        var hash = SHA256()
        hash.update(data: Data(statement.sql.utf8))
        for value in statement.values { hash.update(data: Data("\n\(value)".utf8)) }
        return Array(hash.finalize())
    }
}

extension LibraryLayout {
    var savedLists: URL { derived.appendingPathComponent("lists", isDirectory: true) }
}
