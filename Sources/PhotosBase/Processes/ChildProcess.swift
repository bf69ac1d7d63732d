import CPhotosSystem
import Glibc

/// A program that this process started.
public struct ChildProcess: Sendable {
    /// Its number.
    public let identifier: Int32

    /// Names a child that was started in another way.
    public init(identifier: Int32) { self.identifier = identifier }

    /// Starts a program.
    ///
    /// The program has a process group of its own, so that an interrupt from the terminal does not reach it. No signal is
    /// blocked or ignored, and only the given descriptors are inherited.
    ///
    /// - Parameters:
    ///   - path: The file of the program.
    ///   - arguments: The arguments behind its name.
    ///   - environment: All its environment variables.
    ///   - descriptors: Its first descriptors, at most eight: standard input, output and error, and those that it knows of. A
    ///     negative one is `/dev/null`.
    /// - Returns: The running program, whose end somebody must take: ``awaitEnd()`` or ``kill()``.
    /// - Throws: ``SystemError``.
    public static func start(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        descriptors: [Int32]
    ) throws(SystemError) -> ChildProcess {
        let variables = environment.map { "\($0.key)=\($0.value)" }
        var identifier: pid_t = 0
        let code = unsafe withCStrings(of: [path] + arguments) { arguments in
            unsafe withCStrings(of: variables) { variables in
                unsafe photos_spawn(
                    path,
                    arguments,
                    variables,
                    descriptors,
                    descriptors.count,
                    &identifier
                )
            }
        }
        guard code == 0 else { throw SystemError(code: code) }
        return ChildProcess(identifier: identifier)
    }

    /// Starts a program with one end of a connection.
    ///
    /// - Parameters:
    ///   - path: The file of the program.
    ///   - arguments: The arguments behind its name.
    ///   - environment: All its environment variables.
    ///   - kind: The kind of the connection.
    ///   - descriptors: Returns the program's first descriptors, of which one is the given end of the connection.
    /// - Returns: The running program, and the end of this process, which the caller closes.
    /// - Throws: ``SystemError``.
    public static func start(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        connection kind: SocketPair.Kind = .bytes,
        descriptors: (_ other: Int32) -> [Int32]
    ) throws(SystemError) -> (process: ChildProcess, socket: Int32) {
        let connection = try SocketPair(kind)
        defer { close(connection.other) }
        do throws(SystemError) {
            let process = try start(
                path,
                arguments,
                environment: environment,
                descriptors: descriptors(connection.other)
            )
            return (process, connection.own)
        } catch {
            close(connection.own)
            throw error
        }
    }

    /// Waits until the program has ended.
    ///
    /// - Returns: Its exit status, from 0 to 255; nil where a signal ended it, and where its end was taken before.
    @discardableResult
    public func awaitEnd() -> Int32? {
        var status: Int32 = 0
        guard (try? SystemCall.repeating { unsafe waitpid(identifier, &status, 0) }) != nil else {
            return nil
        }
        // The macros WIFEXITED and WEXITSTATUS of wait(2).
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }

    /// Ends the program at once, and waits for its end.
    public func kill() {
        _ = Glibc.kill(identifier, SIGKILL)
        awaitEnd()
    }

    /// Calls `body` with C strings, followed by a null pointer.
    private static func withCStrings<Result>(
        of texts: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer {
            for index in unsafe pointers.indices { unsafe free(pointers[index]) }
        }
        return unsafe body(pointers)
    }
}
