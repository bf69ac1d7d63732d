import Foundation
import Testing

/// Measures one test where the variable `PHOTOKIT_TEST_TIMES` names a file: appends one line to it.
///
/// The line has the seconds by the clock, the processor seconds of this process and of its ended child processes, and the
/// name of the test. The processor seconds belong to the test only where one test runs at once.
struct TestMeasurement {
    private let path: String
    private let name: String
    private let begin = ContinuousClock.now
    private let processorSecondsAtBegin = Self.processorSeconds()

    init?(of test: Test) {
        guard let path = ProcessInfo.processInfo.environment["PHOTOKIT_TEST_TIMES"] else {
            return nil
        }
        self.path = path
        name = "\(test.id)"
    }

    func finish() {
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        let processor = Self.processorSeconds() - processorSecondsAtBegin
        let line = String(format: "%.3f\t%.3f\t", seconds, processor) + name + "\n"
        // Lines of several tests do not mix: each is one write to a file that is open for appending.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        precondition(descriptor >= 0, "PHOTOKIT_TEST_TIMES names a file that cannot be written.")
        defer { close(descriptor) }
        Array(line.utf8).withUnsafeBytes { bytes in
            _ = write(descriptor, bytes.baseAddress, bytes.count)
        }
    }

    private static func processorSeconds() -> Double {
        [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(0) { sum, who in
            var usage = rusage()
            getrusage(__rusage_who_t(who.rawValue), &usage)
            return sum
                + [usage.ru_utime, usage.ru_stime].reduce(0) {
                    $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
                }
        }
    }
}
