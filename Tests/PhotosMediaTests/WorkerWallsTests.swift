import Foundation
import PhotosMedia
import PhotosTestSupport
import Testing

/// The walls around the worker, and what happens where there are fewer.
struct WorkerWallsTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// A client whose worker is started with more arguments, and with a setting.
    private func client(_ options: String, walls: String? = nil) throws -> MediaWorkerClient {
        var environment = ProcessInfo.processInfo.environment
        environment[WallsPolicy.variable] = walls
        let program = try TestWorker.program()
        return MediaWorkerClient(
            program: try folder.script("exec \(program) \"$@\" \(options)"),
            environment: environment
        )
    }

    private func facts(_ client: MediaWorkerClient) throws -> MediaFacts {
        let file = try folder.open(TestJPEG().data())
        return try client.facts(of: file.fileDescriptor, zone: .gmt)
    }

    @Test func `all walls are up here`() throws {
        let walls = try TestWorker.client().walls()
        #expect(Set(walls.up.keys) == Set(WorkerWalls.Wall.allCases.map(\.rawValue)))
        #expect(walls.missing.isEmpty)
        #expect(walls.refusal == nil)
    }

    @Test func `the kernel agrees`() throws {
        let client = try TestWorker.client()
        _ = try facts(client)
        let identifier = try #require(client.idleProcessIdentifiers.first)
        let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
        let lines = Set(status.split(separator: "\n").map(String.init))
        #expect(lines.contains("NoNewPrivs:\t1"))
        #expect(lines.contains("Seccomp:\t2"))
        #expect(lines.contains("Threads:\t1"))
        let limits = try String(contentsOfFile: "/proc/\(identifier)/limits", encoding: .utf8)
        let memory = limits.split(separator: "\n").first { $0.hasPrefix("Max data size") }
        #expect(memory?.contains("\(512 << 20)") == true)
    }

    @Test(arguments: ["landlock", "seccomp"])
    func `without a wall no file is read, and the error says which`(wall: String) throws {
        let client = try client("--refuse \(wall)")
        let error = #expect(throws: MediaWorkerError.self) { try facts(client) }
        #expect(error?.code == .noWalls)
        #expect(error?.description.contains(wall) == true)
        #expect(error?.description.contains(WallsPolicy.variable) == true)
        let file = try folder.open(TestJPEG().data())
        let request = PictureRequest(renditions: [.init(.full, .pixels)])
        let refused = #expect(throws: MediaWorkerError.self) {
            try client.pictures(of: file.fileDescriptor, request)
        }
        #expect(refused?.code == .noWalls)
        // Questions about the worker itself are answered.
        #expect(try client.versions().isEmpty == false)
        #expect(try client.walls().missing.keys.contains(wall))
    }

    @Test(arguments: ["landlock", "seccomp"])
    func `where the user says so, files are read with the walls that there are`(
        wall: String
    ) throws {
        let client = try client("--refuse \(wall)", walls: "available")
        #expect(try facts(client).type == .jpeg)
        let walls = try client.walls()
        #expect(Set(walls.missing.keys) == [wall])
        #expect(walls.up.count == WorkerWalls.Wall.allCases.count - 1)
    }

    @Test(arguments: ["landlock", "seccomp"], ["required", "available"])
    func `a wall that does not hold is found, and no file is read`(
        wall: String,
        policy: String
    ) throws {
        let client = try client("--pretend \(wall)", walls: policy)
        let error = #expect(throws: MediaWorkerError.self) { try facts(client) }
        #expect(error?.code == .noWalls)
        #expect(error?.detail?.contains("\(wall) does not hold") == true)
    }

    @Test func `a setting that makes no sense refuses, and says so`() throws {
        let error = #expect(throws: MediaWorkerError.self) {
            try facts(client("", walls: "perhaps"))
        }
        #expect(error?.code == .noWalls)
        #expect(error?.detail?.contains("perhaps") == true)
    }

    @Test(arguments: ["Asia/Kathmandu", "America/New_York", "Australia/Lord_Howe"])
    func `zones are known without files`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let exif = ExifFields(dateTimeOriginal: "2024:07:01 12:00:00")
        let file = try folder.open(TestPNG(exif: exif).data())
        let facts = try TestWorker.client().facts(of: file.fileDescriptor, zone: zone)
        let noon = try Date("2024-07-01T12:00:00Z", strategy: .iso8601)
        let offset = TimeInterval(zone.secondsFromGMT(for: noon))
        #expect(facts.creationDate == noon.addingTimeInterval(-offset))
    }

    @Test func `archives are unpacked within walls, and not without`() throws {
        let program = try TestWorker.program()
        let script = try folder.script("exec \(program) \"$@\" --refuse landlock")
        var environment = ProcessInfo.processInfo.environment
        environment[WorkerProgram.variable] = script
        let archive = try folder.open(Array("not reached".utf8))
        let target = open(folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(target) }
        let unpacker = try ArchiveUnpacker(environment: environment)
        let error = #expect(throws: ArchiveError.self) {
            try unpacker.unpack(
                archive.fileDescriptor,
                into: target,
                limits: .init(archiveOf: 11)
            )
        }
        #expect(error?.code == .noWalls)
    }
}
