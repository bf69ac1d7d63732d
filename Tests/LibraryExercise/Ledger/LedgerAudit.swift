package import Foundation
package import PhotosStore

/// What a library says to the ledgers of those who wrote to it.
package struct LedgerAudit: Codable, Sendable {
    /// Promises that do not hold.
    package var lost: [String] = []
    /// Files that are missing or differ, leftovers, and everything else that a check finds.
    package var findings: [String] = []
    /// What each writer's part holds, to go on with.
    package var states: [LedgerState] = []
    package var assetCount = 0

    package init() {}

    /// Opens the library as the next process does, and compares.
    ///
    /// - Throws: when the library cannot be opened or read.
    package static func reach(_ folder: URL, _ accounts: [Ledger.Account]) throws -> LedgerAudit {
        var audit = LedgerAudit()
        if !FileManager.default.fileExists(atPath: folder.path) {
            // Nobody was told that there is a library.
            audit.states = accounts.map(\.state)
            if accounts.contains(where: { $0.acknowledged > 0 || !$0.state.assets.isEmpty }) {
                audit.lost.append("the library itself")
            }
            return audit
        }
        let verdict = try LibraryVerdict.reach(folder)
        audit.findings = verdict.findings
        audit.assetCount = verdict.assetCount
        let store = try Library.open(folder, mode: .readOnly)
        defer { store.close() }
        for account in accounts { try audit.compare(account, store) }
        let expected = audit.states.reduce(0) { $0 + $1.assets.count }
        if expected != verdict.assetCount {
            audit.findings.append("\(verdict.assetCount) assets instead of \(expected)")
        }
        return audit
    }

    /// Compares one writer's part; the library may go on changing elsewhere meanwhile.
    ///
    /// - Throws: when the library cannot be read.
    package mutating func compare(_ account: Ledger.Account, _ store: Library) throws {
        let present = try LedgerState.read(store, assets: account.assets, album: account.album)
        if present.holdsSame(as: account.state) {
            states.append(account.state)
        } else if let other = account.possible.first(where: present.holdsSame) {
            states.append(other)
        } else {
            states.append(present)
            let what = present.difference(from: account.state)
            lost.append(
                account.possible.isEmpty
                    ? what : "\(what); nor is it a state behind the blocks under way"
            )
        }
        // The last ones say that nothing before them is missing: the history has no gaps.
        for (sequence, mark) in account.positions.suffix(3) where sequence > 0 {
            do {
                _ = try store.history.checkPosition(LogPosition(sequence: sequence, mark: mark))
            } catch PositionProblem.expired {
                continue
            } catch let problem as PositionProblem {
                lost.append("the history has no change \(sequence) any more: \(problem)")
            }
        }
    }
}
