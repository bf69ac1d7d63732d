import PhotosBase

/// The names of objects below the prefix of a remote.
///
/// A program that reads a remote may rely on these names; `Documentation/Remotes.md` has them, too.
package enum RemoteNames {
    /// The objects that say which library, and which incarnation of it, writes to the place.
    package static let markers = "library/"
    /// The files of assets, by checksum.
    package static let originals = "originals/"
    /// The parts of copies of the database, by checksum.
    package static let parts = "database/"
    /// The lists of parts, one for each copy of the database.
    package static let snapshots = "snapshots/"

    package static func original(_ checksum: [UInt8]) -> String { originals + path(checksum) }
    package static func part(_ checksum: [UInt8]) -> String { parts + path(checksum) }

    /// Returns the checksum that an object is named by; nil for other names.
    package static func checksum(of name: String, below folder: String) -> [UInt8]? {
        guard name.hasPrefix(folder) else { return nil }
        let digits = name.dropFirst(folder.count + 3)
        guard let checksum = Hexadecimal.checksum(of: String(digits)),
            name == folder + path(checksum)
        else { return nil }
        return checksum
    }

    /// Returns the name of an object by checksum below a folder.
    package static func name(of checksum: [UInt8], below folder: String) -> String {
        folder + path(checksum)
    }

    /// Returns the number in the name of a marker; nil for other names.
    package static func markerNumber(of name: String) -> Int? {
        guard name.hasPrefix(markers), name.hasSuffix(".json") else { return nil }
        let digits = name.dropFirst(markers.count).prefix { $0 != "-" }
        return digits.count >= 6 ? Int(digits) : nil
    }

    /// Whether a name has the form of those in encrypted remotes.
    ///
    /// Plain names by checksum have it, too.
    package static func hasSealedForm(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let folders = [markers, originals, self.parts, snapshots]
        return parts.count == 3 && folders.contains(parts[0] + "/") && parts[1].utf8.count == 2
            && parts[2].utf8.count >= 47 && parts[2].hasPrefix(parts[1])
    }

    private static func path(_ checksum: [UInt8]) -> String {
        let digits = Hexadecimal.digits(of: checksum)
        return "\(digits.prefix(2))/\(digits)"
    }
}
