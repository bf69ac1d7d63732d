package import Foundation
import PhotosRemotes
package import PhotosStore
import PhotosTestSupport

/// Lets files of a library leave for a remote and come back, by chance, until the process ends.
///
/// Each asset that comes or is about to go for good is noted in a file outside the library.
package struct DistantWorker {
    private let library: Library
    private let notes: DistantNotes
    private let isHasty: Bool
    private var random: SeededNumbers

    /// The number of assets that the library has at most, so that it stays small.
    private static let mostAssets = 40

    /// Opens the library, and makes it and its remote if they do not exist.
    ///
    /// - Parameters:
    ///   - url: The library.
    ///   - place: The folder that is its remote.
    ///   - notes: The file of notes.
    ///   - seed: The start of the random numbers.
    ///   - isHasty: Notes objects as proved that nobody sent, so that a scenario can show that it notices.
    ///   - environment: What the engine works with.
    /// - Throws: `StoreError`, `RemoteFailure`, and ``Fault``.
    package init(
        library url: URL,
        place: URL,
        notes: URL,
        seed: UInt64,
        isHasty: Bool,
        environment: EngineEnvironment
    ) throws {
        library = try DistantLibrary.open(url, environment)
        self.notes = try DistantNotes(appendingTo: notes)
        try self.notes.write(.begun)
        self.isHasty = isHasty
        random = SeededNumbers(seed: seed)
        try DistantLibrary.addRemote(place, to: library)
    }

    /// Goes on until the process ends, and writes a line to standard output before each step.
    ///
    /// Who ends the process can count the lines, so that a slow machine does as many steps as a fast one.
    package mutating func run() throws {
        while true {
            FileHandle.standardOutput.write(Data("step\n".utf8))
            switch random.number(below: 12) {
            case 0...3: try add()
            case 4...5: try sync()
            case 6...8: try free()
            case 9...10: try fetch()
            default: try purge()
            }
        }
    }

    private mutating func add() throws {
        guard try library.assetCount() < Self.mostAssets else { return try purge() }
        for _ in 0...random.number(below: 3) {
            let uuid = try library.addPicture(seed: UInt8(random.number(below: 250)))
            try notes.write(.added, uuid)
        }
    }

    private mutating func purge() throws {
        let assets = try library.assetIdentifiers()
        guard !assets.isEmpty else { return }
        let uuid = random.pick(assets)
        try notes.write(.leaving, uuid)
        try library.commit(.deleteAssets([uuid]))
        try library.commit(.purgeAssets([uuid]))
    }

    private func remote() throws -> RemoteRow {
        guard let remote = try library.remotes.all().first else {
            throw Fault("the remote is gone")
        }
        return remote
    }

    private func sync() throws {
        let remote = try remote()
        let place = try FolderPlace(remote.address)
        let report = try RemoteSync(library, remote: remote, place: place).run()
        guard report.refused.isEmpty, report.endedBy == nil else {
            throw Fault("the remote refuses \(report.refused) \(report.endedBy?.sentence ?? "")")
        }
    }

    private mutating func free() throws {
        if isHasty {
            let missing = try library.remotes.missingObjects(remote(), after: 0, atMost: 1_000)
            try library.remotes.recordOutcomes(missing.map { ($0.object, .proved) }, in: remote())
        }
        try library.space.setRule(SpaceRule(byteCount: Int64(random.number(below: 20_000))))
        try library.space.freeSpace()
    }

    private mutating func fetch() throws {
        let away = try library.originals.elsewhere(library.originals.resourcesThatLeft())
        guard !away.isEmpty else { return }
        let some = (0...random.number(below: 4)).map { _ in random.pick(away) }
        try library.transfers.makeLocal(some, access: NetworkAccess())
    }
}

/// Libraries whose files may be in a folder that is their remote.
package enum DistantLibrary {
    static func open(_ url: URL, _ environment: EngineEnvironment) throws -> Library {
        var environment = environment
        environment.smallestReleasedFile = 0
        environment.transfer = { try $0.fetchObject() }
        environment.readRange = { try $0.readBytes() }
        environment.look = { try $0.lookUpObjects() }
        return try Library.open(url, create: true, environment: environment)
    }

    static func addRemote(_ place: URL, to library: Library) throws {
        guard try library.remotes.all().isEmpty else { return }
        try MarkerList(FolderPlace(place.path)).claimPlace(for: library)
        _ = try library.remotes.addRemote(
            RemoteRow(
                uuid: library.environment.makeUUID(),
                name: "place",
                address: place.path,
                incarnation: library.identity.incarnation,
                addedDate: library.environment.now()
            )
        )
    }

    /// Looks at a library that a process left, and at each of its files, wherever they are.
    ///
    /// - Parameters:
    ///   - url: The library.
    ///   - notes: The file of notes.
    /// - Returns: What is lost or wrong, a sentence each.
    /// - Throws: `StoreError` where the library cannot be opened.
    package static func losses(_ url: URL, notes: URL) throws -> [String] {
        let expected = DistantNotes.read(notes)
        guard FileManager.default.fileExists(atPath: url.appendingPathComponent("LIBRARY").path)
        else {
            return expected.isEmpty ? [] : ["the library is gone"]
        }
        var losses = try LibraryVerdict.reach(url).findings
        let library = try open(url, .test(seed: 14))
        defer { library.close() }
        let present = Set(try library.assetIdentifiers())
        for uuid in expected.subtracting(present) { losses.append("asset \(uuid) is gone") }
        for resource in try library.allResources() {
            do {
                try library.transfers.makeLocal([resource], access: NetworkAccess())
                let bytes = try Data(contentsOf: library.layout.original(resource.file))
                if Checksum.of(bytes) != resource.checksum {
                    losses.append("\(resource.file) has other bytes")
                }
            } catch {
                losses.append("\(resource.file) is lost: \(error)")
            }
        }
        return losses
    }
}
