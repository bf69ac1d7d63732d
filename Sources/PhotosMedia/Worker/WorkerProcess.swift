import CPhotosSystem
import Foundation
import Glibc
import Synchronization

/// One running worker and the socket to it.
///
/// Both end with this object. One thread at a time talks to it, which `MediaWorkerClient` sees to by lending each process to
/// one request. `memory` guards which memory the worker has for its pictures.
final class WorkerProcess: Sendable {
    let identifier: pid_t
    private let socket: Int32
    private let memory = Mutex<SharedMemory?>(nil)
    private let answered = Atomic(false)

    /// Whether it has answered a request, so that an earlier file may have hurt it.
    var hasAnswered: Bool { answered.load(ordering: .relaxed) }

    /// Starts the program with the other end of a socket as its standard input and nothing else open.
    static func start(
        _ program: String,
        environment: [String: String]
    ) throws(MediaWorkerError) -> WorkerProcess {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw MediaWorkerError(.cannotStart, systemMessage(errno))
        }
        defer { close(ends[1]) }
        var identifier: pid_t = 0
        let arguments = [program] + WallsPolicy.arguments(environment: environment)
        let code = unsafe ProcessTexts.with(arguments) { arguments in
            unsafe ProcessTexts.with(Self.passedOn(environment)) { variables in
                let descriptors = [ends[1], -1, -1]
                return unsafe photos_spawn(
                    program,
                    arguments,
                    variables,
                    descriptors,
                    descriptors.count,
                    &identifier
                )
            }
        }
        guard code == 0 else {
            close(ends[0])
            throw MediaWorkerError(.cannotStart, systemMessage(code))
        }
        return WorkerProcess(identifier: identifier, socket: ends[0])
    }

    private init(identifier: pid_t, socket: Int32) {
        self.identifier = identifier
        self.socket = socket
    }

    deinit {
        close(socket)
        // A worker keeps nothing between files, so that killing it is the clean and the certain way.
        kill(identifier, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }

    /// Sends a request for pictures, waits for its answer, and takes them out of the memory.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - descriptor: The file.
    ///   - plan: Where the worker puts them.
    ///   - deadline: How long it may take.
    ///   - meanwhile: Called when the worker has the request.
    ///   - isAllowed: Tells whether what the worker says of its pictures can be.
    /// - Returns: The answer, and the bytes of each picture that it states.
    /// - Throws: `MediaWorkerError` where there is no answer, or none that makes sense.
    func exchange(
        _ request: [UInt8],
        descriptor: Int32,
        plan: PicturePlan,
        deadline: WorkerDeadline,
        meanwhile: () -> Void,
        isAllowed: ([MadePicture]) -> Bool
    ) throws(MediaWorkerError) -> (WorkerReply, [Data]) {
        let held = memory.withLock { $0 }
        let shared: SharedMemory
        let answer: [UInt8]
        if let held, held.byteCount >= plan.byteCount {
            shared = held
            answer = try exchange(
                request,
                descriptors: [descriptor],
                deadline: { deadline },
                meanwhile: meanwhile
            )
        } else {
            shared = try SharedMemory(byteCount: plan.byteCount)
            answer = try exchange(
                request,
                descriptors: [descriptor, shared.descriptor],
                deadline: { deadline },
                meanwhile: meanwhile
            )
            memory.withLock { $0 = shared }
        }
        let reply = try WorkerCoding.reply(answer)
        defer { shared.trim(used: plan.byteCount) }
        if reply.failure != nil || reply.walls != nil { return (reply, []) }
        guard isAllowed(reply.pictures) else {
            throw MediaWorkerError(.badReply, "it states impossible pictures")
        }
        let pictures = zip(reply.pictures, plan.places).map { made, place in
            shared.copy(place.offset..<place.offset + made.byteCount)
        }
        return (reply, pictures)
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - descriptors: What goes with it.
    ///   - deadline: How long it may take; asked when it takes longer than most.
    ///   - meanwhile: Called when the worker has the request.
    /// - Returns: The answer.
    /// - Throws: `MediaWorkerError` where there is none.
    func exchange(
        _ request: [UInt8],
        descriptors: [Int32],
        deadline: () -> WorkerDeadline,
        meanwhile: () -> Void
    ) throws(MediaWorkerError) -> [UInt8] {
        let computedBefore = photos_computing_time(identifier)
        let code = unsafe photos_send_message(
            socket,
            request,
            request.count,
            descriptors,
            descriptors.count
        )
        guard code == 0 else {
            throw MediaWorkerError(code == EBADF ? .badRequest : .died, systemMessage(code))
        }
        meanwhile()
        try waitForAnswer(computedBefore, deadline)
        var uninvited = [Int32](repeating: -1, count: Int(PHOTOS_MESSAGE_DESCRIPTORS))
        var length = 0
        // Most answers have some hundred bytes: clearing room for the longest would cost more than reading them.
        let answer = unsafe [UInt8](unsafeUninitializedCapacity: WorkerCoding.maximumMessage) {
            buffer,
            count in
            length = unsafe photos_receive_message(
                socket,
                buffer.baseAddress,
                buffer.count,
                &uninvited
            )
            count = max(0, min(length, buffer.count))
        }
        for descriptor in uninvited where descriptor >= 0 { close(descriptor) }
        if length == -Int(EMSGSIZE) { throw MediaWorkerError(.badReply, "it is too long") }
        guard length > 0 else { throw MediaWorkerError(.died) }
        answered.store(true, ordering: .relaxed)
        return answer
    }

    private func waitForAnswer(
        _ computedBefore: Int64,
        _ deadline: () -> WorkerDeadline
    ) throws(MediaWorkerError) {
        let start = ContinuousClock.now
        if try hasAnswer(within: .milliseconds(500)) { return }
        let deadline = deadline()
        while true {
            let waited = start.duration(to: .now)
            let computed = Duration.nanoseconds(
                photos_computing_time(identifier) - computedBefore
            )
            guard computed < deadline.computing, waited < deadline.waiting else {
                throw MediaWorkerError(.timedOut)
            }
            let left = min(deadline.computing - computed, deadline.waiting - waited)
            // Several threads of a worker compute more than the clock goes on.
            if try hasAnswer(within: min(left, .milliseconds(500))) { return }
        }
    }

    private func hasAnswer(within time: Duration) throws(MediaWorkerError) -> Bool {
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        let ready = unsafe poll(&waiting, 1, Int32(max(0, time / .milliseconds(1)) + 1))
        if ready < 0, errno != EINTR { throw MediaWorkerError(.died, systemMessage(errno)) }
        return ready > 0
    }

    /// Whether the process ended while nobody asked anything of it.
    var isGone: Bool {
        var waiting = pollfd(fd: socket, events: 0, revents: 0)
        return unsafe poll(&waiting, 1, 0) != 0
    }

    /// The worker needs no more of the environment than to find its libraries; the rest is the user's own.
    ///
    /// A crash is answered by a fresh worker and needs no report, which would start another program.
    static func passedOn(_ environment: [String: String]) -> [String] {
        let names = ["PATH", "LD_LIBRARY_PATH", "TZDIR"]
        return names.compactMap { name in environment[name].map { "\(name)=\($0)" } }
            + ["LC_ALL=C.UTF-8", "VIPS_CONCURRENCY=1", "SWIFT_BACKTRACE=enable=no"]
    }
}
