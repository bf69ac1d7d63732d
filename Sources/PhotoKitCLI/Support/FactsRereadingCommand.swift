import OpenPhotoKit

/// Reads the files of a library's photos again, and prints the changes.
struct FactsRereadingCommand {
    let options: LibraryOptions
    let output: OutputOptions
    let isDryRun: Bool
    let all: Bool
    let predicate: String?

    func run() async throws {
        let library = try options.openLibrary(isDryRun ? .readOnly : .readWrite)
        defer { library.close() }
        let selection = try library.withCurrent { try selectedPhotos() }
        let (json, isDryRun) = (output.json, isDryRun)
        let report = try await Interruption.cancelling {
            try await library.rereadFacts(selection, isDryRun: isDryRun) { event in
                if json { Self.showJSON(event) } else { Self.showText(event) }
            }
        }
        showReport(report)
        if let reason = library.unavailabilityReason { throw reason }
        try Fault.throwStatus(
            isPartial: report.unreadCount > 0,
            wasInterrupted: report.wasCancelled
        )
    }

    private func selectedPhotos() throws -> FactsUpdate.Selection {
        guard all || predicate != nil else { return .outdated }
        let fetch = PHFetchOptions()
        fetch.includeHiddenAssets = true
        fetch.includeAllBurstAssets = true
        if let predicate { fetch.predicate = try FetchSyntax.predicate(predicate, for: .assets) }
        let found = PHAsset.fetchAssets(with: fetch)
        return .assets((0..<found.count).map { found[$0].localIdentifier })
    }

    private static func showText(_ event: FactsUpdate.Event) {
        switch event {
        case .found(let count):
            Output.shared.showStatus("Reading \(Wording.count(count, of: "photo"))...")
        case .changed(let identifier, let name, let changes):
            Output.shared.clearStatus()
            Output.shared.writeLine(
                "\(Wording.shortIdentifier(identifier))  \(Table.printableText(name ?? "-"))"
            )
            for change in changes {
                let (name, before, after) = (
                    PropertyWords.propertyName(change.property),
                    PropertyWords.valueText(change.before, of: change.property),
                    PropertyWords.valueText(change.after, of: change.property)
                )
                Output.shared.writeLine("  \(name): \(before) -> \(after)")
            }
        case .unread(_, let name, let reason):
            // Some reasons begin with the name.
            let subject = name ?? "-"
            let sentence = reason.hasPrefix(subject + " ") ? reason : "\(subject): \(reason)"
            Output.shared.complain(Table.printableText(sentence))
        }
    }

    private static func showJSON(_ event: FactsUpdate.Event) {
        switch event {
        case .found(let count):
            Output.shared.writeLine(.object([("event", "found"), ("photos", JSON(count))]))
        case .changed(let identifier, let name, let changes):
            let list = changes.map { change in
                JSON.object([
                    ("property", JSON(change.property)), ("before", JSON(change.before)),
                    ("after", JSON(change.after)),
                ])
            }
            Output.shared.writeLine(
                .object([
                    ("event", "changed"), ("identifier", JSON(identifier)),
                    ("filename", JSON(name)), ("changes", .list(list)),
                ])
            )
        case .unread(let identifier, let name, let reason):
            Output.shared.writeLine(
                .object([
                    ("event", "unread"), ("identifier", JSON(identifier)),
                    ("filename", JSON(name)), ("reason", JSON(reason)),
                ])
            )
        }
    }

    private func showReport(_ report: FactsUpdate.Report) {
        Output.shared.clearStatus()
        guard output.json else {
            let verb = isDryRun ? "would change" : "changed"
            let unread =
                report.unreadCount > 0 ? "; \(report.unreadCount) could not be read" : ""
            return Output.shared.writeLine(
                "\(Wording.count(report.readCount, of: "photo")) read, \(report.changedCount) \(verb)\(unread)."
            )
        }
        Output.shared.writeLine(
            .object([
                ("event", "reread"), ("read", JSON(report.readCount)),
                ("changed", JSON(report.changedCount)), ("unread", JSON(report.unreadCount)),
                ("dryRun", JSON(isDryRun)), ("cancelled", JSON(report.wasCancelled)),
            ])
        )
    }
}
