import CoreLocation
import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// Names of places among a photo's facts, and files that are in a remote alone.
@Suite(.permit) struct ElsewhereTests {
    /// Small files never leave.
    private static func addLargePicture(_ serve: ServeFixture) throws -> String {
        try serve.library.performChangesAndWait {
            let picture = PaintedPicture.png(width: 240, height: 120, seed: 77)
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: picture, options: nil)
            request.creationDate = Date(timeIntervalSince1970: 1_700_000_000)
        }
        return TestPhotos.uuid(try #require(TestPhotos.all(serve.library).last))
    }

    @Test func filesThatLeftAreNamedAndFetched() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            let folder = serve.folder.appendingPathComponent("Other disk")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let id = try Self.addLargePicture(serve)
            let (remote, _) = try await serve.library.addRemote(folder.path, name: "Other disk")
            _ = try await serve.library.sync(remote)
            func files() async throws -> (elsewhere: [Bool?], remotes: [String]?) {
                let json = try await serve.get("/api/photos/\(id)", as: owner).json
                let files = json["files"] as? [[String: Any]] ?? []
                return (files.map { $0["elsewhere"] as? Bool }, json["remotes"] as? [String])
            }
            #expect(try await files() == ([false], nil))
            try serve.library.setSpaceRule(LibrarySpaceRule(byteCount: 0))
            let freed = try await serve.library.freeSpace()
            #expect(freed.released.count == 1)
            #expect(try await files() == ([true], ["Other disk"]))
            // Previews stay, and the file comes back when it is asked for.
            let fetch = "/api/photos/\(id)/fetch"
            let answer = try await serve.send("POST", fetch, headers: owner.headers)
            #expect(answer.status == 200 && answer.json["count"] as? Int == 1, "\(answer.text)")
            #expect(try await files() == ([false], nil))
            let original = try await serve.get("/photos/\(id)/original", as: owner)
            #expect(original.status == 200)
            let again = try await serve.send("POST", fetch, headers: owner.headers)
            #expect(again.status == 200 && again.json["count"] as? Int == 0)
            let missing = try await serve.send(
                "POST",
                "/api/photos/\(UUID())/fetch",
                headers: owner.headers
            )
            #expect(missing.status == 404)
        }
    }

    @Test func remotesAndTheSpaceHereAreTold() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            func told() async throws -> (remotes: [[String: Any]], space: [String: Any]) {
                let json = try await serve.get("/api/remotes", as: owner).json
                let remotes = try #require(json["remotes"] as? [[String: Any]])
                return (remotes, try #require(json["space"] as? [String: Any]))
            }
            func count(_ object: [String: Any], _ key: String) -> Int? {
                (object[key] as? [String: Any])?["count"] as? Int
            }
            _ = try Self.addLargePicture(serve)
            let first = try await told()
            #expect(first.remotes.isEmpty && count(first.space, "local") == 3)
            #expect(count(first.space, "elsewhere") == 0 && first.space["limit"] == nil)

            let folder = serve.folder.appendingPathComponent("Other disk")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let (remote, _) = try await serve.library.addRemote(folder.path, name: "Other disk")
            let empty = try #require(try await told().remotes.first)
            #expect(empty["name"] as? String == "Other disk")
            #expect(empty["address"] as? String == folder.path)
            #expect(empty["isComplete"] as? Bool == false && empty["databaseDate"] == nil)
            #expect(count(empty, "wanted") == 3 && count(empty, "proved") == 0)

            _ = try await serve.library.sync(remote)
            try serve.library.setSpaceRule(LibrarySpaceRule(byteCount: 0))
            #expect(try await serve.library.freeSpace().released.count == 1)
            let last = try await told()
            let whole = try #require(last.remotes.first)
            #expect(whole["isComplete"] as? Bool == true && whole["databaseDate"] is String)
            #expect(count(whole, "proved") == 3 && (whole["problems"] as? [Any])?.isEmpty == true)
            #expect(count(last.space, "local") == 2 && count(last.space, "elsewhere") == 1)
            #expect(last.space["limit"] as? Int == 0)
        }
    }

    @Test func partsOfALargeFileComeWithoutTheWholeFile() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let folder = serve.folder.appendingPathComponent("Other disk")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var picture = PaintedPicture.png(width: 240, height: 120, seed: 78)
            picture.append(
                contentsOf: (0..<10_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) }
            )
            let bytes = picture
            try serve.library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: bytes, options: nil)
                request.creationDate = Date(timeIntervalSince1970: 1_700_000_000)
            }
            let id = TestPhotos.uuid(try #require(TestPhotos.all(serve.library).last))
            let (remote, _) = try await serve.library.addRemote(folder.path, name: "Other disk")
            _ = try await serve.library.sync(remote)
            try serve.library.setSpaceRule(LibrarySpaceRule(byteCount: 0))
            #expect(try await serve.library.freeSpace().released.count == 1)
            let path = "/photos/\(id)/original"
            func part(_ range: String) async throws -> Answer {
                var headers = owner.headers
                headers["Range"] = range
                return try await serve.send("GET", path, headers: headers)
            }
            let middle = try await part("bytes=5000000-5000099")
            #expect(middle.status == 206 && middle.body == bytes[5_000_000..<5_000_100])
            let across = try await part("bytes=4194000-8389000")
            #expect(across.status == 206 && across.body == bytes[4_194_000...8_389_000])
            let whole = try await serve.get(path, as: owner)
            #expect(whole.status == 200 && whole.body == bytes)
            let json = try await serve.get("/api/photos/\(id)", as: owner).json
            let files = json["files"] as? [[String: Any]] ?? []
            #expect(files.first?["elsewhere"] as? Bool == true)
        }
    }

    @Test func aRemoteThatIsAwayIsSaid() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            let folder = serve.folder.appendingPathComponent("Other disk")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let id = try Self.addLargePicture(serve)
            let (remote, _) = try await serve.library.addRemote(folder.path, name: "Other disk")
            _ = try await serve.library.sync(remote)
            try serve.library.setSpaceRule(LibrarySpaceRule(byteCount: 0))
            _ = try await serve.library.freeSpace()
            let away = serve.folder.appendingPathComponent("away")
            try FileManager.default.moveItem(at: folder, to: away)
            let answer = try await serve.send(
                "POST",
                "/api/photos/\(id)/fetch",
                headers: owner.headers
            )
            #expect(answer.status == 502, "\(answer.text)")
            #expect(answer.json["error"] as? String == "remote-fails")
            let original = try await serve.get("/photos/\(id)/original", as: owner)
            #expect(original.status == 502, "\(original.text)")
        }
    }

    @Test func placesHaveNames() async throws {
        try await ServeFixture.run(photos: 2) { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            try serve.library.performChangesAndWait {
                let place = CLLocation(latitude: 46.02, longitude: 7.75)
                PHAssetChangeRequest(for: photos[0]).location = place
            }
            func place(_ index: Int) async throws -> [String: Any]? {
                let path = "/api/photos/\(TestPhotos.uuid(photos[index]))"
                return try await serve.get(path, as: owner).json["place"] as? [String: Any]
            }
            #expect(try await place(0)?["latitude"] as? Double == 46.02)
            #expect(try await place(0)?["name"] == nil)
            let table = serve.folder.appendingPathComponent("places.csv")
            try "lat,lon,name,admin1,admin2,cc\n46.02,7.75,Zermatt,Valais,Visp,CH\n"
                .write(to: table, atomically: true, encoding: .utf8)
            _ = try await serve.library.usePlaces(from: table)
            #expect(try await place(0)?["town"] as? String == "Zermatt")
            #expect(try await place(0)?["name"] as? String == "Zermatt, Valais, Switzerland")
            #expect(try await place(1) == nil)
        }
    }
}
