import ArgumentParser
import OpenPhotoKit

/// The command `photokit settings`.
struct Settings: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows and changes the library's settings.",
        discussion: """
            The library stores its settings. They apply to every program that uses the library.

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

    func validate() throws {
        if recentlyDeletedDays ?? 0 < 0 {
            throw ValidationError("--recently-deleted-days must be 0 or more.")
        }
    }

    var accessMode: PHPhotoLibrary.AccessMode {
        recentlyDeletedDays == nil ? .readOnly : .readWrite
    }

    func run(in library: PHPhotoLibrary) async throws {
        var settings = try library.settings()
        if let recentlyDeletedDays {
            settings.daysInRecentlyDeleted = recentlyDeletedDays
            try library.change(settings)
        }
        SettingsReport(settings).show(json: edit.output.json)
    }
}

/// Prints the settings of a library, as text or as JSON.
struct SettingsReport {
    private let settings: LibrarySettings

    init(_ settings: LibrarySettings) { self.settings = settings }

    func show(json: Bool) {
        guard !json else {
            return Output.shared.line(
                .object([
                    ("recentlyDeletedDays", JSON(settings.daysInRecentlyDeleted)),
                    ("historyDays", JSON(settings.daysOfHistory)),
                    ("historyCount", JSON(settings.changesInHistory)),
                ])
            )
        }
        let days = settings.daysInRecentlyDeleted
        Output.shared.line(
            "Recently Deleted:  \(days == 0 ? "nothing is kept" : Wording.count(days, "day"))"
        )
        let parts = [
            settings.daysOfHistory.map { Wording.count($0, "day") },
            settings.changesInHistory.map { "the newest \(Wording.count($0, "change"))" },
        ].compactMap { $0 }
        Output.shared.line(
            "History:           \(parts.isEmpty ? "all changes" : parts.joined(separator: ", "))"
        )
    }
}
