import Foundation
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// Clients that get in, and clients that do not.
@Suite(.permit) struct EnteringTests {
    @Test func aCodeOpensOneSession() async throws {
        try await ServeFixture.run { serve in
            let code = serve.server.gate.issueCode()
            let first = try await serve.send("POST", "/api/session", json: ["code": code])
            #expect(first.status == 200)
            #expect(first.json["role"] as? String == "owner")
            #expect(first.json["library"] as? String == "Test")
            let cookie = try #require(first["set-cookie"])
            for part in ["HttpOnly", "SameSite=Strict", "Path=/"] { #expect(cookie.contains(part)) }
            #expect(!cookie.contains("Secure"))
            let second = try await serve.send("POST", "/api/session", json: ["code": code])
            #expect(second.status == 401)
            #expect(second["set-cookie"] == nil)
        }
    }

    @Test func nothingOpensWithoutASession() async throws {
        try await ServeFixture.run { serve in
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let (_, routes) = Routes.makeRouter(for: serve.server)
            let open = ["POST /api/session", "GET /api/openapi.yaml", "GET /health"]
            for route in routes where !open.contains("\(route.method) \(route.path)") {
                let path = route.path.replacing("{id}", with: id).replacing("{view}", with: "all")
                    .replacing("{tag}", with: "1.1").replacing("{file}", with: "grid.jpg")
                    .replacing("{part}", with: "init")
                for headers in [
                    [:], ["Cookie": "photokit=x"], ["Authorization": "Bearer x"],
                    ["Authorization": "Basic eDp4"],
                ] {
                    let answer = try await serve.send(
                        route.method,
                        path,
                        headers: headers.merging(["Origin": serve.origin]) { $1 }
                    )
                    #expect(answer.status == 401, "\(route) \(headers)")
                    #expect(!answer.text.contains("Secret"))
                }
            }
            #expect(routes.count > 25)
        }
    }

    @Test func forgedAndStaleCookiesOpenNothing() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let cookie = try #require(owner.headers["Cookie"])
            #expect(try await serve.get("/api/session", as: owner).status == 200)
            let name = cookie.split(separator: "=")[0]
            for forged in [
                String(cookie.dropLast()), cookie + "A", "\(name)=",
                "\(name)=\(String(repeating: "A", count: 43))",
                "other" + cookie,
                "\(name)=\(Secret.hash(String(cookie.dropFirst(name.count + 1))))",
                "\(name)=" + String(repeating: "A", count: 10_000),
            ] {
                let answer = try await serve.send(
                    "GET",
                    "/api/session",
                    headers: ["Cookie": forged]
                )
                #expect(answer.status == 401, "\(forged.prefix(80))")
            }
            // A cookie is no token.
            let token = String(cookie.dropFirst(name.count + 1))
            let bearer = ["Authorization": "Bearer \(token)"]
            #expect(try await serve.send("GET", "/api/session", headers: bearer).status == 401)
            serve.clock.advance(31 * 86_400)
            #expect(try await serve.get("/api/session", as: owner).status == 401)
        }
    }

    @Test func guessingIsSlowedDown() async throws {
        try await ServeFixture.run { serve in
            var statuses: [Int] = []
            for number in 0..<8 {
                let answer = try await serve.send(
                    "POST",
                    "/api/session",
                    json: ["code": "guess \(number)"]
                )
                statuses.append(answer.status)
                if answer.status == 429 { #expect(Int(answer["retry-after"] ?? "") ?? 0 >= 1) }
            }
            #expect(statuses.prefix(5) == [401, 401, 401, 401, 401])
            #expect(statuses.dropFirst(5).allSatisfy { $0 == 429 })
            // The right code waits, too: an attacker learns nothing from it.
            let code = serve.server.gate.issueCode()
            #expect(
                try await serve.send("POST", "/api/session", json: ["code": code]).status == 429
            )
            serve.clock.advance(1000)
            let fresh = serve.server.gate.issueCode()
            #expect(
                try await serve.send("POST", "/api/session", json: ["code": fresh]).status == 200
            )
        }
    }

    @Test func thePasswordOpensSessions() async throws {
        try await ServeFixture.run { serve in
            let wrong = try await serve.send("POST", "/api/session", json: ["password": ""])
            #expect(wrong.status == 401)
            try OwnerPassword.set("correct horse é", in: serve.server.folder)
            for password in ["correct horse e", "", "correct horse é "] {
                #expect(
                    try await serve.send("POST", "/api/session", json: ["password": password])
                        .status == 401
                )
            }
            // The same letters, composed in another way.
            let answer = try await serve.send(
                "POST",
                "/api/session",
                json: ["password": "correct horse e\u{301}"]
            )
            #expect(answer.status == 200)
        }
    }

    @Test func sessionsAreListedAndRevoked() async throws {
        try await ServeFixture.run { serve in
            let (first, second) = (try await serve.owner(), try await serve.owner())
            let list = try await serve.get("/api/sessions", as: first).list
            #expect(list.count == 2)
            #expect(list.filter { $0["isCurrent"] as? Bool == true }.count == 1)
            let other = try #require(
                list.first { $0["isCurrent"] as? Bool == false }?["id"] as? String
            )
            let path = "/api/sessions/\(other)"
            #expect(try await serve.send("DELETE", path, headers: first.headers).status == 204)
            #expect(try await serve.get("/api/session", as: second).status == 401)
            #expect(try await serve.send("DELETE", path, headers: first.headers).status == 404)
            let left = try await serve.send("DELETE", "/api/session", headers: first.headers)
            #expect(left.status == 204)
            #expect(left["set-cookie"]?.contains("Max-Age=0") == true)
            #expect(try await serve.get("/api/session", as: first).status == 401)
        }
    }

    @Test func secretsAreHashedInPrivateFiles() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            try OwnerPassword.set("correct horse", in: serve.server.folder)
            let made = try await serve.send(
                "POST",
                "/api/devices",
                as: owner,
                json: ["name": "Frame"]
            )
            let token = try #require(made.json["token"] as? String)
            let cookie = try #require(owner.headers["Cookie"]?.split(separator: "=").last)
            let folder = serve.server.folder.url
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(names).isSuperset(of: ["credentials.json", "password.json"]))
            for name in names {
                let path = folder.appendingPathComponent(name).path
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                #expect(mode as? Int == 0o600, "\(name)")
                let text = String(
                    decoding: FileManager.default.contents(atPath: path) ?? Data(),
                    as: UTF8.self
                )
                let pageToken = owner.headers["Photokit-Token"] ?? ""
                for secret in [token, String(cookie), pageToken, "correct horse"] {
                    #expect(!text.contains(secret))
                }
            }
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[
                .posixPermissions
            ]
            #expect(mode as? Int == 0o700)
        }
    }

    @Test func readableSecretsAreRefused() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: url) }
        let folder = try StateFolder(url)
        try folder.write(Data("{}".utf8), to: "credentials.json")
        chmod(url.appendingPathComponent("credentials.json").path, 0o640)
        #expect(throws: StateFolderError.self) { try folder.readFile("credentials.json") }
        chmod(url.path, 0o755)
        #expect(throws: StateFolderError.self) { try StateFolder(url) }
    }

    @Test func sessionsSurviveARestart() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let device = try serve.device()
            serve.server.close()
            let options = serve.server.options
            try await ServeFixture.run(options, serve.folder, clock: serve.clock) { again in
                var client = owner
                client.headers["Origin"] = again.origin
                let first = try await again.get("/api/session", as: client)
                let second = try await again.get("/api/session", as: device)
                #expect(first.status == 200 && second.status == 200)
            }
        }
    }

    @Test func aCodeOfTheAccountOpensARunningServer() async throws {
        try await ServeFixture.run { serve in
            let now = serve.clock.clock.now()
            let code = try CodeFile.issueCode(in: serve.server.folder, at: now)
            #expect(
                try await serve.send("POST", "/api/session", json: ["code": code]).status == 200
            )
            #expect(
                try await serve.send("POST", "/api/session", json: ["code": code]).status == 401
            )
            let typed = try CodeFile.issueTypedCode(in: serve.server.folder, at: now)
            #expect(
                try await serve.send("POST", "/api/session", json: ["code": typed]).status == 200
            )
            let late = try CodeFile.issueCode(in: serve.server.folder, at: now)
            serve.clock.advance(1000)
            #expect(
                try await serve.send("POST", "/api/session", json: ["code": late]).status == 401
            )
            // Nobody used this one, and its file does not stay for ever.
            let unused = try CodeFile.issueTypedCode(in: serve.server.folder, at: now)
            _ = try CodeFile.issueCode(in: serve.server.folder, at: serve.clock.clock.now())
            let files = serve.server.folder.fileNames().filter { $0.hasPrefix("code-") }
            #expect(!unused.isEmpty && files.count == 1, "\(files)")
        }
    }

    @Test(arguments: [
        ("0.0.0.0", false, "password"), ("0.0.0.0", true, "certificate"), ("::", false, "password"),
    ])
    func beyondTheLoopbackIsRefused(
        _ address: String,
        _ hasPassword: Bool,
        _ word: String
    ) async throws {
        let error = await #expect(throws: ServerError.self) {
            try await ServeFixture.run(photos: 0) { options in
                options.address = address
                guard hasPassword, let state = options.state else { return }
                try OwnerPassword.set("correct horse", in: StateFolder(state))
            } _: { _ in
            }
        }
        #expect(error?.description.contains(word) == true)
    }
}
