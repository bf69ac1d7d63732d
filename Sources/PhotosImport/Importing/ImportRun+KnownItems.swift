import Foundation
import PhotosStore

/// An item whose photo the library has.
struct KnownItem {
    var item: ImportItem
    /// The photo of the library.
    var twin: UUID
    /// The original of the item, with its checksum.
    var original: (file: FoundFile, checksum: [UInt8])?
}

/// A photo of the library, with everything that decides what an item gives to it.
struct KnownPhoto {
    var uuid: UUID
    var row: Int64
    var record: AssetRecord
    var facts: AssetFacts
    /// The record of what earlier imports gave to the photo.
    var taken: SourceLedger.Taken
    /// The files that it keeps, those included whose place later ones took.
    var kept: [KeptFile]

    /// Returns the kept files with some bytes.
    func keptFiles(with checksum: [UInt8]) -> [KeptFile] { kept.filter { $0.checksum == checksum } }
}

/// Items of exports and of other programs' libraries whose photos the library has.
extension ImportRun {
    /// The number of items about which the library is asked together.
    private static let knownPage = 256

    /// Adds an item to those that give something to a photo of the library.
    func addKnownItem(_ known: KnownItem) throws {
        // The second item of one photo is decided by what the first one brought.
        if knownItems.contains(where: { $0.twin == known.twin }) { try settleKnownItems() }
        knownItems.append(known)
        if knownItems.count >= Self.knownPage { try settleKnownItems() }
    }

    /// Gives the photos of the gathered items what they lack, and what sidecars of the items state.
    func settleKnownItems() throws {
        let items = knownItems
        knownItems = []
        guard !items.isEmpty else { return }
        let twins = Set(items.map(\.twin))
        if block.units.contains(where: { $0.asset.map(twins.contains) ?? false }) {
            try commitBlock()
        }
        let rows = try library.records.rows(of: items.map(\.twin), in: .asset)
        let records = try library.records.assets(Array(rows.values)).records
        let facts = try library.facts.recorded(ofAssets: rows.values)
        let taken = try library.sources.readLedger { try $0.taken(ofAssets: rows.values) }
        let kept = try library.originals.keptFiles(ofAssets: rows.values, evenReplaced: true)
        for known in items {
            guard let row = rows[known.twin] else { continue }
            if let record = records[row], record.trashedDate == nil {
                let photo = KnownPhoto(
                    uuid: known.twin,
                    row: row,
                    record: record,
                    facts: facts[row] ?? AssetFacts(),
                    taken: taken[row] ?? SourceLedger.Taken(),
                    kept: kept[row] ?? []
                )
                let isFilled = try fillProperties(of: known, photo: photo)
                try joinSidecars(of: known.item, to: photo, isFilled: isFilled)
            }
            try keepCompanions(of: known.item, with: known.twin, besides: kept[row] ?? [])
            if block.isFull(options) { try commitBlock() }
        }
    }
}
