import ArgumentParser
import OpenPhotoKit

/// The command `photokit settings`.
struct Settings: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows and changes the library's settings.",
        discussion: """
            The library stores its settings. They apply to every program that uses the library.

            Fewer days in Recently Deleted also count for what is there. If photos and videos would be deleted for \
            good by that, the command says how many, and asks; without a terminal it needs --yes. It then deletes \
            them. "photokit ls --deleted" lists them before.

            EXAMPLES:
              photokit settings
              photokit settings --recently-deleted-days 60
            """
    )

    @OptionGroup var edit: EditOptions

    @Option(
        help: ArgumentHelp(
            "Keep deleted photos for this number of days; 0 deletes them at once.",
            valueName: "days"
        )
    )
    var recentlyDeletedDays: Int?
    @Flag(help: "Delete for good what fewer days no longer keep, without a question.")
    var yes = false

    func validate() throws {
        if recentlyDeletedDays ?? 0 < 0 {
            throw ValidationError("--recently-deleted-days must be 0 or more.")
        }
    }

    var accessMode: PHPhotoLibrary.AccessMode {
        recentlyDeletedDays == nil ? .readOnly : .readWrite
    }

    /// More days must save what the earlier number would delete.
    var purgesExpired: Bool { false }

    func run(in library: PHPhotoLibrary) async throws {
        var settings = try library.settings()
        var purged = 0
        if let days = recentlyDeletedDays {
            let isLower = days < settings.daysInRecentlyDeleted
            if isLower { try confirmPurge(keepingDays: days, in: library) }
            settings.daysInRecentlyDeleted = days
            try library.change(settings)
            if isLower { purged = try library.purgeExpiredAssets() }
        }
        SettingsReport(settings, purged: purged).showSettings(json: edit.output.json)
    }

    private func confirmPurge(keepingDays days: Int, in library: PHPhotoLibrary) throws {
        let count = try library.expiredAssetCount(keptFor: days)
        guard count > 0 else { return }
        let items = PhotoCount.text(count)
        try Confirmation(
            question: "Delete \(items) in Recently Deleted for good",
            refusal: "Nothing was changed",
            reason: "\(items) in Recently Deleted would be deleted for good",
            preview: "Look at them with \"photokit ls --deleted\""
        ).obtainAgreement(isAgreed: yes)
    }
}

/// Prints the settings of a library, as text or as JSON.
struct SettingsReport {
    private let settings: LibrarySettings

    /// The number of photos and videos that the change deleted for good; nil for commands that delete none.
    private let purged: Int?

    init(_ settings: LibrarySettings, purged: Int? = nil) {
        self.settings = settings
        self.purged = purged
    }

    func showSettings(json: Bool) {
        guard !json else {
            return Output.shared.writeLine(
                .object(
                    [
                        ("recentlyDeletedDays", JSON(settings.daysInRecentlyDeleted)),
                        ("historyDays", JSON(settings.daysOfHistory)),
                        ("historyCount", JSON(settings.changesInHistory)),
                    ] + (purged.map { [("purged", JSON($0))] } ?? [])
                )
            )
        }
        if let purged, purged > 0 {
            Output.shared.writeLine("\(PhotoCount.text(purged)) deleted for good.")
        }
        let days = settings.daysInRecentlyDeleted
        Output.shared.writeLine(
            "Recently Deleted:  \(days == 0 ? "nothing is kept" : Wording.count(days, of: "day"))"
        )
        let parts = [
            settings.daysOfHistory.map { Wording.count($0, of: "day") },
            settings.changesInHistory.map { "the newest \(Wording.count($0, of: "change"))" },
        ].compactMap { $0 }
        Output.shared.writeLine(
            "History:           \(parts.isEmpty ? "all changes" : parts.joined(separator: ", "))"
        )
    }
}
