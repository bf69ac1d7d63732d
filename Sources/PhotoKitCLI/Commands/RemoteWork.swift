import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit remote sync`.
struct RemoteSyncCommand: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Sends what remotes lack, and reads it back.",
        discussion: """
            Without names all remotes are brought up to date. Files that could not be sent are named with the reason, \
            and the exit code is 1. If a remote cannot be reached, the exit code is 8. An interrupted run continues \
            at the next call. After the last remote, files leave this disk by the rule of "photokit remote space". If \
            files that should leave cannot, the exit code is 5.

            --follow keeps going: changes of the library are sent at the latest after five minutes. A remote that \
            cannot be reached is tried again after one minute, then after two, and so on up to an hour. It ends with \
            Ctrl-C.

            --not-on-metered sends nothing over a metered network, such as that of a phone. NetworkManager is asked \
            over D-Bus; where there is none, sending goes on. Folders and services on this machine are never metered.

            EXAMPLES:
              photokit remote sync
              photokit remote sync cloud --follow --not-on-metered
            """
    )

    @OptionGroup var edit: EditOptions
    @Flag(help: "Keep sending changes until Ctrl-C.") var follow = false
    @Flag(help: "Send nothing while NetworkManager says that the network is metered.")
    var notOnMetered = false
    @Argument(help: "Names or addresses of remotes.") var remotes: [String] = []

    func run(in library: PHPhotoLibrary) async throws {
        let all = try library.remotes()
        guard !all.isEmpty else {
            throw CommandFailure(
                .usage,
                "The library has no remotes. Add one with \"photokit remote add\"."
            )
        }
        let chosen = try remotes.isEmpty ? all : remotes.map { try all.named($0) }
        let reporter = RemoteReporter(json: edit.output.json)
        let network = NetworkGuard(isOn: notOnMetered)
        let status = try await Interruption.cancelling { [follow] in
            var status = try await Self.syncRemotes(
                chosen,
                in: library,
                network: network,
                reporter: reporter,
                endsByInterruption: follow
            )
            var pause = Self.shortestPause
            while follow {
                let token = library.currentChangeToken
                let isOver = status == .remote
                do {
                    try await Self.waitForChange(
                        since: token,
                        in: library,
                        atMost: isOver ? pause : nil
                    )
                } catch is CancellationError {
                    return ExitStatus.done
                }
                pause = isOver ? min(pause * 2, Self.longestPause) : Self.shortestPause
                status = try await Self.syncRemotes(
                    chosen,
                    in: library,
                    network: network,
                    reporter: reporter,
                    endsByInterruption: follow
                )
                if Task.isCancelled { return ExitStatus.done }
            }
            return status
        }
        if !edit.output.json {
            let forgotten = ForgottenFiles(try library.filesInForgottenSources())
            for remote in chosen {
                if let sentence = forgotten.sentence(besides: remote) {
                    Output.shared.writeSentence(sentence)
                }
            }
            if let sentence = Self.sentence(about: forgotten) {
                Output.shared.writeSentence(sentence)
            }
        }
        if status != .done { throw status }
    }

    /// Names files that no remote gets, because the library does not know where they are.
    static func sentence(about forgotten: ForgottenFiles) -> String? {
        forgotten.outsideRemotes.sentence.map { "Not in the remotes: \($0)" }
    }

    /// The pauses after which a remote is tried again that could not be reached.
    private static let shortestPause = Duration.seconds(60)
    private static let longestPause = Duration.seconds(3_600)

    private static func syncRemotes(
        _ remotes: [LibraryRemote],
        in library: PHPhotoLibrary,
        network: NetworkGuard,
        reporter: RemoteReporter,
        endsByInterruption: Bool
    ) async throws -> ExitStatus {
        var round = SyncRound(library: library, network: network, reporter: reporter)
        do {
            // A file that has left would be fetched back for the next remote, so files leave after the last one.
            for remote in remotes {
                try await round.syncRemote(remote, isLast: remote == remotes.last)
            }
            try await round.freeSpaceIfLeft()
        } catch let error as PHPhotosError
            where endsByInterruption && error.code == .userCancelled
        {
            // An interruption is how a command that follows the library ends.
            return .done
        }
        return round.status
    }

    /// Waits until the library has changed and has been quiet for 20 seconds, at most for four minutes after the change.
    ///
    /// With `longest`, the wait ends after this time without a change, too.
    private static func waitForChange(
        since token: PHPersistentChangeToken,
        in library: PHPhotoLibrary,
        atMost longest: Duration?
    ) async throws {
        let start = ContinuousClock.now
        var last = token
        var changed: ContinuousClock.Instant?
        var quiet = ContinuousClock.now
        while true {
            try await Task.sleep(for: .seconds(2))
            let now = ContinuousClock.now
            let present = library.currentChangeToken
            if present != last {
                last = present
                quiet = now
                changed = changed ?? now
            }
            if let longest, now - start >= longest { return }
            guard let changed else { continue }
            if now - quiet >= .seconds(20) || now - changed >= .seconds(240) { return }
        }
    }
}

/// The command `photokit remote status`.
struct RemoteStatus: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows how much of the library each remote has.",
        discussion: """
            The remotes are not asked: the status shows what the last "photokit remote sync" read back from them. \
            "photokit remote check" looks into a remote, and "photokit doctor" says whether it can be reached. With --at-least N the exit \
            code is 1 unless N remotes have everything, so that a rule such as "three copies, one elsewhere" can be \
            checked by a script. Remotes on one disk count once.

            EXAMPLES:
              photokit remote status
              photokit remote status --at-least 2
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions
    @Option(
        help: ArgumentHelp("The number of remotes that must have everything.", valueName: "count")
    )
    var atLeast: Int?
    @Argument(help: "Names or addresses of remotes.") var remotes: [String] = []

    func run(in library: PHPhotoLibrary) async throws {
        let all = try library.remotes()
        let chosen = try remotes.isEmpty ? all : remotes.map { try all.named($0) }
        var complete: [LibraryRemote] = []
        let forgotten = ForgottenFiles(
            try chosen.isEmpty || output.json ? [] : library.filesInForgottenSources()
        )
        for remote in chosen {
            let status = try library.status(of: remote)
            if status.isComplete { complete.append(remote) }
            RemoteReporter(json: output.json).showStatus(
                status,
                of: remote,
                forgotten: forgotten
            )
        }
        if let sentence = RemoteSyncCommand.sentence(about: forgotten) {
            Output.shared.writeSentence(sentence)
        }
        if chosen.isEmpty, !output.json { Output.shared.writeLine("The library has no remotes.") }
        if !chosen.isEmpty, !output.json {
            Output.shared.writeSentence(
                chosen.count == 1
                    ? "The remote was not asked now. \(chosen.checkCommands) looks into it."
                    : "The remotes were not asked now. To look into them: \(chosen.checkCommands)."
            )
        }
        let copies = LibraryRemote.copyCount(of: complete)
        if copies < complete.count, !output.json {
            Output.shared.writeSentence(
                "\(Wording.count(complete.count, of: "remote")) with everything are \(Wording.count(copies, of: "copy", plural: "copies")), because some are the same folder or on one disk."
            )
        }
        if let atLeast, copies < atLeast {
            throw CommandFailure(
                .refused,
                "\(Wording.count(copies, of: "copy", plural: "copies")) of \(atLeast) \(copies == 1 ? "has" : "have") everything. Run \"photokit remote sync\", or add a remote on another disk."
            )
        }
    }
}

/// The command `photokit remote check`.
struct RemoteCheckCommand: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compares the files in a remote with the library's record of them.",
        discussion: """
            Names and sizes are compared, and with --read all bytes. If files are lost or were never sent, or the \
            remote has files and no copy of the database, the exit code is 1. The next "photokit remote sync" sends those that this disk or another remote has; the others are named.

            EXAMPLE:
              photokit remote check cloud --read
            """
    )

    @OptionGroup var edit: EditOptions
    @Flag(help: "Read all bytes back.") var read = false
    @Argument(help: "The name or the address of the remote.") var remote: String

    func run(in library: PHPhotoLibrary) async throws {
        let remote = try library.remotes().named(remote)
        let report = try await Interruption.cancelling { [read] in
            try await library.check(remote, readingAll: read)
        }
        RemoteReporter(json: edit.output.json).showCheck(report, of: remote, wasRead: read)
        guard report.lostCount == 0, report.unsentCount == 0, report.brokenDatabaseNames.isEmpty,
            report.hasDatabase
        else {
            throw ExitStatus.refused
        }
    }
}
