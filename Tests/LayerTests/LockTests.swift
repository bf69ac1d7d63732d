import Foundation
import TestPermits
import Testing

/// Locks of files are given back before their files are closed.
///
/// A program that is just being started has copies of all descriptors until it runs, and with them the locks:
/// https://man7.org/linux/man-pages/man2/flock.2.html
@Suite(.permit) struct LockTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test func `each file that takes a lock gives it back by name`() throws {
        var takers: Set<String> = []
        for folder in ["Sources", "Server/Sources", "RemoteTransfer/Sources"] {
            let folder = Self.root.appending(path: folder)
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            where path.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                guard text.contains("LOCK_EX") || text.contains("LOCK_SH") else { continue }
                takers.insert(String(path.split(separator: "/").last ?? ""))
                #expect(text.contains("LOCK_UN") || text.contains("closeLocked("), "\(path)")
            }
        }
        #expect(takers.isSuperset(of: ["ExportRecord.swift", "ServerProgram.swift"]))
    }
}
