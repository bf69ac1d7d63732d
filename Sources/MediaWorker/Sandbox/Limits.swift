import Glibc
import PhotosMedia
import Synchronization

/// What the system lets this process use, so that a hostile file cannot take more.
///
/// `granted` guards the limits of computing time and of memory that are set.
/// Processes are not counted: the system counts the threads of all programs of a user, and decoders have threads. New
/// processes are what the filter of system calls refuses.
enum Limits {
    /// Bytes of memory that is this process's own, from the least to the most that a file is granted.
    ///
    /// Pictures that are handed over lie in the library's.
    private static let memory = rlim_t(DecodingMemory.ordinary)
    private static let greatestMemory = rlim_t(DecodingMemory.maximum)
    /// Bytes: that, the file, the pictures, and the decoders' libraries, all of which only look into it.
    private static let addressSpace: rlim_t = 4 << 30
    /// Seconds of computing for one file; the library waits less long.
    private static let secondsPerFile: rlim_t = 30
    /// The socket, the file, the memory for pictures, and what decoders make of them.
    private static let openFiles: rlim_t = 16

    private static let granted = Mutex(Granted())

    private struct Granted {
        var seconds: rlim_t = 0
        var memory = Limits.memory
    }

    /// For those who ask.
    static var summary: String {
        "\(memory >> 20) to \(greatestMemory >> 20) MiB of memory, \(secondsPerFile) s of computing a file"
    }

    /// Returns whether the system took all of them.
    static func apply(to task: Walls.Task) -> Bool {
        // A library that tries to write hears that it cannot, instead of ending the process.
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

    /// Gives the next file its share of computing time, counted from what is used up already.
    @discardableResult
    static func grantTime() -> Bool {
        var used = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &used)
        let spent = rlim_t(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
        let limit = spent + secondsPerFile + 1
        // Most files take no second, so that most find the limit as it shall be.
        return granted.withLock { granted in
            if granted.seconds == limit { return true }
            granted.seconds = limit
            var present = rlimit()
            getrlimit(Int32(RLIMIT_CPU.rawValue), &present)
            present.rlim_cur = min(limit, present.rlim_max)
            return set(RLIMIT_CPU, present)
        }
    }

    /// Lets the next file use as much memory as its pixels take, as far as the stated maximum; less than before, too.
    ///
    /// - Returns: The bytes that are granted.
    @discardableResult
    static func grantMemory(pixels: Int) -> Int {
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
        // Whoever started this process may have allowed less already.
        limit.rlim_max = min(limit.rlim_max, present.rlim_max)
        limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
        return setrlimit(Int32(resource.rawValue), &limit) == 0
    }
}
