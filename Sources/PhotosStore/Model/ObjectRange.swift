/// A range of one object in a remote, to be read into memory.
package struct ObjectRange: Sendable {
    /// The address of the remote: the absolute path of a folder, or a URL.
    package var address: String
    /// The settings of a service as JSON, without keys.
    package var settings: String
    /// The SHA-256 checksum of the whole object, which names it.
    package var checksum: [UInt8]
    /// The number of bytes of the whole object.
    package var byteCount: Int64
    package var range: Range<Int64>
    /// To be called with each number of bytes that came.
    package var moved: @Sendable (Int64) -> Void
    /// To be called several times a second; throws ``ObjectTransferFailure/cancelled`` if the reading is to end.
    package var check: @Sendable () throws -> Void

    package init(
        address: String,
        settings: String,
        checksum: [UInt8],
        byteCount: Int64,
        range: Range<Int64>,
        moved: @escaping @Sendable (Int64) -> Void,
        check: @escaping @Sendable () throws -> Void
    ) {
        self.address = address
        self.settings = settings
        self.checksum = checksum
        self.byteCount = byteCount
        self.range = range
        self.moved = moved
        self.check = check
    }
}
