package import Foundation
import Glibc

/// A folder of one test, which goes with the value that holds it.
package final class TemporaryFolder: Sendable {
    package let url: URL

    /// Makes a folder, in memory where the system has such a volume.
    ///
    /// A volatile one serves tests of what is done, not of what a disk does.
    package init(isVolatile: Bool = true) throws {
        let memory = "/dev/shm"
        let parent =
            isVolatile && access(memory, W_OK) == 0
            ? memory : FileManager.default.temporaryDirectory.path
        var template = Array((parent + "/openphotokit-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
        let path = template.dropLast().map { UInt8(bitPattern: $0) }
        url = URL(fileURLWithPath: String(decoding: path, as: UTF8.self), isDirectory: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file and gives its place.
    package func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file
    }

    /// Every file below the folder with its bytes, by its path; folders have none.
    package func contents(of part: String = "") throws -> [String: Data] {
        let top = url.appendingPathComponent(part)
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: top.path) {
            contents[path] = (try? Data(contentsOf: top.appendingPathComponent(path))) ?? Data()
        }
        return contents
    }
}
