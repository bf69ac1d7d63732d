import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct ChangeTokenTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary(.disk) }

    /// The reason beneath the error that a token is refused with.
    private func refusal(
        _ token: PHPersistentChangeToken,
        in library: PHPhotoLibrary? = nil
    ) throws -> String {
        let error = #expect(throws: PHPhotosError.self) {
            _ = try (library ?? self.library.photos).fetchPersistentChanges(since: token)
        }
        let found = try #require(error)
        #expect(found.code == .persistentChangeTokenExpired)
        #expect(found.errorCode == 3105)
        #expect(
            found.localizedDescription.hasSuffix(
                "Read the whole library again, and go on from its present token, which `photokit token` prints."
            )
        )
        return "\(try #require(found.userInfo[NSUnderlyingErrorKey]))"
    }

    @Test func `a token is archived securely, and equals itself`() throws {
        try library.addAlbum()
        let token = library.photos.currentChangeToken
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: token,
            requiringSecureCoding: true
        )
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClass: PHPersistentChangeToken.self,
                from: data
            )
        )
        #expect(read == token && read.hash == token.hash && read !== token)
        #expect(read.description == token.description)
        #expect(try Array(library.photos.fetchPersistentChanges(since: read)).isEmpty)
        #expect(token.copy() as? PHPersistentChangeToken == token)
        #expect(PHPersistentChangeToken.supportsSecureCoding)
    }

    @Test func `tokens of different places differ`() throws {
        let first = library.photos.currentChangeToken
        #expect(library.photos.currentChangeToken == first)
        try library.addAlbum()
        #expect(library.photos.currentChangeToken != first)
    }

    @Test func `a token is one short string, and comes back from it`() throws {
        let token = library.photos.currentChangeToken
        #expect(token.description.hasPrefix("pk1.") && token.description.utf8.count < 60)
        let read = PHPersistentChangeToken(try #require(ChangeToken(token.description)))
        #expect(read == token)
        #expect(ChangeToken("nonsense") == nil)
    }

    @Test func `each way in which a token is wrong has its own reason`() throws {
        try library.addAlbum("A")
        let token = library.photos.currentChangeToken
        var reasons: [String] = []

        let other = try TestLibrary()
        reasons.append(try refusal(other.photos.currentChangeToken))

        reasons.append(try refusal(PHPersistentChangeToken(ChangeToken(bytes: [1, 2, 3]))))

        var forged = token.token.bytes
        forged[20] ^= 1
        reasons.append(try refusal(PHPersistentChangeToken(ChangeToken(bytes: forged))))

        let position = try library.store.history.currentPosition()
        let future = library.store.history.token(
            for: LogPosition(sequence: position.sequence + 5, mark: 1)
        )
        reasons.append(try refusal(PHPersistentChangeToken(future)))

        let diverged = library.store.history.token(
            for: LogPosition(sequence: position.sequence, mark: position.mark ^ 1)
        )
        reasons.append(try refusal(PHPersistentChangeToken(diverged)))

        try library.addAlbum("B")
        try library.addAlbum("C")
        try library.store.history.pruneHistory(through: position.sequence + 1)
        reasons.append(try refusal(token))

        #expect(
            reasons == ["foreignLibrary", "damaged", "forged", "future", "diverged", "expired"]
        )
        #expect(try refusal(PHPersistentChangeToken(ChangeToken(bytes: []))) == "damaged")
    }

    @Test func `a copy of the library refuses the tokens of the original`() throws {
        try library.addAlbum()
        let token = library.photos.currentChangeToken
        try library.store.core.checkpoint(truncating: true)
        let copy = library.folder.appendingPathComponent("Copy.photolib")
        try FileManager.default.copyItem(at: library.store.layout.root, to: copy)
        let restored = PHPhotoLibrary(try Library.open(copy))
        #expect(try refusal(token, in: restored) == "otherIncarnation")
        #expect(try Array(library.photos.fetchPersistentChanges(since: token)).isEmpty)
        #expect(
            try Array(restored.fetchPersistentChanges(since: restored.currentChangeToken)).isEmpty
        )
    }

    @Test func `what is kept is told after pruning`() throws {
        for title in ["A", "B", "C"] { try library.addAlbum(title) }
        let token = library.photos.currentChangeToken
        try library.addAlbum("D")
        try library.store.history.pruneHistory(through: 3)
        #expect(try Array(library.photos.fetchPersistentChanges(since: token)).count == 1)
    }

    @Test func `history that is kept by count expires the rest`() throws {
        let token = library.photos.currentChangeToken
        try library.store.settings.change(StoredSettings(historyCount: 2))
        for title in ["A", "B", "C", "D"] { try library.addAlbum(title) }
        #expect(try refusal(token) == "expired")
    }

    @Test func `another process with the same folder takes the token`() throws {
        let token = library.photos.currentChangeToken
        try library.addAlbum()
        let second = try library.reopened(mode: .readOnly)
        #expect(try Array(second.fetchPersistentChanges(since: token)).count == 1)
        #expect(second.currentChangeToken == library.photos.currentChangeToken)
    }

    @Test func `a refusal is caught by its code`() throws {
        do {
            _ = try library.photos.fetchPersistentChanges(
                since: PHPersistentChangeToken(ChangeToken(bytes: []))
            )
            Issue.record("An empty token was taken.")
        } catch PHPhotosError.persistentChangeTokenExpired {
        }
    }
}
