import Glibc
import PhotosMedia
import Synchronization

/// The system's limits for this process, so that a hostile file cannot use more.
///
/// `granted` guards the current limits on computing time and memory. The number of processes is not limited: the system
/// counts the threads of all programs of a user, and decoders have threads. The filter of system calls denies new
/// processes.
package enum Limits {
    /// The number of bytes of private memory, from the least to the most that a file gets.
    ///
    /// The memory of finished pictures does not count, because it belongs to the library.
    private static let memory = rlim_t(DecodingMemory.ordinary)
    private static let greatestMemory = rlim_t(DecodingMemory.maximum)
    /// The largest address space in bytes: private memory, the file, the pictures, and the decoders' libraries.
    private static let addressSpace: rlim_t = 4 << 30
    /// The computing time for one file in seconds.
    ///
    /// The library's own limit is shorter.
    private static let secondsPerFile: rlim_t = 30
    /// The largest number of open files: the socket, the file, the memory for pictures, and files that decoders open.
    private static let openFiles: rlim_t = 16

    private static let granted = Mutex(Granted())

    private struct Granted {
        var seconds: rlim_t = 0
        var memory = Limits.memory
    }

    /// The limits in words, for reports.
    static var summary: String {
        "\(memory >> 20) to \(greatestMemory >> 20) MiB of memory, \(secondsPerFile) s of computing a file"
    }

    /// Sets all limits; returns whether the system accepted them.
    static func apply(to task: Sandbox.Task) -> Bool {
        // A library that writes too much gets an error. Without this, the signal would end the process.
        signal(SIGXFSZ, SIG_IGN)
        var written: rlim_t = 0
        var most = greatestMemory
        if case .unpacking(_, let maximumBytes) = task {
            written = rlim_t(max(0, maximumBytes))
            most = memory
        }
        let limits: [(__rlimit_resource, rlim_t, rlim_t)] = [
            (RLIMIT_CORE, 0, 0), (RLIMIT_DATA, memory, most),
            (RLIMIT_AS, addressSpace, addressSpace), (RLIMIT_NOFILE, openFiles, openFiles),
            (RLIMIT_FSIZE, written, written),
        ]
        let results = limits.map { set($0.0, rlimit(rlim_cur: $0.1, rlim_max: $0.2)) }
        return results.allSatisfy { $0 } && grantTime()
    }

    /// Grants the computing time for the next file, counted from the time already used.
    @discardableResult
    package static func grantTime() -> Bool {
        var used = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &used)
        let spent = rlim_t(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
        let limit = spent + secondsPerFile + 1
        // Most files take less than a second, so the limit is often right already.
        return granted.withLock { granted in
            if granted.seconds == limit { return true }
            granted.seconds = limit
            var present = rlimit()
            getrlimit(Int32(RLIMIT_CPU.rawValue), &present)
            present.rlim_cur = min(limit, present.rlim_max)
            return set(RLIMIT_CPU, present)
        }
    }

    /// Sets the memory limit for a file's pixels, up to the maximum.
    ///
    /// The new limit may be lower than the last one.
    ///
    /// - Returns: The number of bytes that are granted.
    @discardableResult
    package static func grantMemory(pixels: Int) -> Int {
        let limit = rlim_t(DecodingMemory.limit(pixels: pixels))
        return granted.withLock { granted in
            guard granted.memory != limit else { return Int(limit) }
            var present = rlimit()
            getrlimit(Int32(RLIMIT_DATA.rawValue), &present)
            present.rlim_cur = min(limit, present.rlim_max)
            guard set(RLIMIT_DATA, present) else { return Int(granted.memory) }
            granted.memory = limit
            return Int(present.rlim_cur)
        }
    }

    private static func set(_ resource: __rlimit_resource, _ limit: rlimit) -> Bool {
        var limit = limit
        var present = rlimit()
        getrlimit(Int32(resource.rawValue), &present)
        // The process that started this one may have set a lower limit.
        limit.rlim_max = min(limit.rlim_max, present.rlim_max)
        limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
        return setrlimit(Int32(resource.rawValue), &limit) == 0
    }
}
