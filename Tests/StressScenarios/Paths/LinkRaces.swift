import CPhotosSystem
import Foundation
import Glibc
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport
import Synchronization

/// Swaps a folder for a link to another one, as fast as it goes, while something works in it.
final class FolderSwapper: Sendable {
    private let isDone = Atomic(false)
    private let swaps = Atomic(0)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Begins at once, with the folder at `directory` and a link to `other`.
    init(_ url: URL, other: URL) throws {
        let link = url.deletingLastPathComponent()
            .appendingPathComponent(".link-\(url.lastPathComponent)")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
        let thread = Thread { [self] in
            while !isDone.load(ordering: .relaxed) {
                photos_exchange(link.path, url.path)
                swaps.add(1, ordering: .relaxed)
            }
            // Left as it was found.
            var facts = stat()
            if lstat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK {
                photos_exchange(link.path, url.path)
            }
            unlink(link.path)
            hasEnded.signal()
        }
        thread.start()
    }

    /// - Returns: how often the folder was swapped.
    func stop() -> Int {
        isDone.store(true, ordering: .relaxed)
        hasEnded.wait()
        return swaps.load(ordering: .relaxed)
    }
}

/// Works in folders that become links meanwhile.
struct LinkRaces {
    let arena: PathArena
    let outside: URL
    var isBroken: Bool
    private(set) var rounds = 0
    private(set) var swaps = 0
    private(set) var faults: [String] = []

    /// What only the folder outside has.
    private static let secret = Data(TestJPEG(width: 40, height: 24, seed: 97).data())

    init(_ arena: PathArena, isBroken: Bool) throws {
        self.arena = arena
        self.isBroken = isBroken
        outside = arena.top.appendingPathComponent("outside", isDirectory: true)
        for folder in [outside, outside.appendingPathComponent("deep", isDirectory: true)] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for number in 0..<8 {
                try Self.secret.write(to: folder.appendingPathComponent("\(number).jpg"))
            }
        }
    }

    mutating func run(rounds wanted: Int, isOver: () -> Bool) async throws {
        while rounds < wanted, !isOver() {
            let number = rounds
            switch number % 3 {
            case 0: try await importRound(number, moving: number % 2 == 0)
            case 1: try exportRound(number)
            default: try libraryRound(number)
            }
            rounds += 1
        }
    }

    private func environment(_ number: Int) -> EngineEnvironment {
        .test(seed: UInt64(number) &* 7_919 &+ 3)
    }

    private mutating func importRound(_ number: Int, moving: Bool) async throws {
        let folder = try arena.folder("in-\(number)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appendingPathComponent("sub", isDirectory: true)
        let deep = inner.appendingPathComponent("deep", isDirectory: true)
        try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
        for (directory, shift) in [(inner, 0), (deep, 8)] {
            for file in 0..<8 {
                let picture = TestJPEG(width: 20, height: 20, seed: UInt8(file + shift)).data()
                try Data(picture).write(to: directory.appendingPathComponent("\(file).jpg"))
            }
        }
        let store = try Library.inMemory(environment: environment(number))
        defer { store.close() }
        let swapper = try FolderSwapper(inner, other: outside)
        if isBroken {
            // What an import would be that opens what stands at a path by now.
            for file in 0..<8 {
                let url = inner.appendingPathComponent("\(file).jpg")
                if let bytes = try? Data(contentsOf: url) {
                    _ = try? store.commits.commit(
                        ChangeBlock([
                            .createAsset(
                                AssetCreation(
                                    uuid: UUID(),
                                    resources: [
                                        ResourceSource(type: .photo, content: .data(bytes))
                                    ],
                                    update: AssetUpdate()
                                )
                            )
                        ])
                    )
                }
            }
        } else {
            let options = LibraryImport.Options(
                transfer: moving ? .move : .copy,
                makesPreviews: false
            )
            _ = try? await PHPhotoLibrary(store).importFiles([folder], options: options)
        }
        swaps += swapper.stop()
        let rows = try store.records.fetch(FetchPlan(.assets)).rows
        for resource in try store.records.resources(ofAssets: rows).values.joined() {
            if try Data(contentsOf: store.originals.url(of: resource)) == Self.secret {
                faults.append("round \(number): a file from outside was imported")
            }
        }
        guard moving, !isBroken else { return }
        // What was moved is in the library; what was not is still there.
        let left = try FileManager.default.subpathsOfDirectory(atPath: inner.path)
            .filter { $0.hasSuffix(".jpg") }.count
        if left + rows.count < 16 {
            faults.append(
                "round \(number): \(16 - left - rows.count) files are neither there nor here"
            )
        }
    }

    private mutating func exportRound(_ number: Int) throws {
        let folder = try arena.folder("out-\(number)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = arena.work.appendingPathComponent("Export.photolib")
        if access(library.path, F_OK) != 0 {
            let store = try Library.open(library, create: true, environment: environment(number))
            try store.addPictures(6)
            store.close()
        }
        let directory = folder.appendingPathComponent("place", isDirectory: true)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let photokit = URL(fileURLWithPath: try Exerciser.path()).deletingLastPathComponent()
            .appendingPathComponent("photokit").path
        // Named while it is a folder: what is swapped in afterwards gets nothing.
        let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: photokit)
        process.arguments = [
            "--library", library.path, "export", "--all", "--to", directory.path,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let above = folder.appendingPathComponent("place", isDirectory: true)
        try process.run()
        let swapper = try FolderSwapper(above, other: try arena.folder("decoy-\(number)"))
        process.waitUntilExit()
        swaps += swapper.stop()
        let decoy = arena.work.appendingPathComponent("decoy-\(number)")
        let names = try FileManager.default.contentsOfDirectory(atPath: decoy.path)
        let inPlace = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        // Whichever of the two it found at first, all of it is there.
        if !names.isEmpty, !inPlace.isEmpty {
            faults.append("round \(number): an export went to two places")
        }
        try FileManager.default.removeItem(at: decoy)
    }

    private mutating func libraryRound(_ number: Int) throws {
        let root = arena.work.appendingPathComponent("Race-\(number).photolib")
        let store = try Library.open(root, create: true, environment: environment(number))
        let uuids = try store.addPictures(12)
        let originals = store.layout.originals
        let folders = try FileManager.default.contentsOfDirectory(atPath: originals.path).sorted()
        // Files outside have the very names of those inside.
        let mirror = outside.appendingPathComponent("mirror", isDirectory: true)
        try FileManager.default.createDirectory(at: mirror, withIntermediateDirectories: true)
        for folder in folders {
            let inner = originals.appendingPathComponent(folder)
            for file in try FileManager.default.contentsOfDirectory(atPath: inner.path) {
                try Self.secret.write(to: mirror.appendingPathComponent(file))
            }
        }
        let before = try FileManager.default.contentsOfDirectory(atPath: mirror.path).sorted()
        let swappers = try folders.prefix(3).map {
            try FolderSwapper(originals.appendingPathComponent($0), other: mirror)
        }
        for (index, uuid) in uuids.enumerated() {
            if isBroken {
                for folder in folders {
                    let name = String(before[index % before.count])
                    unlink(originals.appendingPathComponent(folder + "/" + name).path)
                }
            }
            _ = try? store.commit(.deleteAssets([uuid]))
            _ = try? store.commit(.purgeAssets([uuid]))
            _ = try? store.addPicture(seed: UInt8(index))
        }
        swaps += swappers.reduce(0) { $0 + $1.stop() }
        let after = try FileManager.default.contentsOfDirectory(atPath: mirror.path).sorted()
        if after != before { faults.append("round \(number): files outside came or went") }
        store.close()
        try FileManager.default.removeItem(at: root)
        try FileManager.default.removeItem(at: mirror)
    }
}
