import Foundation
import Glibc
import PhotosTestSupport
import TestPermits
import Testing

/// What commands say of files that are not where their source had them, before it is swept.
@Suite(.permit) struct SourceGapCommandTests {
    let fixture: ProgramFixture
    let photos: URL

    init() async throws {
        fixture = try await ProgramFixture()
        photos = fixture.source.appendingPathComponent("photos", isDirectory: true)
        for seed in 1...3 { try fixture.write(picture: "photos/\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("source", "add", photos.path)
    }

    @Test func `a file that is gone is counted and named`() async throws {
        #expect(try await fixture.run("check").output.hasPrefix("Nothing found: "))
        let gone = photos.appendingPathComponent("2.jpg")
        try FileManager.default.removeItem(at: gone)
        let check = try await fixture.run("check")
        #expect(check.code == 0, "\(check)")
        #expect(!check.output.contains("Nothing found"), "\(check)")
        #expect(check.output.contains("1 file of the source"), "\(check)")
        let finished = try await fixture.run("check", "--json").objects().last
        #expect((finished?["sourceGaps"] as? String)?.contains("2.jpg") == true)
    }

    @Test func `a file that a remote has comes from there after a sweep`() async throws {
        let disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path, "--name", "disk", "--with-sources")
        try await fixture.run("remote", "sync")
        let here = try await fixture.run("remote", "fetch", "2.jpg")
        #expect(here.code == 0 && here.complaints.contains("in remotes alone"), "\(here)")
        try FileManager.default.removeItem(at: photos.appendingPathComponent("2.jpg"))
        let check = try await fixture.run("check")
        #expect(
            check.output.contains("The remote disk has it: \"photokit remote fetch\""),
            "\(check)"
        )
        try await fixture.run("source", "sweep")
        let out = fixture.folder.appendingPathComponent("out").path
        let export = try await fixture.run("export", "2.jpg", "--to", out)
        #expect(export.complaints.contains("The remote disk has the file, too"), "\(export)")
        let dry = try await fixture.run("remote", "fetch", "2.jpg", "--dry-run")
        #expect(dry.output.contains("1 photo would be fetched"), "\(dry)")
        let fetch = try await fixture.run("remote", "fetch", "2.jpg")
        #expect(fetch.code == 0 && fetch.output.hasPrefix("1 file fetched"), "\(fetch)")
        #expect(try await fixture.run("export", "2.jpg", "--to", out).code == 0)
        #expect(try await fixture.run("check").output.hasPrefix("Nothing found: "))
        let again = try await fixture.run("remote", "fetch", "2.jpg", "--json")
        #expect(again.output.contains("\"identifiers\":[]"), "\(again)")
    }

    @Test func `a remote with sources has the settings files beside photos, and gives them back`()
        async throws
    {
        let disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path, "--name", "disk", "--with-sources")
        for settings in ["settings", "other settings"] {
            try fixture.write("photos/1.jpg.pp3", Array(settings.utf8))
            try await fixture.run("source", "sweep")
            let before = try await fixture.run("remote", "status")
            #expect(!before.output.contains("has everything"), "\(before)")
            let sync = try await fixture.run("remote", "sync")
            #expect(sync.code == 0, "\(sync)")
            let after = try await fixture.run("remote", "status")
            #expect(after.output.contains("has everything"), "\(after)")
        }
        try FileManager.default.removeItem(at: photos)
        let back = fixture.folder.appendingPathComponent("Back.photolib").path
        let restore = try await fixture.run("remote", "restore", disk.path, back)
        #expect(restore.code == 0, "\(restore)")
        let out = fixture.folder.appendingPathComponent("out")
        let export = try await fixture.run(
            "--library",
            back,
            "export",
            "1.jpg",
            "--to",
            out.path
        )
        #expect(export.code == 0, "\(export)")
        let file = out.appendingPathComponent("1.jpg.pp3")
        #expect(try String(contentsOf: file, encoding: .utf8) == "other settings")
    }

    @Test func `each remote learns whose settings the same bytes are`() async throws {
        let disks = ["one", "two"].map {
            fixture.folder.appendingPathComponent($0, isDirectory: true)
        }
        for disk in disks {
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
            let name = disk.lastPathComponent
            try await fixture.run("remote", "add", disk.path, "--name", name, "--with-sources")
        }
        try fixture.write("photos/1.jpg.pp3", Array("settings".utf8))
        try await fixture.run("source", "sweep")
        #expect(try await fixture.run("remote", "sync").code == 0)
        // No bytes travel for either change.
        for (step, photo) in ["2.jpg", "1.jpg"].enumerated() {
            if step == 0 {
                try fixture.write("photos/2.jpg.pp3", Array("settings".utf8))
            } else {
                try FileManager.default.removeItem(at: photos.appendingPathComponent("1.jpg.pp3"))
            }
            try await fixture.run("source", "sweep")
            let before = try await fixture.run("remote", "status")
            #expect(!before.output.contains("has everything"), "\(before)")
            let sync = try await fixture.run("remote", "sync")
            #expect(sync.code == 0, "\(sync)")
            let after = try await fixture.run("remote", "status")
            #expect(after.output.contains("has everything"), "\(after)")
            for disk in disks {
                let name = "\(disk.lastPathComponent) \(step)"
                let back = fixture.folder.appendingPathComponent("\(name).photolib").path
                let restore = try await fixture.run("remote", "restore", disk.path, back)
                #expect(restore.code == 0, "\(restore)")
                let out = fixture.folder.appendingPathComponent("out \(name)")
                try await fixture.run("--library", back, "export", photo, "--to", out.path)
                let settings = out.appendingPathComponent("\(photo).pp3").path
                #expect(FileManager.default.fileExists(atPath: settings) == (step == 0), "\(name)")
            }
        }
    }

    @Test func `bytes that an edit replaced belong to no deleted photo`() async throws {
        let disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path, "--name", "disk", "--with-sources")
        try await fixture.run("remote", "sync")
        try fixture.write("photos/1.jpg", TestJPEG(seed: 1).data() + [0])
        try await fixture.run("source", "sweep")
        let status = try await fixture.run("remote", "status")
        #expect(status.output.contains("is not needed any more"), "\(status)")
        #expect(!status.output.contains("deleted photo"), "\(status)")
    }

    @Test func `a fetch says why nothing of a source that is offline comes`() async throws {
        let disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path, "--name", "disk", "--with-sources")
        try await fixture.run("remote", "sync")
        let renamed = fixture.source.appendingPathComponent("renamed")
        try FileManager.default.moveItem(at: photos, to: renamed)
        let one = try await fixture.run("remote", "fetch", "2.jpg")
        #expect(one.code == 1 && one.output.hasPrefix("0 files fetched"), "\(one)")
        #expect(one.complaints.contains("2.jpg is offline: it stays in \(photos.path)"), "\(one)")
        #expect(one.complaints.contains("--assets keep-offline"), "\(one)")
        let all = try await fixture.run("remote", "fetch", "--all")
        #expect(all.complaints.contains("The source \(photos.path) is offline"), "\(all)")
    }

    @Test(arguments: [false, true])
    func `a photo whose RAW was deleted goes on without it`(_ isForgotten: Bool) async throws {
        try fixture.write("photos/1.dng", TestDNG().data())
        try await fixture.run("source", "sweep")
        let raw = photos.appendingPathComponent("1.dng")
        let out = fixture.folder.appendingPathComponent("out").path
        let early = try await fixture.run("edit", "1.jpg", "--without-missing-files")
        #expect(early.code == 2 && early.complaints.contains("source sweep"), "\(early)")
        try FileManager.default.removeItem(at: raw)
        try await fixture.run("source", "sweep")
        let disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path, "--name", "disk", "--with-sources")
        if isForgotten {
            try await fixture.run("source", "forget", photos.path, "--assets", "keep-offline")
            try await fixture.run("source", "add", photos.path)
            try await fixture.run("remote", "sync")
            let status = try await fixture.run("remote", "status")
            #expect(!status.output.contains("everything"), "\(status)")
            let check = try await fixture.run("check")
            #expect(!check.output.contains("no longer sources"), "\(check)")
            #expect(check.output.contains("--without-missing-files"), "\(check)")
        }
        let copy = fixture.folder.path + "/Copy.photolib"
        let backup = try await fixture.run("backup", copy, "--with-sources")
        #expect(!backup.output.contains("purge"), "\(backup)")
        #expect(isForgotten || backup.output.contains("--without-missing-files"), "\(backup)")
        let stuck = try await fixture.run("export", "--all", "--to", out)
        #expect(stuck.code == 1 && stuck.complaints.contains("--without-missing-files"), "\(stuck)")
        let dry = try await fixture.run("edit", "1.jpg", "--without-missing-files", "--dry-run")
        #expect(dry.output.contains("without 1.dng"), "\(dry)")
        let edit = try await fixture.run("edit", "1.jpg", "--without-missing-files")
        #expect(edit.code == 0, "\(edit)")
        #expect(try await fixture.run("export", "--all", "--to", out).code == 0)
        #expect(try await fixture.run("check").output.hasPrefix("Nothing found: "))
        let undo = try await fixture.run("undo")
        #expect(undo.code == 1, "\(undo)")
        try await fixture.run("remote", "sync")
        let status = try await fixture.run("remote", "status")
        #expect(status.output.contains("has everything"), "\(status)")
    }

    @Test func `the command names the file that becomes the original, or says that none is left`()
        async throws
    {
        try fixture.write("photos/1.dng", TestDNG().data())
        try await fixture.run("source", "sweep")
        for name in ["1.jpg", "2.jpg"] {
            try FileManager.default.removeItem(at: photos.appendingPathComponent(name))
        }
        try await fixture.run("source", "sweep")
        for options in [["--dry-run"], []] {
            let edit = try await fixture.run(
                ["edit", "1.jpg", "--without-missing-files"] + options
            )
            #expect(edit.code == 0, "\(edit)")
            #expect(edit.output.contains("1.dng becomes the original of "), "\(edit)")
        }
        let dry = try await fixture.run("edit", "2.jpg", "--without-missing-files", "--dry-run")
        #expect(dry.output.contains("is left to go on with"), "\(dry)")
        let none = try await fixture.run("edit", "2.jpg", "--without-missing-files")
        #expect(none.code == 1 && none.complaints.contains("No picture or movie"), "\(none)")
        #expect(!none.output.contains("is left to go on with"), "\(none)")
    }

    @Test(arguments: [false, true])
    func `a part that a remote has is left out only if that is said`(isUnwanted: Bool) async throws
    {
        try fixture.write("photos/1.dng", TestDNG().data())
        try await fixture.run("source", "sweep")
        let disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path, "--name", "disk", "--with-sources")
        try await fixture.run("remote", "sync")
        try FileManager.default.removeItem(at: photos.appendingPathComponent("1.dng"))
        try await fixture.run("source", "sweep")
        let out = fixture.folder.appendingPathComponent("out").path
        let stuck = try await fixture.run("export", "--all", "--to", out)
        #expect(stuck.complaints.contains("remote fetch"), "\(stuck)")
        #expect(!stuck.complaints.contains("--without-missing-files"), "\(stuck)")
        for options in [["--dry-run"], []] {
            let edit = try await fixture.run(
                ["edit", "1.jpg", "--without-missing-files"] + options
            )
            #expect(edit.code == 1 && edit.complaints.contains("has 1.dng"), "\(edit)")
            #expect(edit.complaints.contains("--even-in-remotes"), "\(edit)")
        }
        if isUnwanted {
            let alone = try await fixture.run("edit", "1.jpg", "--even-in-remotes")
            #expect(alone.code != 0 && alone.complaints.contains("only be combined"), "\(alone)")
            let edit = try await fixture.run(
                "edit",
                "1.jpg",
                "--without-missing-files",
                "--even-in-remotes"
            )
            #expect(edit.code == 0, "\(edit)")
            #expect(try await fixture.run("remote", "sync").code == 0)
        } else {
            let fetch = try await fixture.run("remote", "fetch", "1.jpg")
            #expect(fetch.output.hasPrefix("1 file fetched"), "\(fetch)")
        }
        #expect(try await fixture.run("export", "--all", "--to", out).code == 0)
    }

    @Test(arguments: [false, true])
    func `a sync says where files stay whose source is not there`(_ isEmpty: Bool) async throws {
        let disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path, "--name", "disk", "--with-sources")
        let renamed = fixture.source.appendingPathComponent("renamed")
        try FileManager.default.moveItem(at: photos, to: renamed)
        // A volume that is not connected may leave the empty folder where it was mounted.
        if isEmpty {
            try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        }
        let sync = try await fixture.run("remote", "sync")
        #expect(sync.code == 1, "\(sync)")
        #expect(sync.complaints.contains("\(photos.path), which cannot be reached now."), "\(sync)")
        #expect(!sync.complaints.contains("neither on this disk"), "\(sync)")
        if isEmpty { try FileManager.default.removeItem(at: photos) }
        try FileManager.default.moveItem(at: renamed, to: photos)
        #expect(try await fixture.run("remote", "sync").code == 0)
    }

    @Test func `a file whose path another photo has gets no invented name`() async throws {
        let moved = fixture.source.appendingPathComponent("moved", isDirectory: true)
        try FileManager.default.moveItem(at: photos, to: moved)
        try FileManager.default.removeItem(at: moved.appendingPathComponent("2.jpg"))
        try fixture.write(picture: "moved/2.jpg", seed: 9)
        try #require(try await fixture.run("source", "add", moved.path).code == 0)
        let joined = try await fixture.run("source", "move", photos.path, moved.path)
        try #require(joined.code == 0, "\(joined)")
        let check = try await fixture.run("check")
        #expect(check.output.contains("1 file of the source"), "\(check)")
        #expect(!check.output.contains("such as"), "\(check)")
        for photo in try await fixture.run("ls", "--json").objects() {
            let identifier = try #require(photo["identifier"] as? String)
            let shown = try await fixture.run("show", identifier)
            #expect(shown.output.contains(".jpg, "), "\(shown)")
        }
    }

    @Test func `a file of a deleted photo may go`() async throws {
        let list = try await fixture.run("ls", "--search", "2.jpg", "--json").objects()
        let identifier = try #require(list.first?["identifier"] as? String)
        try await fixture.run("delete", identifier)
        try FileManager.default.removeItem(at: photos.appendingPathComponent("2.jpg"))
        #expect(try await fixture.run("check").output.hasPrefix("Nothing found: "))
    }

    @Test func `a folder that was renamed is offline at once`() async throws {
        try FileManager.default.moveItem(
            at: photos,
            to: fixture.source.appendingPathComponent("renamed")
        )
        let list = try await fixture.run("source", "list", "--json").objects()
        #expect(list.first?["isOffline"] as? String == "1", "\(list)")
        #expect(try await fixture.run("source", "status").output.contains("(offline)"))
        let check = try await fixture.run("check")
        #expect(check.code == 0, "\(check)")
        #expect(check.output.contains("is offline: 3 files of photos were not looked for."))
    }

    /// Changes a byte of a picture.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - keepsDate: Whether it has the same date afterwards, as after damage by its disk.
    /// - Throws: The errors of the file system.
    private func change(_ name: String, keepsDate: Bool) throws {
        let file = try FileHandle(forUpdating: photos.appendingPathComponent(name))
        defer { try? file.close() }
        var facts = stat()
        try #require(fstat(file.fileDescriptor, &facts) == 0)
        let middle = UInt64(facts.st_size / 2)
        try file.seek(toOffset: middle)
        let byte = try #require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: middle)
        try file.write(contentsOf: Data([byte ^ 1]))
        if !keepsDate { facts.st_mtim.tv_sec -= 1_000 }
        try #require(futimens(file.fileDescriptor, [facts.st_atim, facts.st_mtim]) == 0)
    }

    @Test func `files in sources are read, counted, and named where their bytes differ`()
        async throws
    {
        let whole = try await fixture.run("check", "--read")
        #expect(whole.output.hasPrefix("Nothing found: "), "\(whole)")
        #expect(whole.output.contains("3 files in sources ("), "\(whole)")
        let finished = try await fixture.run("check", "--read", "--json").objects().last
        #expect(finished?["sourceFiles"] as? String == "3", "\(finished ?? [:])")
        try change("1.jpg", keepsDate: true)
        try change("2.jpg", keepsDate: false)
        let check = try await fixture.run("check", "--read")
        #expect(check.code == 1, "\(check)")
        let damaged = photos.appendingPathComponent("1.jpg").path
        #expect(check.output.contains("\(damaged) (sourceFileChanged)"), "\(check)")
        let edited = photos.appendingPathComponent("2.jpg").path
        #expect(
            check.output.contains("1 file of the source \(photos.path) has other bytes"),
            "\(check)"
        )
        #expect(check.output.contains(": \(edited). \"photokit source sweep\""), "\(check)")
        try await fixture.run("source", "sweep", "--read")
        #expect(try await fixture.run("check", "--read").output.hasPrefix("Nothing found: "))
    }

    @Test func `a file that was put back with its date and another inode is read`() async throws {
        let (file, copy) = (
            photos.appendingPathComponent("1.jpg"), fixture.folder.appendingPathComponent("copy")
        )
        let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate]
        var data = try Data(contentsOf: file)
        data[data.count / 2] ^= 1
        try data.write(to: copy)
        try FileManager.default.setAttributes(
            [.modificationDate: try #require(date)],
            ofItemAtPath: copy.path
        )
        try #require(rename(copy.path, file.path) == 0)
        let check = try await fixture.run("check", "--read")
        #expect(check.output.contains("1.jpg"), "\(check)")
        #expect(!check.output.hasPrefix("Nothing found"), "\(check)")
    }

    @Test func `files of a source that is away are not read`() async throws {
        try FileManager.default.moveItem(
            at: photos,
            to: fixture.source.appendingPathComponent("renamed")
        )
        let check = try await fixture.run("check", "--read")
        #expect(check.code == 0 && !check.output.contains("in sources ("), "\(check)")
    }
}
