import Foundation
import Glibc
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// Others on the machine of the server, and servers at other ports of its host.
@Suite(.permit) struct IntruderTests {
    /// Runs a test with a server to which all connections seem to come from a user whom the test names.
    private static func run(
        as user: Box<UInt32?>,
        _ test: @escaping @Sendable (ServeFixture) async throws -> Void
    ) async throws {
        try await ServeFixture.run { options in
            options.clientUser = { _ in user.value }
        } _: { serve in
            try await test(serve)
        }
    }

    @Test(arguments: [geteuid() + 1, 0, nil] as [UInt32?])
    func theCodeOfAnAddressIsForTheOwnAccount(_ other: UInt32?) async throws {
        // The server of a test that root runs may be asked by root.
        let other = other == geteuid() ? 65_534 : other
        let user = Box(other)
        try await Self.run(as: user) { serve in
            let code = serve.server.gate.issueCode()
            for _ in 0..<10 {
                let stolen = try await serve.send("POST", "/api/session", json: ["code": code])
                #expect(stolen.status == 401 && stolen["set-cookie"] == nil)
                #expect(stolen.json["error"] as? String == "code-elsewhere")
            }
            // What the terminal shows can be typed in any browser, in any form.
            let typed = serve.server.gate.issueTypedCode()
            let other = typed.lowercased().replacing("-", with: " ").replacing("0", with: "o")
            let entered = try await serve.send("POST", "/api/session", json: ["code": other])
            #expect(entered.status == 200 && entered.json["role"] as? String == "owner")
            #expect(
                try await serve.send("POST", "/api/session", json: ["code": typed]).status == 401
            )
            // The thief has not used the code up.
            user.set(geteuid())
            #expect(
                try await serve.send("POST", "/api/session", json: ["code": code]).status == 200
            )
        }
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can be another user."))
    func anotherUserOfTheMachineIsKeptOut() async throws {
        try await ServeFixture.run { serve in
            let code = serve.server.gate.issueCode()
            let arguments = [
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "curl", "--silent",
                "--header", "Content-Type: application/json", "--data", "{\"code\":\"\(code)\"}",
                serve.origin + "/api/session",
            ]
            let output = try await offThread {
                let program = Process()
                program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                program.arguments = arguments
                let output = Pipe()
                program.standardOutput = output
                try program.run()
                let data = output.fileHandleForReading.readDataToEndOfFile()
                program.waitUntilExit()
                return String(decoding: data, as: UTF8.self)
            }
            #expect(output.contains("code-elsewhere"), "\(output)")
            #expect(
                try await serve.send("POST", "/api/session", json: ["code": code]).status == 200
            )
        }
    }

    @Test func behindAProxyNobodyIsTheOwnAccount() async throws {
        try await ServeFixture.run { options in
            options.isBehindProxy = true
            guard let state = options.state else { return }
            try OwnerPassword.set("correct horse", in: StateFolder(state))
        } _: { serve in
            let code = serve.server.gate.issueCode()
            let answer = try await serve.send("POST", "/api/session", json: ["code": code])
            #expect(answer.status == 401)
        }
    }

    @Test func theCookieGoesToNoOtherPort() async throws {
        try await ServeFixture.run { serve in
            var homes: Set<String> = []
            for _ in 0..<2 {
                let code = serve.server.gate.issueCode()
                let entered = try await serve.send("POST", "/api/session", json: ["code": code])
                let home = try #require(entered.json["home"] as? String)
                let cookie = try #require(entered["set-cookie"])
                #expect(HomePath.pathBelowHome(home) == "/")
                #expect(cookie.contains("; Path=\(home); "))
                homes.insert(home)
                // The page and everything else is there, too.
                let owner = try TestClient(entered, origin: serve.origin)
                #expect(try await serve.get(home + "api/views/all", as: owner).status == 200)
                let photo = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
                for path in ["preview/1.1/\(photo)/grid.jpg", "photos/\(photo)/original"] {
                    #expect(try await serve.get(home + path, as: owner).status == 200, "\(path)")
                }
                // Nobody without the cookie is told where it is.
                for path in ["/", "/api/session", "/api/views/all"] {
                    let answer = try await serve.send("GET", path)
                    #expect(!answer.text.contains(home))
                    #expect(!"\(answer.headers)".contains(home))
                }
                let left = try await serve.send("DELETE", "/api/session", headers: owner.headers)
                #expect(left["set-cookie"]?.contains("Path=\(home); Max-Age=0") == true)
            }
            #expect(homes.count == 2)
        }
    }

    @Test func aStolenCookieChangesNothing() async throws {
        try await ServeFixture.run { serve in
            let owner = try await serve.owner()
            let id = TestPhotos.uuid(TestPhotos.all(serve.library)[0])
            let before = serve.library.currentChangeToken.stringValue
            let (_, routes) = Routes.makeRouter(for: serve.server)
            let other = try await serve.owner()
            for token in [nil, "", "x", other.headers["Photokit-Token"]] {
                var thief = owner
                thief.headers["Photokit-Token"] = token
                for route in routes where route.method != "GET" {
                    // Opening a session needs its own secret, and leaving a question changes nothing.
                    guard
                        !["/api/session", "/api/pick/leave"].contains(route.path)
                            || route.method == "DELETE"
                    else { continue }
                    let answer = try await serve.send(
                        route.method,
                        route.path.replacing("{id}", with: id),
                        as: thief,
                        json: ["do": "delete", "on": ["ids": [id]], "confirm": true]
                    )
                    let isForPicker = PickRightsTests.ownRoutes.contains(
                        "\(route.method) \(route.path)"
                    )
                    #expect(answer.status == (isForPicker ? 404 : 401), "\(route)")
                }
            }
            #expect(serve.library.currentChangeToken.stringValue == before)
            let json: [String: Any] = ["do": "favorite", "on": ["ids": [id]]]
            #expect(
                try await serve.send("POST", "/api/actions", as: owner, json: json).status == 200
            )
        }
    }

    @Test func sessionsFromBeforeTokensEnd() async throws {
        try await ServeFixture.run { serve in
            let (_, secret) = try serve.server.gate.addCredential(
                .session,
                name: "Old browser",
                grant: .owner
            )
            let owner = try await serve.owner()
            let name = try #require(owner.headers["Cookie"]?.split(separator: "=").first)
            let old = TestClient(headers: ["Cookie": "\(name)=\(secret)"])
            #expect(try await serve.get("/api/session", as: old).status == 200)
            let device = try serve.device()
            serve.server.close()
            try await ServeFixture.run(
                serve.server.options,
                serve.folder,
                clock: serve.clock
            ) { again in
                let refused = try await again.get("/api/session", as: old)
                #expect(refused.status == 401)
                #expect(try await again.get("/api/session", as: device).status == 200)
            }
        }
    }
}
