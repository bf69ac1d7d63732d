/// Follows the system calls of a process whose disk fails, and tells where it trusts a sync that only repeats one that
/// failed.
///
/// After a failed fsync the kernel may have dropped the pages, and says nothing the next time. So a file of the library
/// must be written anew before it is synced again, and no change may be acknowledged whose bytes in SQLite's log were
/// there when a sync of it failed.
struct FailedSyncs {
    private(set) var failures = 0
    private(set) var violations: [String] = []
    private let library: String
    private let log: String
    private let ledger: String
    private var failed: Set<String> = []
    private var logBytes = LogBytes()

    init(library: String, ledger: String) {
        self.library = library
        self.ledger = ledger
        log = library + "/database/library.sqlite-wal"
    }

    mutating func follow(_ call: TracedCall) {
        switch call.action {
        case .write(let path, let mark):
            if path == ledger {
                if mark.hasPrefix("ack"), logBytes.isUntrustworthy {
                    violations.append("a change was acknowledged whose log could not be synced")
                }
                logBytes.begin()
            } else if call.isDone {
                failed.remove(path)
                if path == log, !call.isLogRoom, let bytes = call.bytes { logBytes.write(bytes) }
            }
        case .resize(let path):
            if call.isDone { failed.remove(path) }
            if path == log, call.isDone { logBytes.cut() }
        case .sync(let path):
            if isOurs(path), failed.contains(path) {
                violations.append(
                    "\(path.dropFirst(library.count)) was synced again after that had failed"
                )
            }
            if path == log { logBytes.sync(isDone: call.isDone) }
            if !call.isDone {
                failures += 1
                failed.insert(path)
            }
        case .makeFile(let path), .makeFolder(let path), .link(let path), .unlink(let path):
            failed.remove(Self.folder(of: path))
        case .rename(let from, let to):
            failed.remove(Self.folder(of: from))
            failed.remove(Self.folder(of: to))
        case .syncFileSystem: if !call.isDone { failures += 1 }
        }
    }

    /// SQLite's files have rules of their own: it writes again what a failed commit had written.
    private func isOurs(_ path: String) -> Bool {
        path.hasPrefix(library) && !path.hasPrefix(library + "/database/library.sqlite")
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
