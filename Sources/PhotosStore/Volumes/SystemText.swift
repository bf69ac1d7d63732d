import Glibc

/// Reads small texts that the system and other programs keep, such as the table of mounts.
///
/// Foundation's calls make an error object for each file that does not exist, which most of these files do not.
package enum SystemText {
    /// Returns the content of a file, or nil if there is none, or if the file cannot be read or is not UTF-8.
    package static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while true {
            // Files of the kernel state no size.
            var result = 0
            let part = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
                result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                count = max(0, result)
            }
            guard result >= 0 else { return nil }
            if result == 0 { return String(validating: bytes, as: UTF8.self) }
            bytes += part
        }
    }
}
