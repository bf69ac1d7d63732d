import Foundation
import Glibc
import OpenPhotoKit

/// A folder in which files are written without overwriting others.
final class ExportFolder {
    let url: URL
    /// The open folder; if another folder replaces it at the same path, nothing is written there.
    private let descriptor: Int32
    private var folder: URL {
        URL(fileURLWithPath: "/proc/self/fd/\(descriptor)", isDirectory: true)
    }

    init(_ url: URL) throws {
        self.url = url.standardizedFileURL
        try LibraryGuard.checkIsOutside(self.url)
        do {
            try FileManager.default.createDirectory(at: self.url, withIntermediateDirectories: true)
        } catch {
            let code = (error as NSError).posixCode
            throw CommandFailure(
                code.map { ExitStatus(systemCode: $0) } ?? Fault.notFound.status,
                code == .EROFS
                    ? "The folder \(self.url.path) cannot be created: its file system is read-only. Choose another folder."
                    : "The folder \(self.url.path) cannot be created. Check the path and its permissions."
            )
        }
        descriptor = open(self.url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, faccessat(descriptor, ".", W_OK, 0) == 0 else {
            let isReadOnly = errno == EROFS
            throw CommandFailure(
                Fault.outputPermission.status,
                isReadOnly
                    ? "The folder \(self.url.path) cannot be written: its file system is read-only. Choose another folder."
                    : "The folder \(self.url.path) cannot be written. Check its permissions."
            )
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes a resource under its own name, or that name with a number.
    ///
    /// Returns the file, and whether it was written now: an existing file with the same bytes is kept.
    func writeResource(_ resource: PHAssetResource) async throws -> (URL, isNew: Bool) {
        let draft = draftURL()
        defer { try? FileManager.default.removeItem(at: draft) }
        let name = Self.plainName(resource.filename ?? "")
        // The open folder's own path says nothing to a person.
        let shown = url.appendingPathComponent(name)
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: draft,
            options: nil
        )
        return try Self.namingErrors(of: shown) { try moveDraft(draft, as: name) }
    }

    /// Writes bytes under a name, or that name with a number; an existing file with the same bytes is kept.
    func writeData(_ data: Data, as name: String) throws -> (URL, isNew: Bool) {
        let draft = draftURL()
        defer { try? FileManager.default.removeItem(at: draft) }
        let name = Self.plainName(name)
        return try Self.namingErrors(of: url.appendingPathComponent(name)) {
            try data.write(to: draft)
            return try moveDraft(draft, as: name)
        }
    }

    /// Names the file as a person knows it in what is thrown.
    private static func namingErrors<Result>(
        of file: URL,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch {
            throw OutputFile.writeFailure(error, at: file)
        }
    }

    private func draftURL() -> URL {
        folder.appendingPathComponent(".photokit-\(UUID().uuidString)")
    }

    private func moveDraft(_ draft: URL, as name: String) throws -> (URL, isNew: Bool) {
        var number = 1
        while true {
            let target = folder.appendingPathComponent(Self.numberedName(name, number: number))
            let shown = url.appendingPathComponent(Self.numberedName(name, number: number))
            if try makeEmptyFile(at: target) {
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

    /// Reserves a name with an empty file, which the draft then replaces; no other process can take the name
    /// meanwhile.
    private func makeEmptyFile(at target: URL) throws -> Bool {
        let descriptor = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if descriptor >= 0 {
            close(descriptor)
            return true
        }
        guard errno == EEXIST else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return false
    }

    /// Returns the name of a file without parts that would lead out of the folder.
    private static func plainName(_ name: String) -> String {
        // Split by bytes: as a character, a slash with a combining mark is not equal to a slash.
        let name =
            name.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
        let clean = name.replacing("\0", with: "")
        return clean.isEmpty || clean == "." || clean == ".." ? "photo" : clean
    }

    private static func numberedName(_ name: String, number: Int) -> String {
        let parts = name as NSString
        let hasSuffix = 1...32 ~= parts.pathExtension.utf8.count
        let suffix = hasSuffix ? "." + parts.pathExtension : ""
        let end = number > 1 ? " (\(number))\(suffix)" : suffix
        var stem = hasSuffix ? parts.deletingPathExtension : name
        // The number takes room, so the name is shortened. A single character may be longer than the limit.
        while stem.utf8.count + end.utf8.count > longestName {
            if stem.count > 1 { stem.removeLast() } else { stem.unicodeScalars.removeLast() }
        }
        return stem + end
    }

    /// The greatest length of a file name on Linux, in bytes.
    private static let longestName = 255
}
