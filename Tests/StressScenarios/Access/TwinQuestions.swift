import Foundation
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// Searches, suggestions, duplicates and places, each with an answer as text.
enum TwinQuestions {
    /// Words of what the client sees, words of what it does not see, and words of no photo.
    private static let words = [
        "caption", "cap", "img", "jpg", "1", "by", "client", "mine", "a", "secret", "lagoon",
        "album", "zermatt",
    ]
    private static let parts = [
        "album:secret", "folder:a", "camera:canon", "place:zermatt", "near zermatt",
        "near 46.02,7.75 within 50 km", "between 40,0 and 60,20", "favourite", "hidden", "no album",
        "in an album", "no caption", "geotagged", "2001", "since 2000", "rating>=3", ">1 kB",
        "offline", "edited", "photo", "video",
    ]

    private static func text(_ numbers: inout SeededNumbers) -> String {
        let first = numbers.chance(0.5) ? numbers.pick(words) : numbers.pick(parts)
        let second = numbers.chance(0.6) ? numbers.pick(words) : numbers.pick(parts)
        return switch numbers.number(below: 5) {
        case 0: "\(first) \(second)"
        case 1: "\(first) or \(second)"
        case 2: "-(\(first)) \(second)"
        case 3: "-(\(first))"
        default: first
        }
    }

    static func search(_ client: PHPhotoLibrary, _ numbers: inout SeededNumbers) -> String {
        let search = PhotoSearch(text(&numbers), in: client)
        return TwinText.list(
            PHAsset.fetchAssets(matching: search, with: TwinText.options(&numbers))
        )
    }

    static func explained(_ client: PHPhotoLibrary, _ numbers: inout SeededNumbers) -> String {
        let search = PhotoSearch(text(&numbers), in: client)
        return "\(search.understanding) \(search.problems) \(search.ignoredWords)"
    }

    static func suggestions(_ asked: PHPhotoLibrary, _ numbers: inout SeededNumbers) -> String {
        let stem = numbers.pick([
            "c", "ca", "i", "im", "1", "j", "b", "s", "se", "l", "la", "a", "m",
        ])
        let before = numbers.pick(["", "caption:", "album:", "hidden ", "file:", "-"])
        return PhotoSearch.suggestions(for: before + stem, limit: 20, in: asked).map {
            "\($0.text) \($0.word) \($0.count)"
        }.joined(separator: "\n")
    }

    /// Decodes no picture, so that the answer needs no other program.
    static func alike(_ store: Library, _ numbers: inout SeededNumbers) throws -> String {
        let rows = try store.records.fetch(FetchPlan(.assets)).rows.array
        let outcome = try store.duplicates.find(
            among: rows,
            LibraryDuplicates.DuplicateQuery(.bytes)
        )
        let names = try store.records.assets(rows).records.mapValues { "\($0.uuid)" }
        return outcome.groups.map { group in
            ([group.first] + group.others.map(\.index)).map {
                names[outcome.candidates[$0].row] ?? "?"
            }.joined(separator: " ")
        }.joined(separator: "\n") + "\n\(outcome.candidates.count) \(outcome.failures.count)"
    }

    static func places(_ client: PHPhotoLibrary) -> String {
        let found = PHAsset.fetchAssets(with: nil)
        let names = found.objects(at: IndexSet(0..<found.count)).map { asset in
            asset.location.flatMap { client.place(near: $0.coordinate)?.name } ?? "-"
        }
        return "\(client.placeCount ?? 0) \(client.places(named: "zermatt").count) \(names)"
    }
}
