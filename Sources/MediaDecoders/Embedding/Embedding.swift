import Foundation
import PhotosMedia
import WorkerService

/// Writes copies of pictures' files that state other metadata.
///
/// Our own code replaces the blocks of JPEG, PNG and WebP, so that all other bytes stay. exiv2 changes the tags inside of
/// the blocks, and whole TIFFs.
enum Embedding {
    /// An Exif block without tags.
    private static let emptyBlock: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    /// Writes a copy.
    ///
    /// - Parameters:
    ///   - metadata: The properties to write.
    ///   - original: The file.
    ///   - copy: The copy, whose size is the largest that is possible.
    /// - Returns: The size of the copy. The ranges are those of the original that the library still has to copy.
    /// - Throws: `MediaFileError` if the file is at fault, or takes no metadata.
    static func write(
        _ metadata: WrittenMetadata,
        from original: Int32,
        into copy: Int32
    ) throws -> EmbeddedCopy {
        let source = try DescriptorByteSource(descriptor: original)
        let file: MappedFile
        do {
            file = try MappedFile(descriptor: original, byteCount: source.byteCount)
        } catch let error as MappedFile.TooLong {
            throw error.failure
        }
        let type = try MediaHeader.read(from: file).type
        let target = try MappedCopy(descriptor: copy)
        if let container = try MediaType.container(of: file, type: type) {
            let parts = try changed(container.parts, metadata)
            return try target.write(container.plan(with: parts), of: file)
        }
        guard type.takesEmbeddedMetadata, file.bytes.count <= target.bytes.count else {
            throw MediaFileError(.notEmbeddable, "its format is \(type.rawValue)")
        }
        return EmbeddedCopy(byteCount: Int64(try writeTIFF(metadata, file, target)))
    }

    private static func changed(
        _ parts: MetadataParts,
        _ metadata: WrittenMetadata
    ) throws -> MetadataParts {
        var result = parts
        result.xmp = try packet(metadata, in: parts.xmp)
        let hadExif = parts.exif != nil
        var block = parts.exif ?? emptyBlock
        try block.withUnsafeMutableBytes { bytes in
            let tags = try TagFile(bytes)
            if let resources = parts.resources { try tags.take(resources: resources) }
            let steps = metadata.writableTagSteps(in: tags)
            guard !steps.isEmpty else { return }
            try tags.apply(steps)
            // A file without Exif stays without, unless a tag is written.
            if hadExif || tags.has("Exif.") { result.exif = [UInt8](try tags.written()) }
            if parts.resources != nil { result.resources = try tags.writtenResources() }
        }
        return result
    }

    private static func writeTIFF(
        _ metadata: WrittenMetadata,
        _ file: MappedFile,
        _ target: MappedCopy
    ) throws -> Int {
        target.bytes.copyMemory(from: file.bytes)
        let whole = UnsafeMutableRawBufferPointer(rebasing: target.bytes[..<file.bytes.count])
        let tags = try TagFile(whole)
        try tags.set(xmp: packet(metadata, in: tags.xmp))
        try tags.apply(metadata.writableTagSteps(in: tags))
        let written = try tags.written()
        guard written.count <= target.bytes.count else {
            throw MediaFileError(.notEmbeddable, "the copy would be much larger than the file")
        }
        // exiv2 changes the bytes where they are, if their number stays.
        if written.baseAddress != UnsafeRawPointer(whole.baseAddress) {
            target.bytes.copyMemory(from: written)
        }
        return written.count
    }

    private static func packet(
        _ metadata: WrittenMetadata,
        in existing: [UInt8]?
    ) throws -> [UInt8] {
        do throws(XMPWritingError) {
            return try SidecarWriting.bytes(stating: metadata, in: existing)
        } catch {
            throw MediaFileError(.notEmbeddable, PlainText.line(error.reason))
        }
    }
}

/// A copy that is written through memory, because the sandbox allows no writing to files.
private final class MappedCopy {
    let bytes: UnsafeMutableRawBufferPointer

    init(descriptor: Int32) throws {
        let size = try DescriptorByteSource(descriptor: descriptor).byteCount
        guard size > 0, size <= MappedFile.maximumSize * 2,
            let start = mmap(nil, Int(size), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            start != MAP_FAILED
        else { throw MediaFileError(.unreadable, "the copy cannot be mapped to memory") }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: Int(size))
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    /// Writes the pieces of a plan, except the large ones that the library copies.
    func write(_ plan: CopyPlan, of file: MappedFile) throws -> EmbeddedCopy {
        guard plan.byteCount <= Int64(bytes.count) else {
            throw MediaFileError(.notEmbeddable, "the copy would be much larger than the file")
        }
        var copy = EmbeddedCopy(byteCount: plan.byteCount)
        var offset: Int64 = 0
        for piece in plan.pieces {
            let target = UnsafeMutableRawBufferPointer(rebasing: bytes[Int(offset)...])
            switch piece {
            case .bytes(let new): target.copyBytes(from: new)
            case .original(let range):
                if piece.count >= EmbeddedCopy.smallestPart,
                    copy.parts.count < EmbeddedCopy.mostParts
                {
                    copy.parts.append(
                        .init(source: range.lowerBound, target: offset, count: piece.count)
                    )
                } else {
                    let part = file.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
                    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
                }
            }
            offset += piece.count
        }
        return copy
    }
}
