import NIOCore

/// Runs the steps of tasks on an event loop, between what else the loop does.
///
/// Steps that only pass on what came from a connection of the loop need no change of threads then.
final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
