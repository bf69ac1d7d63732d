package import Foundation
package import Photos
import PhotosStore

/// Follows a library through its change observers, with a dozen fetch results and a replica fed by the history.
///
/// The condition guards everything below it: callbacks come on the library's queue, questions from the test's thread.
package final class LibraryFollower: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    // Unchecked because the condition, for which there is no form of Mutex, guards all mutable state.

    private let library: PHPhotoLibrary
    private let condition = NSCondition()
    private var plans: [(plan: FollowedPlan, list: any FollowedList)] = []
    private var targets: FollowedPlan.Targets
    private var replica: HistoryReplica
    private var notified: Int64
    private var fault: String?
    private var callbackCount = 0
    /// Of lists that are followed no more.
    private var pastDetailCount = 0

    package init(_ library: PHPhotoLibrary) throws {
        self.library = library
        targets = FollowedPlan.Targets(library)
        replica = HistoryReplica(library)
        notified = try library.store().history.currentPosition().sequence
        super.init()
        aim()
        library.register(self)
    }

    /// Follows fetches of what is worth following now.
    ///
    /// Only for quiet moments.
    package func aim() {
        condition.lock()
        defer { condition.unlock() }
        targets = FollowedPlan.Targets(library)
        pastDetailCount += plans.map(\.list.changeCount).reduce(0, +)
        plans = FollowedPlan.allCases.compactMap { plan in
            plan.followed(in: library, targets).map { (plan, $0) }
        }
    }

    package func photoLibraryDidChange(_ changeInstance: PHChange) {
        condition.lock()
        defer { condition.unlock() }
        callbackCount += 1
        for (_, list) in plans where fault == nil {
            do { try list.follow(changeInstance) } catch { fault = "\(error)" }
        }
        // Other handlers of the feed do not wait for this one.
        notified = max(notified, changeInstance.to)
        condition.broadcast()
    }

    /// Waits until the observers have been told of everything up to a place in the log.
    package func wait(for sequence: Int64, seconds: Double = 60) throws {
        condition.lock()
        defer { condition.unlock() }
        let limit = Date(timeIntervalSinceNow: seconds)
        while notified < sequence {
            guard condition.wait(until: limit) else {
                throw Fault(
                    "observers were told up to \(notified) in \(seconds) s, not up to \(sequence)"
                )
            }
        }
        if let fault { throw Fault(fault) }
    }

    /// Compares each followed list with what a model says.
    package func compare(with model: ModelLibrary) throws {
        condition.lock()
        defer { condition.unlock() }
        for (plan, list) in plans {
            let expected = plan.expected(model, targets)
            guard list.identifiers == expected else {
                throw Fault(
                    "\(list.name): followed \(list.identifiers), the model says \(expected)"
                )
            }
        }
    }

    /// Compares each followed list with a fresh fetch.
    ///
    /// Only for quiet moments. Where later blocks may have undone what earlier ones did, what was called changed may be
    /// as it was.
    package func compareWithFreshFetches(afterReturns: Bool = false) throws {
        condition.lock()
        defer { condition.unlock() }
        for (_, list) in plans { try list.compareWithFreshFetch(afterReturns: afterReturns) }
    }

    /// Brings the replica up to date by the history, and compares it with the library.
    ///
    /// Only for quiet moments.
    package func compareReplica() throws {
        condition.lock()
        defer { condition.unlock() }
        try replica.catchUp()
        try replica.compare()
    }

    /// Brings the replica up to date by the history, whatever others do meanwhile.
    package func catchUp() throws {
        condition.lock()
        defer { condition.unlock() }
        try replica.catchUp()
    }

    package var replicaState: LibraryState {
        condition.lock()
        defer { condition.unlock() }
        return replica.state
    }

    package var summary: String {
        condition.lock()
        defer { condition.unlock() }
        let details = pastDetailCount + plans.map(\.list.changeCount).reduce(0, +)
        return
            "\(callbackCount) callbacks, \(details) details on \(plans.count) results, \(replica.changeCount) changes of the history"
    }
}
