import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization
import Testing

/// Tests of files of other programs beside a photo.
protocol KeptFileSuite {
    var fixture: ImportFixture { get }
}

extension KeptFileSuite {
    /// Makes a library whose clock a test sets.
    static func makeFixture() throws -> (TestClock, ImportFixture) {
        let clock = TestClock()
        return (clock, try ImportFixture(environment: .test(clock: clock)))
    }

    /// The history that darktable keeps in a sidecar.
    static func history(_ steps: Int) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/"
               darktable:history_end="\(steps)" darktable:iop_order_version="2"/>
             </rdf:RDF>
            </x:xmpmeta>
            """.utf8
        )
    }

    /// The names of the files beside a photo.
    static var names: [String] { ["1.xmp", "1.jpg.pp3", "1.jpg.dop", "1.json", "1.AAE"] }

    /// Writes a photo with one file of each kind, and returns the bytes of those by name.
    @discardableResult
    func writeAll() throws -> [String: [UInt8]] {
        try fixture.write(picture: "1.jpg", seed: 1)
        var bytes: [String: [UInt8]] = [:]
        for name in Self.names {
            bytes[name] = name == "1.xmp" ? Self.history(3) : Array("what \(name) knows".utf8)
            try fixture.write(name, bytes[name] ?? [])
        }
        return bytes
    }

    func kept(in library: Library? = nil) throws -> [String: [UInt8]] {
        let library = library ?? fixture.library
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        let files = try library.originals.keptFiles(ofAssets: rows).values.joined()
        return try files.reduce(into: [:]) {
            $0[$1.filename] = Array(try Data(contentsOf: library.layout.original($1.file)))
        }
    }

    func findings() throws -> [Finding.Code] {
        try LibraryCheck(fixture.library, readingBytes: true).run().findings.map(\.code)
    }

    /// Exports the library with sidecars, and returns the files by name and what was said of sidecars.
    func export(
        of library: Library? = nil,
        _ change: (inout ExportOptions) -> Void = { _ in }
    ) throws -> (files: [String: [UInt8]], unreadable: [String: String], failed: Int) {
        let out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        change(&options)
        let said = Mutex<[String: String]>([:])
        let exporter = Exporter(
            library ?? fixture.library,
            options: options,
            isCancelled: { false },
            notify: { event in
                guard case .unreadableSidecar(let url, _, let reason) = event else { return }
                said.withLock { $0[url.lastPathComponent] = reason }
            }
        )
        let summary = try exporter.runAll(to: out)
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: out.path)
        where !name.hasPrefix(".") && !name.hasSuffix(".jsonl") {
            files[name] = Array(try Data(contentsOf: out.appendingPathComponent(name)))
        }
        return (files, said.withLock { $0 }, summary.failedCount)
    }
}
