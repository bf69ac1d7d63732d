import CPhotosSystem
import Foundation
import Glibc
import PhotosBase
import Synchronization

/// A running worker and the socket to it.
///
/// The process and the socket end with this object. Only one thread at a time uses a process, since `MediaWorkerClient`
/// lends it to one request. `memory` guards the memory that the worker has for its pictures.
final class WorkerProcess: Sendable {
    private let process: ChildProcess
    private let socket: Int32
    private let memory = Mutex<SharedMemory?>(nil)
    private let answered = Atomic(false)

    var identifier: pid_t { process.identifier }

    /// Whether the process has answered a request, so that an earlier file may have damaged it.
    var hasAnswered: Bool { answered.load(ordering: .relaxed) }

    /// Starts the program with the other end of a socket as its standard input, and no other open file.
    static func start(
        _ kind: WorkerKind,
        program: String,
        environment: [String: String]
    ) throws(MediaWorkerError) -> WorkerProcess {
        try start(WorkerProgram.command(for: kind, program: program), environment: environment)
    }

    /// Starts a program with the given first arguments.
    static func start(
        _ command: (path: String, arguments: [String]),
        environment: [String: String]
    ) throws(MediaWorkerError) -> WorkerProcess {
        do throws(SystemError) {
            let (process, socket) = try ChildProcess.start(
                command.path,
                command.arguments + SandboxPolicy.arguments(environment: environment),
                environment: passedOn(environment),
                connection: .messages
            ) { end in [end, -1, -1] }
            return WorkerProcess(process, socket: socket)
        } catch {
            throw MediaWorkerError(.cannotStart, systemMessage(error.code))
        }
    }

    /// Makes a socket, and has a process started with its other end.
    ///
    /// The closure gets the other end, which closes afterwards, and returns the identifier of the process.
    static func start(
        _ process: (_ end: Int32) throws(MediaWorkerError) -> pid_t
    ) throws(MediaWorkerError) -> WorkerProcess {
        let connection: SocketPair
        do throws(SystemError) {
            connection = try SocketPair(.messages)
        } catch {
            throw MediaWorkerError(.cannotStart, systemMessage(error.code))
        }
        defer { close(connection.other) }
        do throws(MediaWorkerError) {
            let copy = ChildProcess(identifier: try process(connection.other))
            return WorkerProcess(copy, socket: connection.own)
        } catch {
            close(connection.own)
            throw error
        }
    }

    private init(_ process: ChildProcess, socket: Int32) {
        self.process = process
        self.socket = socket
    }

    deinit {
        close(socket)
        // A worker keeps nothing between files, so killing it loses nothing and always works.
        process.kill()
    }

    /// Sends a JPEG in the memory, waits for the answer, and copies the pixels out of the memory.
    ///
    /// The process needs no descriptor, and reads nothing but the memory.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - jpeg: The bytes of the file.
    ///   - regions: The range of the memory for the pixels, and behind it that for the file.
    ///   - deadline: The time limits.
    ///   - meanwhile: A closure that is called when the worker has the request.
    /// - Returns: The answer, and the pixels if the answer states a picture.
    /// - Throws: `MediaWorkerError` if there is no answer, or the answer is invalid.
    func exchange(
        _ request: [UInt8],
        jpeg: Data,
        regions: (pixels: PicturePlan.Region, file: PicturePlan.Region),
        deadline: WorkerDeadline,
        meanwhile: () -> Void
    ) throws(MediaWorkerError) -> (WorkerReply, Data?) {
        let end = regions.file.offset + regions.file.capacity
        var shared = memory.withLock { $0 }
        var descriptors: [Int32] = []
        if shared.map({ $0.byteCount < end }) ?? true {
            let new = try SharedMemory(byteCount: end)
            // The worker expects the memory after the file. Where there is no file, any descriptor takes its position.
            descriptors = [new.descriptor, new.descriptor]
            shared = new
        }
        guard let shared else { throw MediaWorkerError(.noMemory) }
        shared.write(jpeg, at: regions.file.offset)
        let answer = try exchange(
            request,
            descriptors: descriptors,
            deadline: { deadline },
            meanwhile: meanwhile
        )
        if !descriptors.isEmpty { memory.withLock { $0 = shared } }
        let reply = try WorkerCoding.decodedReply(in: answer)
        defer { shared.trim(used: end) }
        guard reply.isAboutPictures, let made = reply.pictures.first else { return (reply, nil) }
        guard reply.pictures.count == 1, made.byteCount == regions.pixels.capacity,
            made.width * made.height == regions.pixels.pixels
        else { throw MediaWorkerError(.badReply, "it states impossible pictures") }
        let start = regions.pixels.offset
        return (reply, shared.copy(start..<start + made.byteCount))
    }

    /// Sends a request for pictures, waits for the answer, and copies the pictures out of the memory.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - descriptor: The file.
    ///   - plan: The ranges of the memory for the pictures.
    ///   - deadline: The time limits.
    ///   - meanwhile: A closure that is called when the worker has the request.
    ///   - isAllowed: A closure that returns whether the sizes in the answer are possible.
    /// - Returns: The answer, and the bytes of each picture.
    /// - Throws: `MediaWorkerError` if there is no answer, or the answer is invalid.
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
        let reply = try WorkerCoding.decodedReply(in: answer)
        defer { shared.trim(used: plan.byteCount) }
        guard reply.isAboutPictures else { return (reply, []) }
        guard isAllowed(reply.pictures) else {
            throw MediaWorkerError(.badReply, "it states impossible pictures")
        }
        let pictures = zip(reply.pictures, plan.regions).map { made, region in
            shared.copy(region.offset..<region.offset + made.byteCount)
        }
        return (reply, pictures)
    }

    /// Sends a request for a part of a movie, waits for the answer, and copies the part out of the memory.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - descriptor: The file.
    ///   - capacity: The largest number of bytes of the part.
    ///   - deadline: The time limits.
    ///   - isAllowed: A closure that returns whether the part in the answer is possible.
    /// - Returns: The answer, and the bytes if the answer states a part.
    /// - Throws: `MediaWorkerError` if there is no answer, or the answer is invalid.
    func exchange(
        _ request: [UInt8],
        descriptor: Int32,
        capacity: Int,
        deadline: WorkerDeadline,
        isAllowed: (MadeMoviePart) -> Bool
    ) throws(MediaWorkerError) -> (WorkerReply, Data?) {
        var shared = memory.withLock { $0 }
        var descriptors = [descriptor]
        if shared.map({ $0.byteCount < capacity }) ?? true {
            let new = try SharedMemory(byteCount: capacity)
            descriptors.append(new.descriptor)
            shared = new
        }
        guard let shared else { throw MediaWorkerError(.noMemory) }
        let answer = try exchange(
            request,
            descriptors: descriptors,
            deadline: { deadline },
            meanwhile: {}
        )
        memory.withLock { $0 = shared }
        let reply = try WorkerCoding.decodedReply(in: answer)
        defer { shared.trim(used: capacity) }
        guard let part = reply.moviePart else { return (reply, nil) }
        guard part.byteCount <= capacity, isAllowed(part) else {
            throw MediaWorkerError(.badReply, "it states an impossible part of a movie")
        }
        return (reply, shared.copy(0..<part.byteCount))
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - descriptors: The descriptors that are sent with the message.
    ///   - deadline: A closure that returns the time limits. The closure is called after 500 ms without an answer.
    ///   - meanwhile: A closure that is called when the worker has the request.
    /// - Returns: The answer.
    /// - Throws: `MediaWorkerError` if there is no answer; `cancelled` as soon as the work of this thread is cancelled. The
    ///   process then still works, and must end.
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
        try waitForAnswer(computedBefore: computedBefore, deadline: deadline)
        var uninvited = [Int32](repeating: -1, count: Int(PHOTOS_MESSAGE_DESCRIPTORS))
        var length = 0
        // Most answers have some hundred bytes. Clearing a buffer for the longest would cost more than reading them.
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
        computedBefore: Int64,
        deadline: () -> WorkerDeadline
    ) throws(MediaWorkerError) {
        // The worker does not work while the machine sleeps.
        let start = SuspendingClock.now
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
            // A worker with several threads can compute for longer than the time by the clock.
            if try hasAnswer(within: min(left, .milliseconds(500))) { return }
        }
    }

    /// The longest time between two checks whether the work is cancelled.
    ///
    /// A process costs more than the rest of work that takes no longer.
    private static let cancellationInterval = Duration.milliseconds(20)

    private func hasAnswer(within time: Duration) throws(MediaWorkerError) -> Bool {
        guard let cancellation = WorkCancellation.current else { return try pollAnswer(time) }
        var left = time
        while left > Self.cancellationInterval {
            if try pollAnswer(Self.cancellationInterval) { return true }
            guard !cancellation.isCancelled else { throw MediaWorkerError(.cancelled) }
            left -= Self.cancellationInterval
        }
        return try pollAnswer(left)
    }

    private func pollAnswer(_ time: Duration) throws(MediaWorkerError) -> Bool {
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        let ready = unsafe poll(&waiting, 1, Int32(max(0, time / .milliseconds(1)) + 1))
        if ready < 0, errno != EINTR { throw MediaWorkerError(.died, systemMessage(errno)) }
        return ready > 0
    }

    /// Whether the process ended while it was idle.
    var isGone: Bool {
        var waiting = pollfd(fd: socket, events: 0, revents: 0)
        return unsafe poll(&waiting, 1, 0) != 0
    }

    /// Returns the environment variables for the worker: only those needed to find its libraries, since the rest is
    /// private to the user.
    ///
    /// A crash is answered by a fresh worker. The crash report of Swift is turned off, because it would start another
    /// program.
    static func passedOn(_ environment: [String: String]) -> [String: String] {
        environment.filter { ["PATH", "LD_LIBRARY_PATH", "TZDIR"].contains($0.key) }
            .merging(
                [
                    "LC_ALL": "C.UTF-8", "VIPS_CONCURRENCY": "1",
                    "SWIFT_BACKTRACE": "enable=no",
                ]
            ) { $1 }
    }
}
