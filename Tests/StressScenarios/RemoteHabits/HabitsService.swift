import Foundation
import PhotosRemotes
import PhotosStore

/// A service that lies at times, dies and comes back, and of which people know what it truly has.
///
/// It is asked one request at a time, so that the same seed does the same.
protocol HabitsService: AnyObject, RemotePlace {
    /// The address of the remote, and the URL of an S3 service.
    var address: String { get }
    var endpoint: String? { get }

    /// What it has at this moment, whatever it says, by the names in the remote.
    func contents() throws -> [String: Data]
    /// Gives a name other bytes, or none, as nobody but its owner can.
    func replace(_ name: String, by bytes: Data?) throws
    /// Puts another bucket or folder into its place.
    func replaceAll(by objects: [String: Data]) throws

    var isAway: Bool { get set }
    /// Whether it lies; what it has stays.
    var isLying: Bool { get set }

    /// The names of objects that it has lost by lies since the last call, and not because somebody removed them.
    func takeLost() throws -> Set<String>

    /// Returns the number of its lies so far.
    func countLies() throws -> Int

    /// Returns what answers the next request.
    func answering() throws -> any RemotePlace
}

/// Requests, which go on to whatever answers.
extension HabitsService {
    var parallelism: Int { 1 }

    func putObject(
        _ name: String,
        from file: URL,
        byteCount: Int64,
        checksum: [UInt8]?,
        watch: TransferWatch
    ) throws {
        try answering().putObject(
            name,
            from: file,
            byteCount: byteCount,
            checksum: checksum,
            watch: watch
        )
    }

    func getObject(
        _ name: String,
        to file: URL,
        expecting object: RemoteObject,
        watch: TransferWatch
    ) throws {
        try answering().getObject(name, to: file, expecting: object, watch: watch)
    }

    func proveObject(
        _ name: String,
        expecting object: RemoteObject,
        hashesParts: Bool,
        watch: TransferWatch
    ) throws -> PartHashes? {
        try answering().proveObject(name, expecting: object, hashesParts: hashesParts, watch: watch)
    }

    func readObject(
        _ name: String,
        range: Range<Int64>,
        of object: RemoteObject,
        watch: TransferWatch
    ) throws -> Data {
        try answering().readObject(name, range: range, of: object, watch: watch)
    }

    func streamObject(
        _ name: String,
        byteCount: Int64,
        watch: TransferWatch,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        try answering().streamObject(name, byteCount: byteCount, watch: watch, body: body)
    }

    func readObject(_ name: String, atMost limit: Int64) throws -> Data {
        try answering().readObject(name, atMost: limit)
    }

    func size(of name: String) throws -> Int64? { try answering().size(of: name) }

    func listObjects(
        withPrefix prefix: String,
        body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws {
        try answering().listObjects(withPrefix: prefix, body: body)
    }

    func removeObject(_ name: String) throws { try answering().removeObject(name) }
    func probe() throws { try answering().probe() }
    var diskMarks: Set<String> { [] }
    func warning(for library: Library) -> String? { nil }
}

/// Which services take part in a run of habits.
enum HabitsServices {
    /// Services in this process.
    case inMemory
    /// Servers that lie over HTTP, reached by `photokit-transfer`.
    case overHTTP

    func service(_ kind: HabitsPlace.Kind, seed: UInt64, in folder: URL) throws -> any HabitsService
    {
        let isS3 = kind == .s3
        switch self {
        case .inMemory:
            return MemoryService(
                isS3 ? "s3://habits/\(seed)" : "https://dav.example.org/\(seed)",
                seed: seed
            )
        case .overHTTP: return try LyingServer(isS3: isS3, seed: seed, in: folder)
        }
    }
}
