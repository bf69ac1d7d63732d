import Foundation
import Glibc
import LibraryExercise
import PhotosMedia
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization

/// A server of S3 or WebDAV on the loopback that lies, dies and comes back, and the program `photokit-transfer` that asks it.
///
/// The server is a process that is told what is done by hand, and tells what it has. The mutex guards the conversation with it.
final class LyingServer: HabitsService {
    /// What the server does when it is away: it ends each connection, is silent, fails, or shows the page of a hotel.
    private static let waysOfBeingAway = ["close", "close", "stall", "broken", "portal"]

    private struct State {
        let server: LineProcess
        var chance: SeededNumbers
        var isAway = false
        var isLying = true
        var wayOfBeingAway = ""
        /// What the server was told to do.
        var mode = "honest"
        /// Whether requests may have changed its objects since they were asked for.
        var isStale = false
        var objects: [String: Data] = [:]
        var lost: Set<String> = []
        var lies = 0
        /// The program with times that are short, because most of its requests are in vain, and that with long ones.
        var hasty: (any RemotePlace)?
        var patient: (any RemotePlace)?
    }

    let address: String
    let endpoint: String?
    private let folder: URL
    private let state: Mutex<State>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - isS3: Whether it is one of S3.
    ///   - seed: The start of its random numbers.
    ///   - folder: A folder for small files.
    /// - Throws: `LineProcess.Fault`, and the errors of the file system.
    init(isS3: Bool, seed: UInt64, in folder: URL) throws {
        let server = try LineProcess(
            "habits_server.py",
            URL(fileURLWithPath: "/usr/bin/env"),
            ["python3", "-B", Self.script, isS3 ? "s3" : "dav", "\(seed)"]
        )
        let url = "http://127.0.0.1:\(try server.answer())"
        address = isS3 ? "s3://photos/habits" : "\(url)/dav/habits"
        endpoint = isS3 ? url : nil
        self.folder = folder
        state = Mutex(State(server: server, chance: SeededNumbers(seed: seed)))
    }

    // MARK: What it needs

    private static let script = "RemoteTransfer/Tests/Program/habits_server.py"

    /// Nil where it can run; else what is missing, in a sentence.
    static func obstacle() -> String? {
        let environment = ProcessInfo.processInfo.environment
        guard FileManager.default.fileExists(atPath: script) else {
            return "\(script) is not here. Run this in the folder of the repository."
        }
        guard
            InstalledProgram.pathCandidates(of: "python3", environment: environment).contains(
                where: InstalledProgram.isProgram
            )
        else { return "python3 is not installed. Install it with Scripts/install --tests." }
        guard program(environment) != nil else {
            return
                "photokit-transfer was not found. Build it with `swift build --package-path RemoteTransfer --product photokit-transfer`, and name its path in PHOTOKIT_TRANSFER."
        }
        return nil
    }

    private static func program(_ environment: [String: String]) -> String? {
        let paths =
            environment[TransferProgram.variable].map { [$0] }
            ?? InstalledProgram.paths(
                of: TransferProgram.name,
                environment: environment,
                program: InstalledProgram.running()
            )
        return paths.first(where: InstalledProgram.isProgram)
    }

    // MARK: The conversation with the server

    private struct Request: Encodable {
        var `do`: String
        var mode: String?
        var name: String?
        var bytes: Data?
        var objects: [String: Data]?
    }

    private struct Changes: Decodable {
        var objects: [String: Data?]
        var lost: Set<String>
        var lies: Int
    }

    @discardableResult
    private static func ask(_ server: LineProcess, _ request: Request) throws -> Data {
        try server.ask(String(decoding: JSONEncoder().encode(request), as: UTF8.self))
        return Data(try server.answer().utf8)
    }

    private static func refresh(_ state: inout State) throws {
        guard state.isStale else { return }
        let answer = try ask(state.server, Request(do: "changes"))
        let changes = try JSONDecoder().decode(Changes.self, from: answer)
        for (name, bytes) in changes.objects { state.objects[name] = bytes }
        state.lost.formUnion(changes.lost)
        state.lies = changes.lies
        state.isStale = false
    }

    func contents() throws -> [String: Data] {
        try state.withLock { state in
            try Self.refresh(&state)
            return state.objects
        }
    }

    func replace(_ name: String, by bytes: Data?) throws {
        try state.withLock { state in
            try Self.ask(state.server, Request(do: "replace", name: name, bytes: bytes))
            state.isStale = true
        }
    }

    func replaceAll(by objects: [String: Data]) throws {
        try state.withLock { state in
            try Self.ask(state.server, Request(do: "exchange", objects: objects))
            state.isStale = true
            // Commands are processes of their own: none of them has seen the other one.
            (state.hasty, state.patient) = (nil, nil)
        }
    }

    func takeLost() throws -> Set<String> {
        try state.withLock { state in
            try Self.refresh(&state)
            defer { state.lost = [] }
            return state.lost
        }
    }

    func countLies() throws -> Int {
        try state.withLock { state in
            try Self.refresh(&state)
            return state.lies
        }
    }

    // MARK: Its moods

    var isAway: Bool {
        get { state.withLock { $0.isAway } }
        set {
            state.withLock { state in
                state.isAway = newValue
                state.wayOfBeingAway = state.chance.pick(Self.waysOfBeingAway)
                // The next command starts its own program, which has had no answer yet.
                state.hasty = nil
            }
        }
    }

    var isLying: Bool {
        get { state.withLock { $0.isLying } }
        set { state.withLock { $0.isLying = newValue } }
    }

    func answering() throws -> any RemotePlace {
        try state.withLock { state in
            let mode = state.isAway ? state.wayOfBeingAway : state.isLying ? "lying" : "honest"
            if mode != state.mode {
                try Self.ask(state.server, Request(do: "mode", mode: mode))
                state.mode = mode
            }
            state.isStale = true
            if mode == "honest" {
                let place =
                    try state.patient
                    ?? open("patient", "--stall 60 --contact 60 --patience 60")
                state.patient = place
                return place
            }
            let place =
                try state.hasty ?? open("hasty", "--stall 0.4 --contact 0.4 --patience 0.2")
            state.hasty = place
            return place
        }
    }

    /// Starts the program with times of its own.
    private func open(_ name: String, _ options: String) throws -> any RemotePlace {
        var environment = ProcessInfo.processInfo.environment
        guard let program = Self.program(environment) else {
            throw Fault(Self.obstacle() ?? "photokit-transfer was not found.")
        }
        let script = folder.appendingPathComponent("transfer-\(name)").path
        if access(script, X_OK) != 0 {
            try ProgramFile.write(script: "exec '\(program)' \(options)", to: script)
        }
        environment[TransferProgram.variable] = script
        environment["AWS_ACCESS_KEY_ID"] = "KEYID"
        environment["AWS_SECRET_ACCESS_KEY"] = "secret/key+of=test"
        environment["PHOTOKIT_WEBDAV_USER"] = "me"
        environment["PHOTOKIT_WEBDAV_PASSWORD"] = "hidden-word"
        var settings = RemoteSettings()
        settings.endpoint = endpoint
        return try RemotePlaces.openPlace(
            at: RemoteAddress(address),
            settings: settings,
            environment: environment
        )
    }
}
