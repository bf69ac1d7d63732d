package import Foundation

/// Decides which known file a file is: a value that reads nothing.
///
/// `Documentation/Sources.md` has the table. What can be told from numbers alone is asked first, of all files; then the rest with their content, those that
/// stand under a known name before the others.
package struct SourceIdentity: Sendable {
    /// What tells a file from others without reading it.
    package struct Numbers: Hashable, Sendable {
        package var inode: Int64
        package var byteCount: Int64
        package var modification: Int64

        package init(inode: Int64, byteCount: Int64, modification: Int64) {
            self.inode = inode
            self.byteCount = byteCount
            self.modification = modification
        }
    }

    /// A known file that is not where it was, or that another one has taken the name of.
    package struct Vacancy: Hashable, Sendable {
        package var row: Int64
        package var folder: Int64
        package var numbers: Numbers
        package var outcome: SourceOutcome
        package var assetID: Int64?

        package init(
            row: Int64,
            folder: Int64,
            numbers: Numbers,
            outcome: SourceOutcome = .imported,
            assetID: Int64? = nil
        ) {
            self.row = row
            self.folder = folder
            self.numbers = numbers
            self.outcome = outcome
            self.assetID = assetID
        }
    }

    /// What was known under the name that a file has now.
    package struct Known: Hashable, Sendable {
        package var row: Int64
        package var numbers: Numbers
        package var outcome: SourceOutcome
        /// Whether the folder has another inode too: its volume numbers them anew, or the folder was restored.
        package var isFolderRenumbered: Bool

        package init(
            row: Int64,
            numbers: Numbers,
            outcome: SourceOutcome = .imported,
            isFolderRenumbered: Bool = false
        ) {
            self.row = row
            self.numbers = numbers
            self.outcome = outcome
            self.isFolderRenumbered = isFolderRenumbered
        }
    }

    /// A file that is new, or not as it was.
    package struct Arrival: Hashable, Sendable {
        package var numbers: Numbers
        package var known: Known?
        /// The row of the file that it is a backup of, by its name.
        package var backupOf: Int64?

        package init(numbers: Numbers, known: Known? = nil, backupOf: Int64? = nil) {
            self.numbers = numbers
            self.known = known
            self.backupOf = backupOf
        }
    }

    /// What was found by reading a file.
    package struct Content: Hashable, Sendable {
        package var checksum: [UInt8]
        /// When it says that it was taken; nil where it does not.
        package var captureDate: Date?
        /// When the photo that was known under its name says that it was taken.
        package var knownCaptureDate: Date?

        package init(checksum: [UInt8], captureDate: Date? = nil, knownCaptureDate: Date? = nil) {
            self.checksum = checksum
            self.captureDate = captureDate
            self.knownCaptureDate = knownCaptureDate
        }

        fileprivate var isSameCapture: Bool {
            guard let captureDate, let knownCaptureDate else { return false }
            return abs(captureDate.timeIntervalSince(knownCaptureDate)) < 0.001
        }
    }

    package enum Verdict: Hashable, Sendable {
        /// The known file of a row, with the same bytes, wherever that was.
        case same(Int64)
        /// The known file of a row with other bytes.
        case edited(Int64)
        /// No known file.
        case new
    }

    private let vacancies: [Vacancy]
    private let byInode: [Int32]
    private let bySize: [Int32]
    private var isTaken: [Bool]
    private var places: [Int64: Int32] = [:]

    /// - Parameters:
    ///   - vacancies: known files that are not where they were, and known files whose name a file with another inode
    ///     has now.
    ///   - displaced: rows of the latter.
    package init(vacancies: [Vacancy], displaced: Set<Int64> = []) {
        self.vacancies = vacancies
        isTaken = [Bool](repeating: false, count: vacancies.count)
        let numbers = (0..<Int32(vacancies.count))
        byInode = numbers.sorted {
            vacancies[Int($0)].numbers.inode < vacancies[Int($1)].numbers.inode
        }
        bySize = numbers.sorted {
            vacancies[Int($0)].numbers.byteCount < vacancies[Int($1)].numbers.byteCount
        }
        for number in numbers where displaced.contains(vacancies[Int(number)].row) {
            places[vacancies[Int(number)].row] = number
        }
    }

    /// Decides by numbers alone; nil where the file has to be read.
    package mutating func verdict(_ arrival: Arrival) -> Verdict? {
        let inode = arrival.numbers.inode
        for place in equal(byInode, inode, \.inode) {
            let vacancy = vacancies[Int(place)]
            if !isTaken[Int(place)], vacancy.numbers == arrival.numbers,
                vacancy.row != arrival.backupOf
            {
                isTaken[Int(place)] = true
                return .same(vacancy.row)
            }
        }
        guard let known = arrival.known, known.isFolderRenumbered,
            known.numbers.byteCount == arrival.numbers.byteCount,
            known.numbers.modification == arrival.numbers.modification,
            take(known.row)
        else { return nil }
        return .same(known.row)
    }

    /// Decides with what a file holds.
    package mutating func verdict(
        _ arrival: Arrival,
        _ content: Content,
        checksum: (Int64) throws -> [UInt8]?
    ) rethrows -> Verdict {
        if let known = arrival.known, isFree(known.row), known.outcome.isAsset {
            if try known.numbers.byteCount == arrival.numbers.byteCount
                && checksum(known.row) == content.checksum
            {
                _ = take(known.row)
                return .same(known.row)
            }
        }
        for place in equal(bySize, arrival.numbers.byteCount, \.byteCount) {
            let vacancy = vacancies[Int(place)]
            if !isTaken[Int(place)], vacancy.outcome.isAsset, vacancy.row != arrival.backupOf,
                try checksum(vacancy.row) == content.checksum
            {
                isTaken[Int(place)] = true
                return .same(vacancy.row)
            }
        }
        if let known = arrival.known, known.outcome.isAsset, isFree(known.row),
            known.numbers.inode == arrival.numbers.inode || content.isSameCapture
        {
            _ = take(known.row)
            return .edited(known.row)
        }
        return .new
    }

    /// The known files that no file is.
    package var rest: [Vacancy] {
        vacancies.indices.lazy.filter { !isTaken[$0] }.map { vacancies[$0] }
    }

    /// Whether no other file is known to be the one of a row.
    private func isFree(_ row: Int64) -> Bool {
        // What kept its inode is in no list: no other file can be it.
        places[row].map { !isTaken[Int($0)] } ?? true
    }

    private mutating func take(_ row: Int64) -> Bool {
        guard let place = places[row] else { return true }
        guard !isTaken[Int(place)] else { return false }
        isTaken[Int(place)] = true
        return true
    }

    private func equal(
        _ order: [Int32],
        _ value: Int64,
        _ key: KeyPath<Numbers, Int64>
    ) -> ArraySlice<Int32> {
        func first(_ isBefore: (Int64) -> Bool) -> Int {
            var range = 0..<order.count
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                if isBefore(vacancies[Int(order[middle])].numbers[keyPath: key]) {
                    range = middle + 1..<range.upperBound
                } else {
                    range = range.lowerBound..<middle
                }
            }
            return range.lowerBound
        }
        return order[first { $0 < value }..<first { $0 <= value }]
    }
}

extension SourceOutcome {
    /// Whether the file is, or was, an asset's own.
    var isAsset: Bool { self == .imported || self == .absent }
}

/// Names that programs give to a file as it was before they wrote to it.
enum BackupName {
    private static let endings = ["_original", "~", ".bak", ".orig"]

    /// The name of the file that a name would be the backup of.
    static func original(of name: String) -> String? {
        endings.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
    }
}

/// Decides whether a source is there as a whole.
package enum SourceAvailability: Hashable, Sendable {
    case online
    /// The files are there, on another file system than before.
    case moved
    /// The sentence says what is seen, and what to do.
    case offline(String)

    /// - Parameters:
    ///   - path: where the source stands.
    ///   - isFolder: whether there is a folder at the path of the source.
    ///   - isEmpty: whether nothing is in it.
    ///   - knowsFiles: whether files of it are known.
    ///   - isSameVolume: whether it is on the file system that it was on.
    ///   - hasKnownFiles: whether most of some known files are there.
    package init(
        path: String,
        isFolder: Bool,
        isEmpty: Bool,
        knowsFiles: Bool,
        isSameVolume: Bool,
        hasKnownFiles: () throws -> Bool
    ) rethrows {
        if !isFolder {
            self = .offline(
                "\(path) is not there. Connect its volume, or say with `photokit source move` where the folder is now; nothing was concluded."
            )
        } else if isEmpty, knowsFiles {
            self = .offline(
                "\(path) is empty, as the place of a volume that is not connected. Connect it; nothing was concluded."
            )
        } else if !isSameVolume, knowsFiles {
            self =
                try hasKnownFiles()
                ? .moved
                : .offline(
                    "\(path) is on another volume than before, and the known files are not there. Connect the right one; nothing was concluded."
                )
        } else {
            self = isSameVolume ? .online : .moved
        }
    }
}
