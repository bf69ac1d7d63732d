import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport

/// A small library of every kind of asset, with words in many scripts and odd names, from a seed.
struct GeneratedLibrary {
    let library: Library
    private let clock: TestClock
    private var numbers: SeededNumbers
    private(set) var assets: [UUID] = []
    private var pictureSeed: UInt8 = 0

    init(seed: UInt64, assets count: Int) throws {
        clock = TestClock()
        numbers = SeededNumbers(seed: seed)
        library = try Library.temporary(seed: seed &* 31 &+ 7, clock: clock)
        var burst: String?
        for _ in 0..<count {
            clock.advance(seconds: Double(numbers.number(below: 90)) + 0.25)
            burst = numbers.chance(0.3) ? burst ?? "burst-\(numbers.number(below: 9))" : nil
            try addAsset(burst: burst)
        }
        try addCollections()
        try addDifferent()
        for uuid in assets where numbers.chance(0.08) {
            clock.advance(seconds: 5)
            try library.commit(.deleteAssets([uuid]))
        }
    }

    // MARK: Assets

    private mutating func addAsset(burst: String?) throws {
        let uuid = library.environment.makeUUID()
        var creation = AssetCreation(uuid: uuid, resources: resources())
        creation.update.values = values(burst: burst)
        creation.supplement = supplement()
        try library.commit(.createAsset(creation))
        assets.append(uuid)
        let types = creation.resources.map(\.type)
        if types == [ResourceRole.photo], numbers.chance(0.4) {
            for _ in 0...numbers.number(below: 2) { try edit(uuid) }
        }
        if numbers.chance(0.2) {
            clock.advance(seconds: 3)
            try library.commit(.set(uuid, [.dateSource: .text(AssetRecord.personsDate)]))
        }
    }

    private mutating func edit(_ uuid: UUID) throws {
        clock.advance(seconds: 7)
        let row = try library.records.rows(of: [uuid], in: .asset)[uuid] ?? 0
        let shown = try library.records.resources(ofAssets: [row])[row]?
            .first { $0.type == ResourceRole.fullSizePhoto }
        var update = AssetUpdate()
        update.content = .adjust(
            rendered: [.picture(seed: newSeed(), type: ResourceRole.fullSizePhoto, width: 16)],
            adjustment: Adjustment(
                formatIdentifier: numbers.pick(["com.example.editor", "org.darktable", "例"]),
                formatVersion: "1.\(numbers.number(below: 9))",
                data: Data((0..<numbers.number(below: 60)).map { UInt8($0) })
            ),
            input: shown.map { numbers.chance(0.5) ? .resource($0.rowID) : .original } ?? .original
        )
        try library.commit(.updateAsset(uuid, update))
    }

    private mutating func resources() -> [ResourceSource] {
        let name = self.name()
        let photo = picture(ResourceRole.photo, name + ending([".JPG", ".jpg", ".jpeg", ""]))
        switch numbers.number(below: 10) {
        case 0:
            return [photo, movie(ResourceRole.pairedVideo, name + ".MOV")]
        case 1:
            return [
                photo,
                file(ResourceRole.alternatePhoto, name + ".DNG", TestDNG(seed: newSeed()).data()),
            ]
        case 2: return [movie(ResourceRole.video, name + ending([".MOV", ".mov"]))]
        case 3:
            return [
                file(ResourceRole.photo, name + ".png", TestPNG().data() + [newSeed(), newSeed()])
            ]
        case 4:
            // An edit that an import brought: a rendering, and a recipe without its property list.
            return [
                photo, picture(ResourceRole.fullSizePhoto, "FullSizeRender.jpg"),
                file(ResourceRole.adjustmentData, "Adjustments.data", [1, 2, newSeed()]),
            ]
        case 5:
            return [photo, movie(ResourceRole.pairedVideo, name + ".MOV")]
                + [
                    picture(ResourceRole.fullSizePhoto, name + ".jpg"),
                    movie(ResourceRole.fullSizePairedVideo, name + ".MOV"),
                ]
        case 6 where !assets.isEmpty:
            // The same bytes as an earlier photo.
            return [.picture(seed: 1)]
        default: return [photo]
        }
    }

    private mutating func picture(_ type: ResourceRole, _ name: String) -> ResourceSource {
        file(type, name, TestJPEG(seed: newSeed()).data())
    }

    private mutating func movie(_ type: ResourceRole, _ name: String) -> ResourceSource {
        file(type, name, TestMovie(.quickTime, frameCount: 2, seed: newSeed()).data())
    }

    private func file(_ type: ResourceRole, _ name: String, _ bytes: [UInt8]) -> ResourceSource {
        ResourceSource(type: type, content: .data(Data(bytes)), filename: name)
    }

    private mutating func newSeed() -> UInt8 {
        pictureSeed &+= 1
        return pictureSeed
    }

    private mutating func ending(_ endings: [String]) -> String { numbers.pick(endings) }

    private mutating func name() -> String {
        numbers.pick([
            "IMG_0001", "IMG_0001", "img_0001", "IMG_0001 (2)", "IMG_E0001", "cafe\u{301}",
            "caf\u{E9}", ".hidden", "a-edited", "写真", "день", "x.y.z", "CON", "a:b?",
            String(repeating: "ä", count: 125), "trailing ", "\u{1F469}\u{200D}\u{1F467}", "%41",
            "photokit-export", "tab\there",
        ])
    }

    // MARK: Values

    private mutating func values(burst: String?) -> [AssetField: FieldValue] {
        var values: [AssetField: FieldValue] = [
            .isFavorite: .flag(numbers.chance(0.2)), .isHidden: .flag(numbers.chance(0.15)),
            .rating: .integer(Int64(numbers.number(below: 6))),
            .creationDate: .real(Double(numbers.number(below: 900_000_000)) / 1.7 - 1e8),
            .playbackVariation: .integer(numbers.chance(0.1) ? 2 : 0),
        ]
        if numbers.chance(0.7) {
            values[.creationZone] = .integer(Int64(numbers.number(below: 27) - 12) * 3_600)
        }
        if numbers.chance(0.6) { values[.caption] = .text(words()) }
        if numbers.chance(0.5) {
            values[.latitude] = .real(Double(numbers.number(below: 180_000_000)) / 1e6 - 90)
            values[.longitude] = .real(Double(numbers.number(below: 360_000_000)) / 1e6 - 180)
            if numbers.chance(0.5) {
                values[.altitude] = .real(Double(numbers.number(below: 90_000)) / 7)
            }
            if numbers.chance(0.3) { values[.horizontalAccuracy] = .real(4.5) }
            if numbers.chance(0.3) { values[.locationDate] = .real(123_456.789) }
        }
        if let burst {
            values[.burstIdentifier] = .text(burst)
            values[.burstSelection] = .integer(Int64(numbers.number(below: 4)))
            values[.representsBurst] = .flag(numbers.chance(0.4))
        }
        return values
    }

    private mutating func supplement() -> ImportSupplement {
        var supplement = ImportSupplement()
        supplement.keywords =
            numbers.chance(0.5) ? (0...numbers.number(below: 3)).map { _ in words() } : []
        supplement.persons = numbers.chance(0.2) ? [words(), "Anna"] : []
        if numbers.chance(0.2) { supplement.caption = words() }
        if numbers.chance(0.2) { supplement.rating = 3 }
        if numbers.chance(0.2) {
            supplement.date = .init(
                date: Date(timeIntervalSinceReferenceDate: 1_000.125),
                zoneOffset: numbers.chance(0.5) ? 7_200 : nil,
                assumedZoneOffset: 3_600,
                source: "takeout"
            )
        }
        if numbers.chance(0.2) { supplement.location = .init(latitude: 1.25, longitude: -2.5) }
        return supplement
    }

    private mutating func words() -> String {
        numbers.pick([
            "At the lake", "Über den Dächern", "на даче", "湖のほとり", "בבית", "في البيت", "ตลาดน้ำ",
            "e\u{301}te",
            "été", "a\nb\r\nc", "\"quoted\", 'and' <tags> & more", "  blanks  ", "a/b|c",
            "\u{1F3D4}\u{FE0F}",
            "\\u0041", String(repeating: "long ", count: 60), "=1+1",
        ])
    }

    // MARK: Albums

    private mutating func addCollections() throws {
        var folders: [UUID?] = [nil]
        for _ in 0..<numbers.number(below: 6) {
            clock.advance(seconds: 1)
            let folder = try library.addFolder(title(), in: numbers.pick(folders))
            folders.append(folder)
        }
        for _ in 0..<numbers.number(below: 6) {
            clock.advance(seconds: 1)
            let members = numbers.chance(0.8) ? numbers.some(of: assets, atMost: 6) : []
            let album = try library.addAlbum(title(), members)
            if let folder = numbers.pick(folders) {
                try library.commit(
                    .editChildren(folder: folder, ListEdits(steps: [.append([album])]))
                )
            }
        }
        for _ in 0..<numbers.number(below: 4) {
            clock.advance(seconds: 1)
            let album = library.environment.makeUUID()
            try library.commit(.createSmartAlbum(album, title: title(), search: search()))
            if let folder = numbers.pick(folders) {
                let place = ListEdits(
                    steps: numbers.chance(0.5)
                        ? [.append([album])] : [.insert([album], at: IndexSet(integer: 0))]
                )
                try library.commit(.editChildren(folder: folder, place))
            }
        }
        let top = try library.children(of: nil)
        if top.count > 1 {
            try library.commit(
                .editChildren(folder: nil, ListEdits(steps: [.move(IndexSet(integer: 0), to: 1)]))
            )
        }
    }

    private mutating func search() -> String {
        numbers.pick([
            "beach 2019 -dog", "album:\"Reise\"", "place:Zermatt", "person:Anna", "湖のほとり",
            "  (lake or See)\t4 stars ", "near 46.02,7.75 within 5 km", "caf\u{E9}", "\"a \\ b\"",
        ])
    }

    /// Calls some assets different from each other.
    private mutating func addDifferent() throws {
        guard numbers.chance(0.4) else { return }
        for _ in 0...numbers.number(below: 2) {
            let some = numbers.some(of: assets, atMost: 3)
            let rows = try library.records.rows(of: some, in: .asset).values
            try library.duplicates.setDifferent(Set(rows), to: true)
        }
    }

    private mutating func title() -> String {
        numbers.pick([
            "Reise", "Reise", "2024/05", "..", "写真", "", "a:b", ".album", "Été", "e\u{301}",
        ])
    }
}
