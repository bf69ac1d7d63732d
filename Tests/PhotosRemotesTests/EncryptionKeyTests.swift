import Foundation
import PhotosBase
import PhotosRemotes
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct EncryptionKeyTests {
    private let counting = EncryptionKey(bytes: Array(0..<32))

    private func problem(_ body: () throws -> Void) -> RemoteFailure? {
        do {
            try body()
            return nil
        } catch {
            return error as? RemoteFailure
        }
    }

    @Test func `words are those of the documented rule`() {
        #expect(
            counting.words == """
                babad bamag bibaj bimal boban bomar bubat bumaz dabid damig dibij dimil dobin domir dubit dumiz \
                gakom pukaf
                """
        )
        #expect(counting.words.split(separator: " ").count == 18)
    }

    @Test func `keys come back from their words, however they are typed`() throws {
        for _ in 0..<200 {
            let key = EncryptionKey()
            #expect(try EncryptionKey(words: key.words) == key)
        }
        let typed = counting.words.uppercased().replacing(" ", with: " -\n")
        #expect(try EncryptionKey(words: typed) == counting)
        #expect(EncryptionKey() != EncryptionKey())
    }

    @Test func `each wrong letter and each exchange of words is noticed`() throws {
        let words = counting.words.split(separator: " ").map(String.init)
        let letters = "abdfghijklmnoprstuvz"
        for index in words.indices {
            for place in 0..<5 {
                for letter in letters {
                    var changed = Array(words[index])
                    guard changed[place] != letter else { continue }
                    changed[place] = letter
                    var all = words
                    all[index] = String(changed)
                    let failure = problem {
                        _ = try EncryptionKey(words: all.joined(separator: " "))
                    }
                    #expect(failure?.code == .wrongEncryptionKey)
                }
            }
            for other in words.indices where words[other] != words[index] {
                var all = words
                all.swapAt(index, other)
                let failure = problem {
                    _ = try EncryptionKey(words: all.joined(separator: " "))
                }
                #expect(failure?.code == .wrongEncryptionKey)
            }
        }
        var impossible = words
        impossible[6] = "queue"
        let failure = problem { _ = try EncryptionKey(words: impossible.joined(separator: " ")) }
        #expect(failure?.sentence.contains("Word 7") == true)
        let few = problem { _ = try EncryptionKey(words: words.dropLast().joined(separator: " ")) }
        #expect(few?.sentence.contains("these are 17") == true)
    }

    @Test func `texts for people who debug do not show a key`() {
        let first = counting.words.prefix(5)
        var dumped = ""
        dump(counting, to: &dumped)
        for text in ["\(counting)", String(reflecting: counting), dumped] {
            #expect(!text.contains(first))
            #expect(!text.contains("31"))
        }
    }

    @Test func `files are private, and never changed`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("new/keys/a.key")
        try EncryptionKeyFile.writeKey(counting, to: url)
        #expect(try EncryptionKeyFile.readKey(at: url) == counting)
        let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try EncryptionKeyFile.writeKey(counting, to: url)
        #expect(
            problem { try EncryptionKeyFile.writeKey(EncryptionKey(), to: url) }?.code
                == .wrongEncryptionKey
        )
        #expect(try EncryptionKeyFile.readKey(at: url) == counting)
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: url.deletingLastPathComponent().path
            )
                == ["a.key"]
        )
        chmod(url.path, 0o640)
        let exposed = problem { _ = try EncryptionKeyFile.readKey(at: url) }
        #expect(exposed?.code == .noEncryptionKey)
        #expect(exposed?.sentence.contains("chmod 600") == true)
        let none = folder.url.appendingPathComponent("none")
        let missing = problem { _ = try EncryptionKeyFile.readKey(at: none, of: "my disk") }
        #expect(missing?.code == .noEncryptionKey)
        #expect(missing?.sentence.contains("remote key 'my disk' --from-words") == true)
        let named = problem { _ = try EncryptionKeyFile.readKey(at: none) }
        #expect(named?.sentence.contains("Check the path") == true)
        let damaged = folder.url.appendingPathComponent("b.key")
        try Data("# a comment\nbabad bafah\n".utf8).write(to: damaged)
        chmod(damaged.path, 0o600)
        #expect(
            problem { _ = try EncryptionKeyFile.readKey(at: damaged) }?.code == .wrongEncryptionKey
        )
    }

    @Test func `each remote has a file of its own below the settings`() throws {
        let environment = ["HOME": "/home/ada"]
        let url = EncryptionKeyFile.standardURL(
            for: try RemoteAddress("s3://bucket/photos"),
            environment: environment
        )
        #expect(url.path == "/home/ada/.config/openphotokit/keys/s3_bucket_photos.key")
        let folder = EncryptionKeyFile.standardURL(
            for: try RemoteAddress("/media/Disk 1/../photos"),
            environment: ["XDG_CONFIG_HOME": "/settings"]
        )
        #expect(folder.path == "/settings/openphotokit/keys/media_photos.key")
        let capitals = EncryptionKeyFile.standardURL(
            for: try RemoteAddress("/media/Photos"),
            environment: environment
        )
        #expect(capitals.path == "/home/ada/.config/openphotokit/keys/media_Photos.key")
    }
}
