/// The clusters whose files are being inspected, in order, and the decision when the next one must be processed.
package struct ImportQueue<Element> {
    private let maximumCount: Int
    private let maximumBytes: Int64
    private let minimumCount: Int
    private var waiting: [(element: Element, byteCount: Int64)] = []
    private var first = 0
    private var byteCount: Int64 = 0

    /// Limits the queue to the size of a block.
    ///
    /// The limit of bytes does not hold for as many elements as there are threads, so that all threads have work.
    package init(_ options: ImportOptions) {
        maximumCount = options.blockFiles
        maximumBytes = options.blockBytes
        minimumCount = options.workers
    }

    package var count: Int { waiting.count - first }

    /// Whether the first element must be processed before another one is added.
    package var isFull: Bool {
        count > maximumCount || byteCount > maximumBytes && count > minimumCount
    }

    package mutating func add(_ element: Element, byteCount: Int64) {
        waiting.append((element, byteCount))
        self.byteCount += byteCount
    }

    /// Removes and returns the first element; nil if the queue is empty.
    package mutating func removeFirst() -> Element? {
        guard first < waiting.count else { return nil }
        let (element, count) = waiting[first]
        first += 1
        byteCount -= count
        if first > 1024 {
            waiting.removeFirst(first)
            first = 0
        }
        return element
    }
}
