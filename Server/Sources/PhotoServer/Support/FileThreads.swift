import PhotosBase

extension BlockingThreads {
    /// Threads for files of photos, which may be in a folder that hangs: lists and stored previews never wait for them.
    static let files = BlockingThreads(limit: 8)

    /// Threads that encode pictures, each of which takes long: lists and stored previews never wait for them.
    static let pictures = BlockingThreads(limit: 2)

    /// Threads that examine what guests send: hostile files, which take long, keep only other guests waiting.
    static let guestFiles = BlockingThreads(limit: 2)
}
