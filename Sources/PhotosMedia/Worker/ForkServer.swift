import CPhotosSystem
import Foundation
import Glibc
import Synchronization

/// A process that has loaded the decoders, and starts workers by copying itself.
///
/// Copying a process that has loaded the decoders takes a fiftieth of the time of loading them. The server is outside the
/// sandbox and reads no file. Each copy enters the sandbox before it reads its first request. The copies are children of
/// this process, as directly started workers are.
///
/// All copies have the same memory addresses. A hostile file that guesses addresses must not get a second guess, so a
/// server must not be used again after one of its copies has crashed.
///
/// `turn` lets one thread at a time communicate with the server, and guards whether an exchange failed. The server ends
/// with this object.
final class ForkServer: Sendable {
    private let process: WorkerProcess
    private let turn = Mutex(false)

    var identifier: pid_t { process.identifier }

    /// Whether a worker was started.
    var hasStartedWorkers: Bool { process.hasAnswered }

    /// Starts the server, without waiting until it has loaded the decoders.
    init(
        _ command: (path: String, arguments: [String]),
        environment: [String: String]
    ) throws(MediaWorkerError) {
        process = try .start(command, environment: environment)
    }

    /// Starts a worker.
    ///
    /// The first call waits until the decoders are loaded.
    ///
    /// - Throws: `MediaWorkerError` if the server has ended, cannot start a process, or does not answer within 10 s.
    func startWorker() throws(MediaWorkerError) -> WorkerProcess {
        try WorkerProcess.start { end throws(MediaWorkerError) in
            let result = turn.withLock { hasFailed in
                Result { () throws(MediaWorkerError) in
                    // The late answer to a request that was given up names the worker of that request.
                    guard !hasFailed else { throw MediaWorkerError(.died) }
                    hasFailed = true
                    let answer = try process.exchange(
                        [0],
                        descriptors: [end],
                        deadline: { Self.patience },
                        meanwhile: {}
                    )
                    hasFailed = false
                    return answer
                }
            }
            let answer = try result.get()
            guard answer.count == MemoryLayout<Int32>.size else {
                throw MediaWorkerError(.badReply, "it states no process")
            }
            let identifier = answer.reversed().reduce(into: UInt32(0)) { $0 = $0 << 8 | UInt32($1) }
            let copy = Int32(bitPattern: identifier)
            guard copy > 0 else { throw MediaWorkerError(.cannotStart, systemMessage(-copy)) }
            return copy
        }
    }

    private static let patience = WorkerDeadline.ordinary.limited(to: .seconds(10))
}
