import Foundation
import Glibc
import OpenPhotoKit

/// A folder that files are written to without ever overwriting anything.
final class ExportFolder {
    let url: URL
    /// The folder as it was when it was named: what takes its place meanwhile gets nothing.
    private let descriptor: Int32
    private var place: URL {
        URL(fileURLWithPath: "/proc/self/fd/\(descriptor)", isDirectory: true)
    }

    init(_ url: URL) throws {
        self.url = url.standardizedFileURL
        try LibraryGuard.check(self.url)
        do {
            try FileManager.default.createDirectory(at: self.url, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(
                .usage,
                "The folder \(self.url.path) cannot be made. Check the path and its permissions."
            )
        }
        descriptor = open(self.url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, faccessat(descriptor, ".", W_OK, 0) == 0 else {
            throw CommandFailure(
                .usage,
                "The folder \(self.url.path) cannot be written. Check its permissions."
            )
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes a resource under its own name, or that name with a number.
    ///
    /// Gives the file, and whether it was written now: a file with the same bytes is left as it is.
    func write(_ resource: PHAssetResource) async throws -> (URL, isNew: Bool) {
        let draft = draft()
        defer { try? FileManager.default.removeItem(at: draft) }
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: draft,
            options: nil
        )
        return try settle(draft, as: Self.plain(resource.filename ?? ""))
    }

    /// Writes bytes under a name, or that name with a number; the rest as for resources.
    func write(_ data: Data, as name: String) throws -> (URL, isNew: Bool) {
        let draft = draft()
        defer { try? FileManager.default.removeItem(at: draft) }
        try data.write(to: draft)
        return try settle(draft, as: Self.plain(name))
    }

    private func draft() -> URL {
        place.appendingPathComponent(".photokit-\(UUID().uuidString)")
    }

    private func settle(_ draft: URL, as name: String) throws -> (URL, isNew: Bool) {
        var number = 1
        while true {
            let target = place.appendingPathComponent(Self.numbered(name, number))
            let shown = url.appendingPathComponent(Self.numbered(name, number))
            if try claim(target) {
                guard rename(draft.path, target.path) == 0 else {
                    unlink(target.path)
                    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
                }
                return (shown, true)
            }
            if FileManager.default.contentsEqual(atPath: draft.path, andPath: target.path) {
                return (shown, false)
            }
            number += 1
        }
    }

    /// Takes a free name by an empty file, which the draft then replaces: nobody else can take it meanwhile.
    private func claim(_ target: URL) throws -> Bool {
        let descriptor = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if descriptor >= 0 {
            close(descriptor)
            return true
        }
        guard errno == EEXIST else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return false
    }

    /// A name that came with a file, without what would lead out of the folder.
    private static func plain(_ name: String) -> String {
        // By bytes: a slash and a combining mark are another character than a slash.
        let name =
            name.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
        let clean = name.replacing("\0", with: "")
        return clean.isEmpty || clean == "." || clean == ".." ? "photo" : clean
    }

    private static func numbered(_ name: String, _ number: Int) -> String {
        let parts = name as NSString
        let hasSuffix = 1...32 ~= parts.pathExtension.utf8.count
        let suffix = hasSuffix ? "." + parts.pathExtension : ""
        let end = number > 1 ? " (\(number))\(suffix)" : suffix
        var stem = hasSuffix ? parts.deletingPathExtension : name
        // The number takes room that a long name has not; and a character may be longer than a name.
        while stem.utf8.count + end.utf8.count > longestName {
            if stem.count > 1 { stem.removeLast() } else { stem.unicodeScalars.removeLast() }
        }
        return stem + end
    }

    /// Bytes that a name may have on Linux.
    private static let longestName = 255
}
