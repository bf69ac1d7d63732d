import Foundation
public import Photos
import PhotosStore

extension LibrarySource {
    /// An asset of which the library and its files say different things.
    public struct Difference: Hashable, Sendable {
        /// What differs.
        public struct Property: Hashable, Sendable {
            /// Which one it is.
            public let property: FileProperty
            /// What a person set in the library.
            public let here: PropertyValue
            /// What the files say.
            public let inFile: PropertyValue
        }

        /// The asset.
        public let localIdentifier: String
        /// The name of its original's file.
        public let filename: String?
        /// What differs, at least one.
        public let properties: [Property]
    }
}

extension PHPhotoLibrary {
    /// The assets of a source about which a person said something else than their files do.
    ///
    /// - Parameter source: The source.
    /// - Returns: What differs, as of the last sweep. Assets whose files were not read since the library keeps what files
    ///   say are not among them.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func differencesFromFiles(
        of source: LibrarySource
    ) throws -> [LibrarySource.Difference] {
        do {
            return try store().differencesFromFiles(ofSource: source.row).map { found in
                var file = found.record
                for field in found.fields { file.take(field, of: found.metadata) }
                return LibrarySource.Difference(
                    localIdentifier: found.record.localIdentifier,
                    filename: found.record.originalName,
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

extension PropertyValue {
    /// The value of a property that files can say; a place as "latitude, longitude".
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
        case .rating: self = .integer(Int64(record.rating))
        }
    }
}
