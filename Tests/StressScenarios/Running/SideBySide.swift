import Foundation

/// Does much of the same kind at once, on as many threads as the machine has cores.
package enum SideBySide {
    /// Gives the results in the order of the elements.
    package static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element],
        atMost limit: Int = ProcessInfo.processInfo.activeProcessorCount,
        _ body: @escaping @Sendable (Element) throws -> Result
    ) async throws -> [Result] {
        let width = min(max(2, limit), max(1, elements.count))
        let parts = try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
            for worker in 0..<width {
                group.addTask { @concurrent in
                    try stride(from: worker, to: elements.count, by: width).map {
                        ($0, try body(elements[$0]))
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return parts.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
