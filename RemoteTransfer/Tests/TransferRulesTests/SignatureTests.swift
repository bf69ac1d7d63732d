import Foundation
import Testing
import TransferRules

/// Signatures of requests to S3.
struct SignatureTests {
    private static let keys = AWSKeys(
        identifier: "AKIAIOSFODNN7EXAMPLE",
        secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    )
    private static let host = ("Host", "examplebucket.s3.amazonaws.com")
    // 2013-05-24 00:00:00 UTC
    private static let time = 1_369_353_600.0

    private func signature(
        _ method: String,
        _ path: String,
        query: [(String, String)] = [],
        headers: [(String, String)] = [],
        payload: String = RequestSignature.emptyPayload
    ) -> String? {
        RequestSignature(keys: Self.keys, region: "us-east-1")
            .signedHeaders(
                method: method,
                path: path,
                query: query,
                headers: headers + [Self.host],
                payload: payload,
                at: Self.time
            )
            .first { $0.0 == "authorization" }
            .map { String($0.1.suffix(64)) }
    }

    // The four examples that Amazon publishes for signatures in headers.
    @Test func `Amazon's examples have their published signatures`() {
        #expect(
            signature("GET", "/test.txt", headers: [("Range", "bytes=0-9")])
                == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        )
        #expect(
            signature(
                "PUT",
                "/test%24file.text",
                headers: [
                    ("Date", "Fri, 24 May 2013 00:00:00 GMT"),
                    ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                ],
                payload: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"
            ) == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        )
        #expect(
            signature("GET", "/", query: [("lifecycle", "")])
                == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        )
        #expect(
            signature("GET", "/", query: [("max-keys", "2"), ("prefix", "J")])
                == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        )
    }

    private struct Signed: Decodable {
        let method: String
        let path: String
        let query: [[String]]
        let headers: [[String]]
        let payload: String
        let time: Double
        let identifier: String
        let secret: String
        let token: String?
        let region: String
        let authorization: String
    }

    /// The committed requests, or those of a file that the environment names.
    private static func requests() throws -> [Signed] {
        let stated = ProcessInfo.processInfo.environment["PHOTOKIT_TEST_SIGNATURES"]
        let file =
            stated.map { URL(filePath: $0) }
            ?? URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "signatures.jsonl"
            )
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { try JSONDecoder().decode(Signed.self, from: Data($0.utf8)) }
    }

    @Test func `random requests have the signatures of botocore`() throws {
        let requests = try Self.requests()
        #expect(requests.count >= 60)
        for request in requests {
            let keys = AWSKeys(
                identifier: request.identifier,
                secret: request.secret,
                sessionToken: request.token
            )
            let headers = RequestSignature(keys: keys, region: request.region).signedHeaders(
                method: request.method,
                path: request.path,
                query: request.query.map { ($0[0], $0[1]) },
                headers: request.headers.map { ($0[0], $0[1]) },
                payload: request.payload,
                at: request.time
            )
            let authorization = headers.first { $0.0 == "authorization" }?.1
            #expect(
                authorization == request.authorization,
                "\(request.method) \(request.path) \(request.query)"
            )
        }
    }

    @Test func `keys show nothing of themselves`() {
        let keys = AWSKeys(identifier: "ID", secret: "hidden-secret", sessionToken: "hidden-token")
        let all: [Any] = [
            keys, RemoteKeys.aws(keys), RemoteKeys.password(user: "u", password: "hidden-word"),
        ]
        for value in all {
            var text = ""
            dump(value, to: &text)
            text += "\(value)" + String(reflecting: value)
            #expect(!text.contains("hidden"))
        }
    }
}
