/// Follows the system calls of a process that acknowledges changes, and tells where one came too early.
///
/// It asks more than a disk would show: a folder that was not synced may be there after a power cut all the same, as
/// the journal of most file systems happens to carry it along.
struct DurabilityLint {
    private(set) var acknowledged = 0
    /// Originals that got their names.
    private(set) var published = 0
    private(set) var removed = 0
    private(set) var violations: [String] = []

    private let originals: String
    private let log: String
    private let ledger: String
    private var calls = 0
    /// Files with bytes that are not on the disk.
    private var dirty: Set<String> = []
    /// Whether the log was written since it was last synced.
    private var hasNewFrames = false
    /// Names of originals that are not on the disk, since their folder was not synced.
    private var unsyncedNames: Set<String> = []
    private var unsyncedRemovals: Set<String> = []
    private var unsyncedFolders: Set<String> = []
    /// Lists of what a block brings in, which recovery needs, and which are on the disk.
    private var manifests: Set<String> = []
    private var unsyncedManifests: Set<String> = []
    /// Originals that got their names since the log was last synced.
    private var namedSinceCommit: Set<String> = []
    private var isUnderWay = false
    private var hasCommitted = false

    /// - Parameters:
    ///   - library: The library's path, as the kernel knows it.
    ///   - ledger: The path of the file where the process notes what it intends and what it was promised.
    init(library: String, ledger: String) {
        originals = library + "/originals/"
        log = library + "/database/library.sqlite-wal"
        self.ledger = ledger
    }

    mutating func follow(_ call: TracedCall) {
        calls += 1
        guard call.isDone else { return }
        switch call.action {
        case .write(let path, let beginning):
            if path == ledger { return note(beginning) }
            if path == log, call.isLogRoom { return }
            dirty.insert(path)
            if path == log { hasNewFrames = true }
        // A checkpoint shortens the log when nothing in it is needed any more.
        case .resize(let path): if path != log { dirty.insert(path) }
        case .sync(let path): sync(path)
        case .syncFileSystem:
            dirty = []
            unsyncedNames = []
            unsyncedRemovals = []
            unsyncedFolders = []
            manifests.formUnion(unsyncedManifests)
            unsyncedManifests = []
        case .makeFile(let path), .link(let path):
            if isOriginal(path), !unsyncedNames.contains(path) { publish(path) }
        case .makeFolder(let path): if path.hasPrefix(originals) { unsyncedFolders.insert(path) }
        case .rename(let from, let to): rename(from, to)
        case .unlink(let path): if isOriginal(path) { remove(path) }
        }
    }

    // MARK: Marks of the process

    private mutating func note(_ mark: String) {
        if mark.hasPrefix("{\\\"intent") || mark.hasPrefix("begin") {
            isUnderWay = true
            hasCommitted = false
        } else if mark.hasPrefix("{\\\"ack") || mark.hasPrefix("ack") {
            acknowledged += 1
            if dirty.contains(log) { blame("acknowledged before the log was synced") }
            for name in namedSinceCommit.sorted() {
                blame("\(short(name)) got its name behind the commit that mentions it")
            }
            namedSinceCommit = []
            isUnderWay = mark.hasPrefix("ack")
            hasCommitted = false
        } else if mark.hasPrefix("{\\\"refused") {
            isUnderWay = false
        }
    }

    // MARK: Files

    private mutating func rename(_ from: String, _ to: String) {
        let wasDirty = dirty.remove(from) != nil
        if wasDirty { dirty.insert(to) }
        if isOriginal(from) {
            unsyncedNames.remove(from)
            namedSinceCommit.remove(from)
            unsyncedRemovals.insert(from)
        }
        if to.hasSuffix("/manifest") { unsyncedManifests.insert(to) }
        guard isOriginal(to) else { return }
        if wasDirty { blame("\(short(to)) got its name before its bytes were synced") }
        if !manifests.contains(Self.folder(of: from) + "/manifest") {
            blame("\(short(to)) got its name before the list that names it was synced")
        }
        publish(to)
    }

    private mutating func publish(_ path: String) {
        published += 1
        unsyncedNames.insert(path)
        namedSinceCommit.insert(path)
    }

    private mutating func remove(_ path: String) {
        removed += 1
        if isUnderWay, !hasCommitted {
            blame("\(short(path)) was removed before the commit that released it")
        }
        unsyncedNames.remove(path)
        namedSinceCommit.remove(path)
        dirty.remove(path)
        unsyncedRemovals.insert(path)
    }

    private mutating func sync(_ path: String) {
        dirty.remove(path)
        if path == log {
            // A checkpoint syncs the log, too, and commits nothing by it.
            if hasNewFrames { commit() }
            hasNewFrames = false
            return
        }
        unsyncedNames = unsyncedNames.filter { Self.folder(of: $0) != path }
        unsyncedRemovals = unsyncedRemovals.filter { Self.folder(of: $0) != path }
        unsyncedFolders = unsyncedFolders.filter { Self.folder(of: $0) != path }
        let settled = unsyncedManifests.filter {
            Self.folder(of: $0) == path && !dirty.contains($0)
        }
        manifests.formUnion(settled)
        unsyncedManifests.subtract(settled)
    }

    /// What the log mentions from here on must be on the disk already.
    private mutating func commit() {
        for path in dirty.sorted() where isOriginal(path) {
            blame("\(short(path)) was committed before its bytes were synced")
        }
        for path in unsyncedNames.sorted() {
            blame("\(short(path)) was committed before its folder was synced")
        }
        for path in unsyncedFolders.sorted() {
            blame("the folder \(short(path)) was used in a commit before it was synced")
        }
        for path in unsyncedRemovals.sorted() {
            blame("\(short(path)) was forgotten before its removal was synced")
        }
        // Told once.
        dirty = dirty.filter { !isOriginal($0) }
        unsyncedNames = []
        unsyncedFolders = []
        unsyncedRemovals = []
        namedSinceCommit = []
        hasCommitted = true
    }

    // MARK: Words

    private mutating func blame(_ sentence: String) {
        violations.append("call \(calls), behind \(acknowledged) changes: \(sentence)")
    }

    private func isOriginal(_ path: String) -> Bool {
        path.hasPrefix(originals) && path.dropFirst(originals.count).contains("/")
    }

    private func short(_ path: String) -> String { String(path.dropFirst(originals.count)) }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
