import Crypto
import Foundation
import Glibc
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// Folders within folders, in the innermost of which the work is done: what reaches out of it shows.
struct PathArena: Sendable {
    let top: URL
    let work: URL
    private let depth = 4

    init(in folder: URL, _ name: String) throws {
        top = folder.appendingPathComponent(name, isDirectory: true)
        var deepest = top
        for level in 0..<depth { deepest.appendPathComponent("level\(level)", isDirectory: true) }
        work = deepest.appendingPathComponent("work", isDirectory: true)
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        let secret = Data(TestJPEG(seed: 99).data())
        var level = top
        for number in 0..<depth {
            for name in ["x", "x.jpg", "secret.jpg"] {
                try secret.write(to: level.appendingPathComponent(name))
            }
            level.appendPathComponent("level\(number)", isDirectory: true)
        }
    }

    /// Everything outside of the innermost folder, with what is there.
    func outside() -> [String: String] {
        var sight: [String: String] = [:]
        let inner = work.path
        let found = FileManager.default.enumerator(atPath: top.path)
        while let path = found?.nextObject() as? String {
            let item = top.path + "/" + path
            if item == inner {
                found?.skipDescendants()
                continue
            }
            var facts = stat()
            guard lstat(item, &facts) == 0 else { continue }
            sight[path] = "\(facts.st_mode) \(facts.st_size) \(Self.digest(item, facts))"
        }
        for name in ["/x", "/tmp/x", "/y", "/tmp/y"] where access(name, F_OK) == 0 {
            sight[name] = "there"
        }
        return sight
    }

    private static func digest(_ path: String, _ facts: stat) -> String {
        guard facts.st_mode & S_IFMT == S_IFREG else { return "" }
        let data = (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
        return "\(Array(SHA256.hash(data: data)).prefix(8))"
    }

    func folder(_ name: String) throws -> URL {
        let url = work.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    /// Writes a file by the bytes of its name, as no library for paths would.
    ///
    /// - Returns: whether the system took the name.
    static func write(_ bytes: [UInt8], named name: [UInt8], in folder: URL) -> Bool {
        let path = (Array(folder.path.utf8) + [UInt8(ascii: "/")] + name + [0]).map(
            CChar.init(bitPattern:)
        )
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o644)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            == bytes.count
    }
}
