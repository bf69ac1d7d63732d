/// The name of an archive's entry, as a path below the folder that the archive is unpacked into.
package struct ArchivePath: Hashable, Sendable {
    /// The reason why an entry with a bad name is not unpacked.
    package struct Refusal: Error, Hashable, Sendable {
        package let reason: String
    }

    /// The names of the folders and, last, of the file.
    ///
    /// No name is "..", and the path is relative.
    package let components: [String]

    package static let maximumDepth = 32
    /// The largest number of bytes of one name, as in file systems.
    package static let maximumName = 255

    package init(_ name: String) throws(Refusal) {
        guard !PathComponents.isAbsolute(name) else {
            throw Refusal(reason: "Its name leads out of the archive.")
        }
        guard name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw Refusal(reason: "Its name has characters that no name should have.")
        }
        let parts = PathComponents.split(name).filter { $0 != "." }
        guard !parts.contains("..") else {
            throw Refusal(reason: "Its name leads out of the archive.")
        }
        guard !parts.isEmpty else { throw Refusal(reason: "It has no name.") }
        guard parts.count <= Self.maximumDepth,
            parts.allSatisfy({ $0.utf8.count <= Self.maximumName })
        else { throw Refusal(reason: "Its name is too long.") }
        components = parts
    }
}
