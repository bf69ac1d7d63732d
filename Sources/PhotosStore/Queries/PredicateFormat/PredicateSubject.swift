/// The kinds of objects that a fetch can return.
package enum PredicateSubject: String, Hashable, Sendable, CaseIterable {
    case asset
    case assetCollection
    case collectionList
    /// Albums and folders together.
    case collection
}

/// The meaning of a key in a predicate or sort descriptor.
package enum KeyMeaning: Hashable, Sendable {
    case field(Field)
    /// The identifier, or the object itself when it is compared with objects.
    case identifier
    /// The location of an asset, which can only be compared with nil.
    case location
    /// A date that only moments had, and that is nil for every object here.
    case missing
}

/// The keys of one kind of object, with other spellings in use.
package struct KeyTable: Sendable {
    package let subject: PredicateSubject
    private let meanings: [String: KeyMeaning]

    package subscript(key: String) -> KeyMeaning? { meanings[key] }

    package var keys: [String] { meanings.keys.sorted() }

    package init(_ subject: PredicateSubject) {
        self.subject = subject
        switch subject {
        case .asset: meanings = Self.asset
        case .assetCollection: meanings = Self.collection.merging(Self.album) { $1 }
        case .collectionList, .collection: meanings = Self.collection
        }
    }

    package var identifiedRecord: Condition.IdentifiedRecord {
        subject == .asset ? .asset : .collection
    }

    /// Returns what a key means.
    ///
    /// - Parameters:
    ///   - key: The key as a person wrote it.
    ///   - isSorting: Whether objects are to be sorted by it, so that the message offers keys that can do that.
    /// - Returns: The meaning.
    /// - Throws: ``PredicateFault`` with the nearest key, or with all keys.
    func meaning(
        of key: String,
        isSorting: Bool = false
    ) throws(PredicateFault) -> KeyMeaning {
        if let meaning = meanings[key] { return meaning }
        let offered = offeredKeys(forSorting: isSorting)
        let hint =
            nearest(to: key, among: offered).map { "Did you mean \"\($0)\"?" }
            ?? "The keys\(isSorting ? " for sorting" : "") are \(offered.joined(separator: ", "))."
        throw PredicateFault(
            .unknownKey,
            "There is no key \"\(key)\" for \(subject.plural). \(hint)"
        )
    }

    private static let asset = keysOfFields.merging(otherAssetKeys) { $1 }

    /// Apple's table has no keys for some of the fields, so their names are those of properties.
    private static let keysOfFields = Dictionary(
        uniqueKeysWithValues: AssetField.allCases.filter(\.isKey).map { field in
            ("\(field)", KeyMeaning.field(.asset(field)))
        }
    )

    private static let otherAssetKeys: [String: KeyMeaning] = [
        "localIdentifier": .identifier,
        "mediaSubtype": .field(.asset(.mediaSubtypes)),
        "favorite": .field(.asset(.isFavorite)),
        "hidden": .field(.asset(.isHidden)),
        "location": .location,
        "persons": .field(.related(.persons)),
        "title": .field(.related(.title)),
        "headline": .field(.related(.headline)),
        "creators": .field(.related(.creators)),
        "sublocation": .field(.related(.sublocation)),
        "city": .field(.related(.city)),
        "region": .field(.related(.region)),
        "country": .field(.related(.country)),
        "cameraMake": .field(.related(.cameraMake)),
        "cameraModel": .field(.related(.cameraModel)),
        "lensModel": .field(.related(.lens)),
        "aperture": .field(.related(.aperture)),
        "exposureTime": .field(.related(.exposureTime)),
        "focalLength": .field(.related(.focalLength)),
        "iso": .field(.related(.iso)),
    ]

    private static let collection: [String: KeyMeaning] = [
        "localIdentifier": .identifier,
        "localizedTitle": .field(.collection(.title)),
        "title": .field(.collection(.title)),
        "startDate": .missing,
        "endDate": .missing,
    ]

    private static let album: [String: KeyMeaning] = [
        "estimatedAssetCount": .field(.memberCount),
        "assetCollectionSubtype": .field(.collection(.subtype)),
    ]
}

extension PredicateSubject {
    package var plural: String {
        switch self {
        case .asset: "photos and videos"
        case .assetCollection: "albums"
        case .collectionList: "folders"
        case .collection: "albums and folders"
        }
    }
}
