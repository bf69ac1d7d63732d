import Glibc

/// The file descriptors that this process may have open.
enum OpenFiles {
    /// The descriptors that libraries, the worker and the server itself need beside connections.
    static let reserve = 512

    /// Raises the limit as far as the system allows.
    ///
    /// - Parameter wanted: The descriptors that are needed.
    /// - Returns: The limit afterwards.
    static func raiseLimit(to wanted: Int) -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 1024
        }
        let before = limit.rlim_cur
        guard before < rlim_t(wanted) else { return Int(clamping: before) }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return Int(clamping: before)
        }
        return Int(clamping: limit.rlim_cur)
    }
}
