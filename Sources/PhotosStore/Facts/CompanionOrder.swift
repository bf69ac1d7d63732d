import Foundation

/// Decides which files beside a photo count, and which of them counts before the others.
package enum CompanionOrder {
    /// A file that the ledger of sources has.
    package struct Recorded: Sendable {
        package var file: CompanionFile
        /// The modification time in nanoseconds since 1970.
        ///
        /// The property is nil where the ledger has none: the source is on another volume now.
        package var modification: Int64?
        /// The checksum; nil where the ledger has none.
        package var checksum: [UInt8]?

        package init(_ file: CompanionFile, modification: Int64?, checksum: [UInt8]? = nil) {
            self.file = file
            self.modification = modification
            self.checksum = checksum
        }
    }

    /// A file that the library keeps.
    package struct Kept: Sendable {
        package var file: CompanionFile
        package var checksum: [UInt8]
        /// Whether the file was copied from a source in which it stayed, by a backup or a remote.
        package var isOfSource: Bool

        package init(_ file: CompanionFile, checksum: [UInt8], isOfSource: Bool = false) {
            self.file = file
            self.checksum = checksum
            self.isOfSource = isOfSource
        }
    }

    /// Returns the files of a photo that count.
    ///
    /// The last XMP is the photo's sidecar. Where the library keeps a file, the file of that name from which it was copied is left out. A file that stays in its
    /// source may have been changed since:
    ///
    /// - Of an XMP that the library keeps and one of the same name in a source, the one that was changed last counts. Both count
    ///   where the kept one is a copy of another file that is in a source: copies of a photo may each have an XMP.
    /// - Settings and other files that the library does not read count both, unless they have the same bytes.
    ///
    /// A kept XMP is as old as the file with its bytes from which it was copied. Where the ledger has no such file, or no date of it, the kept XMP
    /// counts. But if it stayed in its source, and the source has other bytes under its name, those are later.
    ///
    /// - Parameters:
    ///   - recorded: The files in sources, sorted by name.
    ///   - kept: The files that the library keeps, in the order in which they came in.
    /// - Returns: The files in sources, and then the kept ones. A kept XMP that is older than one that stays in a source comes
    ///   before both.
    package static func files(recorded: [Recorded], kept: [Kept]) -> [CompanionFile] {
        guard !kept.isEmpty else { return recorded.map(\.file) }
        let dates = kept.map { kept in
            recorded.lazy.filter { $0.checksum == kept.checksum }.compactMap(\.modification).max()
                ?? (kept.isOfSource ? .min : .max)
        }
        let copies = kept.map { kept in
            var kept = kept
            kept.file.copiedPath =
                recorded.first {
                    $0.file.isInPlace && $0.checksum == kept.checksum
                        && ExactText($0.file.name) == ExactText(kept.file.name)
                }?.file.url.path
            return kept
        }
        func isReplaced(_ old: CompanionFile, by new: CompanionFile) -> Bool {
            new.isRead && ExactText(new.name) == ExactText(old.name)
        }
        var (first, last): ([CompanionFile], [CompanionFile]) = ([], [])
        for (kept, date) in zip(copies, dates) {
            let newer = recorded.filter { $0.file.isInPlace && $0.modification ?? .min > date }
            // While the source has its bytes, it is no former state of another file with the name.
            guard
                kept.file.copiedPath != nil
                    || !newer.contains(where: { isReplaced(kept.file, by: $0.file) })
            else { continue }
            let isOlder = kept.file.isXMP && newer.contains(where: \.file.isXMP)
            if isOlder { first.append(kept.file) } else { last.append(kept.file) }
        }
        let present = recorded.filter { recorded in
            !zip(copies, dates).contains { kept, date in
                guard ExactText(kept.file.name) == ExactText(recorded.file.name) else {
                    return false
                }
                return !recorded.file.isInPlace || recorded.checksum == kept.checksum
                    || kept.file.copiedPath == nil && recorded.file.isRead
                        && recorded.modification ?? .min <= date
            }
        }
        return first + present.map(\.file) + last
    }
}
