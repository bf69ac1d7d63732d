import Foundation
import ServeRules

/// The file of a one-time code that a program of the owner's account writes for a running server.
enum CodeFile {
    private static func name(_ hash: String) -> String { "code-\(hash)" }

    /// Writes a code's file.
    static func issue(in folder: StateFolder, at now: Date) throws -> String {
        let code = Secret.random()
        let time = Data(String(now.timeIntervalSince1970).utf8)
        try folder.write(time, to: name(Secret.hash(code)))
        return code
    }

    /// Takes a code's file, so that it opens nothing a second time.
    ///
    /// - Parameters:
    ///   - hash: The hash of the code.
    ///   - folder: The server's own folder.
    ///   - now: The time.
    /// - Returns: Whether the file was there and its code still valid.
    static func take(_ hash: String, in folder: StateFolder, at now: Date) -> Bool {
        let name = name(hash)
        guard let data = try? folder.read(name) else { return false }
        let issued = Double(String(decoding: data, as: UTF8.self)) ?? 0
        return folder.remove(name)
            && abs(now.timeIntervalSince1970 - issued) <= OneTimeCodes.seconds
    }
}
