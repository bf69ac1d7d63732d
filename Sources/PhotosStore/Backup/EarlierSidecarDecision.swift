package import Foundation

/// Decides which files beside photos a backup keeps from an earlier one, and as what.
///
/// A file goes when it was removed from beside its photo, which has its file in that folder still, or when a new file of its name
/// comes. It stays where it is only left out of the new backup, where the source was forgotten, and where the photo is gone from the
/// folder, too.
package struct EarlierSidecarDecision: Sendable {
    /// A file in a source from which a copy may have been made.
    package struct Origin: Hashable, Sendable {
        package var row: Int64
        package var folder: Int64
        /// Whether the file has the bytes of the copy, or only its name.
        package var isProved: Bool

        package init(row: Int64, folder: Int64, isProved: Bool) {
            (self.row, self.folder, self.isProved) = (row, folder, isProved)
        }
    }

    /// A file that the earlier backup keeps with a photo.
    package struct Copy: Hashable, Sendable {
        /// The name that it had in its source.
        package var filename: String
        package var asset: UUID
        package var origins: [Origin]
        /// Whether the earlier backup kept it as an earlier one.
        package var isEarlier: Bool

        package init(
            _ filename: String,
            of asset: UUID,
            origins: [Origin],
            isEarlier: Bool = false
        ) {
            (self.filename, self.asset) = (filename, asset)
            (self.origins, self.isEarlier) = (origins, isEarlier)
        }
    }

    /// What becomes of a copy.
    package enum Outcome: Hashable, Sendable {
        case goes
        case stays
        /// Only the earlier backup has it, and its words are not the photo's any more.
        case staysAsEarlier
    }

    /// The photos to which the sidecars and settings files in sources belong, by the rows of these.
    package var sidecars: [Int64: UUID] = [:]
    /// The folders in which photos have their own files, by photo.
    package var folders: [UUID: Set<Int64>] = [:]
    /// The names of the files that photos keep in the new backup, and beside which no copy stays, by photo.
    package var newNames: [UUID: Set<String>] = [:]

    package init() {}

    /// Decides about a copy.
    ///
    /// - Parameters:
    ///   - copy: The copy.
    ///   - hasItsWords: Returns whether the library has the words of the copy as those of the photo's sidecars. Asked only where it
    ///     matters.
    /// - Returns: What becomes of the copy.
    package func outcome(of copy: Copy, hasItsWords: () -> Bool) -> Outcome {
        let isLeftOut = copy.origins.contains { sidecars[$0.row] == copy.asset }
        if !isLeftOut {
            let isRemoved =
                !copy.origins.isEmpty
                && copy.origins.allSatisfy {
                    $0.isProved && folders[copy.asset]?.contains($0.folder) == true
                }
            if isRemoved || newNames[copy.asset]?.contains(copy.filename) == true { return .goes }
        }
        guard CompanionFile.isRead(copy.filename) else { return .stays }
        return !copy.isEarlier && hasItsWords() ? .stays : .staysAsEarlier
    }
}

extension RecordedFacts {
    /// Returns whether all these words of a sidecar are recorded beside a photo.
    ///
    /// A date without a zone depends on the zone of this machine, and says nothing.
    ///
    /// - Parameter recorded: The words that are recorded; nil for none.
    /// - Returns: Whether they are.
    package func areAll(in recorded: RecordedFacts?) -> Bool {
        var words = self
        if words.capture?.zone == nil || words.capture?.isZoneAssumed == true {
            words.capture = nil
        }
        return words == RecordedFacts(reader: reader) || words.withoutValues(of: recorded) == nil
    }
}
