import PhotosStore

extension ObjectTransfer {
    /// Carries out the transfer.
    ///
    /// The file has the checksum of the object afterwards.
    ///
    /// - Parameter open: Opens the place at an address with its settings.
    /// - Throws: `ObjectTransferFailure`.
    package func carryOut(
        _ open: (_ address: String, _ settings: String) throws -> any RemotePlace = {
            try RemotePlaces.shared($0, $1)
        }
    ) throws {
        let check = check
        let watch = TransferWatch(
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
        do {
            try open(address, settings).get(
                RemoteNames.original(checksum),
                file,
                RemoteObject(checksum: checksum, byteCount: byteCount),
                watch
            )
        } catch let failure as RemoteFailure {
            throw ObjectTransferFailure(failure)
        }
    }
}

extension ObjectTransferFailure {
    fileprivate init(_ failure: RemoteFailure) {
        self =
            switch failure.code {
            case .missing, .differs: .lost(failure.sentence)
            case .cancelled: .cancelled
            case .noSpace: .noSpace(failure.sentence)
            case .localFile: .localFile(failure.sentence)
            default: .unavailable(failure.sentence)
            }
    }
}
