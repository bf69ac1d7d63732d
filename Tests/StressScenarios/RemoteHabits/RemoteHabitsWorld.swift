import Foundation
import LibraryExercise
import PhotosRemotes
import PhotosStore
import PhotosTestSupport

/// The folders of habits with remotes, the places that can be remotes, and the library that uses them.
final class RemoteHabitsWorld {
    let base: HabitsWorld
    let reading = FileReading()
    /// The four kinds of places, and one of them under a second name.
    let places: [HabitsPlace]
    let opener: RemoteOpener

    var library: Library { base.library }
    var clock: TestClock { base.clock }

    init(in folder: URL, seed: UInt64, services kind: HabitsServices, isBroken: Bool) throws {
        let reading = reading
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let kinds = try HabitsPlace.Kind.allCases.map {
            try HabitsPlace($0, in: folder, seed: seed, reading: reading, services: kind)
        }
        let alias = try HabitsPlace(
            .folder,
            in: folder,
            seed: seed,
            reading: reading,
            services: kind,
            aliasOf: kinds[0]
        )
        places = kinds + [alias]
        let services = kinds.compactMap { place in place.service.map { (place.address, $0) } }
        let opener = RemoteOpener(services: Dictionary(uniqueKeysWithValues: services))
        self.opener = opener
        // What is blind in the broken variant is the look, and not the verifier.
        base = try HabitsWorld(in: folder, seed: seed, isBroken: false) { environment in
            environment.smallestReleasedFile = 0
            environment.pictures = EngineEnvironment.smallPictures
            environment.transfer = { try $0.fetchObject { try opener.open($0, $1) } }
            environment.readRange = { try $0.readBytes { try opener.open($0, $1) } }
            environment.look = { look in
                guard isBroken else { return try look.lookUpObjects { try opener.open($0, $1) } }
                // A broken engine believes what its rows say.
                return ObjectLookAnswer(
                    marks: [look.name],
                    objects: Set(look.objects),
                    hasDatabase: true
                )
            }
        }
        for place in kinds {
            if let folder = place.folder {
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: true
                )
            }
            try place.writeKey()
        }
        if let link = alias.folder, let target = kinds[0].folder {
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        }
    }

    /// Opens a place as a command does.
    func open(_ remote: RemoteRow, for library: Library) throws -> any RemotePlace {
        try opener.open(remote.address, remote.settings, scratch: ScratchFolder(in: library.core))
    }

    func open(_ remote: RemoteRow) throws -> any RemotePlace { try open(remote, for: library) }

    func row(of place: HabitsPlace) throws -> RemoteRow? {
        try library.remotes.all().first { $0.name == place.name }
    }

    /// The places that are remotes of the library now.
    func remotes() throws -> [HabitsPlace] {
        let names = Set(try library.remotes.all().map(\.name))
        return places.filter { names.contains($0.name) }
    }

    /// Copies a library with all it has, as people do.
    func copy(_ library: URL, to name: String) throws -> URL {
        let url = base.folder.appendingPathComponent(name, isDirectory: true)
        try? FileManager.default.removeItem(at: url)
        try FolderCopy.make(of: library, at: url)
        return url
    }

    /// Opens a copy of the library, with identifiers of its own.
    func openCopy(_ url: URL, seed: UInt64) throws -> Library {
        var environment = EngineEnvironment.test(seed: seed, clock: clock)
        environment.zone = base.environment.zone
        environment.examine = base.environment.examine
        environment.readerProblem = base.environment.readerProblem
        environment.smallestReleasedFile = 0
        environment.pictures = base.environment.pictures
        environment.transfer = base.environment.transfer
        environment.readRange = base.environment.readRange
        environment.look = base.environment.look
        return try Library.open(url, environment: environment)
    }
}

/// Opens places by address: folders as programs do, and the services of these habits.
struct RemoteOpener: Sendable {
    let services: [String: any HabitsService]

    func open(
        _ address: String,
        _ settings: String,
        scratch: ScratchFolder? = nil
    ) throws -> any RemotePlace {
        let values = RemoteSettings(text: settings)
        guard let service = services[address] else {
            guard let scratch else {
                return try RemotePlaces.sharedPlace(at: address, settings: settings)
            }
            return try RemotePlaces.openPlace(
                at: RemoteAddress(address),
                settings: values,
                scratch: scratch
            )
        }
        let key = try values.keyFile.map {
            try EncryptionKeyFile.readKey(at: URL(fileURLWithPath: $0, isDirectory: false))
        }
        return key.map { EncryptedPlace(service, key: $0, scratch: scratch) } ?? service
    }
}

/// Copies of folders, as people make them.
enum FolderCopy {
    static func make(of folder: URL, at url: URL) throws {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/bin/cp")
        program.arguments = ["-a", folder.path, url.path]
        try program.run()
        program.waitUntilExit()
        guard program.terminationStatus == 0 else {
            throw Fault("\(folder.path) cannot be copied to \(url.path)")
        }
    }
}
