import Foundation
import GRDB
import Glibc
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// A way in which a library is damaged, or made by somebody who means harm.
struct StrangerDamage: Sendable {
    /// What must become of it, besides that nothing crashes, runs or reaches outside.
    enum Demand: Sendable {
        /// It is refused, and left as it is.
        case refusal
        /// It is refused, or a check that reads everything finds something.
        case detection
        /// SQLite has no checksums, so that a changed value may look like a right one.
        case survival
    }

    var name: String
    var demand: Demand
    /// Begins from a library whose last blocks are in SQLite's log.
    var needsLog = false
    /// Damages the library; `outside` is a folder that nothing may touch.
    var apply:
        @Sendable (_ library: LibraryLayout, _ outside: URL, inout SeededNumbers) throws -> Void

    static let all = files + schemas + rows + links
}

// MARK: Files

extension StrangerDamage {
    private static let files: [StrangerDamage] = [
        StrangerDamage(name: "database page flipped", demand: .survival) { library, _, numbers in
            try edit(library.database) { flip(&$0, 1 + numbers.number(below: 20), &numbers) }
        },
        StrangerDamage(name: "database page zeroed", demand: .detection) { library, _, numbers in
            try edit(library.database) { bytes in
                let page = numbers.number(below: max(1, bytes.count / 4_096))
                fill(&bytes, page) { 0 }
            }
        },
        StrangerDamage(name: "database page of noise", demand: .detection) { library, _, numbers in
            try edit(library.database) { bytes in
                let page = numbers.number(below: max(1, bytes.count / 4_096))
                fill(&bytes, page) { UInt8(truncatingIfNeeded: numbers.next()) }
            }
        },
        StrangerDamage(name: "database pages swapped", demand: .survival) { library, _, numbers in
            try edit(library.database) { bytes in
                let count = bytes.count / 4_096
                let (one, two) = (numbers.number(below: count), numbers.number(below: count))
                for offset in 0..<4_096 { bytes.swapAt(one * 4_096 + offset, two * 4_096 + offset) }
            }
        },
        StrangerDamage(name: "database header flipped", demand: .survival) { library, _, numbers in
            try edit(library.database) { bytes in
                for _ in 0...numbers.number(below: 4) {
                    bytes[numbers.number(below: 100)] ^= 1 << UInt8(numbers.number(below: 8))
                }
            }
        },
        StrangerDamage(name: "database truncated", demand: .detection) { library, _, numbers in
            try edit(library.database) { $0.removeLast(1 + numbers.number(below: $0.count)) }
        },
        StrangerDamage(name: "log flipped", demand: .survival, needsLog: true) {
            library,
            _,
            numbers in
            try edit(log(library)) { flip(&$0, 1 + numbers.number(below: 20), &numbers) }
        },
        StrangerDamage(name: "log truncated", demand: .survival, needsLog: true) {
            library,
            _,
            numbers in
            try edit(log(library)) { $0.removeLast(1 + numbers.number(below: $0.count)) }
        },
        StrangerDamage(name: "log of noise", demand: .survival) { library, _, numbers in
            try noise(numbers.number(below: 20_000), &numbers).write(to: log(library))
        },
        StrangerDamage(name: "log index of noise", demand: .survival, needsLog: true) {
            library,
            _,
            numbers in
            let url = URL(fileURLWithPath: library.database.path + "-shm")
            try noise(32_768, &numbers).write(to: url)
        },
        StrangerDamage(name: "sentinel flipped", demand: .survival) { library, _, numbers in
            try edit(library.sentinel) { flip(&$0, 1 + numbers.number(below: 3), &numbers) }
        },
        StrangerDamage(name: "sentinel truncated", demand: .refusal) { library, _, numbers in
            try edit(library.sentinel) { $0.removeLast(3 + numbers.number(below: $0.count - 4)) }
        },
        StrangerDamage(name: "sentinel of other words", demand: .refusal) { library, _, numbers in
            let words = [
                "null", "[]", "{}", "\u{0}", "{\"format\": 1e300}", "{\"format\": -9e18}",
                String(repeating: "[", count: 100_000),
                "{\"format\":3,\"minimumReader\":1,\"minimumWriter\":1,\"library\":\"../..\"}",
            ]
            try Data(numbers.pick(words).utf8).write(to: library.sentinel)
        },
        StrangerDamage(name: "manifest of foreign names", demand: .survival) {
            library,
            outside,
            numbers in
            let folder = library.staging.appendingPathComponent(
                ["3f2a81c0-0000-4000-8000-000000000000", "new-x", "..x", "-rf"][
                    numbers.number(below: 4)
                ]
            )
            try makeFolder(folder)
            try Data().write(to: folder.appendingPathComponent("owner"))
            let names = [
                outside.appendingPathComponent("secret.jpg").path, "../../outside/secret.jpg",
                "ab/../../outside/secret.jpg", "../database/library.sqlite", "../LIBRARY", "\u{0}",
                String(repeating: "a/", count: 5_000),
            ]
            try Data(names.shuffled(using: &numbers).joined(separator: "\n").utf8)
                .write(to: folder.appendingPathComponent("manifest"))
        },
        StrangerDamage(name: "previews flipped", demand: .survival) { library, _, numbers in
            try edit(previews(library)) { flip(&$0, 1 + numbers.number(below: 40), &numbers) }
        },
        StrangerDamage(name: "previews truncated", demand: .survival) { library, _, numbers in
            try edit(previews(library)) { $0.removeLast(1 + numbers.number(below: $0.count)) }
        },
        StrangerDamage(name: "previews with a trigger", demand: .survival) { library, _, _ in
            try sql(
                previews(library),
                "CREATE TRIGGER t AFTER INSERT ON grid BEGIN DELETE FROM grid; END"
            )
        },
        StrangerDamage(name: "previews of wrong types", demand: .survival) { library, _, numbers in
            let column = numbers.pick(["used", "width", "height", "jpeg", "mark", "recipe"])
            try sql(previews(library), "UPDATE OR IGNORE grid SET \(column) = \(wild(&numbers))")
        },
        StrangerDamage(name: "saved list flipped", demand: .survival) { library, _, numbers in
            let lists = library.derived.appendingPathComponent("lists")
            for name in (try? FileManager.default.contentsOfDirectory(atPath: lists.path)) ?? [] {
                try edit(lists.appendingPathComponent(name)) {
                    flip(&$0, 1 + numbers.number(below: 6), &numbers)
                }
            }
        },
        StrangerDamage(name: "original flipped", demand: .detection) { library, _, numbers in
            try edit(original(library, &numbers)) { bytes in
                bytes[numbers.number(below: bytes.count)] ^= 1 << UInt8(numbers.number(below: 8))
            }
        },
        StrangerDamage(name: "original truncated", demand: .detection) { library, _, numbers in
            try edit(original(library, &numbers)) {
                $0.removeLast(1 + numbers.number(below: $0.count))
            }
        },
        StrangerDamage(name: "original missing", demand: .detection) { library, _, numbers in
            try FileManager.default.removeItem(at: original(library, &numbers))
        },
    ]

    static func log(_ library: LibraryLayout) -> URL {
        URL(fileURLWithPath: library.database.path + "-wal")
    }

    private static func previews(_ library: LibraryLayout) -> URL {
        library.derived.appendingPathComponent("previews/previews.sqlite")
    }

    static func original(_ library: LibraryLayout, _ numbers: inout SeededNumbers) throws -> URL {
        let names = try FileManager.default.subpathsOfDirectory(atPath: library.originals.path)
            .filter { $0.contains(".") }.sorted()
        guard !names.isEmpty else { throw Fault("the library has no originals") }
        return library.originals.appendingPathComponent(numbers.pick(names))
    }

    private static func edit(_ url: URL, _ change: (inout [UInt8]) throws -> Void) throws {
        var bytes = [UInt8](try Data(contentsOf: url))
        guard !bytes.isEmpty else { return }
        try change(&bytes)
        chmod(url.path, 0o644)
        try Data(bytes).write(to: url)
    }

    private static func flip(_ bytes: inout [UInt8], _ count: Int, _ numbers: inout SeededNumbers) {
        for _ in 0..<count {
            bytes[numbers.number(below: bytes.count)] ^= 1 << UInt8(numbers.number(below: 8))
        }
    }

    private static func fill(_ bytes: inout [UInt8], _ page: Int, _ byte: () -> UInt8) {
        for offset in page * 4_096..<min(bytes.count, (page + 1) * 4_096) { bytes[offset] = byte() }
    }

    private static func noise(_ count: Int, _ numbers: inout SeededNumbers) -> Data {
        Data((0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) })
    }

    static func makeFolder(_ url: URL) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
}
