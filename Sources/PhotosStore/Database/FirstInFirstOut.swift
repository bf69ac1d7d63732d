/// A queue, whose elements leave in the order in which they came.
package struct FirstInFirstOut<Element> {
    private var elements: [Element?] = []
    private var start = 0

    package init() {}

    package var isEmpty: Bool { start == elements.count }

    package mutating func append(_ element: Element) { elements.append(element) }

    /// Puts elements before all others; the first of the new elements leaves first.
    package mutating func prepend(_ new: [Element]) {
        elements.replaceSubrange(..<start, with: new.map(Optional.some))
        start = 0
    }

    package mutating func popFirst() -> Element? {
        guard start < elements.count else { return nil }
        defer { leave() }
        return elements[start]
    }

    private mutating func leave() {
        elements[start] = nil
        start += 1
        guard start == elements.count || start > 1024, start * 2 > elements.count else { return }
        elements.removeFirst(start)
        start = 0
    }
}
