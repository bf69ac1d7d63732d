/// A line of the block of code that a document marks as layers: a name, and its members from the lowest to the highest.
struct StatedOrder: Sendable {
    var name: String
    var members: [String]

    struct Missing: Error, CustomStringConvertible {
        let description =
            "Documentation/Architecture.md has no block of code that is marked as layers."
    }

    /// All lines of the block that begins with ```` ```layers ````.
    static func all(in document: String) throws -> [StatedOrder] {
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "```layers") else { throw Missing() }
        var orders: [StatedOrder] = []
        for line in lines[(start + 1)...].prefix(while: { $0 != "```" }) {
            let words = line.split(separator: " ").map(String.init)
            // A line that is indented goes on with the line before.
            if line.hasPrefix(" ") {
                orders[orders.count - 1].members += words
            } else if let name = words.first?.dropLast() {
                orders.append(StatedOrder(name: String(name), members: Array(words.dropFirst())))
            }
        }
        return orders
    }
}
