package import Foundation
package import PhotosStore

/// Decides which known file an existing file is, without reading anything itself.
///
/// `Documentation/Sources.md` contains the table of cases. Callers first ask for a decision by numbers alone for all
/// files. Then they ask with the content of the remaining files, beginning with those that have a known name.
package struct SourceIdentity: Sendable {
    /// The values that distinguish a file from others without reading it.
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

    /// A known file that is missing at its path, or whose name another file has now.
    package struct Vacancy: Hashable, Sendable {
        package var row: Int64
        package var folder: Int64
        package var numbers: Numbers
        package var outcome: SourceOutcome
        package var assetID: Int64?
        package var name: String
        /// The key of the name of a sidecar or of an edit's recipe; nil for other files.
        package var sidecarKey: Int?
        /// Whether the file has settings of another program, so that the library reads no words from it.
        package var isSettings: Bool

        package init(
            row: Int64,
            folder: Int64,
            numbers: Numbers,
            outcome: SourceOutcome = .imported,
            assetID: Int64? = nil,
            name: String = "",
            sidecarKey: Int? = nil,
            isSettings: Bool = false
        ) {
            self.row = row
            self.folder = folder
            self.numbers = numbers
            self.outcome = outcome
            self.assetID = assetID
            self.name = name
            self.sidecarKey = sidecarKey
            self.isSettings = isSettings
        }
    }

    /// The known file that had the present name of a file.
    package struct Known: Hashable, Sendable {
        package var row: Int64
        package var numbers: Numbers
        package var outcome: SourceOutcome
        /// Whether the folder has another inode, too, because its volume assigns new numbers or the folder was
        /// restored.
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

    /// A file that is new, or that differs from the known file of its name.
    package struct Arrival: Hashable, Sendable {
        package var numbers: Numbers
        package var known: Known?
        /// The row of the file of which this file is a backup, according to its name.
        package var backupOf: Int64?
        /// Whether a file with the inode of the known file is the known file.
        package var inodeUse = InodeUse.unknown

        package init(
            numbers: Numbers,
            known: Known? = nil,
            backupOf: Int64? = nil,
            inodeUse: InodeUse = .unknown
        ) {
            self.numbers = numbers
            self.known = known
            self.backupOf = backupOf
            self.inodeUse = inodeUse
        }
    }

    /// The values found by reading a file.
    package struct Content: Hashable, Sendable {
        package var checksum: [UInt8]
        /// The capture date in the file, or nil if it contains none.
        package var captureDate: Date?
        /// The capture date in the photo that was known under this name, or nil if it contains none.
        package var knownCaptureDate: Date?
        /// The model of the camera in the file, or nil if it contains none.
        package var camera: String?
        /// The model of the camera in the photo that was known under this name, or nil if it contains none.
        package var knownCamera: String?

        package init(
            checksum: [UInt8],
            captureDate: Date? = nil,
            knownCaptureDate: Date? = nil,
            camera: String? = nil,
            knownCamera: String? = nil
        ) {
            self.checksum = checksum
            self.captureDate = captureDate
            self.knownCaptureDate = knownCaptureDate
            self.camera = camera
            self.knownCamera = knownCamera
        }

        /// Whether both captures have one date; nil if one of them has none.
        private var isSameDate: Bool? {
            guard let captureDate, let knownCaptureDate else { return nil }
            return abs(captureDate.timeIntervalSince(knownCaptureDate)) < 0.001
        }

        /// Returns whether the file with its new bytes is the photo that was known under its name.
        fileprivate func isSamePhoto(_ use: InodeUse) -> Bool {
            if isSameDate == true { return true }
            switch use {
            case .kept: return true
            case .reused: return false
            case .unknown:
                let isSameCamera = camera == nil || knownCamera == nil || camera == knownCamera
                return isSameDate == nil && isSameCamera
            }
        }
    }

    package enum Verdict: Hashable, Sendable {
        /// The file is the known file of this row, with the same bytes, wherever that file was.
        case same(Int64)
        /// The file is the known file of this row, with other bytes.
        case edited(Int64)
        /// The file is no known file.
        case new
    }

    private let vacancies: [Vacancy]
    private let byInode: [Int32]
    private let bySize: [Int32]
    private var isTaken: [Bool]
    private var indexes: [Int64: Int32] = [:]
    /// The indexes of known files whose name and inode a file with other bytes has.
    private var kept: [Int64: Int32] = [:]

    /// - Parameters:
    ///   - vacancies: Known files that are missing at their paths, and known files whose name a file with another inode
    ///     has now.
    ///   - displaced: The rows of the latter.
    ///   - kept: Known files whose name and inode a file with another size or date has. The known files count as missing
    ///     when that file shows to be another photo.
    package init(
        vacancies: [Vacancy],
        displaced: Set<Int64> = [],
        kept: [Vacancy] = []
    ) {
        let missingCount = vacancies.count
        let vacancies = vacancies + kept
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
            indexes[vacancies[Int(number)].row] = number
        }
        for number in numbers.dropFirst(missingCount) {
            self.kept[vacancies[Int(number)].row] = number
            isTaken[Int(number)] = true
        }
    }

    /// Decides by numbers alone, or returns nil if the file has to be read.
    ///
    /// - Parameters:
    ///   - arrival: The file.
    ///   - isSuitable: Returns whether the file may be a known file that had another path.
    /// - Returns: The verdict, or nil.
    package mutating func verdict(
        byNumbersOf arrival: Arrival,
        where isSuitable: (Vacancy) -> Bool = { _ in true }
    ) -> Verdict? {
        let inode = arrival.numbers.inode
        for index in matchingIndexes(in: byInode, equalTo: inode, at: \.inode) {
            let vacancy = vacancies[Int(index)]
            if !isTaken[Int(index)], vacancy.numbers == arrival.numbers,
                vacancy.row != arrival.backupOf, isSuitable(vacancy)
            {
                isTaken[Int(index)] = true
                return .same(vacancy.row)
            }
        }
        guard let known = arrival.known, known.isFolderRenumbered,
            known.numbers.byteCount == arrival.numbers.byteCount,
            known.numbers.modification == arrival.numbers.modification,
            claimRow(known.row)
        else { return nil }
        return .same(known.row)
    }

    /// Decides with the content of the file.
    package mutating func verdict(
        on arrival: Arrival,
        content: Content,
        checksum: (Int64) throws -> [UInt8]?
    ) rethrows -> Verdict {
        if let known = arrival.known, isFree(known.row), known.outcome.isAsset {
            if try known.numbers.byteCount == arrival.numbers.byteCount
                && checksum(known.row) == content.checksum
            {
                _ = claimRow(known.row)
                return .same(known.row)
            }
        }
        for index in matchingIndexes(
            in: bySize,
            equalTo: arrival.numbers.byteCount,
            at: \.byteCount
        ) {
            let vacancy = vacancies[Int(index)]
            if !isTaken[Int(index)], vacancy.outcome.isAsset, vacancy.row != arrival.backupOf,
                try checksum(vacancy.row) == content.checksum
            {
                isTaken[Int(index)] = true
                return .same(vacancy.row)
            }
        }
        guard let known = arrival.known, known.outcome.isAsset, isFree(known.row) else {
            return .new
        }
        let hasInode = known.numbers.inode == arrival.numbers.inode
        guard content.isSamePhoto(hasInode ? arrival.inodeUse : .reused) else {
            release(known.row)
            return .new
        }
        _ = claimRow(known.row)
        return .edited(known.row)
    }

    /// Lets a known file count as missing, because the file with its name and inode is no picture or movie any more.
    ///
    /// - Parameter row: The row of the known file; one whose name a file with another inode has counts as missing anyway.
    package mutating func release(_ row: Int64) {
        if let index = kept[row] { isTaken[Int(index)] = false }
    }

    /// Lets known files count as matched, whose present names the caller has found.
    package mutating func take(_ rows: Set<Int64>) {
        for index in vacancies.indices where rows.contains(vacancies[index].row) {
            isTaken[index] = true
        }
    }

    /// The known files that were matched to no file.
    package var rest: [Vacancy] {
        vacancies.indices.lazy.filter { !isTaken[$0] }.map { vacancies[$0] }
    }

    /// Returns whether no other file was matched to a row.
    private func isFree(_ row: Int64) -> Bool {
        // No other file can be matched to a known file whose name and inode a file has.
        indexes[row].map { !isTaken[Int($0)] } ?? true
    }

    private mutating func claimRow(_ row: Int64) -> Bool {
        guard let index = indexes[row] else { return true }
        guard !isTaken[Int(index)] else { return false }
        isTaken[Int(index)] = true
        return true
    }

    private func matchingIndexes(
        in order: [Int32],
        equalTo value: Int64,
        at key: KeyPath<Numbers, Int64>
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
