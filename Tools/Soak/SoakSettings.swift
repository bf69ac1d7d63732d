import ArgumentParser
import Foundation

/// What a soak is to be like.
struct SoakSettings: ParsableArguments {
    @Argument(help: "Where generated libraries are kept.")
    var folder: String

    @Option(help: "How many assets the library has.")
    var size = AssetCount.million

    @Option(help: "How long the soak lasts.")
    var seconds = 600

    @Option(help: "The seed of everything random.")
    var seed: UInt64 = 1

    @Option(help: "How many processes change the library.")
    var writers = 3

    @Option(help: "How many processes follow the library.")
    var observers = 3

    @Option(help: "Blocks a second of each writer.")
    var pace = 5.0

    @Option(help: "The seconds from which on a statement is a fault.")
    var statementLimit = 0.05

    var shelf: URL { URL(fileURLWithPath: folder, isDirectory: true) }
    var assets: Int { size.count }

    func validate() throws {
        guard seconds > 0, writers >= 0, observers >= 0, pace > 0, statementLimit > 0 else {
            throw ValidationError(
                "Times and paces are more than 0, and numbers of processes not below it."
            )
        }
    }
}
