import CPhotosSystem
import Glibc

/// The error for a copy that the system does not let us write.
package struct CopyTargetError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The system's error number, such as `ENOSPC`.
    package let code: Int32

    package var description: String {
        "The copy could not be written (\(systemMessage(code))). Make room on the disk or check its permissions, and "
            + "start again."
    }
}

extension MediaWorkerClient {
    /// The largest file into whose copy metadata are embedded, in bytes.
    package static let mostEmbeddedBytes: Int64 = 512 << 20

    /// The room for new blocks of metadata in a copy, in bytes.
    ///
    /// The blocks of a JPEG have some segments of 64 KiB each.
    private static func roomForMetadata(_ type: MediaType) -> Int64 {
        type == .jpeg ? 512 << 10 : 4 << 20
    }

    /// Writes a copy of a picture's file that states other metadata.
    ///
    /// The picture is not decoded. All pixels, and all tags that the metadata do not name, stay as they are; this is
    /// checked afterwards. Safe on any thread, and on several at once. The call blocks while the worker writes.
    ///
    /// - Parameters:
    ///   - metadata: The properties to write.
    ///   - original: A JPEG, PNG, WebP, TIFF or DNG, open for reading.
    ///   - copy: An empty regular file, open for reading and writing. After an error it is empty again.
    /// - Returns: The size of the copy in bytes.
    /// - Throws: `MediaFileError` if the file is at fault, with code `notEmbeddable` if it needs a sidecar. Throws
    ///   `CopyTargetError` if the copy cannot be written, and `MediaWorkerError` if the worker is at fault.
    package func embed(
        _ metadata: WrittenMetadata,
        from original: Int32,
        into copy: Int32
    ) throws -> Int64 {
        let source = try DescriptorByteSource(descriptor: original)
        let start = try source.bytes(at: 0, count: MediaType.signatureLength)
        let named = try MediaType(known: start, fileSize: source.byteCount)
        guard named.takesEmbeddedMetadata else {
            throw MediaFileError(.notEmbeddable, "its format is \(named.rawValue)")
        }
        // Only the header distinguishes the raw formats that begin like a TIFF.
        let type = try MediaHeader.read(from: source).type
        guard type.takesEmbeddedMetadata else {
            throw MediaFileError(.notEmbeddable, "its format is \(type.rawValue)")
        }
        guard source.byteCount <= Self.mostEmbeddedBytes else {
            throw MediaFileError(.notEmbeddable, "it is larger than 512 MiB")
        }
        let capacity = source.byteCount + Self.roomForMetadata(type)
        // The worker writes to memory that is mapped to the file, so the disk must have the room before.
        let code = posix_fallocate(copy, 0, off_t(capacity))
        do {
            guard code == 0 else { throw CopyTargetError(code: code) }
            let embedded = try embed(
                metadata,
                from: original,
                into: copy,
                capacity: capacity,
                byteCount: source.byteCount
            )
            let count = embedded.byteCount
            guard ftruncate(copy, off_t(count)) == 0 else { throw CopyTargetError(code: errno) }
            for part in embedded.parts { try Self.copyPart(part, from: original, to: copy) }
            let written = try DescriptorByteSource(descriptor: copy)
            guard try StoredImage.isEqual(source, to: written, type: type) else {
                throw MediaFileError(.notEmbeddable, "its pixels would change")
            }
            return count
        } catch {
            ftruncate(copy, 0)
            throw error
        }
    }

    private func embed(
        _ metadata: WrittenMetadata,
        from original: Int32,
        into copy: Int32,
        capacity: Int64,
        byteCount: Int64
    ) throws -> EmbeddedCopy {
        let request = WorkerRequest(.embed, metadata: metadata)
        let message: [UInt8]
        do {
            message = try WorkerCoding.encode(request)
        } catch {
            throw MediaFileError(.notEmbeddable, "the metadata are larger than a message")
        }
        // Writing takes a second or two on a slow machine for each hundred megabytes.
        let time = Duration.seconds(2 + Double(byteCount) / 30e6)
        let deadline = WorkerDeadline(computing: time).limited(to: timeout)
        let reply = try decoders.withProcess { process throws(MediaWorkerError) in
            try WorkerCoding.decodedReply(
                in: process.exchange(
                    message,
                    descriptors: [original, copy],
                    deadline: { deadline },
                    meanwhile: decoders.startSpare
                )
            )
        } keeps: { _ in
            true
        }
        try checkReply(reply)
        guard let embedded = reply.embedded,
            embedded.isPossible(source: byteCount, capacity: capacity)
        else { throw MediaWorkerError(.badReply, "it states no possible copy") }
        return embedded
    }

    private static func copyPart(
        _ part: EmbeddedCopy.Part,
        from original: Int32,
        to copy: Int32
    ) throws(CopyTargetError) {
        var source = off_t(part.source)
        var target = off_t(part.target)
        var left = Int(part.count)
        while left > 0 {
            let count = photos_copy_part(original, source, copy, target, left)
            if count > 0 {
                left -= count
                source += off_t(count)
                target += off_t(count)
            } else if count == 0 {
                // The original became shorter meanwhile.
                throw CopyTargetError(code: EIO)
            } else {
                // Not every pair of file systems can copy by itself.
                try copyThroughMemory(from: original, at: source, to: copy, at: target, count: left)
                return
            }
        }
    }

    private static func copyThroughMemory(
        from original: Int32,
        at source: off_t,
        to copy: Int32,
        at target: off_t,
        count: Int
    ) throws(CopyTargetError) {
        var buffer = [UInt8](repeating: 0, count: min(count, 1 << 20))
        var done = 0
        while done < count {
            let wanted = min(buffer.count, count - done)
            let read = unsafe pread(original, &buffer, wanted, source + done)
            guard read > 0 else { throw CopyTargetError(code: read == 0 ? EIO : errno) }
            var written = 0
            while written < read {
                let rest = Array(buffer[written..<read])
                let step = unsafe pwrite(copy, rest, rest.count, target + done + written)
                guard step > 0 else { throw CopyTargetError(code: errno) }
                written += step
            }
            done += read
        }
    }
}
