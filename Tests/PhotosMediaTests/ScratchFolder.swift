import Foundation
import PhotosTestSupport

/// A folder that goes away with its owner.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "photos-media-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and gives its path.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        return file
    }

    /// Writes a file that can be executed, or looks as if it could, and gives its path.
    func write(program bytes: [UInt8], to name: String) throws -> String {
        let file = path + "/" + name
        try ProgramFile.write(Data(bytes), to: file)
        return file
    }

    /// Writes a shell script that can be run, and gives its path.
    func script(_ text: String) throws -> String {
        let file = path + "/script"
        try ProgramFile.write(script: text, to: file)
        return file
    }

    /// Writes a file and gives a handle to it.
    func open(_ bytes: [UInt8]) throws -> FileHandle {
        try FileHandle(forReadingFrom: URL(filePath: write(bytes, to: UUID().uuidString)))
    }
}
