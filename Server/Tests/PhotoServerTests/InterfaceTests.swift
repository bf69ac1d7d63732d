import Foundation
import TestPermits
import Testing

@testable import PhotoServer

/// The description of the interface.
@Suite(.permit) struct InterfaceTests {
    @Test func theDescriptionNamesExactlyTheRoutes() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            let answer = try await serve.send("GET", "/api/openapi.yaml")
            #expect(answer.status == 200 && answer["content-type"] == "application/yaml")
            #expect(answer.text.hasPrefix("openapi: 3.1.0\n"))
            var described: Set<RouteTable.Route> = []
            var path = ""
            var isInPaths = false
            for line in answer.text.components(separatedBy: "\n") {
                if !line.hasPrefix(" "), !line.isEmpty { isInPaths = line == "paths:" }
                guard isInPaths else { continue }
                if line.hasPrefix("  /"), line.hasSuffix(":") {
                    path = String(line.dropFirst(2).dropLast())
                }
                let method = line.trimmingCharacters(in: .whitespaces).dropLast()
                if line.hasPrefix("    "), !line.hasPrefix("     "), line.hasSuffix(":"),
                    ["get", "put", "post", "delete", "patch"].contains(method)
                {
                    described.insert(RouteTable.Route(method: method.uppercased(), path: path))
                }
            }
            let (_, routes) = Routes.makeRouter(for: serve.server)
            #expect(described.subtracting(routes) == [])
            #expect(routes.subtracting(described) == [])
            #expect(described.count > 25)
        }
    }

    /// The page says with these words what was taken back, also after it was loaded again.
    @Test(arguments: ["en", "de"])
    func thePageHasWordsForEachStep(_ language: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Page/texts/\(language).json")
        let texts = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        )
        let actions =
            UndoStep.Action.allCases.map(\.rawValue)
            + ActionRequest.Verb.allCases.map(\.rawValue)
        for action in actions { #expect(texts["done.\(action)"] != nil, "\(action)") }
    }

    @Test func otherMethodsAreNamed() async throws {
        try await ServeFixture.run(photos: 0) { serve in
            for (method, path, allowed) in [
                ("TRACE", "/api/session", "DELETE, GET, HEAD, POST"),
                ("GET", "/api/actions", "POST"),
                ("POST", "/api/views/all", "GET, HEAD"), ("PATCH", "/downloads/x", "GET, HEAD"),
            ] {
                let answer = try await serve.send(method, path)
                #expect(answer.status == 405 && answer["allow"] == allowed, "\(method) \(path)")
            }
        }
    }
}
