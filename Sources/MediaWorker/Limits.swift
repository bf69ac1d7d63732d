import Glibc

/// What the system lets this process use, so that a hostile file cannot take more.
enum Limits {
    /// Bytes: the largest picture that is mapped, the decoders' libraries, and room to work.
    private static let addressSpace: rlim_t = 1 << 30
    /// Seconds of computing for one file; the library waits less long by the clock.
    private static let secondsPerFile: rlim_t = 30
    /// The socket, the file, and what libraries open while they start.
    private static let openFiles: rlim_t = 64

    static func apply() {
        set(RLIMIT_CORE, rlimit(rlim_cur: 0, rlim_max: 0))
        set(RLIMIT_AS, rlimit(rlim_cur: addressSpace, rlim_max: addressSpace))
        set(RLIMIT_NOFILE, rlimit(rlim_cur: openFiles, rlim_max: openFiles))
        grantTime()
    }

    /// Gives the next file its share of computing time, counted from what is used up already.
    static func grantTime() {
        var used = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &used)
        let spent = rlim_t(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
        var limit = rlimit()
        getrlimit(Int32(RLIMIT_CPU.rawValue), &limit)
        limit.rlim_cur = min(spent + secondsPerFile + 1, limit.rlim_max)
        set(RLIMIT_CPU, limit)
    }

    private static func set(_ resource: __rlimit_resource, _ limit: rlimit) {
        var limit = limit
        var present = rlimit()
        getrlimit(Int32(resource.rawValue), &present)
        // Whoever started this process may have allowed less already.
        limit.rlim_max = min(limit.rlim_max, present.rlim_max)
        limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
        setrlimit(Int32(resource.rawValue), &limit)
    }
}
