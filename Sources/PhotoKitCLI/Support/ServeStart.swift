import Foundation
import Glibc
import OpenPhotoKit

/// Starts `photokit-serve` in the place of this process, for `photokit serve` and `photokit open`.
enum ServeStart {
    /// Returns the path of the program.
    ///
    /// - Throws: `CommandFailure` where the program is missing.
    static func path() throws -> String {
        guard let path = ServeProgram.path() else {
            throw CommandFailure(.unavailable, ServeProgram.missing)
        }
        return path
    }

    /// Replaces this process with the program.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Throws: `CommandFailure` where the program is missing or does not start.
    static func run(_ arguments: [String]) throws -> Never {
        let path = try path()
        // Text that is not written yet would be lost with this process.
        Output.shared.flush()
        setenv(ServeProgram.callerVariable, openPhotoKitVersion, 1)
        var pointers = ([path] + arguments).map { strdup($0) }
        pointers.append(nil)
        execv(path, &pointers)
        throw CommandFailure(
            .unavailable,
            "\(path) does not start: \(String(cString: strerror(errno))). Install it again."
        )
    }
}
