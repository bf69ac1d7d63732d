import CArchive
import Foundation
import PhotosMedia

/// `photokit-media unpack BYTES ENTRIES --walls POLICY`, for the library: an archive on the standard input, a folder behind it.
enum UnpackCommand {
    /// The folder's descriptor, behind the three that every program has.
    private static let folder: Int32 = 3

    /// Returns the exit code.
    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count >= 2, let bytes = Int64(arguments[0]),
            let entries = Int(arguments[1]),
            fcntl(folder, F_GETFD) >= 0
        else {
            FactsCommand.complain(FactsCommand.usage)
            return 64
        }
        // libarchive makes names into texts by the locale.
        setlocale(LC_ALL, "C.UTF-8")
        // Reads the tables that it looks for from files.
        let converter = iconv_open("UTF-8", "UTF-8")
        if Int(bitPattern: converter) != -1 { iconv_close(converter) }
        let walls = Walls.raise(
            WallOptions(arguments.dropFirst(2)),
            for: .unpacking(folder: folder, maximumBytes: bytes)
        )
        if let refusal = walls.refusal {
            tell(.failed(.walls, reason: refusal))
            return 1
        }
        do {
            let archive = try ArchiveReader(descriptor: 0)
            var unpacking = Unpacking(
                into: UnpackFolder(descriptor: folder),
                maximumBytes: bytes,
                maximumEntries: entries,
                tell: tell
            )
            try unpacking.run(archive)
            tell(.done(files: unpacking.files, bytes: unpacking.bytes))
            return 0
        } catch let fault as UnpackFault {
            tell(.failed(fault.failure, reason: PlainText.line(fault.reason)))
        } catch {
            tell(.failed(.unknown, reason: PlainText.line("\(error)")))
        }
        return 1
    }

    private static func tell(_ message: UnpackMessage) {
        guard let line = try? UnpackCoding.line(message) else { return }
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // Nobody listens any more.
            guard count > 0 else { _exit(1) }
            rest = rest.dropFirst(count)
        }
    }
}

/// Why unpacking went no further.
struct UnpackFault: Error {
    var failure: UnpackFailure
    var reason: String
}
