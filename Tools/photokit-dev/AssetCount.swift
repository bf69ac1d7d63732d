import ArgumentParser

/// A number of assets as people write it: `10k` and `1m` are short for thousands and millions.
struct AssetCount: ExpressibleByArgument {
    var text: String
    var count: Int

    static let million = AssetCount(text: "1m", count: 1_000_000)

    private init(text: String, count: Int) {
        self.text = text
        self.count = count
    }

    init?(argument: String) {
        let factor: Int
        switch argument.last {
        case "k": factor = 1_000
        case "m": factor = 1_000_000
        default: factor = 1
        }
        guard let number = Int(factor == 1 ? argument : String(argument.dropLast())), number > 0
        else { return nil }
        text = argument
        count = number * factor
    }

    var defaultValueDescription: String { text }
}
