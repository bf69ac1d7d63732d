package import Foundation

/// Decides which files beside photos a backup keeps from an earlier one, and as what.
///
/// A file goes when it was removed from beside its photo, whose described file is in that folder still, or when a new file of its
/// name comes. It stays where it is only left out of the new backup, where the source was forgotten, and where the described file is
/// gone from the folder, too, also if the photo goes on without that file.
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

    /// A picture or movie of a photo.
    package struct PhotoFile: Hashable, Sendable {
        package var name: String
        /// The folder of a source that has the file; nil where none has it.
        package var folder: Int64?

        package init(_ name: String, in folder: Int64?) {
            (self.name, self.folder) = (name, folder)
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
    /// The photos' own pictures and movies, by photo.
    package var photoFiles: [UUID: [PhotoFile]] = [:]
    /// The names of pictures and movies that photos had at the earlier backup, and without which they went on, by photo.
    package var formerFiles: [UUID: [String]] = [:]
    /// The names of the files that photos keep in the new backup, and beside which no copy stays, by photo.
    package var newNames: [UUID: Set<String>] = [:]

    package init() {}

    /// The roles of the files that a sidecar may describe.
    static let describedRoles = ResourceRole.originals + [.alternatePhoto, .pairedVideo]

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
                    $0.isProved && hasFile(describedBy: copy, in: $0.folder)
                }
            if isRemoved || newNames[copy.asset]?.contains(copy.filename) == true { return .goes }
        }
        guard CompanionFile.isRead(copy.filename) else { return .stays }
        return !copy.isEarlier && hasItsWords() ? .stays : .staysAsEarlier
    }

    /// Returns whether a photo has files in a folder, and the one that a copy describes is not gone from there.
    ///
    /// A file that no source has may have been beside the copy: the library keeps it instead.
    private func hasFile(describedBy copy: Copy, in folder: Int64) -> Bool {
        let files = photoFiles[copy.asset] ?? []
        guard files.contains(where: { $0.folder == folder }) else { return false }
        let described = DescribedFile(
            ofSidecar: copy.filename,
            among: files.map {
                DescribedFile.Candidate(
                    $0.name,
                    isBeside: $0.folder == nil || $0.folder == folder,
                    isPresent: $0.folder != nil
                )
            }
                + (formerFiles[copy.asset] ?? []).map {
                    DescribedFile.Candidate($0, isBeside: true, isPresent: false)
                }
        )
        return described != .gone
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
