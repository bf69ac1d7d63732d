package import Foundation
import PhotosRemotes
import PhotosStore
import PhotosTestSupport

/// A library with a remote, and the library that is rebuilt from this remote alone.
package struct DistantCopy {
    /// What was compared.
    package struct Outcome: Sendable {
        package var assets = 0
        package var changes = 0
        package var tables = 0
        /// What differs or is wrong, a sentence each.
        package var findings: [String] = []
    }

    private let folder: URL
    private var original: URL { folder.appendingPathComponent("Original.photolib") }
    private var place: URL { folder.appendingPathComponent("place", isDirectory: true) }
    private var copy: URL { folder.appendingPathComponent("Copy.photolib") }

    /// Prepares the work in an empty folder.
    package init(in folder: URL) { self.folder = folder }

    /// Makes a library with so many assets, sends it, rebuilds it, and compares both.
    ///
    /// - Parameters:
    ///   - count: The number of assets.
    ///   - seed: The start of the random numbers.
    ///   - isForgetful: Takes a row from the rebuilt library, so that a scenario can show that it notices.
    ///   - isOver: Asked between blocks; true ends the making of further assets.
    /// - Returns: What was compared.
    /// - Throws: `StoreError`, `RemoteFailure`, and ``Fault``.
    package func run(
        _ count: Int,
        seed: UInt64,
        isForgetful: Bool,
        isOver: () -> Bool
    ) throws -> Outcome {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try makeOriginal(count, seed, isOver)
        try restore()
        if isForgetful { try forgetOne() }
        let (first, second) = (try LibraryVerdict.reach(original), try LibraryVerdict.reach(copy))
        var outcome = Outcome(assets: second.assetCount, changes: second.changeCount)
        outcome.findings = first.findings + second.findings
        let (expected, found) = (
            try RowDigest.tables(of: original), try RowDigest.tables(of: copy)
        )
        outcome.tables = expected.count
        for name in Set(expected.keys).union(found.keys).sorted()
        where expected[name] != found[name] {
            outcome.findings.append("the rows of \(name) differ")
        }
        return outcome
    }

    private func makeOriginal(_ count: Int, _ seed: UInt64, _ isOver: () -> Bool) throws {
        let library = try DistantLibrary.open(original, .test(seed: seed))
        defer { library.close() }
        try DistantLibrary.addRemote(place, to: library)
        var random = SeededNumbers(seed: seed)
        var made: [UUID] = []
        var number: UInt64 = 0
        while made.count < count, !isOver() {
            let uuids = (0..<min(Self.block, count - made.count)).map { _ in
                library.environment.makeUUID()
            }
            let mutations = uuids.map { uuid -> Mutation in
                number += 1
                return .createAsset(
                    AssetCreation(uuid: uuid, resources: [Self.picture(number)])
                )
            }
            try library.commits.commit(ChangeBlock(mutations, work: .imported))
            made += uuids
            try change(library, uuids, &random)
        }
        try send(library)
        // What changed since is in the next copy of the database, of which only some parts travel.
        if let first = made.first { try library.commit(.set(first, [.isFavorite: .flag(true)])) }
        try send(library)
    }

    /// The number of assets in a change block.
    private static let block = 64

    /// Edits, albums and deletions, so that each table has rows.
    private func change(
        _ library: Library,
        _ uuids: [UUID],
        _ random: inout SeededNumbers
    ) throws {
        _ = try library.addAlbum("Album \(uuids[0])", Array(uuids.prefix(5)))
        try library.commit(.edit(random.pick(uuids)))
        try library.commit(.set(random.pick(uuids), [.caption: .text("Caption \(uuids[0])")]))
        guard uuids.count > 1 else { return }
        try library.commit(.deleteAssets([uuids[uuids.count / 2]]))
        if random.chance(0.5) { try library.commit(.purgeAssets([uuids[uuids.count / 2]])) }
    }

    /// A small picture whose bytes no other one has.
    private static func picture(_ number: UInt64) -> ResourceSource {
        var data = Data(TestJPEG(width: 32, seed: UInt8(number % 250)).data())
        withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
        return ResourceSource(type: ResourceRole.photo, content: .data(data))
    }

    private func send(_ library: Library) throws {
        guard let remote = try library.remotes.all().first else {
            throw Fault("the remote is gone")
        }
        let report = try RemoteSync(library, remote: remote, place: FolderPlace(remote.address))
            .run()
        guard report.refused.isEmpty, report.endedBy == nil else {
            throw Fault("the remote refuses \(report.refused) \(report.endedBy?.sentence ?? "")")
        }
    }

    private func restore() throws {
        let restore = RemoteRestore(try FolderPlace(place.path), environment: .test(seed: 21))
        let outcome = try restore.run(to: copy)
        guard outcome.findings.isEmpty else {
            throw Fault("the remote lacks files: \(outcome.findings.map(\.message))")
        }
    }

    private func forgetOne() throws {
        let library = try DistantLibrary.open(copy, .test(seed: 22))
        defer { library.close() }
        guard let uuid = try library.assetIdentifiers().first else { return }
        try library.commit(.set(uuid, [.isHidden: .flag(true)]))
    }
}
