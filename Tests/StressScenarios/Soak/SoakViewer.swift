import Foundation
import LibraryExercise
import Photos
import PhotosStore

/// Follows the fetch results of an application by change details alone, and measures how soon they arrive.
///
/// The condition guards everything below it: callbacks come on the library's queue, requests on the main thread.
final class SoakViewer: NSObject, PHPhotoLibraryChangeObserver, ScenarioPart, @unchecked Sendable {
    // Unchecked because the condition, for which there is no form of Mutex, guards all mutable state.

    private let store: Library
    private let library: PHPhotoLibrary
    private let statements = StatementLog()
    private let condition = NSCondition()
    private var fetches: [any ViewedFetch] = []
    private var measurements = SoakMeasurements()
    private var fault: String?
    private var delivered: Int64 = 0
    private var processorAtStart = 0.0

    init(_ folder: URL, isReadOnly: Bool) throws {
        store = try Library.open(
            folder,
            mode: isReadOnly ? .readOnly : .readWrite,
            environment: statements.environment(author: "soak viewer")
        )
        library = PHPhotoLibrary(store)
        super.init()
        fetches = try ViewedFetches.all(in: library)
        delivered = try store.history.currentPosition().sequence
        library.register(self)
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        condition.lock()
        defer { condition.unlock() }
        let called = SoakClock.now
        for fetch in fetches where fault == nil {
            do { try fetch.follow(changeInstance) } catch { fault = "\(error)" }
        }
        let to = max(delivered, changeInstance.to)
        measurements.deliveries.append(
            .init(
                from: delivered,
                to: to,
                called: called,
                first: fetches.first?.answered ?? called,
                done: SoakClock.now
            )
        )
        delivered = to
        condition.broadcast()
    }

    func answer(_ request: [String]) throws -> String {
        switch request.first {
        case "work":
            processorAtStart = SoakClock.processor
            statements.listen(true)
        case "settle" where request.count == 2: try settle(Int64(request[1]) ?? .max)
        case "report": return try report()
        case "rest": store.close()
        default: throw Fault("a viewer does not \(request)")
        }
        return "\(delivered)"
    }

    private func settle(_ sequence: Int64) throws {
        condition.lock()
        defer { condition.unlock() }
        let limit = Date(timeIntervalSinceNow: 60)
        while delivered < sequence, fault == nil {
            guard condition.wait(until: limit) else {
                throw Fault("a viewer received up to \(delivered) in a minute, not \(sequence)")
            }
        }
        statements.listen(false)
        if processorAtStart > 0 {
            measurements.processorSeconds += SoakClock.processor - processorAtStart
            processorAtStart = 0
        }
        if let fault { throw Fault(fault) }
        for fetch in fetches { try fetch.compare(in: store) }
    }

    private func report() throws -> String {
        condition.lock()
        defer { condition.unlock() }
        measurements.slowest = statements.slowest
        measurements.details = fetches.map(\.counts.applied).reduce(0, +)
        measurements.reread = fetches.map(\.counts.reread).reduce(0, +)
        return try measurements.line()
    }
}
