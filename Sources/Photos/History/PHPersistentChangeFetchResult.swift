public import Foundation
package import PhotosStore

/// The changes since a token, oldest first.
///
/// The iterator reads the changes in pages.
open class PHPersistentChangeFetchResult: NSObject, Sequence {
    /// The library; nil for an empty result that was made by hand.
    fileprivate let store: Library?
    fileprivate let start: Int64
    fileprivate let end: Int64

    /// Makes a result without changes, for test doubles.
    public override init() {
        store = nil
        (start, end) = (0, 0)
        super.init()
    }

    package init(_ store: Library, after start: Int64, upTo end: Int64) {
        self.store = store
        self.start = start
        self.end = end
        super.init()
    }

    /// The type of the changes.
    public typealias Element = Iterator.Element

    /// Makes a new iterator that begins at the oldest change.
    public func makeIterator() -> Iterator { Iterator(fetchResult: self) }

    /// An iterator over the changes; copies share their position.
    public final class Iterator: IteratorProtocol {
        /// The type of the changes.
        public typealias Element = PHPersistentChange

        private let result: PHPersistentChangeFetchResult
        private var page: ChangePage?
        /// The index of the next change on the page.
        private var index = 0
        private var last: Int64
        private var size = firstSize
        private var hasFailed = false

        /// The size of the first page in bytes.
        ///
        /// Pages grow, so that few changes come at once and many changes need few reads.
        private static let firstSize = 64 << 10
        private static let greatestSize = 4 << 20

        /// Makes an iterator that begins at the oldest change.
        public init(fetchResult: PHPersistentChangeFetchResult) {
            result = fetchResult
            last = fetchResult.start
        }

        /// Returns the next change; nil after the last one.
        ///
        /// If the remaining changes were pruned meanwhile, the last element is a change without details. Its
        /// `changeDetails(for:)` throws, so that no change is skipped silently.
        public func next() -> PHPersistentChange? {
            if let store = result.store, index == page?.changes.count ?? 0, last < result.end,
                !hasFailed
            {
                do {
                    page = try store.history.changePage(after: last, upTo: result.end, size: size)
                    index = 0
                    size = Swift.min(size * 2, Self.greatestSize)
                } catch {
                    hasFailed = true
                    return PHPersistentChange(unreadableUpTo: result.end, store, error)
                }
            }
            guard let page, let store = result.store, index < page.changes.count else { return nil }
            defer { index += 1 }
            last = page.changes[index].position.sequence
            return PHPersistentChange(index, of: page, in: store)
        }
    }
}
