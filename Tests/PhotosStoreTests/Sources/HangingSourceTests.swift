import Dispatch
import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Sources in folders that hang, as those of a network do: no question about the library waits for them.
@Suite(.permit) struct HangingSourceTests {
    /// A folder that hangs while it is told to.
    private final class Folder: Sendable {
        private let isHanging = Mutex(false)

        var limit: DispatchTimeInterval {
            isHanging.withLock { $0 } ? .milliseconds(20) : .seconds(60)
        }

        func hang(_ hangs: Bool) { isHanging.withLock { $0 = hangs } }

        func wait() {
            while isHanging.withLock({ $0 }) { usleep(1_000) }
        }
    }

    private let folder = Folder()
    private let fixture: SourceFixture
    private var library: Library { fixture.library }

    init() throws {
        var environment = EngineEnvironment.test()
        environment.folders = FolderProbe(
            limit: { [folder] _ in folder.limit },
            isFolder: { [folder] path in
                folder.wait()
                return FileManager.default.fileExists(atPath: path)
            }
        )
        fixture = try SourceFixture(["a.jpg": 1, "b.jpg": 2], environment: environment)
        try fixture.sweep()
    }

    private func resources() throws -> [ResourceRecord] {
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        return try library.records.resources(ofAssets: rows).values.flatMap(\.self)
    }

    @Test func `a folder that hangs keeps no question about another one`() throws {
        let folder = Folder()
        let probe = FolderProbe(
            limit: { $0 == .short ? .milliseconds(20) : .seconds(60) },
            isFolder: { path in
                if path == "/hangs" { folder.wait() }
                return path != "/gone"
            }
        )
        folder.hang(true)
        #expect(probe.presence(of: "/hangs") == .silent)
        #expect(probe.presence(of: "/there", .long) == .there)
        #expect(probe.presence(of: "/gone", .long) == .missing)
        #expect(probe.presence(of: "/hangs") == .silent)
        folder.hang(false)
        #expect(probe.presence(of: "/hangs", .long) == .there)
    }

    @Test func `a folder that was mounted anew answers although the old one hangs for ever`() {
        let folder = Folder()
        let looks = Mutex(0)
        let probe = FolderProbe(
            limit: { $0 == .short ? .milliseconds(20) : .seconds(60) },
            longest: .milliseconds(20),
            isFolder: { _ in
                let isFirst = looks.withLock { looks in
                    looks += 1
                    return looks == 1
                }
                if isFirst { folder.wait() }
                return true
            }
        )
        folder.hang(true)
        defer { folder.hang(false) }
        #expect(probe.presence(of: "/share") == .silent)
        #expect(probe.presence(of: "/share", .long) == .there)
        #expect(probe.presence(of: "/share", .long) == .there)
    }

    @Test func `photos of a folder that hangs are offline, and their files are refused`() throws {
        folder.hang(true)
        defer { folder.hang(false) }
        let resources = try resources()
        #expect(resources.count == 2)
        for resource in resources {
            #expect(try library.sources.isSourceOffline(ofAsset: resource.assetID))
            let error = #expect(throws: StoreError.self) {
                try library.originals.urlToOpen(of: resource)
            }
            #expect(error?.code == .fileOffline && error?.message.contains("answer") == true)
        }
        let offline = try library.sources.assetsOfOfflineSources()
        #expect(Set(offline) == Set(resources.map(\.assetID)))
    }

    @Test func `sidecars in a folder that hangs are refused, and those of the library are not`()
        throws
    {
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="3"/>
            </rdf:RDF>
            </x:xmpmeta>
            """
        try fixture.write("a.xmp", Array(text.utf8))
        let url = fixture.url("a.xmp")
        let sidecar = CompanionFile(url: url, name: "a.xmp")
        let own = library.layout.root.appendingPathComponent("a.xmp")
        _ = try library.facts.readCompanions([sidecar])
        folder.hang(true)
        defer { folder.hang(false) }
        #expect(try library.originals.isSilent(url) && !library.originals.isSilent(own))
        let error = #expect(throws: StoreError.self) { try library.facts.readCompanions([sidecar]) }
        #expect(error?.code == .fileOffline)
    }

    @Test func `sweeps and backups end while a folder hangs, and conclude nothing`() throws {
        let before = try fixture.uuids()
        folder.hang(true)
        let report = try fixture.sweep()
        #expect(report.offlineReason?.contains("does not answer") == true)
        let destination = fixture.folder.url.appendingPathComponent("Backup.photolib")
        let outcome = try LibraryBackup(library, withSources: true).run(to: destination)
        #expect(outcome.leftOut.map(\.files) == [2])
        folder.hang(false)
        #expect(try fixture.sweep().offlineReason == nil)
        #expect(try fixture.uuids() == before && fixture.deletions() == 0)
        #expect(
            try resources().allSatisfy { try !library.sources.isSourceOffline(ofAsset: $0.assetID) }
        )
    }
}
