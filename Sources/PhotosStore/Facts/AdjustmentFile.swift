package import Foundation

/// The recipe of an edit as a file: Apple's property list, with what the program wrote under `adjustmentData`.
///
/// The same values give the same bytes, so that copies can be compared.
package struct AdjustmentFile: Hashable, Sendable {
    /// The name that Apple's Photos gives to such files.
    package static let filename = "Adjustments.plist"
    package static let contentType = "com.apple.property-list"

    package var formatIdentifier: String
    package var formatVersion: String
    /// What only programs that know the format can read.
    package var data: Data
    /// Nil where it is not known.
    package var date: Date?
    /// Whether the edit was made from an edited version, and not from the original.
    package var isOnTop: Bool

    package init(
        formatIdentifier: String,
        formatVersion: String,
        data: Data,
        date: Date?,
        isOnTop: Bool
    ) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
        self.date = date
        self.isOnTop = isOnTop
    }

    init(_ adjustment: Adjustment, _ date: Date, isOnTop: Bool) {
        self.init(
            formatIdentifier: adjustment.formatIdentifier,
            formatVersion: adjustment.formatVersion,
            data: adjustment.data,
            date: date,
            isOnTop: isOnTop
        )
    }

    var supplement: ImportSupplement.Adjustment {
        .init(formatIdentifier: formatIdentifier, formatVersion: formatVersion, date: date)
    }

    /// The property list, in its binary form: dates keep their fractions of a second.
    package var bytes: Data {
        var fields: [(String, BinaryPropertyListWriter.Value)] = [
            ("adjustmentBaseVersion", .integer(isOnTop ? 1 : 0)),
            ("adjustmentData", .data(data)),
            // Nobody notes the program; the format is named after it.
            ("adjustmentEditorBundleID", .text(formatIdentifier)),
            ("adjustmentFormatIdentifier", .text(formatIdentifier)),
            ("adjustmentFormatVersion", .text(formatVersion)),
            ("adjustmentRenderTypes", .integer(0)),
        ]
        if let date { fields.append(("adjustmentTimestamp", .date(date))) }
        return BinaryPropertyListWriter.bytes(of: fields)
    }

    /// The number of ``bytes``, for data of so many bytes.
    package func byteCount(forData count: Int) -> Int {
        var file = self
        file.data = Data(count: count)
        return file.bytes.count
    }

    /// What the file of a resource holds: its own bytes where they are no such property list.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - isPlain: Whether the file is known to hold the program's bytes alone.
    /// - Returns: What the program wrote.
    package static func data(in bytes: Data, isPlain: Bool) -> Data {
        guard !isPlain else { return bytes }
        return (try? AppleAdjustment(bytes, maximumSize: .max))?.data ?? bytes
    }
}

extension ResourceRecord {
    /// Whether the file of a recipe holds what a program wrote and nothing else, as those of imports and of older versions.
    ///
    /// A file that stays in its source is an `.AAE` file as it came.
    package var isPlainRecipe: Bool {
        type == ResourceRole.adjustmentData && sourceFileID == nil
            && contentType != AdjustmentFile.contentType
    }

    /// Whether it is what the last edit was made from, where that was not the original.
    package var isBase: Bool { ResourceRole.bases.contains(type) }
}
