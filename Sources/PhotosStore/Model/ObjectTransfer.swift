package import Foundation

/// A transfer of one object from a remote to a file.
package struct ObjectTransfer: Sendable {
    /// The address of the remote: the absolute path of a folder, or a URL.
    package var address: String
    /// The settings of a service as JSON, without keys.
    package var settings: String
    /// The SHA-256 checksum of the object, which names it.
    package var checksum: [UInt8]
    package var byteCount: Int64
    /// The file to be written, which does not exist yet.
    package var file: URL
    /// To be called with each number of bytes that came.
    package var moved: @Sendable (Int64) -> Void
    /// To be called several times a second; throws ``ObjectTransferFailure/cancelled`` if the transfer is to end.
    package var check: @Sendable () throws -> Void

    package init(
        address: String,
        settings: String,
        checksum: [UInt8],
        byteCount: Int64,
        file: URL,
        moved: @escaping @Sendable (Int64) -> Void,
        check: @escaping @Sendable () throws -> Void
    ) {
        self.address = address
        self.settings = settings
        self.checksum = checksum
        self.byteCount = byteCount
        self.file = file
        self.moved = moved
        self.check = check
    }
}

/// Why a transfer failed, with a sentence that says what to do.
package enum ObjectTransferFailure: Error, Hashable, Sendable {
    /// The remote does not have the object, or has other bytes.
    case lost(String)
    /// The remote or the network fails; another remote may have the object.
    case unavailable(String)
    /// The remote gives whole objects alone, and was asked for a range.
    case noRanges(String)
    /// This disk is full.
    case noSpace(String)
    /// The file cannot be written.
    case localFile(String)
    case cancelled

    package var sentence: String {
        switch self {
        case .lost(let sentence), .unavailable(let sentence), .noRanges(let sentence),
            .noSpace(let sentence), .localFile(let sentence):
            sentence
        case .cancelled: "The transfer was cancelled."
        }
    }
}
