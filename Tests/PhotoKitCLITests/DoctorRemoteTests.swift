import Foundation
import TestPermits
import Testing

/// What `photokit doctor` tells of remotes.
@Suite(.permit) struct DoctorRemoteTests {
    private static func remotes(_ fixture: ProgramFixture) async throws -> [[String: Any]] {
        let outcome = try await fixture.run("doctor", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        return try #require((object as? [String: Any])?["remotes"] as? [[String: Any]])
    }

    @Test func `a remote is told with its state, its proofs and what may be only here`()
        async throws
    {
        let fixture = try await ProgramFixture()
        #expect(try await Self.remotes(fixture).isEmpty)
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("import", "--no-previews", fixture.source.path)
        let disk = fixture.folder.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path)

        let before = try #require(try await Self.remotes(fixture).first)
        #expect(before["isUsable"] as? Bool == true)
        #expect(before["provedFiles"] as? Int == 0 && before["unprovedFiles"] as? Int == 3)
        #expect(before["isDatabaseCurrent"] as? Bool == false)
        #expect(before["keyFileMode"] is NSNull && before["oldestProof"] is NSNull)
        let text = try await fixture.run("doctor").output
        #expect(text.contains("Remote:             disk (\(disk.path)) can be read and written."))
        #expect(text.contains("0 of 3 files were read back from it. 3 files"))
        #expect(text.contains("may be only here. Run \"photokit remote sync\"."))

        #expect(text.contains("It has no copy of the database yet."))

        try await fixture.run("remote", "sync")
        let after = try #require(try await Self.remotes(fixture).first)
        #expect(after["provedFiles"] as? Int == 3 && after["unprovedFiles"] as? Int == 0)
        #expect(after["isDatabaseCurrent"] as? Bool == true)
        #expect(after["oldestProof"] is String)

        try FileManager.default.moveItem(
            at: disk,
            to: fixture.folder.appendingPathComponent("away")
        )
        let gone = try #require(try await Self.remotes(fixture).first)
        #expect(gone["isUsable"] as? Bool == false && gone["provedFiles"] as? Int == 3)
        #expect((gone["problem"] as? String)?.contains(disk.path) == true)
        #expect(try await fixture.run("doctor").code == 0)
    }

    @Test func `a remote that lost its marker, its files or its database is not called fine`()
        async throws
    {
        let fixture = try await ProgramFixture()
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("import", "--no-previews", fixture.source.path)
        let disk = fixture.folder.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path)
        try await fixture.run("remote", "sync")
        let aside = fixture.folder.appendingPathComponent("aside")
        for (folder, sentence) in [
            ("library", "has files of this library, but has lost its marker"),
            ("originals", "lacks 3 of the 3 files that were looked for"),
            ("database", "no whole copy of the database"),
            ("snapshots", "no whole copy of the database"),
        ] {
            let inner = disk.appendingPathComponent(folder)
            try FileManager.default.moveItem(at: inner, to: aside)
            let remote = try #require(try await Self.remotes(fixture).first)
            #expect(remote["isUsable"] as? Bool == false, "\(folder)")
            #expect((remote["problem"] as? String)?.contains(sentence) == true, "\(remote)")
            let text = try await fixture.run("doctor")
            #expect(text.output.contains("cannot be used as it is: \(disk.path)"), "\(text)")
            #expect(text.code == 0)
            try FileManager.default.moveItem(at: aside, to: inner)
            #expect(try await Self.remotes(fixture).first?["isUsable"] as? Bool == true)
        }

        // Another disk at the same path: nothing is written there.
        try FileManager.default.moveItem(at: disk, to: aside)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let empty = try #require(try await Self.remotes(fixture).first)
        #expect(empty["isUsable"] as? Bool == false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
        #expect(try await fixture.run("remote", "sync").code == 8)
        try FileManager.default.removeItem(at: disk)
        try FileManager.default.moveItem(at: aside, to: disk)
        let back = try #require(try await Self.remotes(fixture).first)
        #expect(back["isUsable"] as? Bool == true)
        #expect((back["doubt"] as? String)?.contains("was emptied") == true)
    }

    @Test func `a key file that others can read is named with the remedy`() async throws {
        let fixture = try await ProgramFixture()
        let disk = fixture.folder.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let keys = fixture.folder.appendingPathComponent("keys")
        try Data("key".utf8).write(to: keys)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: keys.path)
        let added = try await fixture.run("remote", "add", disk.path, "--credentials", keys.path)
        #expect(added.code == 0, "\(added)")
        let open = try await fixture.run("doctor").output
        #expect(
            open.contains("mode 0644, so other users may read it. Run \"chmod 600 \(keys.path)\".")
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys.path)
        #expect(try await fixture.run("doctor").output.contains("only its owner can read it"))
        try FileManager.default.removeItem(at: keys)
        #expect(try await fixture.run("doctor").output.contains("\(keys.path), is not there."))
    }
}
