import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport

extension StrangerDamage {
    /// Where a library has files and folders of its own.
    private static let names = [
        "LIBRARY", "database", "database/library.sqlite", "database/library.sqlite-wal",
        "database/library.sqlite-shm", "database/library.sqlite-journal", "database/commit.lock",
        "database/turn.lock", "database/backup.lock", "database/bell", "originals", "staging",
        "derived", "derived/previews", "derived/previews/previews.sqlite", "derived/lists",
        "quarantine", "reports",
    ]

    static let links: [StrangerDamage] =
        names.map { name in
            StrangerDamage(name: "link in place of \(name)", demand: .refusal) {
                library,
                outside,
                _ in
                let url = library.root.appendingPathComponent(name)
                let target = outside.appendingPathComponent(
                    name.contains(".") || name.hasSuffix("bell") || name == "LIBRARY"
                        ? "secret.jpg" : "folder"
                )
                try replace(url, with: target)
            }
        } + [
            StrangerDamage(name: "pipe in place of a file", demand: .refusal) {
                library,
                _,
                numbers in
                let name = numbers.pick(names.filter { $0.contains(".") || $0 == "LIBRARY" })
                let url = library.root.appendingPathComponent(name)
                try? FileManager.default.removeItem(at: url)
                mkfifo(url.path, 0o644)
            },
            StrangerDamage(name: "folder in place of a file", demand: .refusal) {
                library,
                _,
                numbers in
                let name = numbers.pick(
                    names.filter {
                        !$0.hasPrefix("derived") && ($0.contains(".") || $0 == "LIBRARY")
                    }
                )
                let url = library.root.appendingPathComponent(name)
                try? FileManager.default.removeItem(at: url)
                try makeFolder(url.appendingPathComponent("x"))
            },
            StrangerDamage(name: "folders of originals are links", demand: .detection) {
                library,
                outside,
                _ in
                for name in try FileManager.default.contentsOfDirectory(
                    atPath: library.originals.path
                ) {
                    try replace(
                        library.originals.appendingPathComponent(name),
                        with: outside.appendingPathComponent("folder")
                    )
                }
            },
            StrangerDamage(name: "originals are links", demand: .detection) {
                library,
                outside,
                numbers in
                for _ in 0..<3 {
                    try replace(
                        original(library, &numbers),
                        with: outside.appendingPathComponent("secret.jpg")
                    )
                }
            },
            StrangerDamage(name: "originals are pipes", demand: .detection) { library, _, numbers in
                let url = try original(library, &numbers)
                try FileManager.default.removeItem(at: url)
                mkfifo(url.path, 0o644)
            },
            StrangerDamage(name: "folders on their way in are links", demand: .survival) {
                library,
                outside,
                _ in
                let folder = outside.appendingPathComponent("folder")
                let staging = library.staging
                for name in ["3f2a81c0-0000-4000-8000-000000000001", "new-1"] {
                    try FileManager.default.createSymbolicLink(
                        at: staging.appendingPathComponent(name),
                        withDestinationURL: folder
                    )
                }
                let inner = staging.appendingPathComponent("3f2a81c0-0000-4000-8000-000000000002")
                try makeFolder(inner)
                try FileManager.default.createSymbolicLink(
                    at: inner.appendingPathComponent("owner"),
                    withDestinationURL: outside.appendingPathComponent("secret.jpg")
                )
                try FileManager.default.createSymbolicLink(
                    at: inner.appendingPathComponent("work"),
                    withDestinationURL: folder
                )
            },
            StrangerDamage(name: "saved lists are links", demand: .survival) {
                library,
                outside,
                _ in
                let lists = library.derived.appendingPathComponent("lists")
                for name in (try? FileManager.default.contentsOfDirectory(atPath: lists.path)) ?? []
                {
                    try replace(
                        lists.appendingPathComponent(name),
                        with: outside.appendingPathComponent("secret.jpg")
                    )
                }
            },
        ]

    private static func replace(_ url: URL, with target: URL) throws {
        try? FileManager.default.removeItem(at: url)
        try makeFolder(url.deletingLastPathComponent())
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: target)
    }
}
