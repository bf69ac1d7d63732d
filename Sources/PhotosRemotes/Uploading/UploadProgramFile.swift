import Foundation
import Glibc
import PhotosBase

/// What decides whether a file may be run as a program that uploads.
package struct UploadProgramFile: Hashable, Sendable {
    /// A file or folder on the way to the program.
    package struct Entry: Hashable, Sendable {
        package var path: String
        package var owner: UInt32
        package var mode: UInt32

        package init(path: String, owner: UInt32, mode: UInt32) {
            self.path = path
            self.owner = owner
            self.mode = mode
        }
    }

    /// The program, then each folder above it up to the root.
    package var entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }

    /// Reads what is at an absolute path, whose links were resolved.
    ///
    /// - Returns: Nil where a part of the path does not exist.
    package init?(at path: String) {
        var entries: [Entry] = []
        var url = URL(fileURLWithPath: path, isDirectory: false).standardizedFileURL
        while true {
            var status = stat()
            guard lstat(url.path, &status) == 0 else { return nil }
            entries.append(Entry(path: url.path, owner: status.st_uid, mode: status.st_mode))
            guard url.path != "/" else { break }
            url = url.deletingLastPathComponent()
        }
        self.init(entries)
    }

    /// Returns the path of a program without links; nil where there is none.
    package static func resolvedPath(of path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns why the file is not run, with what to do; nil where it may run.
    ///
    /// Whoever can write the file or a folder above it decides what runs. So these belong to the user or to root, and nobody else
    /// can write them. Folders such as `/tmp`, where only owners remove files, are no way in.
    ///
    /// - Parameter user: The number of the user who runs the program.
    /// - Returns: A sentence, or nil.
    package func problemSentence(forUser user: UInt32) -> String? {
        guard let program = entries.first else { return "There is no program." }
        let quoted = ShellWord.quoted(program.path)
        guard program.mode & S_IFMT == S_IFREG, program.mode & 0o111 != 0 else {
            return "\(program.path) is no program. Name a file that can be run."
        }
        guard program.mode & 0o6000 == 0 else {
            return "\(program.path) runs as somebody else. Remove that with: chmod ug-s \(quoted)"
        }
        for (index, entry) in entries.enumerated() {
            guard entry.mode & S_IFMT != S_IFLNK else {
                return
                    "\(entry.path) has become a link. Name the program anew with: photokit uploads enable \(quoted)"
            }
            guard entry.owner == user || entry.owner == 0 else {
                return
                    "\(entry.path) belongs to another user, who could change what runs. Move the program to a place of your own."
            }
            let isSticky = index > 0 && entry.mode & 0o1000 != 0
            guard entry.mode & 0o022 == 0 || isSticky else {
                return
                    "Others can write \(entry.path), and so change what runs. Forbid it with: chmod go-w \(ShellWord.quoted(entry.path))"
            }
        }
        return nil
    }

    /// Returns why a program is not run by this user; nil where it may run.
    package static func problemSentence(ofProgramAt path: String) -> String? {
        guard let file = UploadProgramFile(at: path) else {
            return
                "There is no program at \(path). Name another, or forget it with: photokit uploads disable \(ShellWord.quoted(path))"
        }
        return file.problemSentence(forUser: getuid())
    }
}
