import CPhotosSystem
import Foundation
import Glibc
import PhotosBase
import PhotosMedia
import PhotosStore

/// Writes files under temporary names, and reads them back.
///
/// Safe on any thread.
struct DraftWriter: Sendable {
    let library: Library
    /// The folder of temporary files.
    let folder: DraftFolder
    let embed: CopyEmbedder
    /// Counts the threads that may embed at once.
    ///
    /// Each of them has a worker of its own. With more of them, workers would be started and ended all the time.
    private let embedding = DispatchSemaphore(value: Self.mostEmbedding)

    private static let mostEmbedding = min(4, ProcessInfo.processInfo.activeProcessorCount + 1)

    init(library: Library, folder: DraftFolder, embed: @escaping CopyEmbedder) {
        self.library = library
        self.folder = folder
        self.embed = embed
    }

    /// An error of the file that is read, and not of the volume that is written.
    private struct Unreadable: Error {
        var reason: String
    }

    // MARK: Writing

    /// Writes a file; its bytes are not on the disk yet.
    func writeFile(_ file: ExportWork.File, date: Date?) -> ExportDraft? {
        var isPlain = false
        var embedded: ExportDraft?
        do {
            let output = try folder.createFile(named: file.draft)
            defer { close(output) }
            switch file.content {
            case .copy(let resource): try copyBytes(of: resource, to: output, named: file.draft)
            case .bytes(let bytes):
                try FileOperations.write(bytes[...], to: output, at: folder.url(of: file.draft))
            case .embed(let resource, let metadata):
                if try embedMetadata(metadata, in: resource, output: output) {
                    // Nothing else has a checksum of the worker's output.
                    embedded = try Self.checksumDraft(of: output, url: folder.url(of: file.draft))
                } else {
                    try copyBytes(of: resource, to: output, named: file.draft)
                    isPlain = true
                }
            case .link: return .failed("A link has no bytes.")
            }
            if let date { Self.setTime(date, of: output) }
            photos_start_writing(output)
            return isPlain ? .plain : embedded
        } catch let error as Unreadable {
            return .failed(error.reason)
        } catch {
            return .obstacle(StoreError(error))
        }
    }

    private static func checksumDraft(of output: Int32, url: URL) throws -> ExportDraft {
        var quick = QuickChecksum()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var byteCount: Int64 = 0
        while true {
            let count: Int
            do throws(SystemError) {
                count = try DescriptorBytes.read(into: buffer, from: output, at: byteCount)
            } catch {
                throw StoreError.system("Reading", path: url.path, code: error.code)
            }
            guard count > 0 else { return .embedded(quick: quick.value, byteCount: byteCount) }
            quick.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            byteCount += Int64(count)
        }
    }

    private func copyBytes(of resource: ResourceRecord, to output: Int32, named name: String) throws
    {
        let (input, size) = try openResource(resource)
        defer { close(input) }
        if photos_clone_file(output, input) == 0 { return }
        var left = size
        while left > 0 {
            let copied = photos_copy_range(output, input, Int(min(left, 1 << 30)))
            if copied == 0 { return }
            if copied < 0 {
                let code = Int32(-copied)
                if code == ENOSPC || code == EDQUOT {
                    throw StoreError.system("Writing", path: folder.url(of: name).path, code: code)
                }
                // Between some file systems, and after errors of either, the bytes are copied here.
                break
            }
            left -= Int64(copied)
        }
        guard left > 0 else { return }
        let url = folder.url(of: name)
        guard ftruncate(output, 0) == 0, lseek(output, 0, SEEK_SET) == 0 else {
            throw StoreError.system("Writing", path: url.path, code: errno)
        }
        try readBytes(from: input, of: resource) {
            try FileOperations.write($0, to: output, at: url)
        }
    }

    /// Writes a copy with metadata, and returns whether the file takes them.
    ///
    /// - Throws: Errors of the target, and of a worker that cannot be used at all.
    private func embedMetadata(
        _ metadata: WrittenMetadata,
        in resource: ResourceRecord,
        output: Int32
    ) throws -> Bool {
        let (input, _) = try openResource(resource)
        defer { close(input) }
        embedding.wait()
        defer { embedding.signal() }
        return try CopyEmbedding.writeCopy(
            with: embed,
            metadata: metadata,
            from: input,
            into: output,
            folder: folder.url
        )
    }

    private func openResource(
        _ resource: ResourceRecord
    ) throws -> (descriptor: Int32, byteCount: Int64) {
        do {
            let input = try library.transfers.openFile(of: resource, NetworkAccess())
            var facts = stat()
            guard fstat(input, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
                close(input)
                let path = try library.originals.url(of: resource).path
                throw Unreadable(reason: "\(path) is not a file. Run `photokit check`.")
            }
            return (input, Int64(facts.st_size))
        } catch let error as StoreError {
            throw Unreadable(reason: error.message)
        }
    }

    private func readBytes(
        from input: Int32,
        of resource: ResourceRecord,
        _ body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        var written: (any Error)?
        do {
            _ = try SourceFile.read(input, at: library.originals.url(of: resource)) { bytes in
                do {
                    try body(bytes)
                } catch {
                    written = error
                    throw error
                }
            }
        } catch {
            if let written { throw written }
            throw Unreadable(reason: StoreError(error).message)
        }
    }

    /// Sets the modification time; a time that the file system cannot store is left out.
    private static func setTime(_ date: Date, of descriptor: Int32) {
        let seconds = date.timeIntervalSince1970
        guard abs(seconds) < 1e11 else { return }
        let whole = seconds.rounded(.down)
        var times = [timespec(), timespec()]
        times[0].tv_nsec = omitted
        times[1].tv_sec = Int(whole)
        times[1].tv_nsec = min(999_999_999, Int((seconds - whole) * 1e9))
        _ = futimens(descriptor, times)
    }

    /// The value of `UTIME_OMIT`, a macro that Swift cannot import.
    private static let omitted = (1 << 30) - 2

    // MARK: Reading back

    /// Reads a written file back from the disk, and compares it with the expected checksum.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - outcome: The result of writing it.
    /// - Returns: The checksum and length that the disk returned, or why the file is not as expected.
    func verifyFile(_ file: ExportWork.File, after outcome: ExportDraft?) -> ExportDraft {
        do {
            var made: (quick: UInt64, byteCount: Int64)?
            if case .embedded(let quick, let byteCount)? = outcome { made = (quick, byteCount) }
            let content = try folder.readContent(of: file.draft, isQuickAlso: made != nil)
            let isExpected: Bool
            switch (made, outcome, file.content) {
            case (let made?, _, _):
                isExpected =
                    content.quick.value == made.quick && content.byteCount == made.byteCount
            case (_, .plain?, .embed(let resource, _)):
                isExpected = content.checksum == resource.checksum
            default: isExpected = content.checksum == file.checksum
            }
            guard isExpected else { return .failed(Self.differs) }
            return .written(checksum: content.checksum, byteCount: content.byteCount)
        } catch {
            return .obstacle(StoreError(error))
        }
    }

    private static let differs =
        "The bytes that were read back are not those that the library recorded. Run `photokit check --read`; if it finds nothing, check the volume of the export."
}
