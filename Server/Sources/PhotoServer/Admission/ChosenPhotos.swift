import Foundation
import HTTPTypes
import OpenPhotoKit
import Photos
import ServeRules

/// The photos of a selection, as the client sees them.
struct ChosenPhotos: Sendable {
    /// The most photos that a request may name one by one.
    static let mostNames = 10_000

    private static let photoGone = Problem(
        .conflict,
        "changed-meanwhile",
        "A photo of the selection is gone."
    )

    let assets: [PHAsset]

    var identifiers: [String] { assets.map(\.localIdentifier) }

    /// Finds the photos of a selection.
    ///
    /// - Throws: ``Problem``: 410 where the version of the list is no longer held, 409 where a named photo is gone.
    static func findPhotos(
        of request: SelectionRequest,
        for call: Call
    ) async throws -> ChosenPhotos {
        let assets =
            if let ids = request.ids {
                try await namedPhotos(ids, for: call)
            } else {
                try await listedPhotos(of: request, for: call)
            }
        guard !assets.isEmpty else { throw Problem.badRequest("The selection is empty.") }
        let hasHidden = assets.contains(where: \.isHidden)
        // For a guest a photo that the owner hid is gone, as any other that is not there.
        if hasHidden, call.client.isGuest { throw photoGone }
        try call.requireUnlocked(isHidden: hasHidden)
        return ChosenPhotos(assets: assets)
    }

    private static func namedPhotos(_ ids: [String], for call: Call) async throws -> [PHAsset] {
        guard ids.count <= mostNames else {
            throw Problem.badRequest("Name up to \(mostNames) photos, or ranges of a list.")
        }
        let names = ids.compactMap(ObjectName.init)
        guard names.count == ids.count else {
            throw Problem.badRequest("A photo's id is malformed.")
        }
        return try await call.client.library.read {
            let wanted = names.map(\.asset)
            let found = PHAsset.fetchAssets(withLocalIdentifiers: wanted, options: nil)
            var known: [String: PHAsset] = [:]
            for asset in found.objects(at: IndexSet(0..<found.count)) {
                known[asset.localIdentifier] = asset
            }
            let missing = wanted.filter { known[$0] == nil }
            if !missing.isEmpty {
                let options = PHFetchOptions()
                options.predicate = NSPredicate(format: "localIdentifier IN %@", missing)
                let trashed = PHAsset.fetchRecentlyDeletedAssets(with: options)
                for asset in trashed.objects(at: IndexSet(0..<trashed.count)) {
                    known[asset.localIdentifier] = asset
                }
            }
            guard wanted.allSatisfy({ known[$0] != nil }) else {
                throw photoGone
            }
            var seen: Set<String> = []
            return wanted.filter { seen.insert($0).inserted }.compactMap { known[$0] }
        }
    }

    private static func listedPhotos(
        of request: SelectionRequest,
        for call: Call
    ) async throws -> [PHAsset] {
        guard let key = request.view.flatMap(ViewKey.init), let version = request.version else {
            throw Problem.badRequest("A selection has \"ids\", or \"view\" and \"version\".")
        }
        guard call.client.shows(key) else { throw Problem.noView }
        try call.requireUnlocked(isHidden: key == .hidden)
        let held = try await call.client.library.views.withView(key) {
            $0.results.value(ofVersion: version)
        }
        guard let result = held else { throw Problem.gone }
        let pairs = request.all == true ? request.except ?? [] : request.ranges
        guard let pairs, let read = IndexRanges(pairs: pairs, count: result.count) else {
            throw Problem.badRequest("The selection's ranges are malformed or outside the list.")
        }
        let ranges = request.all == true ? read.complement(count: result.count) : read
        return try await call.client.library.read {
            var indexes = IndexSet()
            for range in ranges.ranges { indexes.insert(integersIn: range) }
            let assets = result.objects(at: indexes)
            // An object that is gone has no dates at all.
            guard assets.allSatisfy({ $0.addedDate != nil }) else {
                throw photoGone
            }
            return assets
        }
    }
}
