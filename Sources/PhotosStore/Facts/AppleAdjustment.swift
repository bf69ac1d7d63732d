package import Foundation

/// The recipe of an edit that Apple's Photos left beside a picture or movie, an `.AAE` file.
package struct AppleAdjustment: Hashable, Sendable {
    /// What no recipe reaches: most are a few hundred bytes, those with drawings some hundred thousand.
    package static let maximumSize = 4 << 20

    package var formatIdentifier: String
    package var formatVersion: String
    /// 0 where the original was edited, 1 where an edited version was.
    package var baseVersion: Int
    package var date: Date?
    /// The program that wrote it: `com.apple.camera` for what was applied when the picture was taken.
    package var editor: String?
    /// What only programs that know the format can read.
    package var data: Data

    package init(contentsOf url: URL, maximumSize: Int = Self.maximumSize) throws {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: url)
        } catch {
            throw Self.fault("cannot be opened. Check that it is there and may be read")
        }
        defer { try? file.close() }
        let bytes: Data
        do {
            bytes = try file.read(upToCount: maximumSize + 1) ?? Data()
        } catch {
            throw Self.fault("cannot be read. Check the disk, and copy it again")
        }
        try self.init(bytes, maximumSize: maximumSize)
    }

    package init(_ bytes: Data, maximumSize: Int = Self.maximumSize) throws {
        guard bytes.count <= maximumSize else {
            throw Self.fault("is larger than any recipe of an edit (4 MB). Leave it out")
        }
        guard !bytes.isEmpty else { throw Self.fault("is empty. Copy it again from the device") }
        guard let fields = PropertyListFields(bytes)?.values else {
            throw Self.fault("is no property list. Copy it again from the device, or leave it out")
        }
        guard let identifier = fields["adjustmentFormatIdentifier"] as? String,
            let version = fields["adjustmentFormatVersion"] as? String,
            let data = fields["adjustmentData"] as? Data
        else {
            throw Self.fault(
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

    /// For an ``ImportItem`` whose rendering is among its files.
    package var supplement: ImportSupplement.Adjustment {
        .init(formatIdentifier: formatIdentifier, formatVersion: formatVersion, date: date)
    }

    private static func fault(_ what: String) -> StoreError {
        StoreError(.invalidResource, "The .AAE file \(what).")
    }
}
