import OpenPhotoKit

/// Tells what an import does, to people or to programs.
struct ImportNarrator: Sendable {
    let json: Bool

    func tell(_ event: LibraryImport.Event) {
        if json { tellProgram(event) } else { tellPeople(event) }
    }

    private func tellProgram(_ event: LibraryImport.Event) {
        let object: [(String, JSON)]
        switch event {
        case .found(let files, let bytes):
            object = [("event", "found"), ("files", JSON(files)), ("bytes", JSON(bytes))]
        case .imported(let url, let identifier):
            object = [
                ("event", "imported"), ("path", JSON(url.path)), ("identifier", JSON(identifier)),
            ]
        case .duplicate(let url, let twin):
            object = [("event", "duplicate"), ("path", JSON(url.path)), ("identifier", JSON(twin))]
        case .refused(let url, let reason):
            object = [("event", "refused"), ("path", JSON(url.path)), ("reason", JSON(reason))]
        case .progress: return
        }
        Output.shared.line(.object(object))
        Output.shared.flush()
    }

    private func tellPeople(_ event: LibraryImport.Event) {
        switch event {
        case .refused(let url, let reason):
            Output.shared.complain("\(Table.printable(url.path)): \(reason)")
        case .progress(let progress):
            Output.shared.status(Self.sentence(progress))
        case .found, .imported, .duplicate: break
        }
    }

    static func sentence(_ progress: LibraryImport.Progress) -> String {
        var parts = [
            "\(progress.filesDone) of \(Wording.count(progress.filesTotal, "file"))",
            "\(Wording.bytes(progress.bytesDone)) of \(Wording.bytes(progress.bytesTotal))",
        ]
        if let rate = progress.bytesPerSecond { parts.append("\(Wording.bytes(Int64(rate)))/s") }
        if let left = progress.secondsLeft { parts.append("\(Wording.duration(left)) left") }
        return parts.joined(separator: ", ")
    }

    func conclude(_ report: LibraryImport.Report, token: PHPersistentChangeToken) {
        if json {
            Output.shared.line(
                .object([
                    ("event", "finished"), ("imported", JSON(report.importedCount)),
                    ("duplicates", JSON(report.duplicateCount)),
                    ("refused", JSON(report.refusedCount)),
                    ("bytes", JSON(report.importedBytes)),
                    ("wasCancelled", JSON(report.wasCancelled)),
                    ("token", JSON(token.stringValue)),
                ])
            )
            return
        }
        Output.shared.clearStatus()
        var sentence =
            "Imported \(Wording.count(report.importedCount, "file")) (\(Wording.bytes(report.importedBytes)))"
        if report.duplicateCount > 0 {
            sentence += ", \(report.duplicateCount) already in the library"
        }
        if report.refusedCount > 0 { sentence += ", \(report.refusedCount) refused" }
        Output.shared.line(sentence + ".")
        if report.wasCancelled {
            Output.shared.complain("The import was stopped. Start it again to bring in the rest.")
        }
    }
}
