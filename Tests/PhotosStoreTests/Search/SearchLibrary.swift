import Foundation
import PhotosMedia
import PhotosSearch
import PhotosStore
import PhotosTestSupport

/// Blocks of chance that change the texts, facts and albums of a small library.
struct SearchLibrary {
    let library: Library
    var numbers: SeededNumbers
    private(set) var assets: [UUID] = []
    private var albums: [UUID] = []
    private var folders: [UUID] = []

    init(_ library: Library, seed: UInt64) throws {
        self.library = library
        numbers = SeededNumbers(seed: seed)
        if library.mode == .readWrite, try library.core.clientAccess().readWrite == .authorized {
            try library.places.usePlaces(PlaceFile.places(in: Data(Self.placeFile.utf8)))
        }
        assets = try library.addPictures(24)
        albums = [try library.addAlbum("Lake Como"), try library.addAlbum("Other")]
        folders = [try library.addFolder("Trips")]
        for _ in 0..<30 { try commit() }
    }

    /// The table of places, with the names that each place is found by.
    static let places: [(Double, Double, [String])] = [
        (46, 7.5, ["Lakeland", "Beach", "Bay", "Switzerland", "Schweiz"]),
        (46.5, 7.5, ["Café City", "Bay", "Switzerland", "Schweiz"]),
        (35.7, 139.7, ["東京", "Japan"]),
        (-16.8, 179.9, ["Bay City"]),
    ]
    private static let placeFile = """
        lat,lon,name,admin1,admin2,cc
        46,7.5,Lakeland,Bay,Beach,CH
        46.5,7.5,Café City,Bay,,CH
        35.7,139.7,東京,,,JP
        -16.8,179.9,Bay City,,,
        """

    /// Where photos are taken.
    static let spots: [(Double, Double)] = [
        (46.01, 7.5), (46.4, 7.6), (35.5, 139.5), (-16.9, -179.95), (0, 0), (89.9, 10),
    ]

    private static let captions = [
        "A beach at the bay", "Café on Lake Como", "東京タワー 2019", "nothing", "BEACHES", "straße",
        "be",
        "cafe lake", "el CAFÉ",
    ]
    private static let keywords = [
        "beach", "lake", "Lake Como", "anna b", "東京", "a, \"b\"", "trip",
    ]

    /// Commits one block.
    mutating func commit() throws {
        guard !assets.isEmpty else { return }
        switch numbers.number(below: 20) {
        case ..<6:
            try library.commit(.set(asset(), [.caption: value(Self.captions)]))
        case ..<9:
            var update = AssetUpdate()
            update.keywords = [
                numbers.chance(0.6)
                    ? .add(numbers.pick(Self.keywords)) : .remove(numbers.pick(Self.keywords))
            ]
            try library.commit(.updateAsset(asset(), update))
        case 9:
            try library.commit(
                .set(asset(), [.filename: value(["IMG_1.JPG", "IMG_12.JPG", "x.png"])])
            )
        case 10:
            try library.commit(.set(asset(), [.rating: .integer(Int64(numbers.number(below: 3)))]))
        case 11:
            let (latitude, longitude) = numbers.pick(Self.spots)
            let isGone = numbers.chance(0.25)
            try library.commit(
                .set(
                    asset(),
                    [
                        .latitude: isGone ? .null : .real(latitude),
                        .longitude: isGone ? .null : .real(longitude),
                    ]
                )
            )
        case 12: try changeFacts()
        case 13, 14: try changeMembers()
        case 15: try changeCollections()
        case 16:
            let gone = asset()
            try library.commit(.deleteAssets([gone]))
            if numbers.chance(0.6) || assets.count < 12 {
                try library.commit(.restoreAssets([gone]))
            } else {
                assets.removeAll { $0 == gone }
            }
        case 17 where assets.count > 12:
            let gone = asset()
            try library.commit(.deleteAssets([gone]), .purgeAssets([gone]))
            assets.removeAll { $0 == gone }
        case 18:
            assets.append(
                try library.addPicture(
                    seed: UInt8(numbers.number(below: 250)),
                    [
                        .caption: value(Self.captions),
                        .creationDate: .real(Double(numbers.number(below: 30))),
                    ]
                )
            )
        default:
            // The same texts as before: nothing that a search sees.
            try library.commit(
                .set(asset(), [.isFavorite: .integer(Int64(numbers.number(below: 2)))])
            )
        }
    }

    private mutating func asset() -> UUID { numbers.pick(assets) }

    private mutating func value(_ texts: [String]) -> FieldValue {
        numbers.chance(0.25) ? .null : .text(numbers.pick(texts))
    }

    /// Changes what files are known to state, often without any property of the asset.
    private mutating func changeFacts() throws {
        guard let row = try library.row(of: asset(), in: .asset) else { return }
        var persons = RecordedFacts(reader: MediaFacts.readerVersion)
        persons.persons = numbers.some(of: ["Anna", "Ben Café", "Zoë"], atMost: 2)
        var reading = FactsReading(
            asset: row,
            original: nil,
            isSameContent: true,
            companion: .replaced(numbers.chance(0.3) ? nil : persons)
        )
        if numbers.chance(0.6) {
            let header = try library.facts.readOriginal(ofAsset: row)
            var facts = header
            facts.reader = .worker
            facts.cameraMake = numbers.pick(["NIKON", "Canon", nil])
            facts.cameraModel = numbers.pick(["Z 6", "EOS R5", nil])
            facts.lensModel = numbers.pick(["Bay lens", nil])
            facts.aperture = numbers.pick([1.4, 2.8, nil])
            facts.iso = numbers.pick([100, 400, nil])
            facts.focalLength = numbers.pick([50, 100, nil])
            reading.original = facts
        }
        try library.commit(.takeFacts([reading]))
    }

    private mutating func changeMembers() throws {
        let album = numbers.pick(albums)
        let some = numbers.some(of: assets, atMost: 4)
        try library.commit(.members(album, numbers.chance(0.6) ? .append(some) : .remove(some)))
    }

    private mutating func changeCollections() throws {
        let titles = ["Lake Como", "Other", "beach", "Trip 2019", "東京"]
        switch numbers.number(below: 5) {
        case 0 where albums.count < 5:
            albums.append(
                try library.addAlbum(numbers.pick(titles), numbers.some(of: assets, atMost: 3))
            )
        case 1 where albums.count > 2:
            let gone = numbers.pick(albums)
            try library.commit(.deleteCollections([gone], .album))
            albums.removeAll { $0 == gone }
        case 2:
            let folder = numbers.pick(folders)
            try library.commit(.children(folder, .append([numbers.pick(albums)])))
        case 3:
            try library.commit(
                .renameCollection(numbers.pick(folders), title: numbers.pick(titles))
            )
        default:
            try library.commit(.renameCollection(numbers.pick(albums), title: numbers.pick(titles)))
        }
    }
}
