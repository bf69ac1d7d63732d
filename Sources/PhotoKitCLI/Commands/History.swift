import ArgumentParser
import OpenPhotoKit

/// The command `photokit history`.
struct History: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Deletes old changes from the history, and sets how long changes are kept.",
        discussion: """
            A token that is older than the oldest kept change is no longer valid.

            EXAMPLES:
              photokit history retention --days 365
              photokit history prune --older-than 90
            """,
        subcommands: [HistoryPrune.self, HistoryRetention.self]
    )
}

/// The command `photokit history prune`.
struct HistoryPrune: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Deletes old changes from the history now.",
        discussion: """
            EXAMPLES:
              photokit history prune --older-than 90
              photokit history prune --keep 1000
              photokit history prune --before pk1.AbC...
            """
    )

    @OptionGroup var edit: EditOptions

    @Option(
        help: ArgumentHelp(
            "Delete changes that are older than this number of days.",
            valueName: "days"
        )
    )
    var olderThan: Int?
    @Option(
        help: ArgumentHelp(
            "Keep this number of the newest changes, and delete the others.",
            valueName: "number"
        )
    ) var keep: Int?
    @Option(
        help: ArgumentHelp(
            "Delete the changes before a token. The token stays valid.",
            valueName: "token"
        )
    ) var before: String?

    func validate() throws {
        let ways = [olderThan != nil, keep != nil, before != nil].filter { $0 }.count
        guard ways == 1 else {
            throw ValidationError("Use exactly one of --older-than, --keep and --before.")
        }
        if olderThan ?? 0 < 0 || keep ?? 1 < 1 {
            throw ValidationError("--older-than must be 0 or more, and --keep must be 1 or more.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let count = try library.information().changeCount
        if let olderThan {
            try library.pruneHistory(before: Date().addingTimeInterval(-Double(olderThan) * 86_400))
        }
        if let keep { try library.pruneHistory(keepingNewest: keep) }
        if let before {
            guard let token = PHPersistentChangeToken(string: before) else {
                throw CommandFailure(
                    .token,
                    "\"\(Table.printable(before))\" is no change token. Give a token that \"photokit token\" printed."
                )
            }
            try library.pruneHistory(before: token)
        }
        let left = try library.information().changeCount
        guard !edit.output.json else {
            return Output.shared.line(
                .object([
                    ("forgotten", JSON(count - left)), ("kept", JSON(left)),
                    ("oldestToken", JSON(try library.oldestChangeToken().stringValue)),
                ])
            )
        }
        Output.shared.line(
            "Deleted \(Wording.count(count - left, "change")) from the history; \(left) kept."
        )
    }
}

/// The command `photokit history retention`.
struct HistoryRetention: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Shows or sets how long changes are kept.",
        discussion: """
            Without options, the command shows the current settings.

            EXAMPLES:
              photokit history retention --days 365
              photokit history retention --forever
            """
    )

    @OptionGroup var edit: EditOptions

    @Option(help: ArgumentHelp("Keep changes for this number of days.", valueName: "days"))
    var days: Int?
    @Option(help: ArgumentHelp("Keep this number of the newest changes.", valueName: "number"))
    var count: Int?
    @Flag(help: "Keep all changes.") var forever = false

    func validate() throws {
        if days ?? 1 < 1 || count ?? 1 < 1 {
            throw ValidationError("--days and --count must be 1 or more.")
        }
        if forever, days != nil || count != nil {
            throw ValidationError("--forever cannot be combined with --days or --count.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        var settings = try library.settings()
        if forever || days != nil || count != nil {
            settings.daysOfHistory = days
            settings.changesInHistory = count
            try library.change(settings)
        }
        SettingsReport(settings).show(json: edit.output.json)
    }
}
