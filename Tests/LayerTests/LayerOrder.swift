import Foundation

/// The order of a module's folders, as `Documentation/Architecture.md` states it: each may name types of those before it.
///
/// Public types may be named everywhere, because Apple's API is circular by itself.
struct LayerOrder: Sendable {
    var module: String
    var folders: [String]

    struct Missing: Error, CustomStringConvertible {
        let description =
            "Documentation/Architecture.md has no block of code that is marked as layers."
    }

    /// All orders that a document states, in a block that begins with ```` ```layers ````.
    static func all(in document: String) throws -> [LayerOrder] {
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "```layers") else { throw Missing() }
        var orders: [LayerOrder] = []
        for line in lines[(start + 1)...].prefix(while: { $0 != "```" }) {
            let words = line.split(separator: " ").map(String.init)
            // A line that is indented goes on with the module of the line before.
            if line.hasPrefix(" ") {
                orders[orders.count - 1].folders += words
            } else if let module = words.first?.dropLast() {
                orders.append(LayerOrder(module: String(module), folders: Array(words.dropFirst())))
            }
        }
        return orders
    }

    /// Each use of a type of a later folder, and each folder that the order does not name.
    func violations(in files: [SourceFile]) -> [String] {
        var places: [String: String] = [:]
        for file in files {
            for type in file.declared { places[type] = file.folder }
        }
        let ranks = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1, $0) })
        var found: [String] = []
        for file in files {
            guard let rank = ranks[file.folder] else {
                found.append("\(module)/\(file.folder) is not in the order of \(module)'s folders.")
                continue
            }
            for type in file.named.sorted() {
                guard let other = places[type], let otherRank = ranks[other], otherRank > rank
                else { continue }
                found.append(
                    "\(module)/\(file.folder)/\(file.name) names \(type), which stands higher, in \(other)."
                )
            }
        }
        return found
    }

    /// How many pairs of folders there are of which one names types of the other.
    func arrowCount(in files: [SourceFile]) -> Int {
        var places: [String: String] = [:]
        for file in files {
            for type in file.declared { places[type] = file.folder }
        }
        var arrows: Set<[String]> = []
        for file in files {
            for type in file.named {
                if let other = places[type], other != file.folder {
                    arrows.insert([file.folder, other])
                }
            }
        }
        return arrows.count
    }
}
