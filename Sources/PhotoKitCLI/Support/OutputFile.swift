import Foundation
import Glibc

/// A file that a person named for the output of a command.
///
/// A regular file is replaced as a whole. A device, a FIFO and an open file such as `/dev/stdout` are written to and
/// never replaced: for root, a rename over `/dev/null` would remove the device.
struct OutputFile {
    /// The kind of file at the path of an output.
    enum Target: Equatable {
        /// A regular file, or a path where nothing is.
        case file
        /// An open file of this process, such as `/dev/stdout`.
        case descriptor(Int32)
        /// A device, a FIFO or a socket.
        case stream
        case folder
    }

    let url: URL
    let target: Target

    init(_ url: URL) {
        self.url = url
        target = Self.outputTarget(of: url)
    }

    /// Whether a write can replace a file: devices and FIFOs are only written to.
    var isRegular: Bool { target == .file }

    /// Whether something is at the path, a dangling link included.
    var exists: Bool {
        var status = stat()
        return lstat(url.path, &status) == 0
    }

    /// Writes all bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - isReplacing: Whether an existing regular file is replaced.
    /// - Throws: `CommandFailure` with a sentence about the path; a full disk has the exit code 5.
    func writeData(_ data: Data, replacing isReplacing: Bool = true) throws {
        do {
            switch target {
            case .folder: throw POSIXError(.EISDIR)
            case .file: try replaceFile(with: data, isReplacing: isReplacing)
            case .descriptor, .stream: try openHandle().write(contentsOf: data)
            }
        } catch {
            throw writeFailure(error)
        }
    }

    /// Opens the output for a text that is written piece by piece; an existing regular file is emptied.
    func openHandle() throws -> FileHandle {
        do {
            guard case .descriptor(let number) = target else {
                guard target != .folder else { throw POSIXError(.EISDIR) }
                let creating = target == .file ? O_CREAT | O_TRUNC : 0
                return try Self.openedFile(
                    open(url.path, O_WRONLY | O_CLOEXEC | O_NOCTTY | creating, 0o666)
                )
            }
            // Opening /dev/stdout anew would write at the beginning of a redirected file, over earlier output.
            Output.shared.flush()
            return try Self.openedFile(fcntl(number, F_DUPFD_CLOEXEC, 3))
        } catch {
            throw writeFailure(error)
        }
    }

    private func replaceFile(with data: Data, isReplacing: Bool) throws {
        // A link stays, and the file that it leads to is replaced, or made.
        let file = Self.linkTarget(of: url)
        var old = stat()
        let isThere = stat(file.path, &old) == 0
        guard isReplacing || !exists else { throw POSIXError(.EEXIST) }
        guard !isThere || access(file.path, W_OK) == 0 else { throw POSIXError(.EACCES) }
        let draft = file.deletingLastPathComponent()
            .appendingPathComponent(".photokit-\(UUID().uuidString)")
        let handle = try Self.openedFile(
            open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        )
        defer { unlink(draft.path) }
        if isThere { fchmod(handle.fileDescriptor, old.st_mode & 0o777) }
        try handle.write(contentsOf: data)
        try handle.close()
        // An empty file takes the name, so that no other program can take it in the meantime.
        if !isReplacing {
            try Self.openedFile(open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666))
                .close()
        }
        guard rename(draft.path, file.path) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// Returns the file that a link leads to, also where nothing is there yet; other paths stay.
    private static func linkTarget(of url: URL) -> URL {
        var url = url
        // Linux follows at most 40 links.
        for _ in 0..<40 {
            guard
                let path = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)
            else { return url }
            url =
                path.hasPrefix("/")
                ? URL(fileURLWithPath: path)
                : url.deletingLastPathComponent().appendingPathComponent(path)
        }
        return url
    }

    private static func openedFile(_ descriptor: Int32) throws -> FileHandle {
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Returns what a path leads to, links included.
    private static func outputTarget(of url: URL) -> Target {
        if let number = descriptorNumber(named: url.path) { return .descriptor(number) }
        var status = stat()
        guard stat(url.path, &status) == 0 else { return .file }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .stream
        }
    }

    /// Returns the descriptor that a path such as `/dev/stdout` or `/dev/fd/3` stands for.
    private static func descriptorNumber(named path: String) -> Int32? {
        switch path {
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix)
            return folder.flatMap { Int32(path.dropFirst($0.count)) }
        }
    }

    private func writeFailure(_ error: any Error) -> any Error { Self.writeFailure(error, at: url) }

    /// Returns the failure of writing a file, with its exit code and what to do.
    static func writeFailure(_ error: any Error, at url: URL) -> any Error {
        guard let code = (error as? POSIXError)?.code ?? (error as NSError).posixCode else {
            return ExitStatus(anyError: error) != nil
                ? error
                : CommandFailure(
                    Fault.doubt.status,
                    "\(url.path) cannot be written: \(error.localizedDescription)"
                )
        }
        let status = ExitStatus(systemCode: code)
        switch code {
        case .ENOSPC, .EDQUOT:
            return CommandFailure(
                status,
                "\(url.path) cannot be written: the disk is full. Free some space, and run the command again."
            )
        case .EEXIST:
            return CommandFailure(
                status,
                "\(url.path) exists, and is not replaced. Move it away, or choose another name."
            )
        case .EISDIR:
            return CommandFailure(status, "\(url.path) is a folder. Name a file.")
        case .ENOENT, .ENOTDIR:
            return CommandFailure(
                status,
                "\(url.path) cannot be written: the folder \(url.deletingLastPathComponent().path) does not exist. Create it first."
            )
        case .EROFS:
            return CommandFailure(
                status,
                "\(url.path) cannot be written: its file system is read-only. Choose another folder."
            )
        case .EACCES, .EPERM:
            return CommandFailure(
                status,
                "\(url.path) cannot be written: this user may not write there. Check its permissions."
            )
        default:
            return CommandFailure(
                status,
                "\(url.path) cannot be written: \(String(cString: strerror(code.rawValue)))."
            )
        }
    }
}

extension NSError {
    /// The POSIX code of an error of Foundation, or of the error that it was made of.
    var posixCode: POSIXErrorCode? {
        if domain == NSPOSIXErrorDomain { return POSIXErrorCode(rawValue: Int32(code)) }
        return (userInfo[NSUnderlyingErrorKey] as? NSError)?.posixCode
    }
}
