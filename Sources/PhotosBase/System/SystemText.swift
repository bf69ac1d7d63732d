import Glibc

/// Reads small texts that the system and other programs keep, such as the table of mounts.
///
/// Foundation takes a part of a file of the kernel for the whole: such a file states no size, and a call reads about a page of it.
public enum SystemText {
    /// Reads a whole file.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: Its text; nil if there is no such file, or if it cannot be read or is not UTF-8.
    public static func read(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while let part = try? DescriptorBytes.next(of: descriptor) {
            if part.isEmpty { return String(validating: bytes, as: UTF8.self) }
            bytes += part
        }
        return nil
    }
}
