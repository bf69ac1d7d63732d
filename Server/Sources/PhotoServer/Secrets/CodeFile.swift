import Foundation
import ServeRules

/// The file of a one-time code that a program of the owner's account writes for a running server.
enum CodeFile {
    private static func fileName(forHash hash: String) -> String { "code-\(hash)" }

    /// Writes a code's file.
    static func issueCode(in folder: StateFolder, at now: Date) throws -> String {
        let code = Secret.randomText()
        let time = Data(String(now.timeIntervalSince1970).utf8)
        try folder.write(time, to: fileName(forHash: Secret.hash(code)))
        return code
    }

    /// Uses up a code: removes its file, so that it opens nothing a second time.
    ///
    /// - Parameters:
    ///   - hash: The hash of the code.
    ///   - folder: The server's own folder.
    ///   - now: The time.
    /// - Returns: Whether the file was there and its code still valid.
    static func useCode(hash: String, in folder: StateFolder, at now: Date) -> Bool {
        let name = fileName(forHash: hash)
        guard let data = try? folder.readFile(name) else { return false }
        let issued = Double(String(decoding: data, as: UTF8.self)) ?? 0
        return folder.removeFile(name)
            && abs(now.timeIntervalSince1970 - issued) <= OneTimeCodes.seconds
    }
}
