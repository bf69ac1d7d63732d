import Foundation
import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

@testable import PhotoKitCLI

/// The choice among the standard files of an encrypted remote.
@Suite(.permit) struct RemoteKeyFileTests {
    private typealias Key = LibraryRemote.EncryptionKey

    private let folder: TemporaryFolder
    private let keys = [Key(), Key()]
    /// The files of the keys, and a new one.
    private let urls: [URL]

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        urls = (1...3).map { folder.url.appendingPathComponent("\($0).key") }
        for (key, url) in zip(keys, urls) { try key.write(to: url) }
    }

    /// Answers as a remote that is encrypted with a key.
    private func answer(to key: Key?, encryptedWith right: Key) throws {
        guard let key else {
            _ = try Key(contentsOf: urls[2])
            return
        }
        if key != right { _ = try Key(words: "no words of a key") }
    }

    @Test func `the key that opens the remote decides`() async throws {
        for (key, url) in zip(keys, urls) {
            let chosen = try await RemoteKeyFile.url(among: urls) { asked in
                try answer(to: asked, encryptedWith: key)
            }
            #expect(chosen == url)
        }
        #expect(try await RemoteKeyFile.url(among: urls) { _ in } == urls[2])
        let other = Key()
        let none = try await RemoteKeyFile.url(among: urls) { asked in
            try answer(to: asked, encryptedWith: other)
        }
        #expect(none == urls[0])
    }

    @Test(arguments: 1...3) func `a look without an answer chooses no file`(
        _ failing: Int
    ) async throws {
        var looks = 0
        do {
            _ = try await RemoteKeyFile.url(among: urls) { key in
                looks += 1
                guard looks != failing else { throw PHPhotosError(.networkError) }
                try answer(to: key, encryptedWith: keys[1])
            }
            Issue.record("A file was chosen.")
        } catch let error as PHPhotosError {
            #expect(error.code == .networkError && looks == failing)
        }
    }

    @Test func `a file that cannot be read is named, unless another one has the key`() async throws
    {
        #expect(chmod(urls[0].path, 0o644) == 0)
        let chosen = try await RemoteKeyFile.url(among: urls) { key in
            try answer(to: key, encryptedWith: keys[1])
        }
        #expect(chosen == urls[1])
        let error = await #expect(throws: PHPhotosError.self) {
            _ = try await RemoteKeyFile.url(among: urls) { key in
                try answer(to: key, encryptedWith: keys[0])
            }
        }
        #expect(error?.localizedDescription.contains(urls[0].path) == true)
    }
}
