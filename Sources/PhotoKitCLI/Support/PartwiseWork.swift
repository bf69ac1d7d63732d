/// Work on many elements in few parts, each of which is reported before the next one begins.
///
/// A part that fails ends the work. So a person sees what was done until then.
struct PartwiseWork<Element> {
    /// The largest size of a part, unless a single element is larger.
    let most: Int
    let size: (Element) -> Int

    /// Does the work.
    ///
    /// - Parameters:
    ///   - elements: The elements, in their order.
    ///   - work: Does the work on a part.
    ///   - finished: Called for each element of a part after `work`, with its result.
    /// - Throws: The errors of `work`.
    func run<Result>(
        _ elements: [Element],
        work: ([Element]) throws -> Result,
        finished: (Element, Result) -> Void
    ) throws {
        var rest = elements[...]
        while !rest.isEmpty {
            let part = Array(firstPart(of: rest))
            rest = rest.dropFirst(part.count)
            let result = try work(part)
            for element in part { finished(element, result) }
        }
    }

    private func firstPart(of elements: ArraySlice<Element>) -> ArraySlice<Element> {
        var sum = 0
        var end = elements.startIndex
        while end < elements.endIndex {
            sum += size(elements[end])
            guard sum <= most || end == elements.startIndex else { break }
            end += 1
        }
        return elements[..<end]
    }
}
