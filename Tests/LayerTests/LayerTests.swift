import Foundation
import Testing

/// The folders of each module stand in layers: none names a type of a folder that comes later in the stated order.
struct LayerTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func orders() throws -> [LayerOrder] {
        let document = root.appending(path: "Documentation/Architecture.md")
        return try LayerOrder.all(in: String(contentsOf: document, encoding: .utf8))
    }

    private static func files(of module: String) throws -> [SourceFile] {
        let folder = root.appending(path: "Sources/\(module)")
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

    @Test func `the API, the engine, its readers and its worker have a stated order`() throws {
        let modules = Set(try Self.orders().map(\.module))
        #expect(modules.isSuperset(of: ["Photos", "PhotosStore", "PhotosMedia", "MediaWorker"]))
    }

    @Test func `a planted violation is found, and what only looks like one is not`() {
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
            text: "package final class Library { let record: Record }"
        )
        #expect(order.violations(in: [low, high]) == [])
        #expect(order.arrowCount(in: [low, high]) == 1)

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
