import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// Downloads of guests who may not have originals: pictures that are drawn anew.
@Suite(.permit) struct GuestDownloadTests {
    private static let place = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
        exif:GPSLatitude="46,1.2N" exif:GPSLongitude="7,45E"/></rdf:RDF></x:xmpmeta>
        """

    /// Adds a photo whose file states a place.
    private static func addPlacedPhoto(_ serve: ServeFixture) throws {
        try serve.library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            let options = PHAssetResourceCreationOptions()
            options.originalFilename = "Zermatt.png"
            let picture = PaintedPicture.png(width: 40, height: 20, seed: 77, xmp: place)
            request.addResource(with: .photo, data: picture, options: options)
        }
    }

    private static func prepare(
        _ serve: ServeFixture,
        _ guest: TestClient,
        _ choice: [String: Any] = [:]
    ) async throws -> Answer {
        let view = try await serve.get("/api/views/all", as: guest)
        let version = try #require(view.json["version"] as? Int)
        var json = choice
        json["on"] = ["view": "all", "version": version, "all": true]
        return try await serve.send("POST", "/api/downloads", as: guest, json: json)
    }

    @Test func aPlaceIsFreeWhenNobodyHoldsItAnyMore() {
        let places = HeldPlaces(ClientPlaces(eachLimit: 1, limitedLimit: 1))
        var place = places.takePlace(for: "a", isLimited: true)
        #expect(place != nil)
        let isBusy = places.takePlace(for: "a", isLimited: true) == nil
        #expect(isBusy)
        place = nil
        let isFree = places.takePlace(for: "a", isLimited: true) != nil
        #expect(isFree && place == nil)
    }

    @Test func guestsLeavePlacesOfDownloadsForTheOwner() {
        let tickets = DownloadTickets(ServerClock())
        let download = Download(count: 1, content: .copies([]))
        /// Asks with many sessions, and returns how many of them got a ticket.
        func issuedCount(_ name: String, link: String?) -> Int {
            (0..<70).count { number in
                let client = Credential(
                    id: "\(name) \(number)",
                    name: name,
                    kind: .session,
                    secretHash: "\(name) \(number)",
                    created: Date(),
                    grant: Grant(
                        user: link == nil ? .owner : .application("link"),
                        isReadOnly: link != nil
                    ),
                    link: link
                )
                return (try? tickets.issueTicket(for: download, to: client)) != nil
            }
        }
        for link in ["a", "b", "c"] { #expect(issuedCount("guest of \(link)", link: link) == 16) }
        #expect(issuedCount("guest of d", link: "d") == 0)
        #expect(issuedCount("owner", link: nil) == 16)
    }

    @Test func aGuestGetsAllPicturesInOneArchiveWithoutPlaces() async throws {
        try await ServeFixture.run { serve in
            try Self.addPlacedPhoto(serve)
            let owner = try await serve.owner()
            let ids = TestPhotos.all(serve.library).map(TestPhotos.uuid)
            let link = try await serve.link(to: ids, by: owner, with: ["downloads": true])
            let guest = try await serve.guest(link.secret)
            let session = try await serve.get("/api/session", as: guest).json
            #expect(session["canDownload"] as? Bool == true)
            #expect(session["canDownloadOriginals"] as? Bool == false)
            let prepared = try await Self.prepare(serve, guest)
            #expect(prepared.status == 201, "\(prepared.text)")
            let url = try #require(prepared.json["url"] as? String)
            let archive = try await serve.get(url, as: guest)
            #expect(archive.status == 200 && archive["content-type"] == "application/zip")
            let text = String(decoding: archive.body, as: Unicode.ASCII.self)
            for name in ["Photo 0001.jpg", "Photo 0004.jpg"] { #expect(text.contains(name)) }
            for secret in ["Zermatt", "Secret name", "GPS", "Exif", "adobe", "Notes.txt"] {
                #expect(!text.contains(secret), "\(secret)")
            }
            // It can be fetched once, by this guest.
            #expect(try await serve.get(url, as: guest).status == 410)
        }
    }

    @Test func filesAreNamedWhereTheLinkShowsTheirNames() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[1])
            let more = ["downloads": true, "filenames": true]
            let link = try await serve.link(to: [id], by: owner, with: more)
            let guest = try await serve.guest(link.secret)
            let prepared = try await Self.prepare(serve, guest)
            let url = try #require(prepared.json["url"] as? String)
            let picture = try await serve.get(url, as: guest)
            #expect(picture["content-disposition"]?.contains("Secret name 1.jpg") == true)
            #expect(picture.body.starts(with: [0xFF, 0xD8, 0xFF]))
        }
    }

    @Test func filesThemselvesStayForbidden() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let link = try await serve.link(to: [id], by: owner, with: ["downloads": true])
            let guest = try await serve.guest(link.secret)
            let choices: [[String: Any]] = [
                ["what": "originals"], ["what": "both"], ["metadata": "sidecars"],
                ["what": "current", "metadata": "embedded"],
            ]
            for choice in choices {
                let answer = try await Self.prepare(serve, guest, choice)
                #expect(answer.status == 403, "\(choice)")
                #expect(answer.json["error"] as? String == "no-originals")
            }
            for path in ["/photos/\(id)/original", "/photos/\(id)/movie"] {
                #expect(try await serve.get(path, as: guest).status == 403)
            }
            // A link that does not allow it gives no picture either.
            let other = try await serve.guest(try await serve.link(to: [id], by: owner).secret)
            #expect(try await Self.prepare(serve, other).status == 403)
            let session = try await serve.get("/api/session", as: other).json
            #expect(session["canDownload"] as? Bool == false)
        }
    }

    @Test func whatTheOwnerHidesMeanwhileIsNotSent() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let photos = TestPhotos.all(serve.library)
            let ids = photos.map(TestPhotos.uuid)
            let more = ["downloads": true, "filenames": true]
            let link = try await serve.link(to: ids, by: owner, with: more)
            let guest = try await serve.guest(link.secret)
            let prepared = try await Self.prepare(serve, guest)
            let url = try #require(prepared.json["url"] as? String)
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: photos[0]).isHidden = true
                PHAssetChangeRequest.deleteAssets([photos[1]] as NSArray)
            }
            let archive = try await serve.get(url, as: guest)
            let text = String(decoding: archive.body, as: Unicode.ASCII.self)
            #expect(text.contains("Secret name 2.jpg"))
            #expect(!text.contains("Secret name 0") && !text.contains("Secret name 1"))
        }
    }
}
