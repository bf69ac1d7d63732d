import Foundation
package import Photos
import PhotosStore

/// A difference between what the library says and what it must say.
package struct Fault: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// A fetch result that is brought forward by change details alone, as a table view does.
package protocol FollowedList: AnyObject {
    var name: String { get }
    /// The identifiers, by the details applied so far.
    var identifiers: [String] { get }
    /// How often details said something.
    var changeCount: Int { get }
    /// Objects that details called changed, removed or inserted since they were last asked about.
    var reported: (changed: Set<String>, disturbed: Set<String>) { get }
    /// Applies the details of a change to the list, and compares with the result that they lead to.
    func follow(_ change: PHChange) throws
    /// Fetches again and compares; properties of the objects that stayed must differ exactly where it was said.
    ///
    /// `afterReturns` lets objects that were called changed be as they were.
    func compareWithFreshFetch(afterReturns: Bool) throws
    /// Forgets what was reported.
    func forgetReports()
}

package final class FollowedResult<Object: PHObject>: FollowedList {
    package let name: String
    package private(set) var identifiers: [String] = []
    package private(set) var changeCount = 0
    package private(set) var reported: (changed: Set<String>, disturbed: Set<String>) = ([], [])
    private var result: PHFetchResult<Object>
    private var facts: [String: AnyHashable]
    private let fetch: () -> PHFetchResult<Object>
    private let describe: (Object) -> AnyHashable
    private var namesByRow: [Int64: String] = [:]

    package init(
        _ name: String,
        describe: @escaping (Object) -> AnyHashable,
        fetch: @escaping () -> PHFetchResult<Object>
    ) {
        self.name = name
        self.fetch = fetch
        self.describe = describe
        result = fetch()
        facts = Self.facts(result, describe)
        identifiers = names(of: result)
    }

    private static func facts(
        _ result: PHFetchResult<Object>,
        _ describe: (Object) -> AnyHashable
    ) -> [String: AnyHashable] {
        var facts: [String: AnyHashable] = [:]
        for object in result.all { facts[object.localIdentifier] = describe(object) }
        return facts
    }

    package func follow(_ change: PHChange) throws {
        guard let details = change.changeDetails(for: result) else { return }
        changeCount += 1
        let after = names(of: details.fetchResultAfterChanges)
        guard details.fetchResultBeforeChanges === result else {
            throw Fault("\(name): the result before is not the one that was asked about")
        }
        guard let removed = details.removedIndexes, let inserted = details.insertedIndexes,
            let changed = details.changedIndexes, details.hasIncrementalChanges
        else { throw Fault("\(name): details without indexes") }
        var list = identifiers
        let out = removed.map { list[$0] }
        guard details.removedObjects.map(\.localIdentifier) == out else {
            throw Fault("\(name): removedObjects are not those at removedIndexes")
        }
        for index in removed.reversed() { list.remove(at: index) }
        let arrived = details.insertedObjects.map(\.localIdentifier)
        guard arrived.count == inserted.count else {
            throw Fault("\(name): \(arrived.count) insertedObjects at \(inserted.count) indexes")
        }
        for (index, name) in zip(inserted, arrived) {
            guard index <= list.count else {
                throw Fault("\(self.name): insertion at \(index) of \(list.count)")
            }
            list.insert(name, at: index)
        }
        list = try move(list, details)
        guard list == after else {
            throw Fault(
                "\(name): the details lead to \(list), the result after is \(after); before \(identifiers)"
            )
        }
        guard let last = changed.last else { return accept(details, after, Set(out + arrived), []) }
        guard last < after.count else {
            throw Fault("\(name): changed index \(last) of \(after.count)")
        }
        accept(details, after, Set(out + arrived), changed.map { after[$0] })
    }

    private func move(
        _ list: [String],
        _ details: PHFetchResultChangeDetails<Object>
    ) throws -> [String] {
        var moves: [(name: String, from: Int, to: Int)] = []
        details.enumerateMoves { moves.append(("", $0, $1)) }
        guard details.hasMoves == !moves.isEmpty else { throw Fault("\(name): hasMoves is wrong") }
        var list = list
        for index in moves.indices { moves[index].name = list[moves[index].from] }
        let leaving = Set(moves.map(\.from))
        list = list.enumerated().filter { !leaving.contains($0.offset) }.map(\.element)
        for move in moves.sorted(by: { $0.to < $1.to }) { list.insert(move.name, at: move.to) }
        return list
    }

    private func accept(
        _ details: PHFetchResultChangeDetails<Object>,
        _ after: [String],
        _ disturbed: Set<String>,
        _ changed: [String]
    ) {
        result = details.fetchResultAfterChanges
        identifiers = after
        reported.changed.formUnion(changed)
        reported.disturbed.formUnion(disturbed)
    }

    package func compareWithFreshFetch(afterReturns: Bool) throws {
        let fresh = fetch()
        try Self.compareWithDatabase(fresh)
        let names = names(of: fresh)
        guard names == identifiers else {
            throw Fault("\(name): a fresh fetch gives \(names), following gave \(identifiers)")
        }
        let now = Self.facts(fresh, describe)
        for (identifier, value) in now where !reported.disturbed.contains(identifier) {
            let differs = facts[identifier] != value
            let isReported = reported.changed.contains(identifier)
            guard differs == isReported || afterReturns && isReported else {
                throw Fault(
                    "\(name): \(identifier) \(differs ? "differs but was not changed" : "is as it was but was changed"): \(value), before \(facts[identifier].map { "\($0)" } ?? "nothing")"
                )
            }
        }
        facts = now
        forgetReports()
    }

    /// A fetch may bring a held result forward, so the database is asked past it.
    private static func compareWithDatabase(_ fresh: PHFetchResult<Object>) throws {
        guard let snapshot = fresh.backing.snapshot, let library = fresh.backing.library else {
            return
        }
        let rows = try library.store().records.fetch(snapshot.plan, anew: true)
        guard rows.sequence == snapshot.sequence else { return }
        guard rows.rows.elementsEqual(snapshot.rows) else {
            throw Fault("a fetch gives \(snapshot.rows.array), the database \(rows.rows.array)")
        }
    }

    package func forgetReports() { reported = ([], []) }

    /// The identifiers of a result's rows; each row is asked for its name once.
    private func names(of result: PHFetchResult<Object>) -> [String] {
        guard let rows = result.backing.snapshot?.rows else { return result.identifiers }
        return rows.enumerated().map { index, row in
            if let name = namesByRow[row] { return name }
            let name = result.object(at: index).localIdentifier
            namesByRow[row] = name
            return name
        }
    }
}
