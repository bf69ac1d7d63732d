import Dispatch
import Foundation
import Glibc
import PhotosBase
package import PhotosStore
import Synchronization

/// The host of a library's upload jobs: it starts the programs that the owner named, and carries out their jobs.
///
/// All decisions are made on the thread of ``run(isCancelled:)``. Other threads leave messages in a mailbox, which its mutex
/// guards.
package final class UploadHost {
    /// The choices of whoever runs the host.
    package struct Settings: Sendable {
        /// The number of transfers at a time.
        package var parallel = 4
        package var times = ProgramSchedule.Times()
        /// The environment of programs and transfers.
        package var environment = ProcessInfo.processInfo.environment
        /// The path of a PEM file with certificates to trust beside the system's.
        package var certificates: String?
        /// Whether to end when no job waits and no program has anything to do.
        package var endsWhenIdle = false
        /// Tells whether the network is metered.
        ///
        /// The answer holds for half a minute.
        package var isMetered: @Sendable () -> Bool = { false }

        package init() {}
    }

    private enum Message: Sendable {
        case changed
        case process(path: String, number: Int, ExtensionProcess.Event)
        case transferred(UUID, UploadEnding, problem: String?)

        var isLine: Bool {
            if case .process(_, _, .wrote) = self { true } else { false }
        }
    }

    /// Messages of other threads, in their order.
    private final class Mailbox: Sendable {
        private let messages = Mutex<[Message]>([])
        private let arrived = DispatchSemaphore(value: 0)
        /// The places for lines of programs.
        private let places = DispatchSemaphore(value: 0)

        init() { for _ in 0..<1_000 { places.signal() } }

        /// Leaves a message.
        ///
        /// A program that writes lines faster than they are reported waits.
        func post(_ message: Message) {
            if message.isLine { places.wait() }
            messages.withLock { $0.append(message) }
            arrived.signal()
        }

        /// Waits for messages for so many seconds at most, and takes all.
        func take(waiting seconds: Double) -> [Message] {
            _ = arrived.wait(timeout: .now() + max(0, seconds))
            // One wait is enough for all messages that are taken now.
            while arrived.wait(timeout: .now()) == .success {}
            let taken = messages.withLock { messages in
                defer { messages = [] }
                return messages
            }
            for message in taken where message.isLine { places.signal() }
            return taken
        }
    }

    /// A program with its schedule, and its process while it runs.
    private struct Hosted {
        var program: UploadProgram
        var schedule: ProgramSchedule
        var process: ExtensionProcess?
        /// The number of its last start, by which late messages of earlier processes are known.
        var number = 0
    }

    /// The jobs whose transfers are to end, which its mutex guards.
    private final class Cancelled: Sendable {
        private let jobs = Mutex<Set<UUID>>([])
        func insert(_ job: UUID) { jobs.withLock { _ = $0.insert(job) } }
        func remove(_ job: UUID) { jobs.withLock { _ = $0.remove(job) } }
        func contains(_ job: UUID) -> Bool { jobs.withLock { $0.contains(job) } }
    }

    private let library: Library
    private let settings: Settings
    private let report: (UploadEvent) -> Void
    private let transfer: UploadTransfer
    private let mailbox = Mailbox()
    private let cancelled = Cancelled()

    private var hosted: [String: Hosted] = [:]
    private var running: [UUID: UploadJob] = [:]
    /// The clients whose jobs keep off metered networks, also while their programs are paused.
    private var economicalClients: Set<String> = []
    private var isEnding = false
    /// When jobs that wait are looked for.
    private var nextCheck = 0.0
    /// When programs and cancelled jobs are looked for.
    private var nextLook = 0.0
    private var meteredCheck: (time: Double, isMetered: Bool)?
    /// The last sentence about each program, so that none is told again and again.
    private var told: [String: String] = [:]

    /// The seconds between two looks at the programs and jobs, should a notification be lost.
    private static let interval = 1.0
    private static let mostRounds = 64

    /// Makes the host of a library; `report` is called on the thread of ``run(isCancelled:)``.
    package init(
        _ library: Library,
        _ settings: Settings,
        report: @escaping (UploadEvent) -> Void
    ) {
        self.library = library
        self.settings = settings
        self.report = report
        transfer = UploadTransfer(
            library,
            environment: settings.environment,
            certificates: settings.certificates
        )
    }

    private var now: Double { ProcessInfo.processInfo.systemUptime }

    /// Runs programs and jobs on this thread until it is cancelled, or until nothing is left to do where the settings say so.
    ///
    /// - Parameter isCancelled: Asked several times a second.
    /// - Throws: ``StoreError``: with code `busy` where another process is the host.
    package func run(isCancelled: () -> Bool) throws {
        guard let lock = try library.uploadJobs.lockHost() else {
            throw StoreError(
                .busy,
                "Another program runs the uploads of this library already. End it first."
            )
        }
        defer { withExtendedLifetime(lock) {} }
        // An error of the library ends the host as its own end does, so that nothing goes on without it.
        defer {
            for job in running.keys { cancelled.insert(job) }
            for program in hosted.values { program.process?.kill() }
        }
        try library.uploadJobs.reopenInterrupted()
        let mailbox = mailbox
        let listener = library.feed.add { _, _ in mailbox.post(.changed) }
        defer { library.feed.remove(listener) }
        while true {
            if !isEnding, isCancelled() { endPrograms() }
            try check()
            if isEnding, hosted.isEmpty, running.isEmpty { return }
            if settings.endsWhenIdle, !isEnding, try isIdle() { endPrograms() }
            // Cancelling is noticed within this time.
            for message in mailbox.take(waiting: min(0.25, waitingTime)) {
                try handle(message)
            }
            for path in hosted.keys.sorted() { perform(.time, of: path) }
        }
    }

    /// The seconds until a program or the next look is due.
    private var waitingTime: Double {
        let times = hosted.values.compactMap(\.schedule.nextTime) + [nextCheck, nextLook]
        return max(0, (times.min() ?? 0) - now)
    }

    private func isIdle() throws -> Bool {
        guard running.isEmpty,
            hosted.values.allSatisfy(\.schedule.hasNothingToDo)
        else { return false }
        return try library.uploadJobs.nextJobs(
            atMost: 1,
            now: Date(),
            exceptOf: waitingClients
        ).isEmpty
    }

    private func endPrograms() {
        isEnding = true
        for job in running.keys { cancelled.insert(job) }
        for path in hosted.keys.sorted() { perform(.stop, of: path) }
    }

    // MARK: Messages

    private func handle(_ message: Message) throws {
        switch message {
        case .changed:
            for path in hosted.keys.sorted() { perform(.changed, of: path) }
            (nextCheck, nextLook) = (0, 0)
        case .process(let path, let number, let event):
            guard let present = hosted[path], present.number == number else { return }
            handle(event, ofProgramAt: path)
        case .transferred(let job, let ending, let problem):
            let uploaded = running[job]
            do {
                try endTransfer(of: job, ending, problem: problem)
            } catch let error as StoreError where error.code == .busy && !isEnding {
                // What was sent is not sent once more because somebody else commits for long.
                running[job] = uploaded
                mailbox.post(message)
            }
            nextCheck = 0
        }
    }

    private func handle(_ event: ExtensionProcess.Event, ofProgramAt path: String) {
        switch event {
        case .wrote(let line): report(.wrote(program: path, line: line))
        case .answered(let message):
            if let message {
                told[path] = nil
                report(.answered(program: path, answer: message.rawValue))
                nextCheck = 0
            } else if case .running = hosted[path]?.schedule.phase {
                tell("It ended without an answer.", aboutProgramAt: path)
            }
            perform(ProgramSchedule.Event(message), of: path)
        case .ended:
            hosted[path]?.process = nil
            perform(.ended, of: path)
        }
    }

    private func tell(_ sentence: String, aboutProgramAt path: String) {
        guard told[path] != sentence else { return }
        told[path] = sentence
        report(.problem(program: path, sentence: sentence))
    }

    // MARK: Programs

    /// Passes an event to the schedule of a program, and does what it says.
    private func perform(_ event: ProgramSchedule.Event, of path: String) {
        guard let action = hosted[path]?.schedule.handle(event, at: now) else {
            if hosted[path]?.schedule.phase == .finished { hosted[path] = nil }
            return
        }
        switch action {
        case .start: startProgram(at: path)
        case .terminate:
            // A program that is paused or forgotten is told to end, too.
            if case .time = event {
                tell("It did not answer in time, and is told to end.", aboutProgramAt: path)
            }
            hosted[path]?.process?.announceEnd()
        case .hangUp: hosted[path]?.process?.hangUp()
        case .kill: hosted[path]?.process?.kill()
        }
    }

    private func startProgram(at path: String) {
        guard let program = hosted[path]?.program else { return }
        // Files change: what was safe when it was named is looked at again.
        if let problem = UploadProgramFile.problemSentence(ofProgramAt: path) {
            tell(problem, aboutProgramAt: path)
            return perform(.ended, of: path)
        }
        hosted[path]?.number += 1
        let number = hosted[path]?.number ?? 0
        var environment = settings.environment
        environment["PHOTOKIT_LIBRARY"] = library.layout.root.path
        environment[ExtensionChannel.clientVariable] = program.client
        let mailbox = mailbox
        do throws(SystemError) {
            hosted[path]?.process = try ExtensionProcess(path, environment: environment) {
                mailbox.post(.process(path: path, number: number, $0))
            }
            report(.started(program: path))
        } catch {
            tell(
                "It cannot be started: \(String(cString: strerror(error.code))).",
                aboutProgramAt: path
            )
            perform(.ended, of: path)
        }
    }

    /// Looks which programs the owner has named.
    private func updatePrograms() throws {
        let programs = try library.uploadJobs.programs()
        economicalClients = Set(programs.filter(\.preventsExpensiveNetworkAccess).map(\.client))
        let named = isEnding ? [] : programs.filter(\.isEnabled)
        for program in named {
            if hosted[program.path] == nil {
                let schedule = ProgramSchedule(settings.times, now: now)
                hosted[program.path] = Hosted(program: program, schedule: schedule)
            } else {
                hosted[program.path]?.program = program
            }
        }
        let paths = Set(named.map(\.path))
        for path in hosted.keys.sorted() where !paths.contains(path) { perform(.stop, of: path) }
    }

    // MARK: Jobs

    private func check() throws {
        if now >= nextLook {
            nextLook = now + Self.interval
            try updatePrograms()
            try cancelTransfers()
        }
        guard now >= nextCheck else { return }
        nextCheck = now + Self.interval
        guard !isEnding else { return }
        stopMeteredTransfers()
        // Jobs that end at once, such as those without a request, make room for others. Programs are not to wait for all.
        for _ in 0..<Self.mostRounds where running.count < settings.parallel {
            let jobs = try library.uploadJobs.nextJobs(
                atMost: settings.parallel - running.count,
                now: Date(),
                exceptOf: waitingClients
            )
            if jobs.isEmpty { return }
            for job in jobs { try beginJob(job) }
        }
        if running.count < settings.parallel { nextCheck = 0 }
    }

    /// Ends the transfers of jobs that their clients cancelled.
    private func cancelTransfers() throws {
        guard !running.isEmpty else { return }
        let pending = try library.uploadJobs.pending(among: running.keys)
        for job in running.keys where !pending.contains(job) { cancelled.insert(job) }
    }

    private func beginJob(_ job: UploadJob) throws {
        guard let (job, request) = try library.uploadJobs.begin(job.uuid) else { return }
        running[job.uuid] = job
        let past = UploadEnding.Past(
            age: max(0, Date().timeIntervalSince(job.creationDate)),
            attempts: max(1, job.attempts),
            random: .random(in: 0...1)
        )
        let (mailbox, transfer, cancelled) = (mailbox, transfer, cancelled)
        let thread = Thread {
            let (ending, problem) = transfer.perform(job, request: request, past: past) {
                cancelled.contains(job.uuid)
            }
            mailbox.post(.transferred(job.uuid, ending, problem: problem))
        }
        thread.name = "photokit upload"
        thread.start()
    }

    private func endTransfer(of uuid: UUID, _ ending: UploadEnding, problem: String?) throws {
        cancelled.remove(uuid)
        guard let job = running.removeValue(forKey: uuid) else { return }
        switch ending {
        case .finished(let result):
            guard try library.uploadJobs.finish(uuid, with: result) else { return }
            report(.ended(job, result, problem: problem))
        case .postponed(let seconds):
            let date = Date(timeIntervalSinceNow: seconds)
            guard try library.uploadJobs.finish(uuid, with: .postponed(until: date)) else { return }
            if !isEnding { report(.postponed(job, until: date, problem: problem)) }
            return
        }
        for path in hosted.keys.sorted() where hosted[path]?.program.client == job.client {
            perform(.changed, of: path)
        }
    }

    // MARK: Metered networks

    private func isKeptFromNetwork(_ job: UploadJob) -> Bool {
        economicalClients.contains(job.client) && isMetered
    }

    /// The clients whose jobs do not begin now.
    private var waitingClients: Set<String> {
        !economicalClients.isEmpty && isMetered ? economicalClients : []
    }

    private func stopMeteredTransfers() {
        for job in running.values where isKeptFromNetwork(job) { cancelled.insert(job.uuid) }
    }

    private var isMetered: Bool {
        if let last = meteredCheck, now < last.time + 30 { return last.isMetered }
        let isMetered = settings.isMetered()
        meteredCheck = (now, isMetered)
        return isMetered
    }
}
