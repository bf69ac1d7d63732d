package import Foundation

/// Decides which files beside a photo count, and which of them counts before the others.
package enum CompanionOrder {
    /// The source of a file, and when the library began or ended to follow it.
    package struct FollowedSource: Hashable, Sendable {
        package var row: Int64
        /// The date on which the source was added, or that on which it was forgotten.
        package var date: Date
        package var isForgotten: Bool

        package init(row: Int64 = 0, date: Date = .distantPast, isForgotten: Bool = false) {
            (self.row, self.date, self.isForgotten) = (row, date, isForgotten)
        }

        /// Whether this source was added before another one was forgotten.
        fileprivate func wasAdded(before other: FollowedSource) -> Bool {
            (date, row) < (other.date, other.row)
        }
    }

    /// A file that the ledger of sources has.
    package struct Recorded: Sendable {
        package var file: CompanionFile
        /// The modification time in nanoseconds since 1970.
        ///
        /// The property is nil where the ledger has none: the source is on another volume now.
        package var modification: Int64?
        /// The checksum; nil where the ledger has none.
        package var checksum: [UInt8]?
        package var source: FollowedSource

        package init(
            _ file: CompanionFile,
            modification: Int64?,
            checksum: [UInt8]? = nil,
            source: FollowedSource = FollowedSource()
        ) {
            self.file = file
            self.modification = modification
            self.checksum = checksum
            self.source = source
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

    /// A kept file with what is known of the files from which it may have been copied.
    private struct DatedFile {
        var file: CompanionFile
        var checksum: [UInt8]
        /// The modification time; that of the oldest or newest file there is where it is not known.
        var date: Int64
        /// The forgotten source from which the file was copied last; nil where there is none.
        var forgotten: FollowedSource?

        init(_ kept: Kept, among recorded: [Recorded]) {
            (file, checksum) = (kept.file, kept.checksum)
            let same = recorded.filter { $0.checksum == kept.checksum }
            date = same.compactMap(\.modification).max() ?? (kept.isOfSource ? .min : .max)
            let named = same.filter { ExactText($0.file.name) == ExactText(kept.file.name) }
            file.copiedPath = named.first { $0.file.isInPlace }?.file.url.path
            forgotten = named.map(\.source).filter(\.isForgotten).max { $0.wasAdded(before: $1) }
        }

        /// Whether a file in a source may be a later or a former state of this one.
        func isState(of recorded: Recorded) -> Bool {
            guard ExactText(recorded.file.name) == ExactText(file.name) else { return false }
            // A source that was there when this file's source was forgotten has a sidecar of its own.
            return forgotten.map { !recorded.source.wasAdded(before: $0) } ?? true
        }
    }

    /// Returns the files of a photo that count.
    ///
    /// The last XMP is the photo's sidecar. Where the library keeps a file, the file of that name from which it was copied is left out. A file that stays in its
    /// source may have been changed since:
    ///
    /// - Of an XMP that the library keeps and one of the same name in a source, the one that was changed last counts. Both count
    ///   where the kept one is a copy of another file that is in a source, or that was in one while both sources were there: copies of a
    ///   photo may each have an XMP.
    /// - Settings and other files that the library does not read count both, unless they have the same bytes.
    ///
    /// A kept XMP is as old as the file with its bytes from which it was copied. Where the ledger has no such file, or no date of it, the kept XMP
    /// counts. But if it stayed in its source, and the source has other bytes under its name, those are later.
    ///
    /// - Parameters:
    ///   - recorded: The files in sources, sorted by name. Those of forgotten sources only date the kept ones.
    ///   - kept: The files that the library keeps, in the order in which they came in.
    /// - Returns: The files, those of each source together. The source whose XMP was changed last is the last one, and so is a kept XMP
    ///   among them.
    package static func files(recorded: [Recorded], kept: [Kept]) -> [CompanionFile] {
        let all = kept.map { DatedFile($0, among: recorded) }
        let present = recorded.filter { !$0.source.isForgotten }
        let counting = all.filter { kept in
            // While the source has its bytes, it is no former state of another file with the name.
            kept.file.copiedPath != nil
                || !present.contains {
                    $0.file.isInPlace && $0.file.isRead && $0.modification ?? .min > kept.date
                        && kept.isState(of: $0)
                }
        }
        let rest = present.filter { recorded in
            !all.contains { kept in
                guard ExactText(kept.file.name) == ExactText(recorded.file.name) else {
                    return false
                }
                return !recorded.file.isInPlace || recorded.checksum == kept.checksum
                    || kept.file.copiedPath == nil && recorded.file.isRead
                        && recorded.modification ?? .min <= kept.date && kept.isState(of: recorded)
            }
        }
        let dates = Dictionary(
            rest.lazy.filter { $0.file.isInPlace && $0.file.isXMP }.map {
                ($0.source.row, $0.modification ?? .min)
            },
            uniquingKeysWith: max
        )
        var dated: [(file: CompanionFile, date: Int64)] = []
        for recorded in rest {
            let date = recorded.file.isInPlace ? dates[recorded.source.row] : nil
            dated.append((recorded.file, date ?? .min))
        }
        for kept in counting {
            dated.append((kept.file, kept.file.isXMP ? kept.date : .max))
        }
        return dated.enumerated().sorted {
            ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
        }.map(\.element.file)
    }
}
