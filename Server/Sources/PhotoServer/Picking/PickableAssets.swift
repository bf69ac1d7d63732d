import Foundation
import OpenPhotoKit
import Photos
import ServeRules

/// The part of the library that a server in pick mode shows: photos that pass the filter, without hidden and deleted ones.
struct PickScope: Sendable {
    /// The predicate of the photos; nil means all.
    let predicate: String?

    init(_ filter: PickFilter?) { predicate = filter?.predicate }

    /// Whether a view exists in pick mode.
    func shows(_ key: ViewKey) -> Bool {
        switch key {
        case .hidden, .trash, .offline: false
        case .all, .favorites, .smart, .album, .search: true
        }
    }

    /// Narrows a fetch.
    func narrowFetch(_ options: PHFetchOptions) {
        guard let predicate else { return }
        let own = NSPredicate(format: predicate)
        options.predicate =
            options.predicate.map {
                NSCompoundPredicate(andPredicateWithSubpredicates: [$0, own])
            } ?? own
    }

    /// Returns those of some photos that can be picked, in the order of their names; runs in the current library.
    func pickableAssets(named names: [ObjectName]) -> [PHAsset] {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "localIdentifier IN %@", names.map(\.asset))
        narrowFetch(options)
        let found = PHAsset.fetchAssets(with: options)
        var known: [String: PHAsset] = [:]
        for asset in found.objects(at: IndexSet(0..<found.count)) {
            known[asset.localIdentifier] = asset
        }
        return names.compactMap { known[$0.asset] }
    }
}

extension Optional where Wrapped == PickScope {
    /// Returns the options of a fetch that the whole list would need none for.
    func fetchOptions() -> PHFetchOptions? {
        guard let self, self.predicate != nil else { return nil }
        let options = PHFetchOptions()
        self.narrowFetch(options)
        return options
    }
}
