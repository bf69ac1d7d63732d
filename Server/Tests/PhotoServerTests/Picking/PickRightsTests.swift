import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// The rights of a session that answers a question.
@Suite(.permit) struct PickRightsTests: PickModeTests {
    @Test func theSessionLooksAndPicksAndNothingElse() async throws {
        try await Self.run { serve in
            let person = try await serve.owner()
            let id = Self.names(serve)[0]
            let (_, routes) = Routes.makeRouter(for: serve.server)
            for route in routes where !Self.routes.contains("\(route.method) \(route.path)") {
                let path = route.path.replacing("{id}", with: id).replacing("{view}", with: "all")
                    .replacing("{tag}", with: "1.1").replacing("{file}", with: "grid.jpg")
                    .replacing("{part}", with: "init")
                let answer = try await serve.send(
                    route.method,
                    path,
                    as: person,
                    json: ["do": "delete", "on": ["ids": [id]], "confirm": true]
                )
                #expect(answer.status == 404, "\(route)")
            }
            #expect(TestPhotos.all(serve.library).count == 4)
            let session = try await serve.get("/api/session", as: person).json
            #expect(session["isPicker"] as? Bool == true && session["readOnly"] as? Bool == true)
            #expect(session["canDownloadOriginals"] as? Bool == false)
            #expect(try await serve.get("/api/views/all", as: person).json["count"] as? Int == 4)
        }
    }

    @Test func thePageOfTheLibraryHasNoQuestion() async throws {
        try await ServeFixture.run(photos: 1) { serve in
            let owner = try await serve.owner()
            for name in Self.ownRoutes {
                let parts = name.split(separator: " ").map(String.init)
                let answer = try await serve.send(parts[0], parts[1], as: owner, json: [:])
                #expect(answer.status == 404, "\(name)")
            }
        }
    }

    @Test func hiddenAndDeletedPhotosAreNotShown() async throws {
        try await Self.run { serve in
            let all = TestPhotos.all(serve.library)
            try serve.library.performChangesAndWait {
                PHAssetChangeRequest(for: all[0]).isHidden = true
                PHAssetChangeRequest.deleteAssets([all[1]] as NSArray)
            }
            let person = try await serve.owner()
            let names = all.map(TestPhotos.uuid)
            for view in ["hidden", "trash"] {
                #expect(try await serve.get("/api/views/\(view)", as: person).status == 404)
            }
            for name in names[..<2] {
                for path in ["/preview/1.1/\(name)/grid.jpg", "/photos/\(name)/picture"] {
                    #expect(try await serve.get(path, as: person).status == 404)
                }
                let answer = try await serve.send(
                    "POST",
                    "/api/pick",
                    as: person,
                    json: ["ids": [name]]
                )
                #expect(answer.status == 409, "\(answer.text)")
            }
            let shown = try await serve.get("/preview/1.1/\(names[2])/grid.jpg", as: person)
            #expect(shown.status == 200)
        }
    }

    @Test func theCookieIsNotThatOfTheLibrarysPage() async throws {
        try await Self.run { serve in
            let cookie = try #require(try await serve.owner().headers["Cookie"])
            #expect(cookie.hasPrefix("photokit-pick-"))
        }
    }
}
