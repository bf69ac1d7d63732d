package import Foundation

/// The recipe of an edit as a file: Apple's property list, with the program's own data under `adjustmentData`.
///
/// The same values give the same bytes, so that copies can be compared.
package struct AdjustmentFile: Hashable, Sendable {
    /// The name that Apple's Photos gives to such files.
    package static let filename = "Adjustments.plist"
    package static let contentType = "com.apple.property-list"

    package var formatIdentifier: String
    package var formatVersion: String
    /// The program's own data, which only programs that know the format can read.
    package var data: Data
    /// The date of the edit, or nil if it is unknown.
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

    /// The property list in its binary form, which keeps the fractions of seconds in dates.
    package var bytes: Data {
        var fields: [(String, BinaryPropertyListWriter.Value)] = [
            ("adjustmentBaseVersion", .integer(isOnTop ? 1 : 0)),
            ("adjustmentData", .data(data)),
            // The program is not recorded, and the format is named after it.
            ("adjustmentEditorBundleID", .text(formatIdentifier)),
            ("adjustmentFormatIdentifier", .text(formatIdentifier)),
            ("adjustmentFormatVersion", .text(formatVersion)),
            ("adjustmentRenderTypes", .integer(0)),
        ]
        if let date { fields.append(("adjustmentTimestamp", .date(date))) }
        return BinaryPropertyListWriter.bytes(of: fields)
    }

    /// Returns the number of bytes that ``bytes`` would have with `count` bytes of data.
    package func byteCount(forData count: Int) -> Int {
        var file = self
        file.data = Data(count: count)
        return file.bytes.count
    }

    /// Returns the program's own data in the file of a resource.
    ///
    /// If the bytes are not such a property list, they are returned unchanged.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - isPlain: Whether the file is known to contain only the program's own data.
    /// - Returns: The program's own data.
    package static func data(in bytes: Data, isPlain: Bool) -> Data {
        guard !isPlain else { return bytes }
        return (try? AppleAdjustment(bytes, maximumSize: .max))?.data ?? bytes
    }
}

extension ResourceRecord {
    /// Whether the file of a recipe contains only the program's own data, as for imports and older versions.
    ///
    /// A file that is kept in its source is an unchanged `.AAE` file.
    package var isPlainRecipe: Bool {
        type == ResourceRole.adjustmentData && sourceFileID == nil
            && contentType != AdjustmentFile.contentType
    }

    /// Whether the last edit was made from this resource and not from the original.
    package var isBase: Bool { ResourceRole.bases.contains(type) }
}
