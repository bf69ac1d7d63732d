import Foundation

/// How a program that asks for the file of a resource gets one.
package enum ClientFileWay: Hashable, Sendable {
    /// A second name of the original, inside the library.
    case link
    /// A copy inside the library.
    case copy
    /// A copy in a temporary folder.
    case copyElsewhere
    /// The path of the original itself.
    case original

    /// Bytes up to which a file is copied out of a library that is only read.
    package static let largestCopy: Int64 = 64 << 20

    /// The ways for a file, best first.
    ///
    /// - Parameters:
    ///   - isOpenForWriting: Whether this process may write in the library.
    ///   - canRemove: Whether programs of this user could remove the original by its path.
    ///   - byteCount: The size of the file.
    /// - Returns: At least one.
    package static func ways(
        isOpenForWriting: Bool,
        canRemove: Bool,
        byteCount: Int64
    ) -> [ClientFileWay] {
        if isOpenForWriting { return [.link, .copy, .copyElsewhere] }
        return canRemove && byteCount <= largestCopy ? [.copyElsewhere] : [.original]
    }
}

extension ClientFiles {
    /// The name of the file that a program gets: that of the asset's file, with the extension of the original.
    static func name(for resource: ResourceRecord) -> String {
        let file = resource.file.dropFirst(3)
        let ending = (String(file) as NSString).pathExtension
        guard let name = resource.filename, !ending.isEmpty else {
            return resource.filename ?? String(file)
        }
        let given = (name as NSString).pathExtension
        // What stands behind the last dot may be a part of the name, as in "Version 1.5".
        let isExtension = given.wholeMatch(of: /[0-9]*[A-Za-z][A-Za-z0-9]{0,7}/) != nil
        let stem = isExtension ? (name as NSString).deletingPathExtension : name
        return FileName.kept("\(stem).\(ending)") ?? String(file)
    }
}
