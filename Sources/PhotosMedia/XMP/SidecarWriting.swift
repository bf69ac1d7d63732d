/// Writes XMP packets: new ones, and packets that came in with some properties replaced.
package enum SidecarWriting {
    /// Returns the bytes of an XMP sidecar that states the metadata.
    ///
    /// All other properties of `existing` stay as they are, byte for byte. The same input gives the same bytes, and
    /// metadata that the sidecar states already are not written twice. Values that no file can state
    /// (`WrittenMetadata.unwritable`) are not written. Characters that XML forbids are left out of texts.
    ///
    /// - Parameters:
    ///   - metadata: The properties to write.
    ///   - existing: The sidecar that came in, in UTF-8 or UTF-16; nil for none.
    /// - Returns: The bytes, in UTF-8.
    /// - Throws: `XMPWritingError` if `existing` is no XMP that can be changed safely.
    package static func bytes(
        stating metadata: WrittenMetadata,
        in existing: [UInt8]? = nil
    ) throws(XMPWritingError) -> [UInt8] {
        var packet = try XMPPacket(existing)
        try packet.write(metadata.writable)
        let bytes = packet.bytes
        guard bytes.count <= XMPTags.maximumPacket else {
            throw XMPWritingError(.tooLarge, "more than 1 MiB with the new properties")
        }
        return bytes
    }
}

/// The reason why an existing XMP packet is not changed.
///
/// Each description says what to do.
package struct XMPWritingError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Sendable, Codable {
        /// The bytes are no XMP, or no valid XML.
        case notXMP
        /// The packet is larger than `XMPTags.maximumPacket`.
        case tooLarge
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String {
        switch code {
        case .notXMP:
            "The existing XMP cannot be changed safely (\(reason)). Copy the sidecar as it is, and write a new one "
                + "beside it."
        case .tooLarge:
            "The existing XMP is too large to change (\(reason)). Copy the sidecar as it is, and write a new one "
                + "beside it."
        }
    }
}
