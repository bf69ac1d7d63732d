package import Foundation
import PhotosBase
package import PhotosStore

extension ObjectTransfer {
    /// Carries out the transfer.
    ///
    /// The file has the checksum of the object afterwards.
    ///
    /// - Parameter open: Opens the place at an address with its settings.
    /// - Throws: `ObjectTransferFailure`.
    package func fetchObject(
        opening open: (_ address: String, _ settings: String) throws -> any RemotePlace = {
            try RemotePlaces.sharedPlace(at: $0, settings: $1)
        }
    ) throws {
        let watch = TransferWatch(moved: moved, check: check)
        do {
            try open(address, settings).getObject(
                RemoteNames.original(checksum),
                to: file,
                expecting: RemoteObject(checksum: checksum, byteCount: byteCount),
                watch: watch
            )
        } catch let failure as RemoteFailure {
            throw ObjectTransferFailure(failure)
        }
    }
}

extension ObjectRange {
    /// Reads the range.
    ///
    /// - Parameter open: Opens the place at an address with its settings.
    /// - Returns: The bytes, which nobody has compared.
    /// - Throws: `ObjectTransferFailure`.
    package func readBytes(
        opening open: (_ address: String, _ settings: String) throws -> any RemotePlace = {
            try RemotePlaces.sharedPlace(at: $0, settings: $1)
        }
    ) throws -> Data {
        do {
            return try open(address, settings).readObject(
                RemoteNames.original(checksum),
                range: range,
                of: RemoteObject(checksum: checksum, byteCount: byteCount),
                watch: TransferWatch(moved: moved, check: check)
            )
        } catch let failure as RemoteFailure {
            throw ObjectTransferFailure(failure)
        }
    }
}

extension TransferWatch {
    fileprivate init(
        moved: @escaping @Sendable (Int64) -> Void,
        check: @escaping @Sendable () throws -> Void
    ) {
        self.init(
            moved: moved,
            isCancelled: {
                do {
                    try check()
                    return false
                } catch {
                    return true
                }
            }
        )
    }
}

extension ObjectTransferFailure {
    fileprivate init(_ failure: RemoteFailure) {
        self =
            switch failure.code {
            case .missing, .differs: .lost(failure.sentence)
            case .cancelled: .cancelled
            case .noRanges: .noRanges(failure.sentence)
            case .noSpace: .noSpace(failure.sentence)
            case .localFile: .localFile(failure.sentence)
            default: .unavailable(failure.sentence)
            }
    }
}
