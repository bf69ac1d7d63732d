import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// Movies: which ones browsers play, by their codecs, and what the page receives.
@Suite(.permit) struct MovieTests {
    private static func codecs(_ movie: Data) throws -> MovieCodecs? {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("photokit-\(UUID().uuidString)", isDirectory: false)
        defer { try? FileManager.default.removeItem(at: file) }
        try movie.write(to: file)
        return try? MovieCodecs(of: file)
    }

    @Test(arguments: [
        ("avc1", "mp4a", true), ("avc3", nil, true), ("av01", "Opus", true), ("vp09", "fLaC", true),
        ("hvc1", "mp4a", false), ("hev1", nil, false), ("mp4v", "mp4a", false),
        ("avc1", "ac-3", false), ("avc1", "sowt", false), ("apch", nil, false),
    ])
    func codecsOfMP4Decide(_ video: String, _ audio: String?, _ isPlayable: Bool) throws {
        let codecs = try #require(try Self.codecs(TestMovie.mp4(video: video, audio: audio)))
        #expect(codecs.video == [video] && codecs.audio == Set([audio].compactMap(\.self)))
        #expect(PlayableMovie.isPlayable(codecs) == isPlayable)
    }

    @Test(arguments: [
        ("V_VP9", "A_OPUS", true), ("V_VP8", "A_VORBIS", true), ("V_AV1", nil, true),
        ("V_MPEGH/ISO/HEVC", "A_OPUS", false), ("V_VP9", "A_AC3", false),
    ])
    func codecsOfWebMDecide(_ video: String, _ audio: String?, _ isPlayable: Bool) throws {
        let codecs = try #require(try Self.codecs(TestMovie.webm(video: video, audio: audio)))
        #expect(codecs.video == [video] && codecs.audio == Set([audio].compactMap(\.self)))
        #expect(PlayableMovie.isPlayable(codecs) == isPlayable)
    }

    @Test func damagedMoviesHaveNoCodecs() throws {
        let whole = TestMovie.mp4(video: "avc1", audio: "mp4a")
        for count in stride(from: 0, to: whole.count - 24, by: 3) {
            #expect(try Self.codecs(whole.prefix(count)) == nil, "\(count)")
        }
        let webm = TestMovie.webm(video: "V_VP9")
        for count in 0..<20 { #expect(try Self.codecs(webm.prefix(count)) == nil, "\(count)") }
        // A box that is larger than the file, one that is smaller than its own head, and sound alone.
        let type = TestMovie.box("ftyp", TestMovie.text("isom") + TestMovie.number(512))
        #expect(try Self.codecs(type + TestMovie.number(99) + TestMovie.text("moov")) == nil)
        #expect(try Self.codecs(type + TestMovie.number(4) + TestMovie.text("moov")) == nil)
        let empty = try #require(try Self.codecs(type + TestMovie.box("moov", Data())))
        #expect(!PlayableMovie.isPlayable(empty))
        // Empty boxes without end take a bounded number of steps.
        let free = TestMovie.box("free", Data())
        #expect(try Self.codecs((0..<20_000).reduce(into: type) { all, _ in all += free }) == nil)
    }

    private static func addMovie(_ movie: Data, _ name: String, to library: PHPhotoLibrary) throws {
        try library.performChangesAndWait {
            let options = PHAssetResourceCreationOptions()
            options.originalFilename = name
            PHAssetCreationRequest.forAsset().addResource(
                with: .video,
                data: movie,
                options: options
            )
        }
    }

    @Test(arguments: ["avc1", "hvc1"])
    func detailsTellWhetherBrowsersPlay(_ codec: String) async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let owner = try await serve.owner()
            let movie = TestMovie.mp4(video: codec, audio: "mp4a")
            try Self.addMovie(movie, "movie.mp4", to: serve.library)
            let id = TestPhotos.uuid(try #require(TestPhotos.all(serve.library).first))
            let details = try await serve.get("/api/photos/\(id)", as: owner).json
            #expect(details["playable"] as? Bool == (codec == "avc1"))
            let answer = try await serve.get("/photos/\(id)/movie", as: owner)
            #expect(answer.status == 200 && answer.body == movie)
            #expect(answer["content-type"] == "video/mp4")
        }
    }

    @Test func videosAreCountedApartFromPhotos() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            func counts() async throws -> [Int?] {
                let view = try await serve.get("/api/views/all", as: owner).json
                return ["count", "videos"].map { view[$0] as? Int }
            }
            #expect(try await counts() == [2, 0])
            try Self.addMovie(TestMovie.mp4(video: "avc1"), "movie.mp4", to: serve.library)
            try await eventually { try await counts() == [3, 1] }
            let movie = try #require(
                TestPhotos.all(serve.library).first { $0.mediaType == .video }
            )
            let json: [String: any Sendable] = [
                "do": "delete", "on": ["ids": [TestPhotos.uuid(movie)]],
            ]
            let deleted = try await serve.send("POST", "/api/actions", as: owner, json: json)
            #expect(deleted.json["count"] as? Int == 1 && deleted.json["videos"] as? Int == 1)
            try await eventually { try await counts() == [2, 0] }
            let none: [String: any Sendable] = [:]
            let undone = try await serve.send("POST", "/api/undo", as: owner, json: none)
            #expect(undone.json["videos"] as? Int == 1, "\(undone.text)")
        }
    }

    @Test func aPickerPlaysMoviesAndHandsOutNoOriginals() async throws {
        try await ServeFixture.run(photos: 0) {
            $0.pick = PickRequest()
        } _: { serve in
            let movie = TestMovie.mp4(video: "avc1")
            try Self.addMovie(movie, "movie.mp4", to: serve.library)
            let id = TestPhotos.uuid(try #require(TestPhotos.all(serve.library).first))
            let path = "/photos/\(id)/movie"
            #expect(try await serve.send("GET", path).status == 401)
            let person = try await serve.owner()
            #expect(try await serve.get(path, as: person).body == movie)
            var headers = person.headers
            headers["Range"] = "bytes=4-7"
            let part = try await serve.send("GET", path, headers: headers)
            #expect(part.status == 206 && part.text == "ftyp")
            #expect(try await serve.get("/photos/\(id)/original", as: person).status == 404)
            #expect(try await serve.get("/api/photos/\(id)", as: person).status == 404)
        }
    }
}
