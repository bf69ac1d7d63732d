import PhotosMedia

/// A JPEG file in memory that has the valid segments of another one, without the bytes between them.
final class MendedJPEG {
    private let memory: UnsafeMutableRawBufferPointer

    /// The largest copy.
    ///
    /// A larger one would leave too little memory for the decoder, so such files are decoded unchanged.
    private static let mostBytes = 64 << 20

    /// Creates the repaired file; returns nil if the file cannot be repaired.
    init?(_ file: MappedFile) {
        guard let mending = try? JPEGMending(file), mending.byteCount <= Self.mostBytes else {
            return nil
        }
        memory = .allocate(byteCount: mending.byteCount, alignment: 16)
        mending.write(from: file.bytes, into: memory)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

    deinit { memory.deallocate() }
}
