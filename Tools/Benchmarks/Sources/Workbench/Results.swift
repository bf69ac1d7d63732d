import Foundation
import Glibc

/// Nanoseconds of a clock that all processes share.
package func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The samples of one run, as one line of JSON in the file that the caller of the program named.
package struct Samples: Codable, Sendable {
    package var unit: String
    package var samples: [Double]

    package init(unit: String = "ns", _ samples: [Double]) {
        self.unit = unit
        self.samples = samples
    }

    package func write() throws {
        let line = try JSONEncoder().encode(self) + Data("\n".utf8)
        if let path = ProcessInfo.processInfo.environment["OPENPHOTOKIT_BENCHMARK_RESULT"] {
            try line.write(to: URL(fileURLWithPath: path))
        } else {
            FileHandle.standardOutput.write(line)
        }
    }
}
