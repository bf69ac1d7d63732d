/// Bytes that a remote has, or should have.
package struct RemoteObject: Hashable, Sendable {
    /// The SHA-256 checksum of the bytes, which names the object.
    package var checksum: [UInt8]
    package var byteCount: Int64

    package init(checksum: [UInt8], byteCount: Int64) {
        self.checksum = checksum
        self.byteCount = byteCount
    }
}
