import Foundation

/// A way to give a program the file of a resource that it asks for.
package enum ClientFileWay: Hashable, Sendable {
    /// A file inside the library that shares the original's blocks until somebody writes to it.
    ///
    /// Some file systems can do this: Btrfs, XFS (ioctl_ficlone(2)).
    case clone
    /// A hard link to the original, inside the library.
    case link
    /// A copy inside the library.
    case copy
    /// A copy in a temporary folder.
    case copyElsewhere
    /// The path of the original itself.
    case original

    /// The largest size in bytes at which a file is copied out of a library that is only read.
    package static let largestCopy: Int64 = 64 << 20

    /// Returns the ways to give a file to a program, best first.
    ///
    /// - Parameters:
    ///   - isOpenForWriting: Whether this process may write in the library.
    ///   - canRemove: Whether programs of this user could remove the original by its path.
    ///   - byteCount: The size of the file.
    /// - Returns: The ways, at least one.
    package static func ways(
        isOpenForWriting: Bool,
        canRemove: Bool,
        byteCount: Int64
    ) -> [ClientFileWay] {
        if isOpenForWriting { return [.clone, .link, .copy, .copyElsewhere] }
        return canRemove && byteCount <= largestCopy ? [.copyElsewhere] : [.original]
    }
}

extension ClientFiles {
    /// Returns the name of a program's file: the name of the asset's file, with the extension of the original.
    static func name(for resource: ResourceRecord) -> String {
        let file = resource.file.dropFirst(3)
        let ending = (String(file) as NSString).pathExtension
        guard let name = resource.filename, !ending.isEmpty else {
            return resource.filename ?? String(file)
        }
        let given = (name as NSString).pathExtension
        // The text behind the last dot may be a part of the name, as in "Version 1.5".
        let isExtension = given.wholeMatch(of: /[0-9]*[A-Za-z][A-Za-z0-9]{0,7}/) != nil
        let stem = isExtension ? (name as NSString).deletingPathExtension : name
        return FileName.kept("\(stem).\(ending)") ?? String(file)
    }
}
