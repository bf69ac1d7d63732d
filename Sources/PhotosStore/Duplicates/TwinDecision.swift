/// A decision about a photo with the bytes of a restored photo whose own files are nowhere.
package enum TwinDecision: Hashable, Sendable {
    /// Its files in sources become those of the restored photo, and it moves to Recently Deleted.
    case handOver
    /// The photo moves to Recently Deleted as soon as the restored photo has copies of its files.
    case makeWay
    /// The photo stays as it is, and the restored photo gets copies of its files.
    case stay

    /// Decides about a photo.
    ///
    /// A photo gives up nothing that it alone has. It moves only if it came in after the restored one, nobody has changed it
    /// since, and the restored photo has all its bytes.
    ///
    /// - Parameters:
    ///   - twin: The files of the photo.
    ///   - isUntouched: Whether nobody has changed the photo since it came in.
    ///   - restored: The files of the restored photo.
    ///   - lacking: The files of the restored photo that are nowhere.
    init(
        twin: [HeldFile],
        isUntouched: Bool,
        restored: [HeldFile],
        lacking: [HeldFile]
    ) {
        let checksums = Set(restored.map(\.checksum))
        guard isUntouched, let (older, newer) = zip(restored, twin).first(where: { _ in true }),
            newer.assetRow > older.assetRow,
            twin.allSatisfy({ checksums.contains($0.checksum) })
        else {
            self = .stay
            return
        }
        let wanted = Set(lacking.map(\.checksum))
        let given = twin.filter { wanted.contains($0.checksum) }
        self = given.allSatisfy { $0.sourceFileID != nil } ? .handOver : .makeWay
    }
}

extension AssetRecord {
    /// Whether the record is as the files made it, so that a person loses nothing with it.
    ///
    /// - Parameter metadata: The values in the files when they were last read.
    /// - Returns: False if a person has set a property, or edited the photo.
    func isUntouched(since metadata: FileMetadata) -> Bool {
        !isFavorite && !isHidden && adjustmentsState == .unedited && originalChoice == .compressed
            && burstSelection == [] && playbackVariation == .plain && dateSource != Self.personsDate
            && differences(from: metadata).isEmpty
    }
}
