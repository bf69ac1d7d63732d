import Foundation
import OpenPhotoKit
import PhotosBase

/// Prints what happens with uploads, and how they stand.
struct UploadReporter: Sendable {
    let json: Bool

    // MARK: Events

    func showEvent(_ event: LibraryUploads.Event) {
        if json { return Output.shared.writeEvent(JSON(encoding: event)) }
        defer { Output.shared.flush() }
        let program = event.program.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
        let message = event.message ?? ""
        let file = event.filename ?? "A file"
        switch event.event {
        case .started, .answered: return
        case .wrote: write("\(program): \(message)")
        case .problem: Output.shared.complain(Table.printableText("\(program): \(message)"))
        case .succeeded:
            write(event.host.map { "Sent \(file) to \($0)." } ?? "\(file) is on this disk.")
        case .failed:
            Output.shared.complain(Table.printableText("\(file) was not sent: \(message)"))
        case .postponed:
            let wait = Wording.count(event.seconds ?? 0, of: "second")
            write("\(file) is tried again in \(wait). \(message)")
        }
    }

    private func write(_ sentence: String) {
        Output.shared.writeLine(
            Table.printableText(sentence).trimmingCharacters(in: .whitespaces)
        )
    }

    // MARK: The status

    func showStatus(_ status: LibraryUploads.Status) {
        if json { return showJSON(status) }
        guard !status.programs.isEmpty || !status.counts.isEmpty else {
            return Output.shared.writeSentence(
                "No program may upload. Name one with \"photokit uploads enable\"."
            )
        }
        showPrograms(status)
        showFailures(status.failures)
        for program in status.programs {
            guard let problem = program.problem else { continue }
            Output.shared.complain(Table.printableText(problem))
        }
    }

    private func showPrograms(_ status: LibraryUploads.Status) {
        var table = Table(columns: [
            .init(title: "application", fitting: .shortened),
            .init(title: "waiting", alignment: .right),
            .init(title: "under way", alignment: .right),
            .init(title: "sent", alignment: .right),
            .init(title: "failed", alignment: .right),
            .init(title: "program", fitting: .shortened),
        ])
        for counts in status.counts {
            let programs = status.programs.filter { $0.client == counts.client }
            let path = programs.map { $0.isEnabled ? $0.path : "\($0.path) (paused)" }
            table.addRow(
                counts.client.isEmpty ? "photokit" : counts.client,
                String(counts.waiting),
                String(counts.pending),
                String(counts.succeeded),
                String(counts.failed),
                path.isEmpty ? "-" : path.joined(separator: ", ")
            )
        }
        table.print()
    }

    private func showFailures(_ failures: [LibraryUploads.Failure]) {
        for failure in failures {
            let place = failure.host.map { " to \($0)" } ?? ""
            Output.shared.complain(
                Table.printableText(
                    "\(failure.filename) was not sent\(place): \(failure.reason.sentence)"
                )
            )
        }
    }

    private func showJSON(_ status: LibraryUploads.Status) {
        for program in status.programs {
            Output.shared.writeLine(
                JSON(encoding: program).adding([("kind", "program")])
            )
        }
        for counts in status.counts {
            Output.shared.writeLine(JSON(encoding: counts).adding([("kind", "jobs")]))
        }
        for failure in status.failures {
            Output.shared.writeLine(
                .object([
                    ("client", JSON(failure.client)), ("filename", JSON(failure.filename)),
                    ("host", failure.host.map { JSON($0) } ?? .null),
                    ("date", JSON(failure.date)),
                    ("status", failure.status.map { JSON($0) } ?? .null),
                    ("reason", JSON(failure.reason.rawValue)), ("kind", "failure"),
                ])
            )
        }
    }
}
