import Glibc
import PhotosBase
import PhotosMedia

/// Copies a file in pieces, completely or not at all.
struct MovieCopy {
    var source: String
    /// The path of the copy, which must not exist yet.
    var target: String

    /// The bytes of one piece: few enough to cancel quickly, and enough for the full speed of the disk.
    private static let pieceSize = 1 << 20

    /// Copies the file.
    ///
    /// - Parameters:
    ///   - progress: Called with the written part, from 0 to 1.
    ///   - isCancelled: Called before each piece.
    /// - Throws: `AVError`, or `CancellationError` if the copy was cancelled. Then the partial copy is removed.
    func run(progress: (Float) -> Void, isCancelled: () -> Bool) throws {
        let input = open(source, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard input >= 0 else { throw failure("\(source) cannot be opened", errno) }
        defer { close(input) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard output >= 0 else {
            if errno == EEXIST {
                throw AVError(
                    .fileAlreadyExists,
                    "\(target) is there already. Remove it, or choose another outputURL."
                )
            }
            throw failure("\(target) cannot be written", errno)
        }
        do {
            try copyBytes(from: input, to: output, progress: progress, isCancelled: isCancelled)
            guard close(output) == 0 else { throw failure("\(target) cannot be written", errno) }
        } catch {
            close(output)
            unlink(target)
            throw error
        }
    }

    private func copyBytes(
        from input: Int32,
        to output: Int32,
        progress: (Float) -> Void,
        isCancelled: () -> Bool
    ) throws {
        var status = stat()
        guard fstat(input, &status) == 0 else { throw failure("\(source) cannot be read", errno) }
        let total = max(1, Int(status.st_size))
        var done = 0
        while true {
            guard !isCancelled() else { throw CancellationError() }
            let piece: [UInt8]
            do throws(SystemError) {
                piece = try DescriptorBytes.next(of: input, atMost: Self.pieceSize)
            } catch {
                throw failure("\(source) cannot be read", error.code)
            }
            guard !piece.isEmpty else { return }
            do throws(SystemError) {
                try DescriptorBytes.write(piece, to: output)
            } catch {
                throw failure("\(target) cannot be written", error.code)
            }
            done += piece.count
            progress(min(1, Float(done) / Float(total)))
        }
    }

    private func failure(_ sentence: String, _ code: Int32) -> AVError {
        AVError(code == ENOSPC ? .diskFull : .exportFailed, "\(sentence): \(systemMessage(code))")
    }
}
