import Foundation

/// Matches JSON files and photos of a folder by their names and titles.
///
/// The most reliable rules are applied first, to all photos. The next rule gets the remaining photos. Each
/// JSON file is matched with at most one photo, except one that has the name of several photos and states none
/// of them. Edited copies and movies of Live Photos share a JSON file
/// with their photo. ``TakeoutGrouping`` joins them to the photo afterwards.
package struct TakeoutMatching: Sendable {
    package struct Partner: Hashable, Sendable {
        package var name: String
        /// The photo's name when it was uploaded, as stated in the JSON file.
        package var title: String?

        package init(name: String, title: String? = nil) {
            self.name = name
            self.title = title
        }
    }

    /// The number of the JSON file for each photo.
    package private(set) var partners: [Int?]
    /// The JSON files without a photo in the folder.
    package var unused: [Int] { isTaken.indices.filter { !isTaken[$0] } }

    private let photos: [TakeoutName]
    private let titles: [String?]
    private let names: [TakeoutPartnerName?]
    private var isTaken: [Bool]

    package init(photos photoNames: [String], partners given: [Partner]) {
        photos = photoNames.map(TakeoutName.init)
        titles = given.map(\.title)
        names = given.map { TakeoutPartnerName($0.name) }
        isTaken = Array(repeating: false, count: given.count)
        partners = Array(repeating: nil, count: photoNames.count)
        matchByName()
        matchByTitle()
        matchByStem()
    }

    // MARK: By name

    private mutating func matchByName() {
        let byName = Dictionary(grouping: names.indices.filter { names[$0] != nil }) { names[$0] }
        // The reading that treats a counter as part of the photo's own name, as in `Scan(1).jpg.json`, is
        // more reliable.
        for readsCounter in [false, true] {
            for isCut in [false, true] {
                for photo in photos.indices where partners[photo] == nil {
                    let name = photos[photo]
                    if readsCounter, name.counter == nil { continue }
                    let whole =
                        readsCounter
                        ? name.withoutCounter
                        : TakeoutName.joined(stem: name.fileStem, with: name.pathExtension)
                    let counter = readsCounter ? name.counter : nil
                    let found =
                        isCut
                        ? firstPartner(
                            of: TakeoutPartnerName.cutBases(of: whole),
                            counter: counter,
                            byName: byName,
                            cutPhoto: whole
                        )
                        : firstPartner(
                            of: TakeoutPartnerName.bases(of: whole),
                            counter: counter,
                            byName: byName,
                            cutPhoto: nil
                        )
                    if let found { assignPartner(found, to: photo) }
                }
            }
        }
    }

    /// Returns the first free JSON file with one of these names.
    ///
    /// If the photo's name was shortened, the title must match, too.
    private func firstPartner(
        of bases: some Sequence<String>,
        counter: Int?,
        byName: [TakeoutPartnerName?: [Int]],
        cutPhoto: String?
    ) -> Int? {
        for base in bases {
            let found = byName[TakeoutPartnerName(base: base, counter: counter)] ?? []
            let free = found.first { partner in
                !isTaken[partner] && (cutPhoto.map { confirms(partner, photo: $0) } ?? true)
            }
            if let free { return free }
        }
        return nil
    }

    /// Returns whether the title matches a photo whose name was shortened.
    ///
    /// Without a title, the name is enough.
    private func confirms(_ partner: Int, photo: String) -> Bool {
        guard let title = titles[partner] else { return true }
        return Self.fileNames(of: title).contains(TakeoutName.loosened(photo))
    }

    // MARK: By title

    private mutating func matchByTitle() {
        var byTitle: [String: [Int]] = [:]
        for partner in titles.indices where !isTaken[partner] {
            guard let title = titles[partner], !title.isEmpty else { continue }
            for name in Self.fileNames(of: title) { byTitle[name, default: []].append(partner) }
        }
        for photo in photos.indices where partners[photo] == nil {
            let name = photos[photo]
            let readings = [
                (TakeoutName.joined(stem: name.fileStem, with: name.pathExtension), Int?.none),
                (name.withoutCounter, name.counter),
            ]
            for (reading, counter) in readings where partners[photo] == nil {
                let found = (byTitle[TakeoutName.loosened(reading)] ?? []).filter { !isTaken[$0] }
                if let exact = found.first(where: { names[$0]?.counter == counter }) {
                    assignPartner(exact, to: photo)
                } else if reading.utf16.count >= TakeoutPartnerName.limit, found.count == 1 {
                    // Names that differ only after the cut have counters only in the names of the JSON files.
                    assignPartner(found[0], to: photo)
                }
            }
        }
    }

    /// The maximum length of a photo's name, including the extension.
    private static let limit = 51

    /// Returns the possible names of a photo in the export, given its title.
    private static func fileNames(of title: String) -> Set<String> {
        let loosened = TakeoutName.loosened(title)
        let (stem, pathExtension) = TakeoutName.splitExtension(loosened)
        let room = limit - (pathExtension.isEmpty ? 0 : pathExtension.utf16.count + 1)
        // If the cut would split a character, Google keeps the whole character, so one more unit is possible.
        return Set(
            [room, room + 1].map {
                TakeoutName.joined(
                    stem: TakeoutName.clip(stem, to: max($0, 1)),
                    with: pathExtension
                )
            } + [loosened]
        )
    }

    // MARK: By stem

    /// Matches by name without extension.
    ///
    /// A JSON file may be named after another format of the photo, or after a title without an extension.
    private mutating func matchByStem() {
        var byStem: [String: [Int]] = [:]
        for partner in names.indices where !isTaken[partner] {
            guard let name = names[partner] else { continue }
            byStem[name.photoStem, default: []].append(partner)
            let base = name.counter.map { "\(name.base)(\($0))" } ?? name.base
            if base != name.photoStem { byStem[base, default: []].append(partner) }
        }
        let stems = Dictionary(grouping: photos.indices) { photos[$0].fileStem }
        for photo in photos.indices where partners[photo] == nil {
            let stem = photos[photo].fileStem
            let all = stems[stem, default: []]
            // If another file with this stem has a JSON file, this file shares it or has none.
            if all.contains(where: { partners[$0] != nil }) { continue }
            let found = (byStem[stem] ?? []).filter { !isTaken[$0] }
            guard found.count == 1 else { continue }
            // The JSON file names none of them, so it is read for each.
            for other in all { assignPartner(found[0], to: other) }
        }
    }

    private mutating func assignPartner(_ partner: Int, to photo: Int) {
        partners[photo] = partner
        isTaken[partner] = true
    }
}
