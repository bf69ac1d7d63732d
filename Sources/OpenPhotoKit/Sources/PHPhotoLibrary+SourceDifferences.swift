import Foundation
public import Photos
import PhotosStore

extension LibrarySource {
    /// An asset with different properties in the library and in its files.
    public struct Difference: Hashable, Sendable {
        /// A property with different values.
        public struct Property: Hashable, Sendable {
            /// The property.
            public let property: FileProperty
            /// The value that a person set in the library.
            public let here: PropertyValue
            /// The value in the files.
            public let inFile: PropertyValue
        }

        /// The local identifier of the asset.
        public let localIdentifier: String
        /// The present file name of the original.
        public let filename: String?
        /// The properties with different values, at least one.
        public let properties: [Property]
    }
}

extension PHPhotoLibrary {
    /// Returns the assets of a source with values that a person set and that differ from the files.
    ///
    /// - Parameter source: The source.
    /// - Returns: The differences as of the last sweep. Assets are left out if a version that did not store
    ///   the values of files has read them last.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func differencesFromFiles(
        of source: LibrarySource
    ) throws -> [LibrarySource.Difference] {
        do {
            let store = try store()
            return try store.facts.differencesFromFiles(ofSource: source.row).map { found in
                var file = found.record
                for field in found.fields { file.setProperty(field, from: found.metadata) }
                return LibrarySource.Difference(
                    localIdentifier: found.record.localIdentifier,
                    filename: store.presentFilename(of: found.record),
                    properties: found.fields.compactMap { field in
                        FileProperty(rawValue: field.rawValue).map {
                            LibrarySource.Difference.Property(
                                property: $0,
                                here: PropertyValue(field, of: found.record),
                                inFile: PropertyValue(field, of: file)
                            )
                        }
                    }
                )
            }
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension Library {
    /// Returns the present name of an asset's original in its source, or else the name with which it came in.
    func presentFilename(of asset: AssetRecord) -> String? {
        (try? originals.sourceFilename(ofAsset: asset.rowID)) ?? asset.originalName
    }
}

extension PropertyValue {
    /// Converts the value of a property that files can contain; a location becomes "latitude, longitude".
    fileprivate init(_ field: FileMetadata.Field, of record: AssetRecord) {
        switch field {
        case .date: self = record.creationDate.map { .date($0) } ?? .none
        case .place:
            guard let latitude = record.latitude, let longitude = record.longitude else {
                self = .none
                return
            }
            self = .text(String(format: "%.6f, %.6f", latitude, longitude))
        case .caption: self = record.caption.map { .text($0) } ?? .none
        case .keywords: self = .texts(record.keywords)
        case .rating: self = .integer(record.isRejected ? -1 : Int64(record.rating))
        }
    }
}
