import OpenPhotoKit

/// The text that `photokit --version` prints.
enum VersionText {
    /// The first line, which scripts read.
    static let firstLine = "photokit \(openPhotoKitVersion)"

    /// Writes the versions of this program and of what it uses.
    static func write() {
        let facts = BuildFacts.installed()
        Output.shared.writeLine(firstLine)
        let revision = BuildFacts.revisionText(facts, ofVersion: openPhotoKitVersion)
        Output.shared.writeFields(
            FieldList(
                labelWidth: 10,
                fields: [
                    ("Revision", revision), ("Swift", BuildFacts.swiftText(facts)),
                    ("Decoders", WorkerFacts().decodersText),
                ]
            )
        )
    }
}
