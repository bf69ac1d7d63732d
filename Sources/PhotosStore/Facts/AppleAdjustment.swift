package import Foundation

/// The recipe of an edit that Apple's Photos saved beside a picture or movie, an `.AAE` file.
package struct AppleAdjustment: Hashable, Sendable {
    /// The largest size in bytes of a recipe that is read.
    ///
    /// Most recipes have a few hundred bytes, and recipes with drawings some hundred thousand.
    package static let maximumSize = 4 << 20

    package var formatIdentifier: String
    package var formatVersion: String
    /// The version that was edited: 0 for the original, 1 for an edited version.
    package var baseVersion: Int
    package var date: Date?
    /// The program that wrote the recipe.
    ///
    /// The value is `com.apple.camera` for edits applied when the picture was taken.
    package var editor: String?
    /// The program's own data, which only programs that know the format can read.
    package var data: Data

    package init(contentsOf url: URL, maximumSize: Int = Self.maximumSize) throws {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: url)
        } catch {
            throw Self.formatError("cannot be opened. Check that it is there and may be read")
        }
        defer { try? file.close() }
        let bytes: Data
        do {
            bytes = try file.read(upToCount: maximumSize + 1) ?? Data()
        } catch {
            throw Self.formatError("cannot be read. Check the disk, and copy it again")
        }
        try self.init(bytes, maximumSize: maximumSize)
    }

    package init(_ bytes: Data, maximumSize: Int = Self.maximumSize) throws {
        guard bytes.count <= maximumSize else {
            throw Self.formatError("is larger than any recipe of an edit (4 MB). Leave it out")
        }
        guard !bytes.isEmpty else {
            throw Self.formatError("is empty. Copy it again from the device")
        }
        guard let fields = PropertyListFields(bytes)?.values else {
            throw Self.formatError(
                "is not a property list. Copy it again from the device, or leave it out"
            )
        }
        guard let identifier = fields["adjustmentFormatIdentifier"] as? String,
            let version = fields["adjustmentFormatVersion"] as? String,
            let data = fields["adjustmentData"] as? Data
        else {
            throw Self.formatError(
                "does not say its format or holds no adjustment data. Leave it out: the edit can not be continued, but its rendering is a file of its own"
            )
        }
        formatIdentifier = identifier
        formatVersion = version
        self.data = data
        baseVersion = fields["adjustmentBaseVersion"] as? Int ?? 0
        date = fields["adjustmentTimestamp"] as? Date
        editor = fields["adjustmentEditorBundleID"] as? String
    }

    /// The adjustment for an ``ImportItem`` that contains the rendering of the edit.
    package var supplement: ImportSupplement.Adjustment {
        .init(formatIdentifier: formatIdentifier, formatVersion: formatVersion, date: date)
    }

    private static func formatError(_ what: String) -> StoreError {
        StoreError(.invalidResource, "The .AAE file \(what).")
    }
}
