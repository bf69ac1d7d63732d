import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// What guests add, which is kept apart until the owner takes it in.
@Suite(.permit) struct GuestUploadTests {
    private static let picture = PaintedPicture.png(width: 9, height: 9, seed: 200)

    /// Makes a link whose guests may add photos.
    private static func link(
        _ serve: ServeFixture,
        by owner: TestClient,
        adding: [String: Any] = [:]
    ) async throws -> (id: String, secret: String) {
        let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
        return try await serve.link(to: [id], by: owner, with: ["adding": adding])
    }

    private static func send(
        _ serve: ServeFixture,
        _ client: TestClient,
        _ data: Data,
        as name: String = "new.png",
        from person: String = "Anna"
    ) async throws -> Answer {
        func encoded(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        var headers = client.headers
        headers["Origin"] = serve.origin
        return try await serve.send(
            "PUT",
            "/api/contributions/own?name=\(encoded(name))&guest=\(encoded(person))",
            headers: headers,
            body: data
        )
    }

    /// The files that wait, by the names of guests.
    private static func waiting(
        _ serve: ServeFixture,
        _ owner: TestClient
    ) async throws -> [String: [(id: String, name: String)]] {
        let answer = try await serve.get("/api/contributions", as: owner)
        var found: [String: [(id: String, name: String)]] = [:]
        for guest in try #require(answer.json["guests"] as? [[String: Any]]) {
            let name = try #require(guest["name"] as? String)
            for file in try #require(guest["files"] as? [[String: Any]]) {
                let id = try #require(file["id"] as? String)
                found[name, default: []].append((id, try #require(file["name"] as? String)))
            }
        }
        return found
    }

    private static func ownFiles(
        _ serve: ServeFixture,
        _ guest: TestClient
    ) async throws -> [String] {
        let answer = try await serve.get("/api/contributions/own", as: guest)
        let files = try #require(answer.json["files"] as? [[String: Any]])
        return files.compactMap { $0["name"] as? String }
    }

    @Test func theOwnerTakesInWhatGuestsAdd() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let link = try await Self.link(serve, by: owner)
            let guest = try await serve.guest(link.secret)
            let session = try await serve.get("/api/session", as: guest).json
            #expect(session["canAdd"] as? Bool == true)
            let hostile = "\u{202E}Anna\n\u{7}"
            let sent = try await Self.send(serve, guest, Self.picture, from: hostile)
            #expect(sent.status == 201, "\(sent.text)")
            // Nobody else sees it, also not the same guest in another browser.
            let other = try await serve.guest(link.secret)
            #expect(try await Self.ownFiles(serve, guest) == ["new.png"])
            #expect(try await Self.ownFiles(serve, other).isEmpty)
            #expect(try await serve.get("/api/views/all", as: guest).json["count"] as? Int == 1)
            #expect(TestPhotos.all(serve.library).count == 3)
            let waiting = try await Self.waiting(serve, owner)
            #expect(Array(waiting.keys) == ["Anna"])
            let ids = try #require(waiting["Anna"]).map(\.id)
            // The owner looks before he decides.
            let look = "/api/contributions/\(ids[0])/preview"
            let preview = try await serve.get(look, as: owner)
            #expect(preview.status == 200 && preview.body.starts(with: [0xFF, 0xD8, 0xFF]))
            #expect(try await serve.get(look, as: guest).status == 403)
            let unknown = try await serve.get("/api/contributions/x/preview", as: owner)
            #expect(unknown.status == 404)
            let path = "/api/contributions/take"
            let taken = try await serve.send("POST", path, as: owner, json: ["ids": ids])
            #expect(taken.json["taken"] as? Int == 1, "\(taken.text)")
            #expect(TestPhotos.all(serve.library).count == 4)
            let albums = try await serve.get("/api/albums", as: owner).text
            #expect(albums.contains("\"title\":\"Some\""))
            #expect(try await Self.waiting(serve, owner).isEmpty)
            // The guest's own list says what he sent, and not what became of it.
            #expect(try await Self.ownFiles(serve, guest) == ["new.png"])
            let again = try await serve.send("POST", path, as: owner, json: ["ids": ids])
            #expect(again.status == 409)
            let undone = ["undo": taken.json["undo"] ?? ""]
            #expect(
                try await serve.send("POST", "/api/undo", as: owner, json: undone).status == 200
            )
            #expect(TestPhotos.all(serve.library).count == 3)
        }
    }

    @Test func aGuestIsToldTheSameWhetherTheLibraryHasTheBytes() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let guest = try await serve.guest(try await Self.link(serve, by: owner).secret)
            let known = PaintedPicture.png(width: 30, height: 20, seed: 0)
            let new = PaintedPicture.png(width: 30, height: 20, seed: 77)
            var told: [String] = []
            for data in [known, new] {
                let answer = try await Self.send(serve, guest, data, as: "same.png")
                #expect(answer.status == 201 && data.count == known.count)
                let id = try #require(answer.json["id"] as? String)
                let name = try #require(answer.json["name"] as? String)
                told.append(answer.text.replacing(id, with: "ID").replacing(name, with: "NAME"))
            }
            #expect(told[0] == told[1])
            let ids = try await Self.waiting(serve, owner)["Anna"]?.map(\.id) ?? []
            let path = "/api/contributions/take"
            let taken = try await serve.send("POST", path, as: owner, json: ["ids": ids])
            #expect(taken.json["taken"] as? Int == 2, "\(taken.text)")
            #expect(TestPhotos.all(serve.library).count == 4)
            #expect(try await Self.ownFiles(serve, guest) == ["same.png", "same (2).png"])
        }
    }

    @Test func filesCountAgainstTheLimitBeforeTheyAreExamined() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let few = try await Self.link(serve, by: owner, adding: ["files": 2])
            let guest = try await serve.guest(few.secret)
            let damaged = try await Self.send(serve, guest, Data("no photo".utf8), as: "x.jpg")
            #expect(damaged.status == 422)
            let sentence = "This file is damaged, or it is no photo and no video."
            #expect(damaged.json["message"] as? String == sentence)
            #expect(try await Self.ownFiles(serve, guest).isEmpty)
            #expect(try await Self.send(serve, guest, Self.picture).status == 201)
            // The limit is that of the link, for all guests together.
            let other = try await serve.guest(few.secret)
            for client in [guest, other] {
                let full = try await Self.send(serve, client, Self.picture)
                #expect(full.status == 413 && full.json["error"] as? String == "link-full")
            }
            let size = Self.picture.count
            let small = try await Self.link(serve, by: owner, adding: ["bytes": size * 2 - 1])
            let last = try await serve.guest(small.secret)
            #expect(try await Self.send(serve, last, Self.picture).status == 201)
            #expect(try await Self.send(serve, last, Self.picture).status == 413)
            let own = try await serve.get("/api/contributions/own", as: last).json
            #expect(own["bytesLeft"] as? Int == size - 1)
        }
    }

    @Test func whatWaitsSurvivesARestartAndEndsWithItsLink() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let (one, two) = (
                try await Self.link(serve, by: owner), try await Self.link(serve, by: owner)
            )
            for secret in [one.secret, two.secret] {
                let guest = try await serve.guest(secret)
                #expect(try await Self.send(serve, guest, Self.picture).status == 201)
            }
            let guests = serve.server.folder.url.appendingPathComponent("guests")
            serve.server.close()
            let options = serve.server.options
            try await ServeFixture.run(options, serve.folder, clock: serve.clock) { again in
                again.server.removeLeftovers()
                let owner = try await again.owner()
                #expect(try await Self.waiting(again, owner)["Anna"]?.count == 2)
                // What is used up stays used up.
                let guest = try await again.guest(one.secret)
                let own = try await again.get("/api/contributions/own", as: guest).json
                #expect(own["filesLeft"] as? Int == 499)
                let end = "/api/sessions/\(one.id)"
                let ended = try await again.send("DELETE", end, headers: owner.headers)
                #expect(ended.status == 204)
                #expect(try await Self.waiting(again, owner)["Anna"]?.count == 1)
                let left = try FileManager.default.contentsOfDirectory(atPath: guests.path)
                #expect(left == [two.id])
                // The other one ends by itself, and its files with it.
                again.clock.advance(80 * 365.25 * 86_400)
                again.server.gate.removeExpired()
                #expect(again.server.inbox.waiting.isEmpty)
                #expect(try FileManager.default.contentsOfDirectory(atPath: guests.path).isEmpty)
            }
        }
    }

    @Test func filesOfLinksThatEndedMeanwhileAreRemovedAtTheNextStart() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let link = try await Self.link(serve, by: owner)
            let guest = try await serve.guest(link.secret)
            #expect(try await Self.send(serve, guest, Self.picture).status == 201)
            let folder = serve.server.folder.url.appendingPathComponent("guests/\(link.id)")
            let draft = folder.appendingPathComponent("new/half/x.png")
            try FileManager.default.createDirectory(
                at: draft.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data("half".utf8).write(to: draft)
            let gone = folder.deletingLastPathComponent().appendingPathComponent("gone/from-x")
            try FileManager.default.createDirectory(at: gone, withIntermediateDirectories: true)
            serve.server.removeLeftovers()
            #expect(!FileManager.default.fileExists(atPath: draft.path))
            #expect(!FileManager.default.fileExists(atPath: gone.deletingLastPathComponent().path))
            #expect(try await Self.waiting(serve, owner)["Anna"]?.count == 1)
        }
    }

    /// A second start is refused by the lock of the first server, before which it must remove nothing.
    @Test func aSecondStartRemovesNoUpload() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let guest = try await serve.guest(try await Self.link(serve, by: owner).secret)
            #expect(try await Self.send(serve, guest, Self.picture).status == 201)
            let begun = try await serve.send("POST", "/api/uploads", headers: owner.headers)
            let id = try #require(begun.json["id"] as? String)
            let put = try await serve.send(
                "PUT",
                "/api/uploads/\(id)/files?path=a.png",
                headers: owner.headers,
                body: PaintedPicture.png(width: 8, height: 8, seed: 3)
            )
            #expect(put.status == 204)
            let options = serve.server.options
            let logger = serve.log.logger
            let second = try PhotoServer(options, clock: serve.clock.clock, logger: logger)
            second.close()
            let path = "/api/uploads/\(id)/import"
            let done = try await serve.send("POST", path, headers: owner.headers)
            #expect(done.text.contains("\"imported\":1"), "\(done.text)")
            #expect(try await Self.waiting(serve, owner)["Anna"]?.count == 1)
        }
    }

    @Test func theOwnerRefusesFiles() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let guest = try await serve.guest(try await Self.link(serve, by: owner).secret)
            for name in ["a.png", "b.png"] {
                #expect(try await Self.send(serve, guest, Self.picture, as: name).status == 201)
            }
            let waiting = try #require(try await Self.waiting(serve, owner)["Anna"])
            let first = try #require(waiting.first { $0.name == "a.png" })
            let json = ["ids": [first.id]]
            let path = "/api/contributions/refuse"
            let refused = try await serve.send("POST", path, as: owner, json: json)
            #expect(refused.json["count"] as? Int == 1, "\(refused.text)")
            let left = try await Self.waiting(serve, owner)["Anna"]?.map(\.name)
            #expect(left == ["b.png"])
            let again = try await serve.send("POST", path, as: owner, json: json)
            #expect(again.status == 409)
            #expect(TestPhotos.all(serve.library).count == 3)
        }
    }

    @Test func hostileNamesLeadNowhere() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let guest = try await serve.guest(try await Self.link(serve, by: owner).secret)
            for name in ["", ".", "..", "../x.png", "a/b.png", "x\u{0}.png"] {
                let answer = try await Self.send(serve, guest, Self.picture, as: name)
                #expect(answer.status == 400, "\(name)")
            }
            for person in ["", " \n ", "\u{200B}\u{202E}"] {
                let answer = try await Self.send(serve, guest, Self.picture, from: person)
                #expect(answer.status == 400)
            }
            #expect(try await Self.send(serve, guest, Self.picture, as: ".x.png").status == 201)
            #expect(try await Self.ownFiles(serve, guest) == ["x.png"])
            // The owner reads the name as it is.
            let turned = "\u{202E}a\nb\u{7}.png"
            #expect(try await Self.send(serve, guest, Self.picture, as: turned).status == 201)
            #expect(try await Self.ownFiles(serve, guest) == ["x.png", "a b.png"])
        }
    }

    /// An import unpacks an archive of Google Photos, whatever its name is.
    @Test func aPictureThatIsAnArchiveAsWellIsRefused() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let guest = try await serve.guest(try await Self.link(serve, by: owner).secret)
            let plain = try await Self.send(serve, guest, Self.tarPicture(marked: "plain"))
            #expect(plain.status == 201, "\(plain.text)")
            let archive = try await Self.send(serve, guest, Self.tarPicture(marked: "ustar"))
            #expect(archive.status == 422, "\(archive.text)")
            #expect(try await Self.ownFiles(serve, guest) == ["new.png"])
        }
    }

    /// A picture whose comment has what a tar file has, if the mark is that of tar files.
    private static func tarPicture(marked mark: String) -> Data {
        // Where the text of the chunk begins in the file.
        let start = 63
        let head = #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><!--"#
        var text = Array(head.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 600)
        for (offset, word) in [(156, "L"), (257, mark), (512, "Takeout/x.png")] {
            let range = (offset - start)..<(offset - start + word.utf8.count)
            text.replaceSubrange(range, with: word.utf8)
        }
        let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        let xmp =
            String(decoding: text, as: UTF8.self)
            + #"--><rdf:RDF xmlns:rdf="\#(rdf)"><rdf:Description rdf:about=""/></rdf:RDF>"#
            + "</x:xmpmeta>"
        return PaintedPicture.png(width: 9, height: 9, seed: 201, xmp: xmp)
    }

    @Test func aFileThatComesWhileItsLinkEndsLeavesNothing() async throws {
        try await ServeFixture.run { serve in
            let inbox = serve.server.inbox
            let guests = serve.server.folder.url.appendingPathComponent("guests")
            let sender = GuestInbox.Sender(link: "l", title: "Some", session: "s", guest: "Anna")
            let begin = {
                try inbox.beginFile(named: "x.png", of: 9, from: sender, within: .usual)
            }
            let drafts = try [begin(), begin(), begin()]
            inbox.removeLink("l")
            for draft in drafts {
                try FileManager.default.createDirectory(
                    at: draft.url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Self.picture.write(to: draft.url)
            }
            #expect(throws: Problem.self) { try inbox.keep(drafts[0], at: Date()) }
            inbox.refuse(drafts[1])
            inbox.giveUp(drafts[2])
            #expect(throws: Problem.self) { try begin() }
            #expect(try FileManager.default.contentsOfDirectory(atPath: guests.path).isEmpty)
        }
    }

    @Test func aFileThatCannotBeStoredDoesNotCount() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let link = try await Self.link(serve, by: owner)
            let guest = try await serve.guest(link.secret)
            let first = try await Self.send(serve, guest, Self.picture, as: "first.png")
            #expect(first.status == 201)
            let session = try #require(serve.server.gate.all.first { $0.link == link.id })
            let taken = serve.server.folder.url
                .appendingPathComponent("guests/\(link.id)/from-\(session.id)/new.png/x")
            try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
            #expect(try await Self.send(serve, guest, Self.picture).status == 409)
            let own = try await serve.get("/api/contributions/own", as: guest).json
            #expect(own["filesLeft"] as? Int == 499)
        }
    }

    /// A server that starts reads the lists while an earlier one still ends its last answers.
    @Test func aStartKeepsWhatAnEarlierServerTookLast() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let guest = try await serve.guest(try await Self.link(serve, by: owner).secret)
            let options = serve.server.options
            let logger = serve.log.logger
            let second = try PhotoServer(options, clock: serve.clock.clock, logger: logger)
            defer { second.close() }
            #expect(try await Self.send(serve, guest, Self.picture).status == 201)
            second.removeLeftovers()
            #expect(second.inbox.waiting.map(\.file.name) == ["new.png"])
        }
    }

    @Test func onlyGuestsOfSuchLinksAddPhotos() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let plain = try await serve.guest(try await serve.link(to: [id], by: owner).secret)
            for client in [owner, plain, try serve.device(readOnly: true)] {
                let answer = try await Self.send(serve, client, Self.picture)
                #expect(answer.status == 403 && answer.json["error"] as? String == "no-uploads")
            }
            let guest = try await serve.guest(try await Self.link(serve, by: owner).secret)
            for path in ["take", "refuse"].map({ "/api/contributions/" + $0 }) {
                let answer = try await serve.send("POST", path, as: guest, json: ["ids": ["x"]])
                #expect(answer.status == 403)
            }
            #expect(try await serve.get("/api/contributions", as: guest).status == 403)
        }
    }
}
