import CArchive
import Foundation
import PhotosMedia
import WorkerService

/// The command `photokit-media unpack BYTES ENTRIES --walls POLICY`, which the library runs.
///
/// Standard input is the archive, and the folder is the descriptor 3.
enum UnpackCommand {
    /// The folder's descriptor, after the three that every program has.
    private static let folder: Int32 = 3

    /// Runs the command, and returns its exit code.
    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count >= 2, let bytes = Int64(arguments[0]),
            let entries = Int(arguments[1]),
            fcntl(folder, F_GETFD) >= 0
        else {
            WorkerUsage.complain(WorkerUsage.text)
            return 64
        }
        // libarchive converts names with the locale's encoding.
        setlocale(LC_ALL, "C.UTF-8")
        // iconv reads its tables from files, which the sandbox does not allow later.
        let converter = iconv_open("UTF-8", "UTF-8")
        if Int(bitPattern: converter) != -1 { iconv_close(converter) }
        let sandbox = Sandbox.enter(
            SandboxOptions(arguments.dropFirst(2)),
            for: .unpacking(folder: folder, maximumBytes: bytes)
        )
        if let refusal = sandbox.refusal {
            WorkerUsage.send(.failed(.sandbox, reason: refusal))
            return 1
        }
        do {
            let archive = try ArchiveReader(descriptor: 0)
            var unpacking = Unpacking(
                into: UnpackFolder(descriptor: folder),
                maximumBytes: bytes,
                maximumEntries: entries,
                send: WorkerUsage.send
            )
            try unpacking.run(archive)
            WorkerUsage.send(.done(files: unpacking.files, bytes: unpacking.bytes))
            return 0
        } catch let fault as UnpackFault {
            WorkerUsage.send(.failed(fault.failure, reason: PlainText.line(fault.reason)))
        } catch {
            WorkerUsage.send(.failed(.unknown, reason: PlainText.line("\(error)")))
        }
        return 1
    }
}

/// The error with which unpacking stops.
struct UnpackFault: Error {
    var failure: UnpackFailure
    var reason: String
}
