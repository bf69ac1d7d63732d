import PhotosMedia

/// A HEIF file in memory that has only the primary picture of another one.
final class ReducedHEIF {
    private let memory: UnsafeMutableRawBufferPointer

    /// Copies the primary picture.
    init(_ reduction: HEIFReduction, of file: MappedFile) {
        memory = .allocate(byteCount: reduction.byteCount, alignment: 16)
        reduction.write(from: file.bytes, into: memory)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

    deinit { memory.deallocate() }
}
