import Foundation
import Glibc
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport

/// The ways by which names of others come into a library, or out of it.
enum PathEntry: String, CaseIterable, Sendable {
    case importedFiles
    case importedFolders
    case givenFiles
    case takeoutArchive
    case appleLibrary
    case source
    case resourceNames
    case export
    case arguments

    /// Sends the names through the entry.
    ///
    /// `sparse` has the names for entries that take a library or programs of their own for each name.
    /// - Returns: how many names there were, and what went wrong besides what the arena shows.
    func run(
        _ arena: PathArena,
        _ length: StressLength,
        sparse: [String],
        isBroken: Bool
    ) async throws -> (count: Int, faults: [String]) {
        if self == .arguments { return try await Self.arguments(arena, length, sparse) }
        let root = arena.work.appendingPathComponent("Paths.photolib")
        var environment = EngineEnvironment.test(seed: 5)
        environment.unpacker = {
            try ArchiveUnpacker(environment: ProcessInfo.processInfo.environment)
        }
        let store = try Library.open(root, create: true, environment: environment)
        let photos = PHPhotoLibrary(store)
        defer { store.close() }
        let count: Int
        switch self {
        case .importedFiles: count = try await Self.files(arena, photos, named: false)
        case .givenFiles: count = try await Self.files(arena, photos, named: true)
        case .importedFolders: count = try await Self.folders(arena, photos)
        case .takeoutArchive: count = try await Self.takeout(arena, photos, sparse)
        case .appleLibrary: count = try await Self.apple(arena, photos, sparse)
        case .source: count = try await Self.source(arena, photos)
        case .resourceNames, .export: count = try Self.names(photos)
        case .arguments: count = 0
        }
        var faults: [String] = []
        if self == .export {
            faults += try await Self.export(arena, photos, isBroken: isBroken)
        }
        let findings = try LibraryCheck(store, readingBytes: true).run().findings
        faults += findings.map { "the library is not sound afterwards: \($0.code) \($0.message)" }
        return (count, faults)
    }

    private static func picture(_ number: Int) -> [UInt8] {
        TestJPEG(width: 16 + number % 200, height: 16 + number / 200, seed: UInt8(number % 98))
            .data()
    }

    private static func files(
        _ arena: PathArena,
        _ photos: PHPhotoLibrary,
        named: Bool
    ) async throws -> Int {
        let folder = try arena.folder("in")
        let invalid: [[UInt8]] = [[0xFF, 0xFE], [0xC0, 0xAF, 0x78], [0xED, 0xA0, 0x80], [0x80]]
        let names = NastyNames.ofFiles.map { Array($0.utf8) } + invalid
        var count = 0
        for (number, name) in names.enumerated() {
            for ending in [Array(".jpg".utf8), []] {
                let isTaken = PathArena.write(picture(number), named: name + ending, in: folder)
                count += isTaken ? 1 : 0
            }
        }
        let paths =
            try named
            ? FileManager.default.contentsOfDirectory(atPath: folder.path)
                .map { folder.appendingPathComponent($0) } : [folder]
        _ = try await photos.importFiles(paths)
        return count
    }

    private static func folders(_ arena: PathArena, _ photos: PHPhotoLibrary) async throws -> Int {
        let folder = try arena.folder("in")
        for (number, name) in NastyNames.ofFiles.enumerated() {
            guard mkdir(folder.path + "/" + name, 0o755) == 0 else { continue }
            let inner = URL(fileURLWithPath: folder.path + "/" + name, isDirectory: true)
            _ = PathArena.write(picture(number), named: Array("p.jpg".utf8), in: inner)
        }
        _ = try await photos.importFiles([folder], options: .init(album: "../../x"))
        return NastyNames.ofFiles.count
    }

    private static func takeout(
        _ arena: PathArena,
        _ photos: PHPhotoLibrary,
        _ names: [String]
    ) async throws -> Int {
        let folder = try arena.folder("in")
        for (number, name) in names.enumerated() {
            let top = "Takeout/Google Photos/Photos from 2021/"
            let title = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
            let notes = Array(
                "{\"title\": \(title), \"photoTakenTime\": {\"timestamp\": \"1600000000\"}}".utf8
            )
            let archive = ZipArchive([
                ZipArchive.Entry(top + "good.jpg", picture(number)),
                ZipArchive.Entry(top + "good.jpg.json", notes),
                ZipArchive.Entry(top + name, picture(number + 1)),
                ZipArchive.Entry(name, picture(number + 2)),
                ZipArchive.Entry("Takeout/Google Photos/" + name + "/metadata.json", notes),
                ZipArchive.Entry(top + "link", Array(name.utf8), mode: 0o120777),
                ZipArchive.Entry(top + "link/x.jpg", picture(number + 3)),
            ])
            let url = folder.appendingPathComponent("takeout-\(number).zip")
            try Data(archive.data()).write(to: url)
            // One that is refused as a whole is as good as one whose bad entries are left out.
            _ = try? await photos.importFiles([url])
            try FileManager.default.removeItem(at: url)
        }
        return names.count
    }

    private static func apple(
        _ arena: PathArena,
        _ photos: PHPhotoLibrary,
        _ names: [String]
    ) async throws -> Int {
        for (number, name) in names.enumerated() {
            var library = AppleLibrary(.photos9)
            let uuid =
                UUID(bytes: (0..<16).map { UInt8(truncatingIfNeeded: number + $0) }) ?? UUID()
            var asset = AppleLibrary.Asset(uuid.uuidString)
            asset.originals = [".jpeg": picture(number)]
            asset.originalFilename = name
            var astray = AppleLibrary.Asset(UUID().uuidString)
            astray.originals = [".jpeg": picture(number + 1)]
            astray.directory = name
            astray.originalFilename = name
            var away = AppleLibrary.Asset(UUID().uuidString)
            away.end = "/../" + name
            away.originalFilename = "away.jpg"
            library.assets = [asset, astray, away]
            library.albums = [AppleLibrary.Album(2, name)]
            library.albums[0].members = [asset.uuid]
            let url = arena.work.appendingPathComponent("Apple.photoslibrary")
            guard (try? library.write(to: url)) != nil else { continue }
            _ = try? await photos.importFiles([url])
            try FileManager.default.removeItem(at: url)
        }
        return names.count
    }

    private static func source(_ arena: PathArena, _ photos: PHPhotoLibrary) async throws -> Int {
        let folder = try arena.folder("source")
        for (number, name) in NastyNames.ofFiles.enumerated() {
            _ = PathArena.write(picture(number), named: Array((name + ".jpg").utf8), in: folder)
        }
        let source = try photos.addSource(folder)
        _ = try await photos.sweep(source)
        // Moved among each other, and swept again.
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in files.prefix(40) {
            rename(
                folder.path + "/" + name,
                folder.path + "/" + String(name.prefix(40)) + "-moved.jpg"
            )
        }
        _ = try await photos.sweep(source)
        return NastyNames.ofFiles.count
    }

    private static func names(_ photos: PHPhotoLibrary) throws -> Int {
        for (number, name) in NastyNames.all.enumerated() {
            for (variant, filename) in [name, name + ".jpg"].enumerated() {
                try? photos.performChangesAndWait {
                    let request = PHAssetCreationRequest.forAsset()
                    let options = PHAssetResourceCreationOptions()
                    options.originalFilename = filename
                    let bytes = Data(picture(2 * number + variant))
                    request.addResource(with: .photo, data: bytes, options: options)
                }
            }
        }
        return 2 * NastyNames.all.count
    }

    /// By the program, since what exports is in it; broken, by what one would write without thinking.
    private static func export(
        _ arena: PathArena,
        _ photos: PHPhotoLibrary,
        isBroken: Bool
    ) async throws -> [String] {
        let folder = try arena.folder("out")
        guard !isBroken else {
            for name in NastyNames.all where !name.utf8.contains(0) {
                // As far as the arena reaches, and no farther.
                let steps = name.split(separator: "/")
                guard steps.filter({ $0 == ".." }).count < 4 else { continue }
                try? Data([1]).write(to: URL(fileURLWithPath: folder.path + "/" + name))
            }
            return []
        }
        let library = try photos.information().url.path
        let outcome = try program(
            ["--library", library, "export", "--all", "--no-metadata", "--to", folder.path],
            arena
        )
        let expected = photos.withCurrent { PHAsset.fetchAssets(with: nil).count }
        let written = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .count { !$0.hasPrefix(".") }
        var faults: [String] = []
        if outcome.wasKilled { faults.append("the export died: \(outcome.errors.suffix(300))") }
        if written != expected {
            faults.append(
                "\(written) files were exported of \(expected): \(outcome.errors.prefix(600))"
            )
        }
        return faults
    }

    /// In a short run each name goes through one of the commands, in a long one through all.
    private static func arguments(
        _ arena: PathArena,
        _ length: StressLength,
        _ names: [String]
    ) async throws -> (count: Int, faults: [String]) {
        let library = arena.work.appendingPathComponent("Arguments.photolib").path
        guard try program(["--library", library, "init"], arena).status == 0 else {
            throw Fault("no library was made for the arguments")
        }
        // An argument ends at its first zero byte, whoever writes it.
        let names = names.filter { !$0.utf8.contains(0) && $0.utf8.count < 4_000 }
        let runs = names.enumerated().flatMap { number, name in
            let commands = [
                ["album", "create", "--", name], ["show", "--", name], ["ls", "--where", name],
                ["import", "--dry-run", "--", name], ["changes", "--since", name],
                ["ls", "--where", "title == \"\(name)\""],
            ]
            return length == .long ? commands : [commands[number % commands.count]]
        }
        let faults = try await SideBySide.map(runs) { command -> String? in
            let outcome = try program(["--library", library] + command, arena)
            return outcome.wasKilled ? "\(command) died: \(outcome.errors.suffix(300))" : nil
        }
        return (runs.count, faults.compactMap(\.self))
    }

    /// Runs `photokit` in the innermost folder, from beside this program.
    private static func program(
        _ arguments: [String],
        _ arena: PathArena
    ) throws -> Exerciser.Outcome {
        let photokit = URL(fileURLWithPath: try Exerciser.path()).deletingLastPathComponent()
            .appendingPathComponent("photokit").path
        return try Exerciser.run(
            command: ["/usr/bin/env", "-C", arena.work.path, photokit] + arguments
        )
    }
}
