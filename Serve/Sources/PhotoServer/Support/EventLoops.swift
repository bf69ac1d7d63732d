import Foundation
import NIOCore

/// The threads that serve connections.
enum EventLoops {
    /// Makes one event loop for each processor that this process may use; called before the first one is used.
    static func suitProcessors() { once }

    // NIO counts the processors of the machine, also those that the process is kept away from, and takes a number only once.
    private static let once: Void = {
        NIOSingletons.groupLoopCountSuggestion = max(
            1,
            ProcessInfo.processInfo.activeProcessorCount
        )
    }()
}
