/// Says in the record of an export whether a file beside a photo was copied from a source or from the library.
///
/// The library keeps its files until later ones take their place. A file in a source may be lost, and the export has the last copy.
/// Earlier versions recorded the beginning of the checksum for both, as this one does for a file in a source.
package enum CompanionSource {
    /// Returns the checksum of what a file was made from, for the record.
    ///
    /// - Parameters:
    ///   - checksum: The checksum of what is written.
    ///   - isKept: Whether the library keeps the file.
    /// - Returns: 16 bytes.
    package static func checksum(of checksum: [UInt8], isKept: Bool) -> [UInt8] {
        guard isKept else { return Array(checksum.prefix(16)) }
        var digest = ExportDigest()
        digest.add(checksum)
        return digest.value
    }

    /// Returns whether a recorded file may have been copied from a source.
    ///
    /// Zeros stand for a file that another program changed and that the library keeps.
    package static func mayBeInSource(_ file: RecordedFile) -> Bool {
        file.source != checksum(of: file.checksum, isKept: true)
            && !file.source.allSatisfy { $0 == 0 }
    }
}
