import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Backups with sources take the sidecars and settings files beside photos along.
@Suite(.permit) struct SidecarBackupTests {
    let fixture: SourceFixture
    var destination: URL {
        fixture.folder.url.appendingPathComponent("Backup.photolib", isDirectory: true)
    }

    init() throws {
        fixture = try SourceFixture(["a.jpg": 1], environment: SourceFactsTests.environment())
        try fixture.write("a.jpg.xmp", SourceFactsTests.sidecar(caption: "Lake"))
        try fixture.write("a.jpg.pp3", Array("settings".utf8))
        try fixture.sweep()
    }

    private func backUp(withSources: Bool = false) throws -> LibraryBackup.Outcome {
        try LibraryBackup(fixture.library, withSources: withSources).run(to: destination)
    }

    /// The files beside the photo, by their names, as texts.
    private func companions(in library: Library) throws -> [String: String] {
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        let files = try library.originals.companionFiles(ofAssets: rows).values.joined()
        return try Dictionary(
            uniqueKeysWithValues: files.map { file in
                (
                    (file.isKept ? "kept " : "") + file.name,
                    try String(contentsOf: file.url, encoding: .utf8)
                )
            }
        )
    }

    /// The texts of the settings files that the copy keeps.
    private func settingsOfCopy() throws -> [String] {
        let copy = try Library.open(destination, mode: .readOnly)
        defer { copy.close() }
        return try keptSettings(in: copy)
    }

    /// The texts of the settings files that a library keeps.
    private func keptSettings(in library: Library) throws -> [String] {
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        return try library.originals.companionFiles(ofAssets: rows).values.joined()
            .filter { $0.isKept && $0.name == "a.jpg.pp3" }
            .map { try String(contentsOf: $0.url, encoding: .utf8) }.sorted()
    }

    private func companionsOfCopy() throws -> [String: String] {
        let copy = try Library.open(destination, mode: .readOnly)
        defer { copy.close() }
        #expect(try LibraryCheck(copy, readingBytes: true).run().findings.isEmpty)
        return try companions(in: copy)
    }

    @Test func `The copy keeps them with the photo, and a later backup copies nothing twice`()
        throws
    {
        let without = try backUp()
        #expect(without.leftOut.map(\.sidecars) == [2])
        #expect(without.leftOut.map(\.files) == [1])
        let outcome = try backUp(withSources: true)
        #expect(outcome.copiedFiles == 3 && outcome.files == 3)
        #expect(outcome.findings.isEmpty && outcome.leftOut.isEmpty)
        let again = try backUp(withSources: true)
        #expect(again.copiedFiles == 0 && again.removedFiles == 0)
        try FileManager.default.removeItem(at: fixture.top)
        let later = try backUp()
        #expect(later.files == 3 && later.removedFiles == 0 && later.leftOut.isEmpty)
        let files = try companionsOfCopy()
        #expect(Set(files.keys) == ["kept a.jpg.xmp", "kept a.jpg.pp3"])
        #expect(files["kept a.jpg.pp3"] == "settings")
        #expect(files["kept a.jpg.xmp"]?.contains("Lake") == true)
    }

    @Test func `One that has changed is copied again, also before the next sweep`() throws {
        _ = try backUp(withSources: true)
        try fixture.write("a.jpg.pp3", Array("other settings".utf8))
        let outcome = try backUp(withSources: true)
        #expect(outcome.copiedFiles == 1 && outcome.removedFiles == 1)
        #expect(outcome.findings.isEmpty)
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "other settings")
    }

    @Test func `One that is gone before the next sweep stays in the copy`() throws {
        _ = try backUp(withSources: true)
        try fixture.remove("a.jpg.pp3")
        #expect(try backUp(withSources: true).removedFiles == 0)
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "settings")
        try fixture.sweep()
        #expect(try backUp(withSources: true).removedFiles == 1)
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == nil)
    }

    @Test func `A copy that becomes a library follows those that change in the source`() throws {
        _ = try backUp(withSources: true)
        var environment = EngineEnvironment.test(seed: 8)
        environment.examine = SourceFactsTests.environment().examine
        let copy = try Library.open(destination, environment: environment)
        defer { copy.close() }
        #expect(try Set(companions(in: copy).keys) == ["kept a.jpg.xmp", "kept a.jpg.pp3"])
        try fixture.write("a.jpg.xmp", SourceFactsTests.sidecar(caption: "Harbour"))
        try fixture.write("a.jpg.pp3", Array("other settings".utf8))
        let source = try #require(copy.sources.all(.inPlace).first)
        _ = try SourceSweep(copy, source: source.id).run()
        let files = try companions(in: copy)
        #expect(Set(files.keys) == ["a.jpg.xmp", "a.jpg.pp3"])
        #expect(files["a.jpg.pp3"] == "other settings")
        let rows = try copy.records.fetch(FetchPlan(.assets)).rows
        #expect(try copy.records.assets(rows).records.values.map(\.caption) == ["Harbour"])
    }

    @Test func `A copy keeps those of a source that was forgotten`() throws {
        _ = try backUp(withSources: true)
        try FileManager.default.removeItem(at: fixture.top)
        try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        for run in 1...2 {
            let outcome = try backUp()
            #expect(outcome.files == 3)
            // The photo's file gets another name.
            #expect(outcome.removedFiles == (run == 1 ? 1 : 0))
            #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "settings")
        }
    }

    @Test func `a sync reads only the rows of files whose bytes nobody knows`() throws {
        let tracer = StatementTracer()
        var environment = SourceFactsTests.environment()
        environment.trace = { tracer.hear($0) }
        let fixture = try SourceFixture(["a.jpg": 1], environment: environment)
        try fixture.write("a.jpg.pp3", Array("settings".utf8))
        try fixture.sweep()
        let sources = fixture.library.sources
        #expect(try sources.recordSidecarChecksums(check: {}).recorded == 1)
        // Not even its path is made, which might ask a disk that hangs.
        var recorded: Int?
        let statements = try tracer.statements {
            recorded = try sources.recordSidecarChecksums(check: {}).recorded
        }
        #expect(recorded == 0)
        let reading = statements.filter { $0.contains("asset.trashed_date NOT NULL") }
        #expect(reading.count == 1)
        #expect(reading.allSatisfy { $0.contains("AND source_file.checksum IS NULL") })
    }

    /// Writes other bytes of the same number into the settings file, and keeps its date.
    private func rewriteSettings(
        _ text: String,
        of name: String = "a.jpg.pp3",
        keepsInode: Bool
    ) throws {
        let path = fixture.url(name).path
        var facts = stat()
        try #require(stat(path, &facts) == 0)
        try #require(Int(facts.st_size) == text.utf8.count)
        if keepsInode {
            try Data(text.utf8).write(to: fixture.url(name))
        } else {
            try fixture.write(name, Array(text.utf8))
        }
        let times = [facts.st_atim, facts.st_mtim]
        try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
    }

    @Test(arguments: [false, true])
    func `one that was written anew with its size and date is copied again`(_ isSwept: Bool) throws
    {
        let sources = fixture.library.sources
        #expect(try sources.recordSidecarChecksums(check: {}).recorded == 2)
        _ = try backUp(withSources: true)
        try rewriteSettings("SETTINGS", keepsInode: false)
        if isSwept {
            try fixture.sweep()
            #expect(try sources.recordSidecarChecksums(check: {}).recorded == 1)
        }
        #expect(try backUp(withSources: true).copiedFiles == 1)
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "SETTINGS")
    }

    @Test func `one whose inode alone has changed is not left out of a later backup`() throws {
        _ = try backUp(withSources: true)
        try rewriteSettings("settings", keepsInode: false)
        try fixture.sweep()
        for _ in 1...2 {
            let outcome = try backUp()
            #expect(outcome.leftOut.isEmpty && outcome.removedFiles == 0)
            #expect(outcome.files == 3)
        }
        // Its bytes are not proved, so they are read.
        try rewriteSettings("SETTINGS", keepsInode: true)
        #expect(try backUp(withSources: true).copiedFiles == 1)
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "SETTINGS")
        // One of the same size and another date may have any bytes.
        try fixture.write("a.jpg.pp3", Array("Settings".utf8))
        try fixture.sweep()
        for _ in 1...2 { #expect(try backUp().leftOut.map(\.sidecars) == [1]) }
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "SETTINGS")
    }

    @Test func `a kept one stays where that in the source has another inode alone`() throws {
        _ = try backUp(withSources: true)
        var environment = EngineEnvironment.test(seed: 8)
        environment.examine = SourceFactsTests.environment().examine
        let copy = try Library.open(destination, environment: environment)
        defer { copy.close() }
        try rewriteSettings("settings", keepsInode: false)
        let source = try #require(copy.sources.all(.inPlace).first)
        _ = try SourceSweep(copy, source: source.id).run()
        #expect(try copy.sources.recordSidecarChecksums(check: {}).unread == 0)
        try copy.sources.forgetSource(source.id, assets: .keepOffline)
        #expect(try companions(in: copy)["kept a.jpg.pp3"] == "settings")
    }

    @Test func `those of two copies of a photo stay where their inodes alone have changed`() throws
    {
        try fixture.write("b/a.jpg", 1)
        try fixture.write("b/a.jpg.pp3", Array("SETTINGS".utf8))
        try fixture.sweep()
        _ = try backUp(withSources: true)
        var environment = EngineEnvironment.test(seed: 8)
        environment.examine = SourceFactsTests.environment().examine
        let copy = try Library.open(destination, environment: environment)
        defer { copy.close() }
        try rewriteSettings("settings", keepsInode: false)
        try rewriteSettings("SETTINGS", of: "b/a.jpg.pp3", keepsInode: false)
        let source = try #require(copy.sources.all(.inPlace).first)
        _ = try SourceSweep(copy, source: source.id).run()
        #expect(try copy.sources.recordSidecarChecksums(check: {}).unread == 0)
        try copy.sources.forgetSource(source.id, assets: .keepOffline)
        #expect(try keptSettings(in: copy) == ["SETTINGS", "settings"])
    }

    @Test(arguments: [false, true])
    func `one with other bytes alone is found by reading all`(_ isSwept: Bool) throws {
        #expect(try fixture.library.sources.recordSidecarChecksums(check: {}).recorded == 2)
        _ = try backUp(withSources: true)
        try rewriteSettings("SETTINGS", keepsInode: true)
        if isSwept { try fixture.sweep { $0.readsAll = true } }
        let backup = LibraryBackup(fixture.library, readingAll: !isSwept, withSources: true)
        #expect(try backup.run(to: destination).copiedFiles == 1)
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "SETTINGS")
    }

    @Test func `one that is gone with its photo is counted quietly`() throws {
        try fixture.write("b.jpg", 2)
        try fixture.sweep()
        for name in ["a.jpg", "a.jpg.xmp", "a.jpg.pp3"] { try fixture.remove(name) }
        let early = try backUp(withSources: true)
        #expect(
            early.findings.map(\.code) == Array(repeating: Finding.Code.sourceFileMissing, count: 3)
        )
        try fixture.sweep()
        let outcome = try backUp(withSources: true)
        #expect(outcome.findings.isEmpty)
        #expect(outcome.leftOut.map(\.missingFiles) == [1])
        #expect(outcome.leftOut.allSatisfy { $0.sidecars > 0 })
        #expect(try fixture.library.sources.recordSidecarChecksums(check: {}).unread == 0)
    }

    @Test func `those that are gone with their photo stay in the copy`() throws {
        try fixture.write("b.jpg", 2)
        try fixture.sweep()
        #expect(try backUp(withSources: true).copiedFiles == 4)
        for name in ["a.jpg", "a.jpg.xmp", "a.jpg.pp3"] { try fixture.remove(name) }
        for _ in 1...2 {
            try fixture.sweep()
            #expect(try backUp(withSources: true).removedFiles == 0)
        }
        let files = try companionsOfCopy()
        #expect(Set(files.keys) == ["kept a.jpg.xmp", "kept a.jpg.pp3"])
    }

    @Test func `a copy keeps those of a forgotten source when the photo has a file again`() throws {
        _ = try backUp(withSources: true)
        let photo = try Data(contentsOf: fixture.url("a.jpg"))
        try FileManager.default.removeItem(at: fixture.top)
        try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        _ = try backUp()
        let other = fixture.folder.url.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try photo.write(to: other.appendingPathComponent("a.jpg"))
        let source = try fixture.library.sources.addSource(other)
        _ = try SourceSweep(fixture.library, source: source.id).run()
        #expect(try fixture.offline().isEmpty)
        for withSources in [false, true] {
            _ = try backUp(withSources: withSources)
            #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "settings")
        }
        // One that never came takes no place, also when it goes.
        let settings = other.appendingPathComponent("a.jpg.pp3")
        try Data("new".utf8).write(to: settings)
        _ = try SourceSweep(fixture.library, source: source.id).run()
        for _ in 1...2 { #expect(try backUp().removedFiles == 0) }
        try FileManager.default.removeItem(at: settings)
        _ = try SourceSweep(fixture.library, source: source.id).run()
        #expect(try backUp(withSources: true).removedFiles == 0)
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "settings")
        // A file of the name that comes later takes the place.
        try Data("new".utf8).write(to: settings)
        _ = try SourceSweep(fixture.library, source: source.id).run()
        _ = try backUp(withSources: true)
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "new")
    }

    @Test func `a copy keeps those that were gone with their photo when that comes back alone`()
        throws
    {
        try fixture.write("b.jpg", 2)
        try fixture.sweep()
        _ = try backUp(withSources: true)
        let card = fixture.folder.url.appendingPathComponent("card-a.jpg")
        try FileManager.default.copyItem(at: fixture.url("a.jpg"), to: card)
        for name in ["a.jpg", "a.jpg.xmp", "a.jpg.pp3"] { try fixture.remove(name) }
        try fixture.sweep()
        #expect(try Importer(fixture.library).run([card]).healedCount == 1)
        for _ in 1...2 {
            try fixture.sweep()
            _ = try backUp(withSources: true)
            #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "settings")
        }
    }

    @Test func `the former one stays in the copy where an edited one is left out`() throws {
        _ = try backUp(withSources: true)
        try fixture.write("a.jpg.pp3", Array("other settings".utf8))
        try fixture.write("a.jpg.xmp", SourceFactsTests.sidecar(caption: "Harbour"))
        try fixture.sweep()
        for _ in 1...2 {
            let outcome = try backUp()
            #expect(outcome.leftOut.map(\.sidecars) == [2] && outcome.removedFiles == 0)
            let files = try companionsOfCopy()
            #expect(files["kept a.jpg.pp3"] == "settings")
            // The later words count as long as the source has them.
            #expect(files["a.jpg.xmp"]?.contains("Harbour") == true)
        }
        let away = fixture.folder.url.appendingPathComponent("away", isDirectory: true)
        try FileManager.default.moveItem(at: fixture.top, to: away)
        #expect(try backUp(withSources: true).removedFiles == 0)
        try FileManager.default.moveItem(at: away, to: fixture.top)
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "settings")
        #expect(try backUp(withSources: true).removedFiles == 2)
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "other settings")
        // Of one that was removed, whose latest bytes never came, the name alone says that the former one was made of it.
        try fixture.write("a.jpg.pp3", Array("last settings".utf8))
        try fixture.sweep()
        _ = try backUp()
        try fixture.remove("a.jpg.pp3")
        try fixture.sweep()
        #expect(try backUp().removedFiles == 0)
        #expect(try companionsOfCopy()["kept a.jpg.pp3"] == "other settings")
    }

    @Test func `an edited one stays beside that of another copy of the photo`() throws {
        try fixture.write("b/a.jpg", 1)
        try fixture.write("b/a.jpg.pp3", Array("other".utf8))
        try fixture.sweep()
        _ = try backUp(withSources: true)
        #expect(try settingsOfCopy() == ["other", "settings"])
        try fixture.write("a.jpg.pp3", Array("edited".utf8))
        try fixture.sweep()
        for _ in 1...3 {
            #expect(try backUp().removedFiles == 0)
            #expect(try settingsOfCopy() == ["other", "settings"])
        }
        #expect(try backUp(withSources: true).removedFiles == 1)
        #expect(try settingsOfCopy() == ["edited", "other"])
        try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        for _ in 1...2 {
            _ = try backUp()
            #expect(try settingsOfCopy() == ["edited", "other"])
        }
    }

    @Test func `those that were gone with their photo stay when it comes back alone to its source`()
        throws
    {
        try fixture.write("b.jpg", 2)
        try fixture.sweep()
        _ = try backUp(withSources: true)
        for name in ["a.jpg", "a.jpg.xmp", "a.jpg.pp3"] { try fixture.remove(name) }
        try fixture.sweep()
        #expect(try backUp(withSources: true).removedFiles == 0)
        try fixture.write("a.jpg", 1)
        for _ in 1...2 {
            try fixture.sweep()
            #expect(try backUp(withSources: true).removedFiles == 0)
            // The photo has lost the words, so that the sidecar is an earlier one.
            #expect(
                try Set(companionsOfCopy().keys) == ["kept a.jpg.xmp.earlier", "kept a.jpg.pp3"]
            )
        }
        #expect(try fixture.offline().isEmpty)
    }

    @Test(arguments: [true, false])
    func `those that went with one file of a photo stay while it has another one`(
        wasThere: Bool
    ) throws {
        try fixture.write(wasThere ? "b/a.jpg" : "b.jpg", wasThere ? 1 : 2)
        try fixture.sweep()
        _ = try backUp(withSources: true)
        for name in ["a.jpg", "a.jpg.xmp", "a.jpg.pp3"] { try fixture.remove(name) }
        if !wasThere {
            try fixture.sweep()
            try fixture.write("b/a.jpg", 1)
        }
        // A photo that comes back without its sidecar has lost the words.
        let sidecar = wasThere ? "kept a.jpg.xmp" : "kept a.jpg.xmp.earlier"
        for _ in 1...2 {
            try fixture.sweep()
            #expect(try backUp(withSources: true).removedFiles == 0)
            #expect(try Set(companionsOfCopy().keys) == [sidecar, "kept a.jpg.pp3"])
        }
        #expect(try fixture.offline().isEmpty)
    }

    @Test func `of copies of a photo, the copy keeps the sidecars of each, the oldest first`()
        throws
    {
        // The row of the newer one comes first.
        try fixture.write("b/a.jpg", 1)
        try fixture.write("b/a.jpg.xmp", SourceFactsTests.sidecar(caption: "Harbour"))
        try fixture.sweep()
        for (name, date) in [("a.jpg.xmp", 2_000), ("b/a.jpg.xmp", 1_000)] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(date))],
                ofItemAtPath: fixture.url(name).path
            )
        }
        try fixture.sweep()
        _ = try backUp(withSources: true)
        let copy = try Library.open(destination, mode: .readOnly)
        defer { copy.close() }
        let rows = Array(try copy.records.fetch(FetchPlan(.assets)).rows)
        #expect(rows.count == 1)
        let files = try copy.originals.companionFiles(ofAssets: rows).values.joined()
            .filter(\.isXMP)
        #expect(files.map(\.isKept) == [true, true])
        let texts = try files.map { try String(contentsOf: $0.url, encoding: .utf8) }
        #expect(texts.first?.contains("Harbour") == true)
        #expect(texts.last?.contains("Lake") == true)
    }
}
