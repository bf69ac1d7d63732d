import Crypto
import Dispatch
import Foundation
import GRDB
import Glibc
import Synchronization

/// Results of a library as files, by plan: the first fetch of a process brings one forward instead of going through
/// the whole library.
///
/// They can be made again and may be deleted at any time. One that cannot be used is as good as none.
final class SavedLists: Sendable {
    private let folder: URL
    /// Writes, one after another, behind the fetches.
    private let queue = DispatchQueue(label: "OpenPhotoKit saved lists", qos: .utility)
    /// Guards the names of lists that are on their way into files.
    private let pending = Mutex<Set<[UInt8]>>([])

    /// The most files; those used longest ago go first.
    private static let most = 16
    /// How much of the log behind a list may be, in bytes for a row of it, and from where on it is written anew.
    ///
    /// A change takes some 15 bytes of log. Bringing it forward takes as long as going through 25 rows of an index.
    private static let oldest = 0.25
    private static let stale = 0.02

    init(_ layout: LibraryLayout) { folder = layout.savedLists }

    /// The saved result of a plan, to be brought forward over some bytes of the log; nil when there is none of use.
    func list(
        _ compiled: CompiledPlan,
        _ identity: LibraryIdentity,
        _ db: Database
    ) throws -> (result: FetchSnapshot, behind: Int)? {
        guard compiled.isSavable else { return nil }
        let url = url(compiled.fingerprint)
        guard let file = try? SavedListFile(url),
            let (list, position) = SavedList.read(file, identity, plan: compiled.fingerprint),
            try ChangeLog.problem(with: position, db) == nil,
            case let behind = try ChangeLog.size(after: position.sequence, db),
            Double(behind) < Double(list.count) * Self.oldest
        else { return nil }
        // It was used: others go first when there are too many.
        utimensat(AT_FDCWD, url.path, nil, 0)
        let state = FetchSnapshot.State(list: list, isWhole: true, sequence: position.sequence)
        return (FetchSnapshot(compiled, state, in: .everything), behind)
    }

    /// Writes a result to a file when it is worth it, some time later.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - behind: How much of the log was behind the file that it came from, in bytes; nil when there was none.
    ///   - smallest: From how many rows on a result is worth a file.
    ///   - identity: The library that the result is of.
    ///   - position: Gives the position in the log for a sequence number.
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
            try? write(SavedList.encoded(state.list, origin), plan)
        }
    }

    /// The files that are not as they were written.
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

    /// Waits until everything is written.
    func finish() { queue.sync {} }

    private func url(_ plan: [UInt8]) -> URL {
        let name = plan.prefix(16).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }
        return folder.appendingPathComponent(name.joined() + ".list")
    }

    private func write(_ bytes: [UInt8], _ plan: [UInt8]) throws {
        try FileOperations.makeFolder(folder)
        try FileOperations.replace(url(plan), with: bytes)
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
    /// Whether another process is likely to ask the very same: plans with moments in them hardly come again.
    var isSavable: Bool {
        guard plan.isIncremental, plan.isMemorable, plan.limit == 0 else { return false }
        let values = plan.statement(limit: 0).values
        return values.count <= 8
            && !values.contains { value in if case .real = value { true } else { false } }
    }

    /// Names the plan for as long as its statement stays the same.
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
