import ArgumentParser
import OpenPhotoKit

/// The command `photokit remote forget`.
struct RemoteForget: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Removes a remote from the library; the files in the remote stay.",
        discussion: """
            A remote that alone has files which left this disk is not forgotten.

            If such a remote is gone for good, --lost gives up the files that nobody has, and names them. They are \
            missing then, as "photokit check" says, and "photokit import" or "photokit check --repair --from" brings \
            them back from a card, a backup or an export. A remote that still shows them is not given up.

            On a terminal, --lost first says how many photos these are, and asks. Nobody knows whether a remote that \
            does not answer has the files. Without a terminal the command then needs --yes. If the place comes back, \
            "photokit remote add" finds the files again.

            A rule of "photokit remote space" that asks for more remotes than are left ends, because no file could \
            leave by it. The command names it.

            EXAMPLES:
              photokit remote forget cloud
              photokit remote forget cloud --lost
              photokit remote forget cloud --lost --yes
            """
    )

    @OptionGroup var edit: EditOptions
    @Flag(help: "Give up files that left this disk and that no remote has any more.")
    var lost = false
    @Flag(help: "Give files up without a question.") var yes = false
    @Argument(help: "The name or the address of the remote.") var remote: String

    func validate() throws {
        guard lost || !yes else {
            throw ValidationError("--yes answers the question of --lost, so it needs --lost.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let remote = try library.remotes().named(remote)
        let forgotten = ForgottenFiles(try library.filesInForgottenSources())
        let alone = forgotten.sentence(onlyIn: remote, of: try library.remotes())
        let losses = try forgetRemote(remote, in: library)
        Self.reportLosses(losses)
        if let alone { Output.shared.complain(alone) }
        reportChange(
            "The library does not use \(remote.address) any more. No file in the remote was removed.",
            of: [remote.identifier],
            in: library
        )
        let others = try library.remotes()
        for other in others where LibraryRemote.copyCount(of: [remote, other]) == 1 {
            Output.shared.writeSentence(
                Table.printableText(
                    "The remote \(other.name) (\(other.address)) is the same folder, or on the same disk. Before you remove the folder, see that \(other.name) does not need it."
                )
            )
        }
        if let rule = losses.endedRule {
            Output.shared.complain(
                Self.endedRuleSentence(rule, remoteCount: try library.remotes().count)
            )
        }
    }

    private func forgetRemote(
        _ remote: LibraryRemote,
        in library: PHPhotoLibrary
    ) throws -> LibraryRemote.Losses {
        guard lost else { return try library.forgetRemote(remote) }
        let losses = try library.losses(ofForgetting: remote)
        if losses.lost.count > 0 {
            if let silence = losses.silence {
                Output.shared.complain(
                    Table.printableText(
                        "\(remote.name) cannot be asked: \(silence) If you can mend that, do so before you give anything up."
                    )
                )
            }
            try Self.lossConfirmation(for: losses, in: remote).obtainAgreement(isAgreed: yes)
        }
        return try library.forgetRemote(remote, givingUp: losses)
    }

    /// Returns the question before files are given up.
    private static func lossConfirmation(
        for losses: LibraryRemote.Losses,
        in remote: LibraryRemote
    ) -> Confirmation {
        let files =
            "\(Wording.count(losses.lost.count, of: "file")) of \(PhotoCount.text(losses.photoCount))"
        let are = losses.lost.count == 1 ? "is" : "are"
        let isUnknown = losses.silence != nil
        let name = Table.printableText(remote.name)
        return Confirmation(
            question: isUnknown
                ? "It is not known whether \(files) \(are) in \(name). Give \(Wording.them(losses.lost.count)) up"
                : "Give up \(files) that no remote has",
            refusal: "Nothing was given up",
            reason: isUnknown
                ? "it is not known whether \(files) \(are) in \(name), which cannot be asked"
                : nil,
            preview: nil
        )
    }

    /// Says which rule for space ended, and how to have it again.
    private static func endedRuleSentence(
        _ rule: LibrarySpaceRule,
        remoteCount remotes: Int
    ) -> String {
        let present = remotes == 0 ? "no remote" : Wording.count(remotes, of: "remote")
        let again = [
            "photokit remote space \(rule.byteCount)",
            rule.copies == 1 ? nil : "--copies \(rule.copies)",
            rule.proofDays == 30 ? nil : "--proof-days \(rule.proofDays)",
        ]
        return
            "The rule for space (\(Wording.formattedBytes(rule.byteCount)), \(Wording.count(rule.copies, of: "copy", plural: "copies"))) ended, because the library has \(present) now, so that no file could leave this disk. New files stay here. After \"photokit remote add\", set the rule again with \"\(again.compactMap { $0 }.joined(separator: " "))\"."
    }

    private static func reportLosses(_ losses: LibraryRemote.Losses) {
        if losses.lost.count > 0 {
            let rest = losses.lost.count - losses.names.count
            let names = losses.names.joined(separator: ", ")
            Output.shared.complain(
                Table.printableText(
                    "Given up: \(Wording.count(losses.lost.count, of: "file")) (\(Wording.formattedBytes(losses.lost.byteCount))) that left this disk and that no other remote shows: \(names)\(rest > 0 ? " and \(Wording.count(rest, of: "more", plural: "more"))" : ""). \"photokit import\" or \"photokit check --repair --from FOLDER\" brings \(Wording.them(losses.lost.count)) back from a card, a backup or an export."
                )
            )
        }
        if losses.unanswered.count > 0 {
            Output.shared.complain(
                "Other remotes do not answer now. By the library's records they have \(Wording.count(losses.unanswered.count, of: "file")) more."
            )
        }
    }
}
