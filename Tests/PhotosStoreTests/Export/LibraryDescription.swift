import Foundation
import PhotosImport
import PhotosStore

/// Everything of a library that a round trip must keep, without identifiers.
struct LibraryDescription {
    /// The assets in the order in which the library got them.
    let assets: [String]
    /// The albums, smart albums and folders in their order, with the numbers of their members.
    let collections: [String]
    /// The numbers of assets that are different from each other.
    let different: [String]

    var lines: [String] { assets + collections + different }

    init(_ library: Library, withDeleted: Bool = false) throws {
        let filter: Condition =
            withDeleted ? .constant(true) : .field(.asset(.trashedDate), .equal, .null)
        let rows = Array(try library.records.fetch(FetchPlan(.assets, filter: filter)).rows)
        let records = try library.records.assets(rows).records
        let resources = try library.records.resources(ofAssets: rows)
        let facts = try library.facts.recorded(ofAssets: rows)
        let ordered = rows.sorted {
            (records[$0]?.addedDate ?? .distantPast) < (records[$1]?.addedDate ?? .distantPast)
        }
        assets = try ordered.map { row in
            guard let record = records[row] else { return "missing" }
            let fields = AssetField.allCases.filter { $0 != .uuid && $0 != .contentVersion }
                .map { "\($0)=\(Self.text(record[$0]))" }
            let files = try (resources[row] ?? []).map { resource in
                let bytes = try Data(contentsOf: library.originals.url(of: resource)).count
                return
                    "\(resource.type) \(resource.filename ?? "-") \(resource.contentType) \(bytes) \(resource.checksum.prefix(4))"
            }
            return (fields + files + ["\(facts[row] ?? AssetFacts())"]).joined(separator: "; ")
        }
        let numbers = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, $0) })
        let all = Array(try library.records.fetch(FetchPlan(.collections)).rows)
        let tree = CollectionTree(
            try library.records.collections(all).records.values,
            root: try library.records.rootFolder().rowID
        )
        collections = try tree.nodes.map { node in
            guard !node.isFolder else { return "folder \(node.path)" }
            if let search = node.search {
                return "smart album \(node.path) \(search.unicodeScalars.map(\.value))"
            }
            let plan = FetchPlan(
                .members(album: node.row),
                filter: filter,
                order: [.init(.memberPosition)]
            )
            let members = try library.records.fetch(plan).rows.map { numbers[$0] ?? -1 }
            return "album \(node.path) \(members)"
        }
        different = try library.duplicates.differentAssets().compactMap { one, other in
            guard let one = numbers[one], let other = numbers[other] else { return nil }
            return "different \(min(one, other)) \(max(one, other))"
        }.sorted()
    }

    /// A text without letters that look alike.
    private static func text(_ value: FieldValue) -> String {
        if case .text(let text) = value { return "\(text.unicodeScalars.map(\.value))" }
        return "\(value)"
    }
}
