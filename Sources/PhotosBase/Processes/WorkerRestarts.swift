import Synchronization

/// The number of workers that this process gave up, for whoever watches a program that runs for long.
///
/// A worker is given up when it ends by itself, answers too late, or gives an answer that makes no sense. The next request starts
/// another one.
public enum WorkerRestarts {
    private static let number = Atomic(0)

    /// The number since the process started.
    public static var count: Int { number.load(ordering: .relaxed) }

    /// Counts a worker that is given up.
    package static func record() { number.add(1, ordering: .relaxed) }
}
