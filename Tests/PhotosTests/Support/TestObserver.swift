import Foundation
import Photos
import Synchronization

/// Keeps the changes it is told, and lets a test wait for them.
final class TestObserver: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let changes = Mutex<[PHChange]>([])

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        changes.withLock { $0.append(changeInstance) }
    }

    var count: Int { changes.withLock { $0.count } }

    var last: PHChange? { changes.withLock { $0.last } }

    /// Waits until a number of changes was told, half a minute at most.
    ///
    /// Handlers run behind observers, but not behind one that takes longer than a fifth of a second, as on a busy machine.
    func wait(for count: Int) async {
        let end = ContinuousClock.now + .seconds(30)
        while self.count < count, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }
}

extension TestLibrary {
    /// Carries out a block that changes something, and gives the change that observers were told of it.
    func observed(_ block: @escaping () -> Void) async -> PHChange? {
        let observer = TestObserver()
        photos.register(observer)
        await settle(block)
        await observer.wait(for: 1)
        photos.unregisterChangeObserver(observer)
        return observer.last
    }

    /// Carries out a block, and waits until all observers have heard of it.
    func settle(_ block: @escaping () -> Void = {}) async {
        let work = Box(block)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            photos.performChanges(
                { work.value?() },
                completionHandler: { _, _ in continuation.resume() }
            )
        }
    }
}

/// Replays change details as their documentation says: removals, insertions, changes, moves.
func replayed<Object: PHObject>(_ details: PHFetchResultChangeDetails<Object>) -> [String] {
    var list = details.fetchResultBeforeChanges.names
    for index in (details.removedIndexes ?? []).reversed() { list.remove(at: index) }
    let after = details.fetchResultAfterChanges.names
    for (index, object) in zip(details.insertedIndexes ?? [], details.insertedObjects) {
        list.insert(object.localIdentifier, at: index)
    }
    let moves = Box([(from: Int, to: Int)]())
    details.enumerateMoves { moves.value?.append(($0, $1)) }
    let moved = (moves.value ?? []).map { (name: list[$0.from], to: $0.to) }
    let leaving = Set((moves.value ?? []).map(\.from))
    list = list.enumerated().filter { !leaving.contains($0.offset) }.map(\.element)
    for (name, to) in moved.sorted(by: { $0.to < $1.to }) {
        list.insert(name, at: min(to, list.count))
    }
    for index in details.changedIndexes ?? [] where index >= after.count { list.append("beyond") }
    return list
}
