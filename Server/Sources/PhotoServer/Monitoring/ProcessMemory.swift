import Glibc
import PhotosBase

/// The memory of this process.
enum ProcessMemory {
    /// Returns the bytes that are in memory; nil where the system does not say.
    static func residentBytes() -> Int? {
        SystemText.read("/proc/self/statm").flatMap(pageCount(in:)).map {
            $0 * sysconf(Int32(_SC_PAGESIZE))
        }
    }

    /// Returns the pages that are in memory, in the system's line about a process; nil for any other text.
    static func pageCount(in statm: String) -> Int? {
        let parts = statm.split(separator: " ")
        return parts.count > 1 ? Int(parts[1]) : nil
    }
}
