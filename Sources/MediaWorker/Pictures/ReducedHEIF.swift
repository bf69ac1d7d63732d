import PhotosMedia

/// A HEIF file in memory that has the primary picture of another one and nothing beside it.
final class ReducedHEIF {
    private let memory: UnsafeMutableRawBufferPointer

    /// - Throws: `MediaFileError` where the primary picture is not whole.
    init(_ file: MappedFile) throws(MediaFileError) {
        let reduction = try HEIFReduction(file)
        memory = .allocate(byteCount: reduction.byteCount, alignment: 16)
        reduction.write(from: file.bytes, into: memory)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

    deinit { memory.deallocate() }
}
