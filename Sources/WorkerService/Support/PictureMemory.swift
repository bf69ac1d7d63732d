import Foundation
import PhotosMedia

/// The memory for finished pictures, which the library created and sent.
struct PictureMemory: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer

    /// Maps the memory behind a descriptor, and closes the descriptor.
    init(descriptor: Int32) throws {
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.fault() }
        let size = Int(status.st_size)
        guard size > 0,
            let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            start != MAP_FAILED
        else { throw Self.fault() }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    /// Returns the ranges of memory that a plan states.
    func buffers(_ regions: [PicturePlan.Region]) throws -> [UnsafeMutableRawBufferPointer] {
        try regions.map { region in
            guard region.offset >= 0, region.capacity >= 0, region.offset <= bytes.count,
                region.capacity <= bytes.count - region.offset
            else { throw Self.fault() }
            let range = region.offset..<region.offset + region.capacity
            return UnsafeMutableRawBufferPointer(rebasing: bytes[range])
        }
    }

    private static func fault() -> MediaFileError {
        MediaFileError(.unreadable, "there is no memory for its pictures")
    }
}
