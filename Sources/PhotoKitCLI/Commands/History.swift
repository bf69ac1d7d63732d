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
            On a terminal, the command first prints how many changes these are, and asks. Without a terminal it goes \
            on, so that services can use it.

            EXAMPLES:
              photokit history prune --older-than 90
              photokit history prune --keep 1000
              photokit history prune --before pk1.AbC...
            """
    )

    @OptionGroup var edit: EditOptions

    @Option(
        help: ArgumentHelp(
            "Delete changes that are older than this number of days, such as 90 or 90d.",
            valueName: "days"
        ),
        transform: DayCount.parsedDays
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
    @Flag(help: "Delete without a question.")
    var yes = false

    func validate() throws {
        let ways = [olderThan != nil, keep != nil, before != nil].filter { $0 }.count
        guard ways == 1 else {
            throw ValidationError("Use exactly one of --older-than, --keep and --before.")
        }
        if olderThan ?? 0 < 0 || keep ?? 1 < 1 {
            throw ValidationError("--older-than must be 0 or more, and --keep must be 1 or more.")
        }
    }

    private func confirmPruning(of count: Int) throws {
        try Confirmation(forgetting: count)?.obtainAgreement(isAgreed: yes)
    }

    func run(in library: PHPhotoLibrary) async throws {
        let count = try library.information().changeCount
        if let olderThan {
            let date = Date().addingTimeInterval(-Double(olderThan) * 86_400)
            try confirmPruning(of: library.changeCount(before: date))
            try library.pruneHistory(before: date)
        }
        if let keep {
            try confirmPruning(of: count - keep)
            try library.pruneHistory(keepingNewest: keep)
        }
        if let before {
            guard let token = PHPersistentChangeToken(string: before) else {
                throw CommandFailure(
                    .token,
                    "\"\(Table.printableText(before))\" is not a change token. Give a token that \"photokit token\" printed."
                )
            }
            try confirmPruning(of: library.changeCount(before: token))
            try library.pruneHistory(before: token)
        }
        let left = try library.information().changeCount
        guard !edit.output.json else {
            return Output.shared.writeLine(
                .object([
                    ("forgotten", JSON(count - left)), ("kept", JSON(left)),
                    ("oldestToken", JSON(try library.oldestChangeToken().stringValue)),
                ])
            )
        }
        Output.shared.writeSentence(
            Self.pruningSentence(deleted: count - left, of: count, olderThan: olderThan)
        )
    }

    /// Says what was deleted, or why nothing was.
    private static func pruningSentence(deleted: Int, of count: Int, olderThan days: Int?) -> String
    {
        guard deleted == 0 else {
            return
                "Deleted \(Wording.count(deleted, of: "change")) from the history; \(count - deleted) kept."
        }
        let reason =
            days.map { "No change is older than \(Wording.count($0, of: "day"))." }
            ?? "The history has no change before that."
        return
            "\(reason) Nothing was deleted; the history has \(Wording.count(count, of: "change"))."
    }
}

extension Confirmation {
    /// The question before changes are deleted from the history; nil if there are none.
    fileprivate init?(forgetting count: Int) {
        guard count > 0 else { return nil }
        self.init(
            question: "Delete \(Wording.count(count, of: "change")) from the history",
            refusal: "Nothing was deleted"
        )
    }
}

/// The command `photokit history retention`.
struct HistoryRetention: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Shows or sets how long changes are kept.",
        discussion: """
            Without options, the command shows the current settings. If changes are deleted now, the command asks on \
            a terminal, as "photokit history prune" does.

            EXAMPLES:
              photokit history retention --days 365
              photokit history retention --forever
            """
    )

    @OptionGroup var edit: EditOptions

    @Option(
        help: ArgumentHelp("Keep changes for this number of days.", valueName: "days"),
        transform: DayCount.parsedDays
    )
    var days: Int?
    @Option(help: ArgumentHelp("Keep this number of the newest changes.", valueName: "number"))
    var count: Int?
    @Flag(help: "Keep all changes.") var forever = false
    @Flag(help: "Delete without a question.") var yes = false

    private var changesSettings: Bool { forever || days != nil || count != nil }
    var accessMode: PHPhotoLibrary.AccessMode { changesSettings ? .readWrite : .readOnly }

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
        if changesSettings {
            try Confirmation(forgetting: forgottenCount(in: library))?.obtainAgreement(
                isAgreed: yes
            )
            settings.daysOfHistory = days
            settings.changesInHistory = count
            try library.change(settings)
        }
        SettingsReport(settings).showSettings(json: edit.output.json)
    }

    /// Returns the number of changes that the new settings no longer keep.
    private func forgottenCount(in library: PHPhotoLibrary) throws -> Int {
        let old = try days.map { days in
            try library.changeCount(before: Date().addingTimeInterval(-Double(days) * 86_400))
        }
        let many = try count.map { try library.information().changeCount - $0 }
        return max(old ?? 0, many ?? 0)
    }
}
