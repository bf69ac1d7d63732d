import ArgumentParser
import OpenPhotoKit

/// The command `photokit access`.
struct Access: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists and changes the access of applications to the library.",
        discussion: """
            An application chooses its name; the default is the name of its program. A decision is valid until you \
            change it, and takes effect in running applications, too.

            EXAMPLES:
              photokit access
              photokit access limit frame
              photokit access select frame 3F2A81C0 99D1
              photokit access policy ask
              photokit ls --as frame
            """,
        subcommands: [
            AccessList.self, AccessAllow.self, AccessDeny.self, AccessRestrict.self,
            AccessLimit.self, AccessSelect.self, AccessDeselect.self, AccessSelection.self,
            AccessForget.self, AccessPolicy.self,
        ],
        defaultSubcommand: AccessList.self
    )
}

/// The command `photokit access list`.
struct AccessList: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the decisions about applications, and the policy for all others.",
        discussion: "EXAMPLE:\n  photokit access list --json"
    )

    @OptionGroup var edit: EditOptions
    var options: LibraryOptions { edit.library }

    func run(in library: PHPhotoLibrary) async throws {
        let decisions = try library.access.decisions()
        let policy = (
            readWrite: try library.access.policy(for: .readWrite),
            addOnly: try library.access.policy(for: .addOnly)
        )
        guard !edit.output.json else {
            for decision in decisions { Output.shared.writeLine(Self.decisionJSON(decision)) }
            Output.shared.writeLine(
                .object([
                    ("application", .null), ("photos", JSON(policy.readWrite.word)),
                    (
                        "adding",
                        JSON(Self.addingWord(readWrite: policy.readWrite, addOnly: policy.addOnly))
                    ),
                    ("selected", 0), ("decided", .null),
                ])
            )
            return
        }
        var table = Table(columns: [
            Table.Column(title: "APPLICATION", fitting: .wrapped), Table.Column(title: "PHOTOS"),
            Table.Column(title: "ADDING"), Table.Column(title: "DECIDED"),
        ])
        for decision in decisions {
            let photos =
                decision.readWrite == .limited
                ? Wording.count(decision.selectionCount, of: "selected photo")
                : decision.readWrite.word
            table.addRow(cells: [
                Table.Cell(decision.application), Table.Cell(photos),
                Table.Cell(
                    Self.addingWord(readWrite: decision.readWrite, addOnly: decision.addOnly)
                ),
                ShownDate(decision.date).cell,
            ])
        }
        table.addRow(
            "(all others)",
            policy.readWrite.word,
            Self.addingWord(readWrite: policy.readWrite, addOnly: policy.addOnly),
            "-"
        )
        table.print()
    }

    /// Returns the word for access to add, which is part of access to read and change.
    private static func addingWord(
        readWrite: PHAuthorizationStatus,
        addOnly: PHAuthorizationStatus
    ) -> String {
        readWrite.includesAdding ? "allowed" : addOnly.word
    }

    private static func decisionJSON(_ decision: LibraryAccess.Decision) -> JSON {
        .object([
            ("application", JSON(decision.application)),
            ("photos", JSON(decision.readWrite.word)),
            ("adding", JSON(addingWord(readWrite: decision.readWrite, addOnly: decision.addOnly))),
            ("selected", JSON(decision.selectionCount)),
            ("decided", JSON(decision.date)),
        ])
    }
}

extension PHAuthorizationStatus {
    /// The word for the status in output.
    var word: String {
        switch self {
        case .authorized: "allowed"
        case .denied: "denied"
        case .restricted: "restricted"
        case .limited: "limited"
        default: "ask"
        }
    }

    fileprivate var includesAdding: Bool { self == .authorized || self == .limited }
}
