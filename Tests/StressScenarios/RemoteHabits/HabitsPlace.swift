import Foundation
import Glibc
import LibraryExercise
import PhotosRemotes
import PhotosStore
import PhotosTestSupport

/// A place that is a remote at times, and what is truly in it.
///
/// What it says of its objects comes from their bytes, and from nothing that the engine knows.
final class HabitsPlace {
    /// The kinds of remotes, each of which has steps of its own.
    enum Kind: String, CaseIterable {
        case folder, sealedFolder, s3, webDAV

        var isFolder: Bool { self == .folder || self == .sealedFolder }
        var isSealed: Bool { self == .sealedFolder || self == .webDAV }
    }

    /// How an object of an original stands in the place.
    struct Stored: Hashable {
        var name: String
        var checksum: [UInt8]
        var byteCount: Int
    }

    let kind: Kind
    let name: String
    let address: String
    let key: EncryptionKey?
    let keyFile: URL?
    let service: (any HabitsService)?
    /// What a service had before another one took its place, and a copy of it.
    var aside: [String: Data]?
    var clone: [String: Data]?
    /// The folder at the address, or nil for a service.
    let folder: URL?
    /// The place of which this is another name.
    let real: HabitsPlace?
    var isAlias: Bool { real != nil }
    /// The contents whose objects somebody replaced by other bytes of the same size.
    ///
    /// A look compares sizes alone, as `Documentation/Remotes.md` says: such an object is believed until it is read.
    var overwritten: Set<Int> {
        get { real?.overwritten ?? changed }
        set { if let real { real.overwritten = newValue } else { changed = newValue } }
    }

    private var changed: Set<Int> = []
    /// The same of the disk that lies aside, and of the clone.
    var overwrittenAside: Set<Int> = []
    var overwrittenInClone: Set<Int> = []
    /// Things that stand under names of objects and that a remote does not remove by itself.
    var obstacles: Set<String> = []
    private var stored: [Int: Stored] = [:]
    private let scratch: URL
    private let reading: FileReading

    init(
        _ kind: Kind,
        in world: URL,
        seed: UInt64,
        reading: FileReading,
        services: HabitsServices,
        aliasOf other: HabitsPlace? = nil
    ) throws {
        self.kind = kind
        self.reading = reading
        real = other
        name = other != nil ? "alias" : kind.rawValue
        scratch = world.appendingPathComponent("scratch-\(name)", isDirectory: false)
        let places = world.appendingPathComponent("places", isDirectory: true)
        let folder = places.appendingPathComponent(name, isDirectory: true)
        var numbers = SeededNumbers(seed: seed &+ UInt64(name.utf8.count))
        key = kind.isSealed ? EncryptionKey(bytes: numbers.bytes(count: 32)) : nil
        keyFile = kind.isSealed ? world.appendingPathComponent("keys/\(name).key") : nil
        self.folder = kind.isFolder ? folder : nil
        service =
            kind.isFolder ? nil : try services.service(kind, seed: numbers.next(), in: world)
        address = service?.address ?? folder.path
    }

    // MARK: What is in it

    /// Returns how the object of a content must stand here.
    func stored(_ number: Int, _ bytes: Data) throws -> Stored {
        if let known = stored[number] { return known }
        let checksum = HabitsContent.checksum(bytes)
        var found = Stored(
            name: RemoteNames.original(checksum),
            checksum: checksum,
            byteCount: bytes.count
        )
        if let key {
            // Equal bytes are sealed alike, so the sealed ones are known without the engine's help.
            let shelf = LyingPlace()
            try bytes.write(to: scratch)
            defer { unlink(scratch.path) }
            let object = RemoteObject(checksum: checksum, byteCount: Int64(bytes.count))
            try EncryptedPlace(shelf, key: key).putObject(
                found.name,
                from: scratch,
                as: object,
                watch: TransferWatch()
            )
            guard let (name, sealed) = shelf.objects.first else {
                throw Fault("nothing was sealed")
            }
            found = Stored(
                name: name,
                checksum: HabitsContent.checksum(sealed),
                byteCount: sealed.count
            )
        }
        stored[number] = found
        return found
    }

    /// Whether the object is here with its size, which is all that a look sees.
    func shows(_ object: Stored) throws -> Bool {
        if let service { return try service.contents()[object.name]?.count == object.byteCount }
        guard let facts = facts(object.name) else { return false }
        return facts.st_mode & S_IFMT == S_IFREG && Int(facts.st_size) == object.byteCount
    }

    /// Whether the object is here with its bytes.
    func has(_ object: Stored) throws -> Bool {
        guard try shows(object) else { return false }
        if let service {
            return try service.contents()[object.name].map(HabitsContent.checksum)
                == object.checksum
        }
        return folder.flatMap { reading.checksum(of: $0.appendingPathComponent(object.name)) }
            == object.checksum
    }

    private func facts(_ name: String) -> stat? {
        guard let folder else { return nil }
        var facts = stat()
        return lstat(folder.appendingPathComponent(name).path, &facts) == 0 ? facts : nil
    }

    // MARK: By hand

    /// The names of files below a folder of the place, sorted.
    func names(below prefix: String) throws -> [String] {
        if let service {
            return try service.contents().keys.filter { $0.hasPrefix(prefix) }.sorted()
        }
        guard let folder else { return [] }
        let top = folder.appendingPathComponent(prefix, isDirectory: true)
        let found = (try? FileManager.default.subpathsOfDirectory(atPath: top.path)) ?? []
        return found.map { prefix + $0 }.sorted().filter { name in
            facts(name).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
        }
    }

    func bytes(_ name: String) throws -> Data? {
        if let service { return try service.contents()[name] }
        return folder.flatMap { try? Data(contentsOf: $0.appendingPathComponent(name)) }
    }

    /// Gives a name other bytes, or none.
    func replace(_ name: String, by bytes: Data?) throws {
        if let service { return try service.replace(name, by: bytes) }
        guard let url = folder?.appendingPathComponent(name) else { return }
        unlink(url.path)
        try bytes?.write(to: url)
    }

    var isKeyHere: Bool { keyFile.map { access($0.path, F_OK) == 0 } ?? true }

    func writeKey() throws {
        guard let key, let keyFile, !isKeyHere else { return }
        try EncryptionKeyFile.writeKey(key, to: keyFile)
    }
}

/// Reads files once, and again where inode, size or dates differ.
final class FileReading {
    private struct State: Hashable {
        var inode: UInt64
        var size: Int64
        var change: [Int]
    }

    private var known: [State: [UInt8]] = [:]

    /// Returns the checksum of a file's bytes; nil where there is no plain file that can be read.
    func checksum(of url: URL) -> [UInt8]? {
        var facts = stat()
        guard lstat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        let state = State(
            inode: UInt64(facts.st_ino),
            size: Int64(facts.st_size),
            change: [facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec, facts.st_mtim.tv_nsec]
        )
        if let sum = known[state] { return sum }
        guard let bytes = try? Data(contentsOf: url) else { return nil }
        let sum = HabitsContent.checksum(bytes)
        known[state] = sum
        return sum
    }
}
