/// The name of an entry of an archive, as a way down from the folder that it is unpacked into.
package struct ArchivePath: Hashable, Sendable {
    /// Why an entry of this name is not unpacked.
    package struct Refusal: Error, Hashable, Sendable {
        package let reason: String
    }

    /// The last is the file; none of them leads up or elsewhere.
    package let components: [String]

    package static let maximumDepth = 32
    /// Bytes of one name, as file systems have it.
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
