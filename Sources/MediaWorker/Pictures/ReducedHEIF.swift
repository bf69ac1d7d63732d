import PhotosMedia

/// A HEIF file in memory that has only the primary picture of another one.
final class ReducedHEIF {
    private let memory: UnsafeMutableRawBufferPointer

    /// Copies the primary picture.
    ///
    /// - Throws: `MediaFileError` if the primary picture is incomplete.
    init(_ file: MappedFile) throws(MediaFileError) {
        let reduction = try HEIFReduction(file)
        memory = .allocate(byteCount: reduction.byteCount, alignment: 16)
        reduction.write(from: file.bytes, into: memory)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

    deinit { memory.deallocate() }
}
