public import Foundation
package import PhotosStore

/// A folder whose photos are in the library but stay in their files.
///
/// The library never writes, moves or deletes these files.
public struct LibrarySource: Hashable, Sendable {
    /// The treatment of the assets of a source that is forgotten.
    public enum AssetTreatment: String, Hashable, Sendable, CaseIterable {
        /// The assets stay with all their properties, without their files.
        ///
        /// When the folder is added again, the assets get their files back.
        case keepOffline = "keep-offline"
        /// The assets move to Recently Deleted.
        case delete
    }

    /// The identifier of the source, which stays the same until the source is forgotten.
    public let identifier: String
    /// The URL of the folder.
    public let url: URL
    /// Whether the folder, or its volume, was missing at the last sweep.
    public let isOffline: Bool
    /// The date when the source was added.
    public let addedDate: Date
    /// The date of the last complete sweep; nil before the first one.
    public let sweptDate: Date?
    /// The number of assets with their file in the source.
    public let assetCount: Int
    /// The names of files and folders that are left out, as shell patterns.
    public let excludedPatterns: [String]
    package let row: Int64

    package init(_ source: SourceRow, assetCount: Int, excludedPatterns: [String]) {
        identifier = source.uuid.uuidString
        url = source.url
        isOffline = source.isOffline
        addedDate = source.addedDate
        sweptDate = source.sweptDate
        self.assetCount = assetCount
        self.excludedPatterns = excludedPatterns
        row = source.id
    }
}

extension SourceRow {
    /// The URL of the folder.
    var url: URL { URL(fileURLWithPath: path, isDirectory: true) }
}
