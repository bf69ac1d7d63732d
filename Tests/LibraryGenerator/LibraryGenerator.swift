import Foundation
import LibraryGeneration

/// Makes libraries for measurements: `library-generator FOLDER SIZE... [--seed NUMBER]`.
@main
struct LibraryGenerator {
    static func main() throws {
        var words = Array(CommandLine.arguments.dropFirst())
        var seed: UInt64 = 1
        if let place = words.firstIndex(of: "--seed") {
            guard place + 1 < words.count, let number = UInt64(words[place + 1]) else { usage() }
            seed = number
            words.removeSubrange(place...place + 1)
        }
        guard let folder = words.first, words.count > 1 else { usage() }
        let shelf = LibraryShelf(URL(fileURLWithPath: folder, isDirectory: true))
        for name in words.dropFirst() {
            guard let assets = count(name) else { usage() }
            let start = ContinuousClock.now
            let (_, isNew) = try shelf.library(
                LibraryRecipe(assets: assets, seed: seed),
                name: name
            )
            if isNew {
                print("\(name): made in \((ContinuousClock.now - start).components.seconds) s")
            }
        }
    }

    /// `10k` and `1m` are short for thousands and millions.
    private static func count(_ name: String) -> Int? {
        switch name.last {
        case "k": Int(name.dropLast()).map { $0 * 1_000 }
        case "m": Int(name.dropLast()).map { $0 * 1_000_000 }
        default: Int(name)
        }
    }

    private static func usage() -> Never {
        print(
            "usage: library-generator FOLDER SIZE... [--seed NUMBER], with sizes such as 10k or 1m"
        )
        exit(64)
    }
}
