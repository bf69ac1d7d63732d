import Foundation

/// What a soak is to be like.
struct SoakSettings {
    /// Where generated libraries are kept; the soak works on a copy in the same folder.
    var shelf: URL
    var size = "1m"
    var seconds = 600
    var seed: UInt64 = 1
    var writers = 3
    var observers = 3
    /// Blocks a second of each writer.
    var pace = 5.0
    /// Longer statements are faults.
    var statementLimit = 0.05

    static let usage = """
        usage: library-soak FOLDER [--size 1m] [--seconds 600] [--seed 1] [--writers 3] [--observers 3]
                            [--pace 5] [--statement-limit 0.05]
        FOLDER keeps generated libraries, as that of library-generator does; the soak works on a copy.
        """

    var assets: Int { Self.count(size) ?? 0 }

    init?(_ words: [String]) {
        guard let folder = words.first, !folder.hasPrefix("-"), words.count % 2 == 1 else {
            return nil
        }
        shelf = URL(fileURLWithPath: folder, isDirectory: true)
        for place in stride(from: 1, to: words.count, by: 2) {
            let value = words[place + 1]
            switch words[place] {
            case "--size": size = value
            case "--seconds": seconds = Int(value) ?? 0
            case "--seed": seed = UInt64(value) ?? 0
            case "--writers": writers = Int(value) ?? -1
            case "--observers": observers = Int(value) ?? -1
            case "--pace": pace = Double(value) ?? 0
            case "--statement-limit": statementLimit = Double(value) ?? 0
            default: return nil
            }
        }
        guard assets > 0, seconds > 0, writers >= 0, observers >= 0, pace > 0, statementLimit > 0
        else { return nil }
    }

    /// `10k` and `1m` are short for thousands and millions.
    private static func count(_ name: String) -> Int? {
        switch name.last {
        case "k": Int(name.dropLast()).map { $0 * 1_000 }
        case "m": Int(name.dropLast()).map { $0 * 1_000_000 }
        default: Int(name)
        }
    }
}
