import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import Synchronization
import TestPermits
import Testing

@testable import PhotoServer

/// HTTP/2 over TLS, with a certificate of the test's own and `curl` as the client.
@Suite(.permit) struct TLSTests {
    /// Runs a program, and returns what it writes.
    private static func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        try await offThread {
            let program = Process()
            program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            program.arguments = arguments
            let output = Pipe()
            program.standardOutput = output
            program.standardError = FileHandle.nullDevice
            try program.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            program.waitUntilExit()
            return (program.terminationStatus, String(decoding: data, as: UTF8.self))
        }
    }

    private struct Secure: Sendable {
        let serve: ServeFixture
        let certificate: String

        var address: String { "https://localhost:\(serve.port)" }

        func curl(_ arguments: [String]) async throws -> String {
            try await run(["curl", "--silent", "--cacert", certificate] + arguments).output
        }
    }

    private static func run(
        key kind: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
        prepare: @escaping @Sendable (inout ServerOptions) -> Void = { _ in },
        _ test: @escaping @Sendable (Secure) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificate = folder.appendingPathComponent("certificate.pem")
        let key = folder.appendingPathComponent("key.pem")
        let made = try await run(
            ["openssl", "req", "-x509", "-newkey"] + kind + [
                "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost", "-keyout", key.path, "-out", certificate.path,
            ]
        )
        try #require(made.status == 0, "openssl is needed for this test: Scripts/install --tests")
        try await ServeFixture.run { options in
            options.certificate = certificate
            options.key = key
            prepare(&options)
        } _: { serve in
            try await test(Secure(serve: serve, certificate: certificate.path))
        }
    }

    @Test func clientsTalkHTTP2() async throws {
        try await Self.run { secure in
            let token = try secure.serve.device().headers["Authorization"] ?? ""
            let id = TestPhotos.uuid(TestPhotos.all(secure.serve.library)[0])
            let format = ["--write-out", "\n%{http_version} %{http_code}", "--http2"]
            let login = ["--header", "Authorization: \(token)"]
            let view = try await secure.curl(format + login + [secure.address + "/api/views/all"])
            #expect(view.contains("\"count\":3") && view.hasSuffix("\n2 200"), "\(view)")
            let nobody = try await secure.curl(format + [secure.address + "/api/views/all"])
            #expect(nobody.hasSuffix("\n2 401"), "\(nobody)")
            let older = try await secure.curl(
                Array(format.prefix(2)) + login + ["--http1.1", secure.address + "/api/views/all"]
            )
            #expect(older.hasSuffix("\n1.1 200"), "\(older)")
            // Several requests share the connection, and one of them is for a part of a file.
            let path = secure.address + "/photos/\(id)/original"
            let several = try await secure.curl(
                login + ["--http2", "--range", "0-3", "--output", "/dev/null"]
                    + [
                        "--write-out",
                        "%{http_version} %{http_code} %{num_connects} %{size_download}\n",
                    ]
                    + Array(repeating: path, count: 1) + ["--output", "/dev/null", path]
            )
            #expect(several == "2 206 1 4\n2 206 0 4\n", "\(several)")
            let headers = try await secure.curl(
                login + ["--http2", "--head", secure.address + "/api/session"]
            )
            #expect(headers.contains("strict-transport-security"), "\(headers)")
        }
    }

    @Test func foreignHostsAreRefusedInHTTP2() async throws {
        try await Self.run { secure in
            let token = try secure.serve.device().headers["Authorization"] ?? ""
            let format = ["--write-out", "\n%{http_version} %{http_code}", "--http2"]
            for (headers, status) in [
                (["Host: evil.example"], 421), (["Origin: https://evil.example"], 403),
                (["Sec-Fetch-Site: cross-site"], 403),
            ] {
                let answer = try await secure.curl(
                    format
                        + (headers + ["Authorization: \(token)", "Cookie: x=y"])
                        .flatMap { ["--header", $0] }
                        + ["--request", "POST", "--data", "{}", secure.address + "/api/unlock"]
                )
                #expect(answer.hasSuffix("\n2 \(status)"), "\(headers) \(answer)")
            }
        }
    }

    @Test func cookiesAreSecureAndStreamsTellChanges() async throws {
        try await Self.run { secure in
            let code = secure.serve.server.gate.issueCode()
            let entered = try await secure.curl([
                "--http2", "--include", "--header", "Content-Type: application/json",
                "--header", "Origin: \(secure.address)", "--data", "{\"code\":\"\(code)\"}",
                secure.address + "/api/session",
            ])
            let lines = entered.components(separatedBy: "\r\n")
            let line = try #require(lines.first { $0.hasPrefix("set-cookie: __Host-photokit-") })
            #expect(line.contains("; Secure") && line.contains("; HttpOnly"))
            let cookie = String(line.dropFirst(12).prefix { $0 != ";" })
            async let stream = secure.curl([
                "--http2", "--no-buffer", "--max-time", "20", "--header", "Cookie: \(cookie)",
                secure.address + "/api/events?view=all",
            ])
            let views = secure.serve.server.pool.owner.views
            try await eventually { views.state.withLock { !$0.streams.isEmpty } }
            try TestPhotos.add(1, to: secure.serve.library)
            let text = try await stream
            #expect(text.contains("event: view") && text.contains("\"count\":4"), "\(text)")
            // The stream ends with its client.
            try await eventually { views.state.withLock { $0.streams.isEmpty } }
        }
    }

    @Test func theHealthIsAskedOverTLS() async throws {
        try await Self.run { secure in
            let address = "https://photos.example:\(secure.serve.port)"
            // The certificate's name is another one, and no authority has signed it.
            try await HealthQuestion.ask(address, listeningAt: "0.0.0.0")
            await #expect(throws: ServerError.self) {
                try await HealthQuestion.ask(
                    "http://photos.example:\(secure.serve.port)",
                    listeningAt: "0.0.0.0"
                )
            }
        }
    }

    @Test func whoGetsTheKeyLaterReadsNothing() async throws {
        // With a key of RSA, suites of TLS 1.2 are possible in which the key alone protects the connection.
        try await Self.run(key: ["rsa:2048"]) { secure in
            let format = [
                "--tls-max", "1.2", "--output", "/dev/null", "--write-out", "%{http_code}",
                secure.address + "/api/openapi.yaml",
            ]
            for suite in [
                "AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES128-SHA", "AES256-SHA",
                "ECDHE-RSA-AES128-SHA",
            ] {
                // The client would take all suites at this level.
                let ciphers = ["--ciphers", "\(suite):@SECLEVEL=0"]
                let answer = try await secure.curl(ciphers + format)
                #expect(answer == "000", "\(suite)")
            }
            for suite in [
                "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384",
                "ECDHE-RSA-CHACHA20-POLY1305",
            ] {
                #expect(
                    try await secure.curl(["--ciphers", suite] + format) == "200",
                    "\(suite)"
                )
            }
        }
    }

    @Test func connectionsWithoutAHandshakeEnd() async throws {
        try await Self.run {
            $0.limits.headSeconds = 1
        } _: { secure in
            let port = secure.serve.port
            for start in ["", "\u{16}\u{3}\u{1}\u{2}"] {
                let isClosed = try await offThread {
                    let connection = try RawConnection(port: port)
                    connection.timeout(seconds: 8)
                    connection.write(start)
                    return connection.read()?.isEmpty == true
                }
                #expect(isClosed, "\(start.utf8.count) bytes")
            }
            #expect(
                try await secure.curl([
                    "--http2", "--output", "/dev/null", "--write-out", "%{http_code}",
                    secure.address + "/api/openapi.yaml",
                ]) == "200"
            )
        }
    }
}
