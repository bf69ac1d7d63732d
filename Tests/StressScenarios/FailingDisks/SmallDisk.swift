import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// A file system with little room, which a process fills and which then gets more.
struct SmallDisk {
    enum Kind: String, CaseIterable, Sendable {
        case memory
        case ext4

        var isPossible: Bool { self == .memory || CutFileSystem.ext4.obstacle == nil }
    }

    struct Size: Sendable {
        var kind: Kind
        var kilobytes: Int

        var name: String { "\(kind.rawValue) with \(kilobytes) KB" }
    }

    static var obstacle: String? { MountSpace.obstacle }

    private static let smallest = 250
    private static let largest = 3_000

    /// Sizes from too little for an empty library to enough for some hundred changes.
    static func sizes(_ count: Int) -> [Size] {
        let kinds = Kind.allCases.filter(\.isPossible)
        return (0..<count).map { number in
            Size(
                kind: kinds[number % kinds.count],
                kilobytes: smallest + (largest - smallest) * number / max(1, count)
            )
        }
    }

    private let size: Size
    private let folder: TemporaryFolder
    private let space: MountSpace
    private let mount: URL
    private var ballast: URL { mount.appendingPathComponent("ballast") }

    init(_ size: Size) throws {
        self.size = size
        folder = try TemporaryFolder()
        space = try MountSpace()
        mount = folder.url.appendingPathComponent("mount")
        try FileManager.default.createDirectory(at: mount, withIntermediateDirectories: true)
        switch size.kind {
        case .memory:
            try space.require("mount -t tmpfs -o size=\(size.kilobytes)k none '\(mount.path)'")
        case .ext4:
            let image = folder.url.appendingPathComponent("image")
            try space.require(
                """
                truncate -s 64M '\(image.path)' && /usr/sbin/mkfs.ext4 -q -F -m 0 -b 4096 '\(image.path)' &&
                mount -o loop '\(image.path)' '\(mount.path)' &&
                free=$(df --output=avail -k '\(mount.path)' | tail -1) &&
                fallocate -l $((free - \(size.kilobytes)))K '\(ballast.path)'
                """
            )
        }
    }

    private func free() throws {
        switch size.kind {
        case .memory: try space.require("mount -o remount,size=64m '\(mount.path)'")
        case .ext4: try space.require("rm '\(ballast.path)'")
        }
    }

    /// So many changes are made in all.
    private static let changes = 100
    /// So often a process goes on trying before there is space.
    private static let patience = 3

    /// - Returns: how many changes were refused, and what broke.
    func fill(seed: UInt64) throws -> (refusals: Int, sentences: [String]) {
        let library = mount.appendingPathComponent("Small.photolib")
        let ledger = folder.url.appendingPathComponent("ledger")
        try Ledger.begin(ledger, LedgerState())
        var refusals = 0
        var sentences: [String] = []
        var hasSpace = false
        let words = [
            "write", library.path, ledger.path, "\(Self.changes)", "--again", "--seed",
        ]
        // A process that finds no room for opening the library ends; the next one finds room.
        for attempt in 0..<2 {
            let writer = try ExerciserConversation(
                words + ["\(seed &+ UInt64(attempt))"],
                behind: space.entrance
            )
            while let line = try writer.next() {
                refusals += 1
                if line != "refused \(StoreError.Code.diskFull.rawValue)" {
                    sentences.append("the error is \(line)")
                }
                if refusals == Self.patience {
                    try free()
                    hasSpace = true
                } else if refusals > Self.patience {
                    sentences.append("refused although there is space")
                    break
                }
                try writer.ask("on")
            }
            let code = writer.end()
            if code == LedgerWriter.Outcome.done.rawValue { break }
            guard code == LedgerWriter.Outcome.refused.rawValue, !hasSpace else {
                sentences.append("the writer ended with \(code.map(String.init) ?? "a signal")")
                break
            }
            refusals += 1
            try free()
            hasSpace = true
        }
        let answer = try Exerciser.run(
            ["audit", library.path, ledger.path],
            behind: space.entrance
        )
        guard answer.status == 0 else {
            return (refusals, sentences + ["the library cannot be opened: \(answer.errors)"])
        }
        let audit = try JSONDecoder().decode(LedgerAudit.self, from: Data(answer.output.utf8))
        return (refusals, sentences + audit.lost + audit.findings)
    }
}
