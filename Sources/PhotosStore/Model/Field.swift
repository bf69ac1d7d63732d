/// A value that a fetch plan can compare or sort by.
package enum Field: Hashable, Sendable {
    case rowID
    case asset(AssetField)
    case collection(CollectionField)
    /// The position of an asset in the album that the plan fetches from.
    case memberPosition
    /// The number of visible assets in an album.
    case memberCount
    /// The creation date of an asset on the camera's clock: the date plus its zone, or the date if the zone is unknown.
    case localDate
    /// The number of pixels of an asset.
    case pixelCount
    /// A value of an asset that other tables hold.
    case related(RelatedField)
}

/// The values of an asset that other tables hold, for searches.
///
/// A list of texts is a JSON array, as for keywords.
package enum RelatedField: UInt8, Hashable, Sendable, CaseIterable {
    /// The make and model of the camera.
    case camera
    case lens
    /// The names of persons that the files state, as a list.
    case persons
    case aperture
    case iso
    case focalLength
    case exposureTime
    /// The size in bytes of the largest original file.
    case byteCount
    /// 1 if the asset is in an album, and 0 otherwise.
    case isInAlbum
    /// The titles of the albums that the asset is in and of the folders around them, as a list.
    case albumTitles
    /// The titles of the folders around the albums that the asset is in, as a list.
    case folderTitles
    /// The names of the nearest place of the library's table: town, district, region and country, as a list.
    case places
    case cameraMake
    case cameraModel
    case title
    case headline
    case sublocation
    case city
    case region
    case country
    /// The titles and headlines that the files state, as a list.
    case titles
    /// The names of those who made the photo, as a list.
    case creators
    /// The names of places that the files state, as a list.
    case statedPlaces

    /// Whether the value is a text or a list of texts.
    var isText: Bool {
        switch self {
        case .camera, .cameraMake, .cameraModel, .lens, .persons, .albumTitles, .folderTitles,
            .places, .title, .headline, .sublocation, .city, .region, .country, .titles, .creators,
            .statedPlaces:
            true
        case .aperture, .iso, .focalLength, .exposureTime, .byteCount, .isInAlbum: false
        }
    }

    /// Whether the value depends on albums.
    package var isOfAlbums: Bool {
        switch self {
        case .isInAlbum, .albumTitles, .folderTitles: true
        default: false
        }
    }
}

extension Field {
    /// Whether the values are lists of texts.
    var isList: Bool {
        switch self {
        case .asset(.keywords), .related(.persons), .related(.albumTitles),
            .related(.folderTitles), .related(.places), .related(.titles), .related(.creators),
            .related(.statedPlaces):
            true
        default: false
        }
    }

    /// The fields of the record from which the value is computed.
    var sources: [AssetField] {
        switch self {
        case .asset(let field): [field]
        case .localDate: [.creationDate, .creationZone]
        case .pixelCount: [.pixelWidth, .pixelHeight]
        case .rowID, .collection, .memberPosition, .memberCount, .related: []
        }
    }
}

/// A record in memory whose field values can be read.
package protocol FieldReading {
    func value(of field: Field) -> FieldValue
}
