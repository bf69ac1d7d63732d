import PhotosMedia

/// A JPEG file in memory that has the segments of another one and not what lies between them.
final class MendedJPEG {
    private let memory: UnsafeMutableRawBufferPointer

    /// Copies beyond this would leave the decoder too little memory; such files are decoded as they are.
    private static let mostBytes = 64 << 20

    /// The file, or nil where it cannot be mended.
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
