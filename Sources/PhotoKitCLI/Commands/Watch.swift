import ArgumentParser
import Glibc
import OpenPhotoKit

/// The command `photokit watch`.
struct Watch: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Watches the sources, and applies their changes to the library.",
        discussion: """
            All sources are swept at the start. Later changes are applied as soon as the system reports them. A file \
            that is still being written is read after it stays unchanged for the seconds of --quiet. A source that \
            the system cannot watch is swept at intervals instead, with a message. The patterns of --exclude are \
            added to those of each source and stored. Ctrl-C ends the command.

            EXAMPLES:
              photokit watch
              photokit watch --quiet 10 --json
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Option(
        name: .customLong("quiet"),
        help: ArgumentHelp(
            "The seconds to wait after the last change of a file.",
            valueName: "seconds"
        )
    )
    var quietSeconds = 5.0

    @Option(
        name: .customLong("every"),
        help: ArgumentHelp(
            "The seconds between sweeps of sources that are offline or cannot be watched.",
            valueName: "seconds"
        )
    )
    var intervalSeconds = 60.0

    @OptionGroup var facts: FactsOptions
    @OptionGroup var previews: PreviewOptions
    @OptionGroup var exclusions: ExclusionOptions

    var accessMode: PHPhotoLibrary.AccessMode { .readWrite }

    func validate() throws {
        guard quietSeconds >= 0, quietSeconds <= 86_400 else {
            throw ValidationError("The seconds of --quiet must be from 0 to 86400.")
        }
        guard intervalSeconds >= 1, intervalSeconds <= 86_400 else {
            throw ValidationError("The seconds of --every must be from 1 to 86400.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        guard try !library.sources().isEmpty else {
            throw CommandFailure(
                .usage,
                "The library has no source to watch. Add one with \"photokit source add\"."
            )
        }
        for source in try library.sources() where !exclusions.patterns.isEmpty {
            try library.exclude(source.excludedPatterns + exclusions.patterns, from: source)
        }
        let reporter = WatchReporter(json: output.json)
        let (quietSeconds, intervalSeconds) = (quietSeconds, intervalSeconds)
        let allowsMissingFacts = facts.allowsMissingFacts
        let makesPreviews = !previews.areSkipped
        try await Interruption.cancelling(on: [SIGINT, SIGTERM]) {
            try await library.watchSources(
                quietSeconds: quietSeconds,
                intervalSeconds: intervalSeconds,
                allowsMissingFacts: allowsMissingFacts,
                makesPreviews: makesPreviews
            ) {
                reporter.showEvent($0)
            }
        }
    }
}

/// Reports the events of watching sources, as text or as JSON.
private struct WatchReporter: Sendable {
    let json: Bool

    func showEvent(_ event: LibrarySource.WatchEvent) {
        if json {
            if case .sweep(_, .previewsLeft) = event { return }
            return Output.shared.writeEvent(JSON(encoding: event))
        }
        let reporter = SweepReporter(json: false)
        switch event {
        case .watching(let sources):
            Output.shared.writeLine("Watching \(Wording.count(sources, of: "source")).")
        case .swept(let url, let report): reporter.showReport(report, of: url)
        case .sweep(_, let event): reporter.showEvent(event)
        case .notice(let sentence): Output.shared.complain(sentence)
        }
        Output.shared.flush()
    }
}
