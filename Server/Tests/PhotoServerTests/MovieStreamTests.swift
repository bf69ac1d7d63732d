import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// Movies in fragments: what is answered, to whom, and who waits.
@Suite(.permit) struct MovieStreamTests {
    /// Runs a test with photos that all have the same movie.
    private static func run(
        _ movie: PlayedMovie = PlayedMovie(),
        photos: Int = 2,
        _ test: @escaping @Sendable (ServeFixture, [String]) async throws -> Void
    ) async throws {
        try await ServeFixture.run(photos: photos) { options in
            options.openMovie = { _, side, _ in
                var movie = movie
                movie.form.width = side.rawValue
                return movie
            }
        } _: { serve in
            try await test(serve, TestPhotos.all(serve.library).map(TestPhotos.uuid))
        }
    }

    @Test func aMovieIsDescribedAndComesInParts() async throws {
        try await Self.run { serve, ids in
            let owner = try await serve.owner()
            let form = try await serve.get("/api/photos/\(ids[0])/movie?side=700", as: owner)
            #expect(form.status == 200 && form["cache-control"] == "no-store")
            let json = form.json
            #expect(json["side"] as? Int == 640 && json["width"] as? Int == 640)
            #expect(json["duration"] as? Double == 5 && json["fragmentDuration"] as? Double == 2)
            #expect(json["fragmentCount"] as? Int == 3 && json["hasSound"] as? Bool == true)
            #expect(json["type"] as? String == "video/mp4; codecs=\"avc1.64001f, mp4a.40.2\"")
            let usual = try await serve.get("/api/photos/\(ids[0])/movie", as: owner)
            #expect(usual.json["side"] as? Int == 1280)
            let tag = try #require(json["tag"] as? String)
            let base = "/photos/\(ids[0])/movie"
            let query = "?side=640&tag=\(tag)"
            let first = try await serve.get("\(base)/init\(query)", as: owner)
            #expect(first.status == 200 && first.text == "initialization")
            #expect(first["content-type"] == "video/mp4" && first["content-length"] == "14")
            #expect(first["cache-control"] == "private, max-age=31536000, immutable")
            let last = try await serve.get("\(base)/2\(query)", as: owner)
            #expect(last.text == "fragment 2" && last["etag"] != first["etag"])
            // An address without a version may mean another movie tomorrow.
            let present = try await serve.get("\(base)/2?side=640", as: owner)
            #expect(present["cache-control"] == "private, no-cache")
            #expect(present["etag"] == last["etag"])
            let large = try await serve.get("\(base)/2?side=1920", as: owner)
            #expect(large.status == 200 && large["etag"] != last["etag"])
        }
    }

    @Test func aClientThatHasAPartGetsNone() async throws {
        let work = HeldWork()
        try await Self.run(
            PlayedMovie { number in
                try await work.waitForRelease()
                return Data("fragment \(number)".utf8)
            }
        ) { serve, ids in
            work.release()
            let owner = try await serve.owner()
            let path = "/photos/\(ids[0])/movie/1"
            let tag = try #require(try await serve.get(path, as: owner)["etag"])
            #expect(work.count == 1)
            var headers = owner.headers
            headers["If-None-Match"] = tag
            let known = try await serve.send("GET", path, headers: headers)
            #expect(known.status == 304 && known.body.isEmpty && known["etag"] == tag)
            #expect(work.count == 1)
            headers["If-None-Match"] = "\"other\""
            #expect(try await serve.send("GET", path, headers: headers).status == 200)
            let head = try await serve.send("HEAD", path, headers: owner.headers)
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head["content-length"] == "10" && head["etag"] == tag)
            #expect(head["content-type"] == "video/mp4")
        }
    }

    @Test func whoSeesThePhotoPlaysItsMovie() async throws {
        try await Self.run { serve, ids in
            let owner = try await serve.owner()
            let photo = TestPhotos.all(serve.library)[0]
            let link = try await serve.link(to: [ids[0]], by: owner)
            let guest = try await serve.guest(link.secret)
            try serve.library.access.set(.limited, of: "frame")
            try serve.library.access.select([ids[0] + "/L0/001"], for: "frame")
            let clients = [
                owner, guest, try serve.device(), try serve.device(readOnly: true),
                try serve.device(application: "frame"),
            ]
            let paths = ["/api/photos/ID/movie", "/photos/ID/movie/init", "/photos/ID/movie/0"]
            let unknown = UUID().uuidString
            for path in paths {
                for client in clients {
                    let own = path.replacing("ID", with: ids[0])
                    #expect(try await serve.get(own, as: client).status == 200, "\(path)")
                }
                for client in [clients[1], clients[4]] {
                    let foreign = path.replacing("ID", with: ids[1])
                    let answer = try await serve.get(foreign, as: client)
                    let none = path.replacing("ID", with: unknown)
                    let missing = try await serve.get(none, as: client)
                    #expect(answer.status == 404 && answer.body == missing.body, "\(path)")
                }
                let nobody = try await serve.send("GET", path.replacing("ID", with: ids[0]))
                #expect(nobody.status == 401, "\(path)")
            }
            // The file itself has the place in it.
            for path in ["/photos/\(ids[0])/movie", "/photos/\(ids[0])/original"] {
                #expect(try await serve.get(path, as: guest).status == 403, "\(path)")
            }
            // What the owner hides is gone for guests, and locked for the owner.
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photo).isHidden = true
            }
            for path in paths.map({ $0.replacing("ID", with: ids[0]) }) {
                #expect(try await serve.get(path, as: guest).status == 404, "\(path)")
                #expect(try await serve.get(path, as: owner).status == 403, "\(path)")
            }
            let end = "/api/sessions/\(link.id)"
            #expect(try await serve.send("DELETE", end, headers: owner.headers).status == 204)
            for path in paths.map({ $0.replacing("ID", with: ids[0]) }) {
                #expect(try await serve.get(path, as: guest).status == 401, "\(path)")
            }
        }
    }

    @Test func whatDoesNotExistIsRefused() async throws {
        try await Self.run { serve, ids in
            let owner = try await serve.owner()
            let base = "/photos/\(ids[0])/movie"
            for part in ["3", "43200", "-1", "01", "x", "init.mp4", "%2e%2e"] {
                let answer = try await serve.get("\(base)/\(part)", as: owner)
                #expect(answer.status == 404, "\(part)")
            }
            let beyond = try await serve.get("\(base)/3", as: owner)
            #expect(beyond.json["error"] as? String == "no-fragment")
            for side in ["0", "x", "99999"] {
                let answer = try await serve.get("\(base)/0?side=\(side)", as: owner)
                #expect(answer.status == 400, "\(side)")
            }
            // The parts of two versions do not go together.
            let other = try await serve.get("\(base)/0?side=640&tag=1.1-0", as: owner)
            #expect(other.status == 409 && other["cache-control"] == "no-store")
            #expect(other.json["error"] as? String == "changed-meanwhile")
        }
    }

    private static let refusals: [(MadeMovieError, Int, String)] = [
        (.notAMovie, 404, "no-movie"), (.offline, 404, "no-file"),
        (.damaged(reason: "Secret name"), 422, "damaged-movie"), (.busy, 503, "busy"),
        (.timedOut, 503, "slow-movie"), (.unavailable(reason: "libx264"), 501, "no-movie-maker"),
    ]

    @Test func refusalsOfTheLibraryHaveAStatusEach() async throws {
        let error = Box(MadeMovieError.notAMovie)
        try await Self.run(PlayedMovie { _ in throw error.value }, photos: 1) { serve, ids in
            let owner = try await serve.owner()
            for (refusal, status, word) in Self.refusals {
                error.set(refusal)
                let answer = try await serve.get("/photos/\(ids[0])/movie/0", as: owner)
                #expect(answer.status == status && answer.json["error"] as? String == word)
                #expect(answer["cache-control"] == "no-store")
                #expect(answer["retry-after"] == (refusal == .busy ? "1" : nil))
                #expect(!answer.text.contains("Secret"))
            }
        }
    }

    @Test func aPhotoHasNoMovie() async throws {
        // The library itself answers, with whatever decoders there are.
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            for path in ["/api/photos/\(id)/movie", "/photos/\(id)/movie/0"] {
                let answer = try await serve.get(path, as: owner)
                #expect(answer.status == 404 && answer.json["error"] as? String == "no-movie")
            }
        }
    }

    @Test func aMovieWhoseFileComesBackIsOpenedAgain() async throws {
        let isAway = Box(true)
        let openings = Box(0)
        try await ServeFixture.run(photos: 1) { options in
            options.openMovie = { _, _, _ in
                openings.set(openings.value + 1)
                return PlayedMovie { _ in
                    if isAway.value { throw MadeMovieError.offline }
                    return Data("there".utf8)
                }
            }
        } _: { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let path = "/photos/\(id)/movie/0"
            #expect(try await serve.get(path, as: owner).status == 404)
            isAway.set(false)
            #expect(try await serve.get(path, as: owner).text == "there")
            #expect(try await serve.get(path, as: owner).text == "there")
            // All who play it share one opened movie.
            #expect(openings.value == 2)
        }
    }

    @Test func aFloodOfAGuestDoesNotHoldUpTheOwner() async throws {
        let work = HeldWork()
        try await Self.run(
            PlayedMovie { number in
                if number == 0 { try await work.waitForRelease() }
                return Data("fragment \(number)".utf8)
            }
        ) { serve, ids in
            let owner = try await serve.owner()
            let secret = try await serve.link(to: ids, by: owner).secret
            let (guest, other) = (try await serve.guest(secret), try await serve.guest(secret))
            let path = "/photos/\(ids[0])/movie/0"
            try await withThrowingTaskGroup(of: Answer.self) { group in
                group.addTask { try await serve.get(path, as: guest) }
                try await eventually { work.count == 1 }
                group.addTask { try await serve.get(path, as: guest) }
                try await eventually { await serve.server.movies.waitingCount == 1 }
                for _ in 0..<5 {
                    let further = try await serve.get(path, as: guest)
                    #expect(further.status == 503 && further["retry-after"] == "1")
                }
                // Another guest waits, and the owner does not.
                group.addTask { try await serve.get("/photos/\(ids[1])/movie/1", as: other) }
                try await eventually { await serve.server.movies.waitingCount == 2 }
                for number in [1, 2] {
                    let answer = try await serve.get("/photos/\(ids[0])/movie/\(number)", as: owner)
                    #expect(answer.text == "fragment \(number)")
                }
                #expect(work.count == 1)
                work.release()
                for try await answer in group { #expect(answer.status == 200) }
            }
            #expect(await serve.server.movies.waitingCount == 0)
        }
    }

    @Test func aClientThatGoesAwayEndsItsWork() async throws {
        let work = HeldWork()
        try await Self.run(
            PlayedMovie { number in
                if number == 0 { try await work.waitForRelease() }
                return Data("fragment \(number)".utf8)
            }
        ) { serve, ids in
            let owner = try await serve.owner()
            let head = owner.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            func leave(_ condition: () async throws -> Bool) async throws {
                let connection = try await offThread { [port = serve.port] in
                    let connection = try RawConnection(port: port)
                    connection.write(
                        "GET /photos/\(ids[0])/movie/0 HTTP/1.1\r\nHost: \(serve.host)\r\n\(head)\r\n"
                    )
                    return connection
                }
                try await eventually(condition)
                withExtendedLifetime(connection) {}
            }
            try await leave { work.count == 1 }
            try await eventually { work.cancelledCount == 1 }
            // The place is free again, also after one who left the line.
            let answer = try await serve.get("/photos/\(ids[0])/movie/1", as: owner)
            #expect(answer.text == "fragment 1")
            try await withThrowingTaskGroup(of: Answer.self) { group in
                group.addTask { try await serve.get("/photos/\(ids[0])/movie/0", as: owner) }
                try await eventually { work.count == 2 }
                try await leave { await serve.server.movies.waitingCount == 1 }
                try await eventually { await serve.server.movies.waitingCount == 0 }
                work.release()
                for try await answer in group { #expect(answer.text == "fragment 0") }
            }
            #expect(work.count == 2 && work.cancelledCount == 1)
        }
    }

    @Test(.timeLimit(.minutes(20)))
    func aServerThatEndsDoesNotWaitForMovies() async throws {
        let work = HeldWork()
        let asked = Box<[Task<Answer, any Error>]>([])
        try await Self.run(
            PlayedMovie { number in
                try await work.waitForRelease()
                return Data("fragment \(number)".utf8)
            }
        ) { serve, ids in
            let owner = try await serve.owner()
            func ask() {
                let path = "/photos/\(ids[0])/movie/0"
                asked.set(asked.value + [Task { try await serve.get(path, as: owner) }])
            }
            ask()
            try await eventually { work.count == 1 }
            ask()
            try await eventually { await serve.server.movies.waitingCount == 1 }
        }
        #expect(work.count >= 1 && work.cancelledCount == work.count)
        for task in asked.value { _ = await task.result }
    }
}
