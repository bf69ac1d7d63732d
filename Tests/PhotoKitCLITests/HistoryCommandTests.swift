import Foundation
import PhotosStore
import TestPermits
import Testing

@testable import PhotoKitCLI

@Suite(.permit) struct HistoryCommandTests {
    @Test func `each property has a word for people`() {
        let properties =
            AssetField.allCases.map { "\($0)" } + CollectionField.allCases.map { "\($0)" }
        for property in properties {
            // A word of the API has a capital letter inside.
            let word = PropertyWords.propertyName(property).replacing("Live Photo", with: "")
            #expect(word.lowercased() == word, "\(property)")
        }
        #expect(PropertyWords.propertyName("isHidden") == "hidden")
        #expect(PropertyWords.propertyName("colorLabel") == "color label")
    }

    @Test func `changes and a refused undo have no words of the API`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let token = try await fixture.run("token").output.trimmingCharacters(in: .newlines)
        let dated = try await fixture.run(
            ["edit", identifier, "--date", "2020-01-02T03:04:05+02:00", "--rejected"]
                + ["--place", "46.5,7.9", "--json"]
        ).objects()
        let edited = try #require(dated.first?["token"] as? String)
        try await fixture.run("folder", "create", "Trips")
        try await fixture.run("album", "create", "Walks")
        try await fixture.run("folder", "add", "Trips", "Walks")
        let outcome = try await fixture.run("changes", "--since", token)
        #expect(outcome.output.contains("where the date is from"), "\(outcome)")
        #expect(outcome.output.contains("rejected (before: no)"), "\(outcome)")
        for word in ["dateSource", "isRejected", "verticalAccuracy", "creationZone", "parent"] {
            #expect(!outcome.output.contains(word), "\(outcome)")
        }
        try await fixture.run("edit", identifier, "--place", "1,2")
        let refused = try await fixture.run("undo", edited)
        #expect(refused.code == 1, "\(refused)")
        #expect(!refused.complaints.contains("isRejected"), "\(refused)")
        #expect(!refused.output.contains("isRejected"), "\(refused)")
        #expect(!refused.complaints.contains("verticalAccuracy"), "\(refused)")
        let json = try await fixture.run("changes", "--since", token, "--json")
        #expect(json.output.contains("isRejected"), "\(json)")
    }

    @Test func `changes say plainly what happened, with the values before`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let token = try await fixture.run("token").output.trimmingCharacters(in: .newlines)
        try await fixture.run("album", "create", "Walks")
        try await fixture.run("album", "add", "Walks", identifier)
        try await fixture.run("favorite", identifier)
        try await fixture.run("delete", identifier)
        try await fixture.run("restore", identifier)
        try await fixture.run("delete", identifier)
        try await fixture.run("purge", identifier)
        let outcome = try await fixture.run("changes", "--since", token)
        #expect(outcome.code == 0)
        let short = String(identifier.prefix(13))
        let reported = outcome.lines.filter { $0.contains(short) }.map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(reported.count == 7)
        #expect(reported[1] == "updated   \(short)  favorite (before: no)")
        #expect(
            Array(reported[2...5]) == [
                "deleted   \(short)  (to Recently Deleted)", "restored  \(short)",
                "deleted   \(short)  (to Recently Deleted)", "purged    \(short)  (for good)",
            ]
        )
        #expect(reported[0] == "entered   \(short)  in album \"Walks\"")
        #expect(reported[6] == "left      \(short)  in album \"Walks\"")
        #expect(outcome.lines.last?.hasPrefix("token  pk1.") == true)
        #expect(outcome.lines.contains { $0.hasSuffix("purge by photokit") })
    }

    @Test func `the token at the end is where to go on`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let first = try await fixture.run("changes", "--json").objects()
        #expect(first.compactMap { $0["event"] as? String } == ["change", "end"])
        #expect(first.first?["work"] as? String == "import")
        let token = try #require(first.last?["token"] as? String)
        try await fixture.run("favorite", identifier)
        let second = try await fixture.run("changes", "--since", token, "--json").objects()
        #expect(second.count == 2)
        #expect((second.first?["updated"] as? String)?.contains(identifier) == true)
    }

    @Test func `following tells what others change, as it happens`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let token = try await fixture.run("token").output.trimmingCharacters(in: .newlines)
        let process = fixture.process(["changes", "--since", token, "--follow", "--json"])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        defer { process.terminate() }
        var reported = Data()
        for (command, property) in [("favorite", "isFavorite"), ("hide", "isHidden")] {
            try await fixture.run(command, identifier)
            while !reported.contains(property) {
                // Blocks until the program tells more; its end is the end of this test.
                let more = pipe.fileHandleForReading.availableData
                try #require(!more.isEmpty, "the program ended before it told of the change")
                reported.append(more)
            }
        }
    }

    @Test func `a token of no use ends with 4 and says what to do`() async throws {
        let fixture = try await ProgramFixture()
        let other = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let foreign = try await other.run("token").output.trimmingCharacters(in: .newlines)
        let expired = try await fixture.run("token", "--oldest").output.trimmingCharacters(
            in: .newlines
        )
        try await fixture.run("favorite", identifier)
        let pruned = try await fixture.run("history", "prune", "--keep", "1")
        #expect(pruned.output == "Deleted 1 change from the history; 1 kept.\n")
        let forged = String(foreign.dropLast()) + (foreign.hasSuffix("A") ? "B" : "A")
        for (token, message) in [
            ("nonsense", "\"nonsense\" is not a change token."),
            ("pk1.AAAA", "The change token is damaged."),
            (foreign, "belongs to another library"), (forged, "belongs to another library"),
            (expired, "has been pruned"),
        ] {
            let outcome = try await fixture.run("changes", "--since", token)
            #expect(outcome.code == 4, "\(token)")
            #expect(outcome.complaints.contains(message), "\(outcome.complaints)")
        }
    }

    @Test func `a token that was altered is refused`() async throws {
        let fixture = try await ProgramFixture()
        let token = try await fixture.run("token").output.trimmingCharacters(in: .newlines)
        var letters = Array(token)
        letters[letters.count - 4] = letters[letters.count - 4] == "A" ? "B" : "A"
        let outcome = try await fixture.run("changes", "--since", String(letters))
        #expect(outcome.code == 4)
        #expect(outcome.complaints.contains("altered"))
    }

    @Test func `how long changes are kept can be set and asked`() async throws {
        let fixture = try await ProgramFixture()
        let set = try await fixture.run("history", "retention", "--days", "365", "--count", "1000")
        #expect(set.lines.last == "History:           365 days, the newest 1000 changes")
        let json = try #require(try await fixture.run("settings", "--json").objects().first)
        #expect(json["historyDays"] as? String == "365")
        let forever = try await fixture.run("history", "retention", "--forever")
        #expect(forever.lines.last == "History:           all changes")
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
