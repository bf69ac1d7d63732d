import Foundation
import ServeRules

/// The file of a one-time code that a program of the owner's account writes for a running server.
enum CodeFile {
    private static let start = "code-"

    private static func fileName(forHash hash: String) -> String { start + hash }

    /// Writes the file of a code for an address.
    static func issueCode(in folder: StateFolder, at now: Date) throws -> String {
        removeOldFiles(in: folder, at: now)
        let code = Secret.randomText()
        try writeFile(forCode: code, in: folder, at: now)
        return code
    }

    /// Writes the file of a code that a person types.
    static func issueTypedCode(in folder: StateFolder, at now: Date) throws -> String {
        let code = Secret.randomTypedCode()
        try writeFile(forCode: code, in: folder, at: now)
        return TypedCode.shownText(of: code)
    }

    private static func writeFile(forCode code: String, in folder: StateFolder, at now: Date) throws
    {
        let time = Data(String(now.timeIntervalSince1970).utf8)
        try folder.write(time, to: fileName(forHash: Secret.hash(code)))
    }

    /// Removes the files of codes that nobody used in time.
    private static func removeOldFiles(in folder: StateFolder, at now: Date) {
        for name in folder.fileNames() where name.hasPrefix(start) {
            // Files that are being written have longer names.
            guard name.utf8.count == fileName(forHash: Secret.hash("")).utf8.count,
                let issued = issueTime(ofFile: name, in: folder),
                now.timeIntervalSince1970 - issued > OneTimeCodes.seconds
            else { continue }
            folder.removeFile(name)
        }
    }

    private static func issueTime(ofFile name: String, in folder: StateFolder) -> Double? {
        (try? folder.readFile(name)).map { Double(String(decoding: $0, as: UTF8.self)) ?? 0 }
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
        guard let issued = issueTime(ofFile: name, in: folder) else { return false }
        return folder.removeFile(name)
            && abs(now.timeIntervalSince1970 - issued) <= OneTimeCodes.seconds
    }
}
