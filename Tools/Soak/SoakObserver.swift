import Foundation
import Photos
import PhotosStore
import Synchronization

/// Follows the results of an application while others write.
///
/// The condition guards everything below it: callbacks come on the library's queue, questions on the main thread.
final class SoakObserver: NSObject, PHPhotoLibraryChangeObserver, SoakRole, @unchecked Sendable {
    // Unchecked because the condition, for which there is no form of Mutex, guards all mutable state.

    private let store: Library
    private let library: PHPhotoLibrary
    private let statements = StatementLog()
    private let condition = NSCondition()
    private var fetches: [any FollowedFetch] = []
    private var report = SoakReport()
    private var fault: String?
    private var told: Int64 = 0
    private var times: (called: UInt64, first: UInt64, done: UInt64) = (0, 0, 0)
    private var processorAtStart = 0.0

    init(_ url: URL, isReadOnly: Bool) throws {
        store = try Library.open(
            url,
            mode: isReadOnly ? .readOnly : .readWrite,
            environment: statements.environment(author: "soak observer")
        )
        library = PHPhotoLibrary(store)
        super.init()
        fetches = try FollowedFetches.all(in: library)
        told = try store.currentPosition().sequence
        library.register(self)
        // Handlers are told in the order they came, so this one knows that the observer above has been.
        _ = store.feed.add { [weak self] from, to in self?.wasTold(from, to) }
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        condition.lock()
        defer { condition.unlock() }
        times.called = SoakClock.now
        for fetch in fetches where fault == nil {
            do { try fetch.follow(changeInstance) } catch { fault = "\(error)" }
        }
        times.first = fetches.first?.answered ?? times.called
        times.done = SoakClock.now
    }

    private func wasTold(_ from: Int64, _ to: Int64) {
        condition.lock()
        report.tellings.append(
            .init(from: from, to: to, called: times.called, first: times.first, done: times.done)
        )
        told = max(told, to)
        condition.broadcast()
        condition.unlock()
    }

    func answer(_ request: SoakRequest) throws -> SoakAnswer {
        switch request {
        case .work:
            processorAtStart = SoakClock.processor
            statements.listen(true)
        case .settle(let sequence): try settle(sequence)
        case .report: return SoakAnswer(report: present())
        case .quit: store.close()
        }
        return SoakAnswer()
    }

    private func settle(_ sequence: Int64) throws {
        condition.lock()
        defer { condition.unlock() }
        let limit = Date(timeIntervalSinceNow: 60)
        while told < sequence, fault == nil {
            guard condition.wait(until: limit) else {
                throw SoakFault("was told up to \(told) in a minute, not up to \(sequence)")
            }
        }
        statements.listen(false)
        if processorAtStart > 0 {
            report.processorSeconds += SoakClock.processor - processorAtStart
            processorAtStart = 0
        }
        if let fault { throw SoakFault(fault) }
        for fetch in fetches { try fetch.compare(in: store) }
    }

    private func present() -> SoakReport {
        condition.lock()
        defer { condition.unlock() }
        report.slowest = statements.slowest
        report.details = fetches.map(\.counts.applied).reduce(0, +)
        report.retaken = fetches.map(\.counts.retaken).reduce(0, +)
        return report
    }
}
