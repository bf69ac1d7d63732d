import Photos

/// Files that are whole and on disk, or not there.
enum DurableFile {
    /// Puts the new content in place of the old one at once.
    static func write(_ data: Data, to url: URL) throws {
        let partial = partial(of: url)
        try data.write(to: partial)
        try put(partial, at: url)
        try synchronize(url.deletingLastPathComponent())
    }

    /// Where to write a file before it gets its name.
    static func partial(of url: URL) -> URL {
        url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).partial")
    }

    /// Gives a written file its name; its folder is still to be synchronized.
    static func put(_ partial: URL, at url: URL) throws {
        try synchronize(partial)
        guard rename(partial.path, url.path) == 0 else { throw failure() }
    }

    /// Waits until a file's content, or a folder's names, are on disk.
    static func synchronize(_ url: URL) throws {
        let descriptor = open(url.path, O_RDONLY)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    private static func failure() -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}
