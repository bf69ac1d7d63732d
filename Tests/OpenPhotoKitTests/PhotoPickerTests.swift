import Foundation
import Glibc
import OpenPhotoKit
import Photos
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Asking a person in the browser, with programs of the test in place of `photokit-serve` and `xdg-open`.
@Suite(.permit) struct PhotoPickerTests {
    private let folder: TemporaryFolder
    private let library: PHPhotoLibrary

    init() throws {
        folder = try TemporaryFolder()
        library = try PHPhotoLibrary.open(
            at: folder.url.appendingPathComponent("Picking.photolib", isDirectory: true),
            create: true,
            user: .owner
        )
    }

    /// Writes a program, and returns its path.
    @discardableResult
    private func program(_ name: String, _ script: String) throws -> String {
        let url = folder.url.appendingPathComponent(name)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: url)
        chmod(url.path, 0o755)
        return url.path
    }

    /// Returns an environment in which only the programs of the test are found.
    private func environment(_ more: [String: String] = [:]) -> [String: String] {
        [
            "PATH": folder.url.path + ":/usr/bin:/bin",
            "PHOTOKIT_SERVE": folder.url.appendingPathComponent("photokit-serve").path,
        ].merging(more) { $1 }
    }

    private func error(
        _ picker: PhotoPicker = PhotoPicker(),
        _ environment: [String: String]
    ) async throws -> PhotoPickerError {
        let error = await #expect(throws: PhotoPickerError.self) {
            try await picker.pick(from: library, environment: environment)
        }
        return try #require(error)
    }

    private static let ready = #"echo '{"event":"ready","address":"http://127.0.0.1:9/#code=x"}'"#

    // MARK: Finding the program

    @Test func `the program is looked for beside the running one, then in the path`() {
        let found = ServeProgram.candidates(
            environment: ["PATH": "/usr/bin:relative:/opt/bin"],
            program: "/usr/local/bin/photokit"
        )
        #expect(
            found == [
                "/usr/local/bin/photokit-serve", "/usr/local/bin/../libexec/photokit-serve",
                "/usr/local/bin/../libexec/openphotokit/photokit-serve", "/usr/bin/photokit-serve",
                "/opt/bin/photokit-serve",
            ]
        )
    }

    @Test func `a named program is the only one`() {
        let environment = ["PATH": "/usr/bin", "PHOTOKIT_SERVE": "/other/serve"]
        #expect(
            ServeProgram.candidates(environment: environment, program: "/bin/photokit")
                == ["/other/serve"]
        )
        #expect(ServeProgram.path(environment: ["PHOTOKIT_SERVE": folder.url.path]) == nil)
    }

    @Test func `a server says that a program of another version has started it`() throws {
        let own = [ServeProgram.callerVariable: openPhotoKitVersion]
        #expect(ServeProgram.mismatch(environment: own) == nil)
        #expect(ServeProgram.mismatch(environment: [:]) == nil)
        let other = [ServeProgram.callerVariable: "0.0.9"]
        let sentence = try #require(ServeProgram.mismatch(environment: other))
        #expect(sentence.contains("version \(openPhotoKitVersion)"))
        #expect(sentence.contains("version 0.0.9. Install all programs of one version"))
    }

    // MARK: Errors

    @Test func `a missing program is named with what to do`() async throws {
        let error = try await error(PhotoPicker(), environment())
        #expect(error.code == .programMissing)
        #expect(error.localizedDescription.contains("Scripts/install-photokit"))
    }

    @Test func `a program that ends without an answer has failed, with its last words`()
        async throws
    {
        try program("photokit-serve", "echo 'it hurts' >&2; exit 9")
        let error = try await error(PhotoPicker(), environment())
        #expect(error.code == .programFailed && error.message.contains("it hurts"), "\(error)")
    }

    @Test func `a file that is no program has failed`() async throws {
        let path = try program("photokit-serve", "")
        try Data([0x7F, 0x45, 0x4C, 0x46, 1, 2, 3]).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o755)
        let error = try await error(PhotoPicker(), environment())
        #expect(error.code == .programFailed, "\(error)")
    }

    @Test func `what is no JSON has failed`() async throws {
        try program("photokit-serve", "echo hello; sleep 60")
        let error = try await error(PhotoPicker(), environment())
        #expect(error.code == .programFailed && error.message.contains("JSON"), "\(error)")
    }

    @Test func `a refusal has the words of the server`() async throws {
        try program("photokit-serve", #"echo '{"event":"failed","message":"No library."}'; exit 3"#)
        let error = try await error(PhotoPicker(), environment())
        #expect(error.code == .refused && error.message == "No library.")
    }

    @Test func `without a screen there is no browser`() async throws {
        try program("photokit-serve", "\(Self.ready); cat > /dev/null")
        try program("xdg-open", "exit 0")
        let error = try await error(PhotoPicker(), environment())
        #expect(error.code == .noBrowser && error.message.contains("DISPLAY"), "\(error)")
    }

    @Test func `a browser that does not come is said`() async throws {
        try program("photokit-serve", "\(Self.ready); cat > /dev/null")
        try program("xdg-open", "exit 3")
        let error = try await error(PhotoPicker(), environment(["DISPLAY": ":9"]))
        #expect(error.code == .noBrowser && error.message.contains("xdg-settings"), "\(error)")
    }

    // MARK: Outcomes

    @Test func `the browser gets the address, and the server the request`() async throws {
        let (seen, asked) = (
            folder.url.appendingPathComponent("seen"), folder.url.appendingPathComponent("asked")
        )
        try program("xdg-open", "echo \"$1\" > '\(seen.path)'")
        try program(
            "photokit-serve",
            """
            read -r request; echo "$request" > '\(asked.path)'
            \(Self.ready)
            while [ ! -s '\(seen.path)' ]; do sleep 0.05; done
            echo '{"event":"picked","picks":[{"id":"B","files":[]},{"id":"A","files":["/x/1.jpg"]}]}'
            """
        )
        var picker = PhotoPicker()
        picker.filter = .all(of: [.images, .not(.screenshots)])
        picker.selectionLimit = 4
        let outcome = try await picker.pick(
            from: library,
            environment: environment(["WAYLAND_DISPLAY": "wayland-9"])
        )
        #expect(outcome.identifiers == ["B", "A"])
        #expect(outcome.picks[1].copies.map(\.path) == ["/x/1.jpg"])
        #expect(try String(contentsOf: seen, encoding: .utf8) == "http://127.0.0.1:9/#code=x\n")
        let request = try JSONSerialization.jsonObject(with: Data(contentsOf: asked))
        let members = try #require(request as? [String: Any])
        #expect(members["limit"] as? Int == 4 && members["application"] == nil)
        let filter = try #require(members["filter"] as? [String: [[String: Any]]])
        #expect(filter["all"]?.first?["kind"] as? String == "images")
        #expect((filter["all"]?.last?["not"] as? [String: String]) == ["kind": "screenshots"])
    }

    @Test func `a person may open the address where there is no browser`() async throws {
        try program(
            "photokit-serve",
            "\(Self.ready); sleep 0.3; echo '{\"event\":\"cancelled\",\"reason\":\"pageClosed\"}'"
        )
        let told = Mutex<[URL]>([])
        var picker = PhotoPicker()
        picker.addressHandler = { address in told.withLock { $0.append(address) } }
        let outcome = try await picker.pick(from: library, environment: environment())
        #expect(outcome == .cancelled(.pageClosed) && outcome.picks.isEmpty)
        #expect(told.withLock { $0 }.map(\.absoluteString) == ["http://127.0.0.1:9/#code=x"])
    }

    @Test(
        "A cancelled task ends the program, and its last words change nothing",
        arguments: [
            ":", #"echo '{"event":"failed","message":"The request is missing."}'"#, "echo no JSON",
        ]
    )
    func cancelledTask(lastWords: String) async throws {
        let ended = folder.url.appendingPathComponent("ended")
        try program(
            "photokit-serve",
            "\(Self.ready); cat > /dev/null; echo > '\(ended.path)'; \(lastWords)"
        )
        let (addresses, told) = AsyncStream.makeStream(of: URL.self)
        var picker = PhotoPicker()
        picker.opensBrowser = false
        picker.addressHandler = { told.yield($0) }
        let (final, library, environment) = (picker, library, environment())
        let task = Task { try await final.pick(from: library, environment: environment) }
        _ = await addresses.first { _ in true }
        task.cancel()
        #expect(try await task.value == .cancelled(.taskCancelled))
        #expect(FileManager.default.fileExists(atPath: ended.path))
    }
}
