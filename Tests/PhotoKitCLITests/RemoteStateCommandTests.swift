import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// What commands say of remotes is true, wherever the file of a photo is.
@Suite(.permit) struct RemoteStateCommandTests {
    /// Where the file of the only photo is.
    enum State: CaseIterable {
        case unsent, sent, inSource, inSourceOfRemote, inRemoteAlone
        case forgotten, forgottenInRemote, forgottenAndLost, missing, givenUp
    }

    /// Parts of what commands say.
    private struct Sentences {
        var status: [String]
        var space: [String]
        var doctor: [String]
        /// What none of them says.
        var untrue: [String] = []
    }

    private static func sentences(in state: State) -> Sentences {
        let (here, none) = ("On this disk: 1 file (", "On this disk: 0 files (")
        let inRemote = "has everything, as far as the last sync saw: 1 file ("
        let (proved, unproved) = ("1 of 1 file was read back", "0 of 1 file were read back")
        let forgotten = "in folders of forgotten sources: 1 file ("
        let named = "Not in the remotes: 1 file stays in folders that are no longer sources"
        let onlyHere = "may be only here"
        return switch state {
        case .unsent:
            Sentences(
                status: ["has 0 files", " of 1 file (", "no copy of the database"],
                space: [here],
                doctor: [unproved, onlyHere],
                untrue: ["has everything", "forgotten source"]
            )
        case .sent:
            Sentences(
                status: [inRemote],
                space: [here],
                doctor: [proved],
                untrue: [onlyHere, "forgotten source"]
            )
        case .inSource:
            Sentences(
                status: ["has all of the library's own files", "Not in the remote: 1 photo"],
                space: [none],
                doctor: ["0 of 0 files were read back"],
                untrue: ["has everything", onlyHere]
            )
        case .inSourceOfRemote:
            Sentences(status: [inRemote], space: [none], doctor: [proved], untrue: [onlyHere])
        case .inRemoteAlone:
            Sentences(
                status: [inRemote],
                space: [none, "In remotes alone: 1 file ("],
                doctor: [proved],
                untrue: [onlyHere]
            )
        case .forgotten:
            Sentences(
                status: ["has every file that the library can reach", named],
                space: [none, forgotten],
                doctor: ["Not in it: 1 file of a forgotten source."],
                untrue: ["has everything", onlyHere]
            )
        case .forgottenInRemote:
            Sentences(
                status: [inRemote],
                space: [none, forgotten],
                doctor: [proved],
                untrue: ["Not in it", "Not in the remote", onlyHere]
            )
        case .forgottenAndLost:
            Sentences(
                status: ["has 0 files", " of 1 file (", named, "nor whole in this remote"],
                space: [none, forgotten],
                doctor: [unproved, "Not in it: 1 file of a forgotten source."],
                untrue: ["has every", onlyHere]
            )
        case .missing:
            Sentences(
                status: [inRemote],
                space: [none, "Missing: 1 file ("],
                doctor: [proved],
                untrue: [here, onlyHere]
            )
        case .givenUp:
            Sentences(
                status: ["has 0 files", " of 1 file (", "nor whole in this remote"],
                space: [none, "Missing: 1 file ("],
                doctor: [unproved],
                untrue: ["has everything", here, onlyHere]
            )
        }
    }

    let fixture: ProgramFixture
    let disk: URL

    init() async throws {
        fixture = try await ProgramFixture()
        disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        // Small files do not leave.
        try fixture.write("a.jpg", TestJPEG(seed: 1).data() + [UInt8](repeating: 1, count: 102_400))
    }

    private func addRemote(_ options: String...) async throws {
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let outcome = try await fixture.run(
            ["remote", "add", disk.path, "--name", "disk"] + options
        )
        #expect(outcome.code == 0, "\(outcome)")
    }

    private func forgetSource() async throws {
        try await fixture.run("source", "forget", fixture.source.path, "--assets", "keep-offline")
    }

    private func removeFiles(below folder: URL) throws {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files) {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(
                atPath: file.path,
                isDirectory: &isFolder
            )
            if isThere, !isFolder.boolValue { try FileManager.default.removeItem(at: file) }
        }
    }

    private func make(_ state: State) async throws {
        let path = fixture.source.path
        switch state {
        case .unsent, .sent, .missing, .inRemoteAlone, .givenUp:
            try await fixture.run("import", path)
            try await addRemote()
            if state == .unsent { return }
            if state != .sent, state != .missing {
                try await fixture.run("remote", "space", "0")
            }
            let sync = try await fixture.run("remote", "sync")
            #expect(sync.code == 0, "\(sync)")
            if state == .missing {
                try removeFiles(below: fixture.library.appendingPathComponent("originals"))
            }
            guard state == .givenUp else { return }
            try FileManager.default.removeItem(at: disk)
            let given = try await fixture.run("remote", "forget", "disk", "--lost", "--yes")
            #expect(given.code == 0, "\(given)")
            try await addRemote()
            #expect(try await fixture.run("remote", "sync").code == 1)
        case .inSource, .forgotten:
            try await fixture.run("source", "add", path)
            try await addRemote()
            if state == .forgotten { try await forgetSource() }
            #expect(try await fixture.run("remote", "sync").code == 0)
        case .inSourceOfRemote, .forgottenInRemote, .forgottenAndLost:
            try await fixture.run("source", "add", path)
            try await addRemote("--with-sources")
            try await fixture.run("remote", "sync")
            guard state != .inSourceOfRemote else { return }
            try await forgetSource()
            if state == .forgottenAndLost {
                try removeFiles(below: disk.appendingPathComponent("originals"))
            }
            let sync = try await fixture.run("remote", "sync")
            #expect(sync.code == (state == .forgottenAndLost ? 1 : 0), "\(sync)")
        }
    }

    @Test(arguments: State.allCases)
    func `what commands say of remotes is true`(_ state: State) async throws {
        try await make(state)
        let expected = Self.sentences(in: state)
        for (command, sentences) in [
            (["remote", "status"], expected.status), (["remote", "space"], expected.space),
            (["doctor"], expected.doctor),
        ] {
            let outcome = try await fixture.run(command)
            #expect(outcome.code == 0, "\(outcome)")
            for sentence in sentences {
                #expect(outcome.output.contains(sentence), "\(sentence): \(outcome)")
            }
            for sentence in expected.untrue {
                #expect(!outcome.output.contains(sentence), "\(sentence): \(outcome)")
            }
        }
        let complete = try await fixture.run("remote", "status", "--at-least", "1")
        let isComplete = complete.code == 0
        let lacking: Set<State> = [.unsent, .forgottenAndLost, .givenUp]
        #expect(isComplete != lacking.contains(state), "\(complete)")
    }

    @Test func `doctor warns of unsent files beside those in remotes alone`() async throws {
        try await make(.inRemoteAlone)
        // A rule would send the file at once.
        try await fixture.run("remote", "space", "--keep-all")
        try fixture.write(picture: "b.jpg", seed: 2)
        let picture = fixture.source.appendingPathComponent("b.jpg").path
        #expect(try await fixture.run("import", picture).code == 0)
        let doctor = try await fixture.run("doctor")
        #expect(doctor.output.contains("1 of 2 files was read back from it"), "\(doctor)")
        #expect(
            doctor.output.contains("was not read back from it lately, and may be only here."),
            "\(doctor)"
        )
    }
}
