import Foundation
import TestPermits
import Testing

/// The folders of each module stand in layers: none names a type of a folder that comes later in the stated order.
@Suite(.permit) struct LayerTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func document() throws -> String {
        let document = root.appending(path: "Documentation/Architecture.md")
        return try String(contentsOf: document, encoding: .utf8)
    }

    private static func orders() throws -> [LayerOrder] { try LayerOrder.all(in: document()) }

    /// The folders with the modules of the three packages, and of the stress scenarios.
    private static let homes = ["Sources", "Server/Sources", "RemoteTransfer/Sources", "Tests"]

    private static func files(of module: String) throws -> [SourceFile] {
        let folders = homes.map { root.appending(path: "\($0)/\(module)") }
        let folder = try #require(
            folders.first { FileManager.default.fileExists(atPath: $0.path) },
            "\(module)"
        )
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try paths.filter { $0.hasSuffix(".swift") }.map { path in
            let parts = path.split(separator: "/")
            return SourceFile(
                folder: parts.count > 1 ? String(parts[0]) : ".",
                name: String(parts.last ?? ""),
                text: try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            )
        }
    }

    @Test func `no folder names a type of a folder above it`() throws {
        for order in try Self.orders() {
            let files = try Self.files(of: order.module)
            #expect(!files.isEmpty)
            let violations = order.violations(in: files)
            #expect(
                violations.isEmpty,
                "\(violations.joined(separator: "\n"))\nMove the code, or the type that it names."
            )
        }
    }

    @Test func `only the folder Library of the engine extends Library`() throws {
        let files = try Self.files(of: "PhotosStore").filter { $0.folder != "Library" }
        #expect(!files.isEmpty)
        let extending = files.filter { $0.extended.contains("Library") }.map(\.name)
        #expect(extending.sorted() == [], "Write a part, or a type that is made with the library.")
    }

    @Test func `no module imports a module above it`() throws {
        let order = try ModuleOrder(in: Self.document())
        let folder = Self.root.appending(path: "Sources")
        let modules = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        var found: Set<String> = []
        // Modules whose names begin with `_` are empty.
        for module in modules.sorted() where !module.hasPrefix("_") {
            let files = try Self.files(of: module)
            guard !files.isEmpty else { continue }
            found.insert(module)
            let violations = order.violations(of: module, in: files)
            #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
        }
        #expect(found == Set(order.modules))
    }

    @Test func `planted: an import of a module above is found`() {
        let order = ModuleOrder(modules: ["Engine", "Import", "API"])
        let file = SourceFile(
            folder: "Library",
            name: "Planted.swift",
            text: """
                // import API
                package import Foundation
                import Engine
                internal import struct API.Album
                @testable import Import
                """
        )
        #expect(
            order.violations(of: "Import", in: [file]) == [
                "Import/Library/Planted.swift imports API, which is not below Import.",
                "Import/Library/Planted.swift imports Import, which is not below Import.",
            ]
        )
        #expect(order.violations(of: "API", in: [file]).count == 1)
        #expect(order.violations(of: "Other", in: [file]).count == 1)
    }

    @Test func `the API, the engine, its readers and its worker have a stated order`() throws {
        let modules = Set(try Self.orders().map(\.module))
        #expect(
            modules.isSuperset(of: [
                "Photos", "PhotosImport", "PhotosStore", "PhotosMedia", "WorkerService",
                "MediaDecoders", "OpenPhotoKit", "PhotoKitCLI", "ServeRules", "TransferRules",
                "PhotoServer", "photokit-transfer", "StressScenarios",
            ])
        )
    }

    @Test func `planted: a violation is found, and what only looks like one is not`() {
        let order = LayerOrder(module: "Engine", folders: ["Model", "Library"])
        let low = SourceFile(
            folder: "Model",
            name: "Record.swift",
            text: """
                /// Library is only mentioned here. /* Library */
                struct Record {
                    enum Library {}
                    let text = "Library"
                    let nested: Library
                    var member: Int { other.Library }
                }
                """
        )
        let high = SourceFile(
            folder: "Library",
            name: "Library.swift",
            text: "package final class Library { let record: Record }\nextension Record {}"
        )
        #expect(order.violations(in: [low, high]) == [])
        #expect(order.arrowCount(in: [low, high]) == 1)
        #expect(high.extended == ["Record"])

        let planted = SourceFile(
            folder: "Model",
            name: "Planted.swift",
            text: "let text = \"\\(describe(Library.self))\"\nprivate struct Library2 {}"
        )
        #expect(
            order.violations(in: [low, high, planted]) == [
                "Engine/Model/Planted.swift names Library, which stands higher, in Library."
            ]
        )
        let shared = SourceFile(
            folder: "Library",
            name: "Album.swift",
            text: "public struct Album {}\npublic struct Photo { struct Part {} }"
        )
        let user = SourceFile(
            folder: "Model",
            name: "Use.swift",
            text: "let album: Album, part: Part"
        )
        #expect(order.violations(in: [shared, user]) == [])
        let unknown = SourceFile(folder: "Elsewhere", name: "A.swift", text: "struct A {}")
        #expect(order.violations(in: [unknown]).count == 1)
    }
}
