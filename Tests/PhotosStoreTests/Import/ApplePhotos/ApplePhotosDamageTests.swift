import Foundation
import GRDB
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ApplePhotosDamageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var url: URL { folder.url.appendingPathComponent("Test.photoslibrary") }

    private func catalog() throws -> ImportCatalog {
        let work = folder.url.appendingPathComponent("work")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        return try ApplePhotosLibrary.catalog(of: url, workFolder: work)
    }

    private func change(_ sql: String) throws {
        let queue = try DatabaseQueue(
            path: url.appendingPathComponent("database/Photos.sqlite").path
        )
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    @Test func `only libraries of Photos are recognised`() throws {
        #expect(!ApplePhotosLibrary.recognises(folder.url))
        #expect(!ApplePhotosLibrary.recognises(folder.url.appendingPathComponent("missing")))
        try AppleLibrary(.photos5).write(to: url)
        #expect(ApplePhotosLibrary.recognises(url))
    }

    @Test func `a library from before Photos 5 is recognised and refused`() throws {
        let database = url.appendingPathComponent("database")
        try FileManager.default.createDirectory(at: database, withIntermediateDirectories: true)
        for name in ["photos.db", "DataModelVersion.plist"] {
            try Data([1]).write(to: database.appendingPathComponent(name))
        }
        #expect(ApplePhotosLibrary.recognises(url))
        let error = #expect(throws: StoreError.self) { try catalog() }
        #expect(error?.message.contains("before macOS 10.15") == true)
    }

    @Test func `an empty library is empty`() throws {
        try AppleLibrary(.photos7).write(to: url)
        let catalog = try catalog()
        #expect(catalog.items.isEmpty && catalog.collections.isEmpty && catalog.losses.isEmpty)
    }

    @Test func `a database that is none is refused`() throws {
        try AppleLibrary(.photos7).write(to: url)
        try Data("no database at all, and long enough to be looked at".utf8)
            .write(to: url.appendingPathComponent("database/Photos.sqlite"))
        let error = #expect(throws: StoreError.self) { try catalog() }
        #expect(error?.message.contains("could not be read") == true)
    }

    @Test(arguments: [
        ("DROP TABLE ZASSET", "layout of this Photos library is not known"),
        ("ALTER TABLE ZASSET RENAME COLUMN ZUUID TO ZOTHER", "layout of this Photos library"),
        ("DROP TABLE Z_METADATA", "does not say which library it is"),
        ("DELETE FROM Z_METADATA", "does not say which library it is"),
    ])
    func `a library that lacks what is needed is refused`(sql: String, part: String) throws {
        try AppleLibrary.example(.photos9).write(to: url)
        try change(sql)
        let error = #expect(throws: StoreError.self) { try catalog() }
        #expect(error?.message.contains(part) == true)
    }

    @Test(arguments: [
        "DROP TABLE Z_PRIMARYKEY", "DROP TABLE ZADDITIONALASSETATTRIBUTES",
        "DROP TABLE ZASSETDESCRIPTION", "DROP TABLE ZUNMANAGEDADJUSTMENT", "DROP TABLE ZKEYWORD",
        "DROP TABLE ZPERSON", "DROP TABLE ZDETECTEDFACE", "DROP TABLE Z_28ASSETS",
        "DROP TABLE Z_1KEYWORDS", "ALTER TABLE Z_28ASSETS DROP COLUMN Z_FOK_3ASSETS",
        "ALTER TABLE ZGENERICALBUM DROP COLUMN ZPARENTFOLDER",
        "ALTER TABLE ZASSET DROP COLUMN ZHASADJUSTMENTS",
    ])
    func `a library that lacks something else still gives its photos`(sql: String) throws {
        try AppleLibrary.example(.photos9).write(to: url)
        try change(sql)
        #expect(try catalog().items.count == 9)
    }

    @Test func `a library without its table of albums says so`() throws {
        try AppleLibrary.example(.photos9).write(to: url)
        try change("DROP TABLE ZGENERICALBUM")
        let catalog = try catalog()
        #expect(catalog.items.count == 9)
        #expect(catalog.losses.contains { $0.reason.hasPrefix("The albums are lost") })
    }

    @Test func `values of a wrong kind are taken for none`() throws {
        try AppleLibrary.example(.photos9).write(to: url)
        try change(
            """
            UPDATE ZASSET SET ZDATECREATED = 'yesterday', ZLATITUDE = x'00', ZFAVORITE = 'yes',
                ZAVALANCHEPICKTYPE = 1e300, ZTRASHEDDATE = 9e99;
            UPDATE ZADDITIONALASSETATTRIBUTES SET ZTIMEZONEOFFSET = 99999999, ZTITLE = x'FFFE';
            UPDATE ZGENERICALBUM SET Z_FOK_PARENTFOLDER = 'first';
            """
        )
        let catalog = try catalog()
        #expect(catalog.items.count == 9)
        #expect(catalog.items.allSatisfy { $0.supplement.date == nil })
        #expect(catalog.losses.contains { $0.reason.contains("at a time that is not known") })
    }

    @Test func `folders that stand in each other are placed at the top`() throws {
        var library = AppleLibrary(.photos7)
        var (one, other) = (AppleLibrary.Album(20, "One"), AppleLibrary.Album(21, "Other"))
        one.kind = 4000
        one.parent = 21
        other.kind = 4000
        other.parent = 20
        var orphan = AppleLibrary.Album(22, "Orphan")
        orphan.parent = 999
        library.albums = [one, other, orphan]
        try library.write(to: url)
        let catalog = try catalog()
        #expect(catalog.collections.map(\.title) == ["Orphan", "One", "Other"])
        #expect(catalog.collections.map(\.parent) == [nil, nil, one.uuid])
        #expect(catalog.losses.map(\.path).sorted() == ["One", "Orphan"])
    }

    @Test func `links in the library are not followed`() throws {
        var library = AppleLibrary(.photos7)
        library.assets = [AppleLibrary.Asset(Example.live)]
        try library.write(to: url)
        let originals = url.appendingPathComponent("originals/A")
        try FileManager.default.createDirectory(at: originals, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: originals.appendingPathComponent(Example.live + ".jpeg"),
            withDestinationURL: URL(fileURLWithPath: "/etc/hostname")
        )
        let catalog = try catalog()
        #expect(catalog.items.isEmpty)
        #expect(catalog.losses.map(\.reason).first?.contains("is missing in the library") == true)
    }
}
