import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// The stream of events, replayed as a page does.
@Suite(.permit) struct EventTests {
    @Test func changesArriveAndReplayToTheSameList() async throws {
        try await ServeFixture.run(photos: 30) { serve in
            let owner = try await serve.owner()
            let page = try await PageOfTest(serve, owner)
            let library = serve.library
            let views = serve.server.pool.owner.views
            var random = Seeded(state: 7)
            for round in 0..<25 {
                let photos = TestPhotos.all(library)
                let before = views.presentVersion(of: .all)?.version
                try library.performChangesAndWait {
                    for photo in photos.shuffled(using: &random).prefix(3) {
                        switch Int.random(in: 0..<3, using: &random) {
                        case 0: PHAssetChangeRequest(for: photo).isFavorite.toggle()
                        case 1:
                            PHAssetChangeRequest(for: photo).creationDate = Date(
                                timeIntervalSince1970: Double.random(
                                    in: 1e9...1.7e9,
                                    using: &random
                                )
                            )
                        default: PHAssetChangeRequest.deleteAssets([photo])
                        }
                    }
                }
                // Observers are called later, and once for several changes where they are late.
                try await eventually { views.presentVersion(of: .all)?.version != before }
                guard round % 5 == 0 else { continue }
                try TestPhotos.add(3, to: library)
                let count = TestPhotos.all(library).count
                try await eventually { views.presentVersion(of: .all)?.result.count == count }
            }
            let fresh = try await offThread {
                try page.follow { try PageOfTest.Fresh(serve, owner).version == page.version }
                return try PageOfTest.Fresh(serve, owner)
            }
            #expect(page.days == fresh.days)
            #expect(page.shapes == fresh.shapes)
            #expect(page.changes > 10)
        }
    }

    @Test func aStreamGoesOnFromItsToken() async throws {
        try await ServeFixture.run(photos: 10) { serve in
            let owner = try await serve.owner()
            let page = try await PageOfTest(serve, owner)
            try TestPhotos.add(1, to: serve.library)
            try await offThread { try page.follow { page.count == 11 } }
            try page.disconnect()
            try TestPhotos.add(1, to: serve.library)
            try TestPhotos.add(1, to: serve.library)
            try await offThread {
                try page.connect()
                try page.follow { page.count == 13 }
            }
            #expect(page.reloads == 0)
            let fresh = try await offThread { try PageOfTest.Fresh(serve, owner) }
            #expect(page.days == fresh.days && page.shapes == fresh.shapes)
        }
    }

    @Test func unknownTokensReload() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            for token in ["", "x", "1,2,3", "99999999999", "12345"] {
                let text = try await offThread {
                    let connection = try RawConnection(port: serve.port)
                    let head = owner.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
                    connection.write(
                        "GET /api/events?view=all HTTP/1.1\r\nHost: \(serve.host)\r\nLast-Event-ID: \(token)\r\n\(head)\r\n"
                    )
                    return connection.read(until: "\"count\"") ?? ""
                }
                #expect(text.contains("event: reload"), "\(token)")
            }
        }
    }

    @Test func aStreamBeginsWithTheNumbersOfWhatItTellsBesidesViews() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let stream = try await offThread { try EventLines(serve, owner, "view=all") }
            let before = try await offThread { try stream.state() }
            #expect(before.offline == false)
            _ = try TestPhotos.album("Trip", [], in: serve.library)
            try await offThread {
                let albums = try #require(try stream.event("albums")["number"] as? Int)
                let activity = try #require(try stream.event("activity")["number"] as? Int)
                #expect(albums != before.albums && activity != before.activity)
                let same = try EventLines(serve, owner, "").state()
                #expect(same.albums == albums && same.activity == activity)
            }
            // A photo is activity, and no change of the albums.
            let last = try await offThread { try EventLines(serve, owner, "").state() }
            try TestPhotos.add(1, to: serve.library)
            try await offThread {
                _ = try stream.event("activity")
                let now = try EventLines(serve, owner, "").state()
                #expect(now.albums == last.albums && now.activity != last.activity)
            }
        }
    }

    @Test func aSourceThatGoesOrComesBackIsTold() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let folder = serve.folder.appendingPathComponent("Photos on a disk")
            let away = serve.folder.appendingPathComponent("away")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            _ = try serve.library.addSource(folder)
            let views = serve.server.pool.owner.views
            try await offThread {
                let stream = try EventLines(serve, owner, "")
                views.followSources()
                for (from, to) in [(folder, away), (away, folder)] {
                    try FileManager.default.moveItem(at: from, to: to)
                    views.followSources()
                    #expect(stream.next("sources"))
                }
            }
        }
    }

    @Test func albumsAreToldWhenTheirPhotosChange() async throws {
        try await ServeFixture.run(photos: 3) { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            let id = try TestPhotos.album("Trip", [photos[0]], in: serve.library)
            let album = try #require(serve.library.withCurrent { ViewFetch.album(id) })
            let stream = try await offThread { try EventLines(serve, owner, "") }
            _ = try await offThread { try stream.state() }
            for change in 0..<3 {
                try serve.library.performChangesAndWait {
                    switch change {
                    case 0:
                        PHAssetCollectionChangeRequest(for: album)?.addAssets(
                            [photos[1]] as NSArray
                        )
                    case 1:
                        PHAssetCollectionChangeRequest(for: album)?.removeAssets(
                            [photos[0]] as NSArray
                        )
                    default: PHAssetCollectionChangeRequest(for: album)?.title = "Journey"
                    }
                }
                try await offThread { _ = try stream.event("albums") }
            }
            // The page asks again, and the answer is that of now.
            let tree = try await serve.get("/api/albums", as: owner).text
            #expect(tree.contains("Journey") && tree.contains("\"count\":1"), "\(tree)")
        }
    }

    @Test func otherEventsAreTold() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let stream = try await offThread { try EventLines(serve, owner, "") }
            _ = try TestPhotos.album("Trip", [], in: serve.library)
            try await offThread {
                #expect(stream.next("albums"))
                #expect(stream.next("activity"))
            }
            let sessions = try await serve.get("/api/sessions", as: owner).list
            let id = try #require(sessions.first?["id"] as? String)
            #expect(
                try await serve.send("DELETE", "/api/sessions/\(id)", headers: owner.headers).status
                    == 204
            )
            // A revoked session's stream says so, and ends.
            try await offThread { #expect(stream.next("access")) }
        }
    }

    @Test func aLimitedClientIsToldOfItsPhotosAlone() async throws {
        try await ServeFixture.run(photos: 5) { serve in
            let photos = TestPhotos.all(serve.library)
            try serve.library.access.set(.limited, of: "frame")
            try serve.library.access.select([photos[0].localIdentifier], for: "frame")
            let frame = try serve.device(application: "frame")
            let before = try await serve.get("/api/views/all", as: frame).json["version"] as? Int
            let stream = try await offThread {
                try EventLines(serve, frame, "view=all&since=\(before ?? 0)")
            }
            _ = try await offThread { try stream.state() }
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photos[3]).isFavorite = true
                PHAssetChangeRequest.deleteAssets([photos[4]])
            }
            // The next event is that of its own photo, so the other change was not sent.
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photos[0]).isFavorite = true
            }
            let first = try await offThread { stream.first() }
            #expect(first?.name == "view")
            #expect(first?.data.contains("\"changed\":[[0,") == true)
            let after = try await serve.get("/api/views/all", as: frame).json["version"] as? Int
            #expect(after == before.map { $0 + 1 })
        }
    }

    @Test func tooManyViewsAreRefused() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let many = (0..<17).map { "view=search:\($0)" }.joined(separator: "&")
            for (query, status) in [
                (many, 400), ("view=nothing", 400), ("view=all&view=all", 422),
                ("view=videos&view=smart:videos", 422),
            ] {
                let answer = try await serve.get("/api/events?\(query)", as: owner)
                #expect(answer.status == status, "\(query)")
            }
        }
    }
}
