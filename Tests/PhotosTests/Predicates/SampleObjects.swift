import Foundation
import Photos
import PhotosStore
import Testing

/// A photo as the tests think of it, with its two faces: a record and a plain dictionary.
struct Photo: FieldReading {
    var uuid: UUID
    var mediaType: Int
    var subtypes: UInt
    var creationDate: Date?
    var modificationDate: Date?
    var duration: Double
    var width: Int
    var height: Int
    var isFavorite: Bool
    var isHidden: Bool
    var burst: String?
    var latitude: Double?

    var identifier: String { LocalIdentifier(uuid: uuid, kind: .asset).description }

    func value(of field: Field) -> FieldValue {
        switch field {
        case .asset(.uuid): .blob(uuid.bytes)
        case .asset(.mediaType): FieldValue(mediaType)
        case .asset(.mediaSubtypes): FieldValue(Int(subtypes))
        case .asset(.creationDate): FieldValue(creationDate?.timeIntervalSinceReferenceDate)
        case .asset(.modificationDate): FieldValue(modificationDate?.timeIntervalSinceReferenceDate)
        case .asset(.duration): .real(duration)
        case .asset(.pixelWidth): FieldValue(width)
        case .asset(.pixelHeight): FieldValue(height)
        case .asset(.isFavorite): .flag(isFavorite)
        case .asset(.isHidden): .flag(isHidden)
        case .asset(.burstIdentifier): FieldValue(burst)
        case .asset(.latitude): FieldValue(latitude)
        default: .null
        }
    }

    var dictionary: [String: Any] {
        var dictionary: [String: Any] = [
            "localIdentifier": identifier, "mediaType": mediaType, "mediaSubtype": subtypes,
            "mediaSubtypes": subtypes, "duration": duration, "pixelWidth": width,
            "pixelHeight": height,
            "isFavorite": isFavorite, "isHidden": NSNumber(value: isHidden), "favorite": isFavorite,
            "hidden": isHidden,
        ]
        dictionary["creationDate"] = creationDate
        dictionary["modificationDate"] = modificationDate
        dictionary["burstIdentifier"] = burst
        dictionary["location"] = latitude.map { [$0] }
        return dictionary
    }

    /// Photos in which every value of the tests occurs beside its neighbours, and nil where nil can be.
    static let all: [Photo] = {
        let dates = [nil, early, early.addingTimeInterval(60), late, late.addingTimeInterval(60)]
        let subtypes: [UInt] = [0, 4, 8, 12, 1, 16, 5]
        let durations = [0, 0.5, 1, 7, 12.5, 15, 30, 31, 120]
        let widths = [300, 400, 800, 1125, 6000, 7000]
        let heights = [2436, 599, 400, 600, 6000, 6001, 399]
        return (0..<315).map { number in
            Photo(
                uuid: UUID(
                    uuid: (
                        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number / 256),
                        UInt8(number % 256)
                    )
                ),
                mediaType: number % 4,
                subtypes: subtypes[number % 7],
                creationDate: dates[number % 5],
                modificationDate: dates[number / 5 % 5],
                duration: durations[number % 9],
                width: widths[number % 6],
                height: heights[number / 3 % 7],
                isFavorite: number % 2 == 1,
                isHidden: number % 3 == 1,
                burst: [nil, "B1", "B2"][number / 2 % 3],
                latitude: number % 11 == 0 ? nil : 47
            )
        }
    }()
}

let early = Date(timeIntervalSinceReferenceDate: 700_000_000.125)
let late = Date(timeIntervalSinceReferenceDate: 800_000_000.375)

/// An album or folder as the tests think of it.
struct Album: FieldReading {
    var uuid: UUID
    var kind: CollectionKind
    var title: String?
    var count: Int

    var identifier: String {
        LocalIdentifier(uuid: uuid, kind: kind == .folder ? .folder : .album).description
    }

    func value(of field: Field) -> FieldValue {
        switch field {
        case .collection(.uuid): .blob(uuid.bytes)
        case .collection(.kind): .integer(kind.rawValue)
        case .collection(.subtype): .integer(2)
        case .collection(.title): FieldValue(title)
        case .memberCount: FieldValue(count)
        default: .null
        }
    }

    static let all: [Album] = [nil, "Alps", "alps 2024", "Ålps", "Food", ""].enumerated().flatMap {
        index,
        title in
        [CollectionKind.folder, .album].map { kind in
            Album(
                uuid: UUID(
                    uuid: (
                        1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(index), UInt8(kind.rawValue)
                    )
                ),
                kind: kind,
                title: title,
                count: index
            )
        }
    }
}

/// Expects a predicate to select exactly the photos that the closure does, as a condition and on dictionaries.
func expectPhotos(
    _ predicate: NSPredicate,
    onDictionaries: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ truth: (Photo) -> Bool
) {
    let expected = Photo.all.filter(truth).map(\.identifier)
    #expect(throws: Never.self, "\(predicate.description)", sourceLocation: sourceLocation) {
        let condition = try condition(from: predicate, for: .asset, keyPaths: [:])
        #expect(
            Photo.all.filter(condition.matches).map(\.identifier) == expected,
            "\(predicate.description)",
            sourceLocation: sourceLocation
        )
    }
    if onDictionaries {
        #expect(
            Photo.all.filter { predicate.evaluate(with: $0.dictionary) }.map(\.identifier)
                == expected,
            "\(predicate.description) on dictionaries",
            sourceLocation: sourceLocation
        )
    }
}

/// Expects a predicate to select exactly the albums and folders that the closure does.
func expectAlbums(
    _ predicate: NSPredicate,
    _ subject: PredicateSubject = .assetCollection,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ truth: (Album) -> Bool
) {
    #expect(throws: Never.self, "\(predicate.description)", sourceLocation: sourceLocation) {
        let condition = try condition(from: predicate, for: subject, keyPaths: [:])
        #expect(
            Album.all.filter(condition.matches).map(\.identifier)
                == Album.all.filter(truth).map(\.identifier),
            "\(predicate.description)",
            sourceLocation: sourceLocation
        )
    }
}

/// The sentence with which a predicate is refused, or nil when it is taken.
func refusal(
    _ predicate: NSPredicate,
    _ subject: PredicateSubject = .asset,
    keyPaths: [AnyKeyPath: String] = [:]
) -> PredicateFault? {
    do {
        _ = try condition(from: predicate, for: subject, keyPaths: keyPaths)
        return nil
    } catch {
        return error as? PredicateFault
    }
}
