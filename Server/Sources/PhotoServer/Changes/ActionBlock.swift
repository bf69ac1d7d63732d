import CoreLocation
import Foundation
import HTTPTypes
import OpenPhotoKit
import Photos
import ServeRules

/// The change requests of an action.
struct ActionBlock: Sendable {
    let request: ActionRequest
    let assets: [PHAsset]
    let album: PHAssetCollection?
    /// The renderings of an edit.
    var outputs: [PictureEditing.Output] = []

    /// Throws where photos are in a state that the action does not fit.
    func checkPhotos() throws {
        let areTrashed = assets.map { $0.recentlyDeletedDate != nil }
        switch request.verb {
        case .restore where areTrashed.contains(false):
            throw Problem(.conflict, "changed-meanwhile", "A photo is not in Recently Deleted.")
        case .restore, .purge: break
        default:
            if areTrashed.contains(true) {
                throw Problem(.conflict, "changed-meanwhile", "A photo is in Recently Deleted.")
            }
        }
        if let album, album.assetCollectionType != .album {
            throw Problem(.conflict, "not-editable", "This album cannot be changed.")
        }
        if request.verb == .moveInAlbum, let album, let to = request.to {
            let count = album.estimatedAssetCount - assets.count
            guard to <= max(0, count) else {
                throw Problem(.conflict, "changed-meanwhile", "The album is shorter than that.")
            }
        }
    }

    /// The photos that the action restores from Recently Deleted, which whoever carries it out does.
    var restored: [PHAsset] { request.verb == .restore ? assets : [] }

    /// Makes the requests except those for ``restored``; runs inside a change block.
    func makeRequests() {
        switch request.verb {
        case .favorite: changePhotos { $0.isFavorite = true }
        case .unfavorite: changePhotos { $0.isFavorite = false }
        case .hide: changePhotos { $0.isHidden = true }
        case .unhide: changePhotos { $0.isHidden = false }
        case .delete: PHAssetChangeRequest.deleteAssets(assets)
        case .restore: break
        case .purge: PHAssetChangeRequest.purgeAssets(assets)
        case .addToAlbum: changeAlbum { $0.addAssets(assets) }
        case .removeFromAlbum: changeAlbum { $0.removeAssets(assets) }
        case .moveInAlbum: moveInAlbum()
        case .set:
            for asset in assets { setValues(of: asset, in: PHAssetChangeRequest(for: asset)) }
        case .rotate, .crop, .trim:
            for output in outputs {
                PHAssetChangeRequest(for: output.asset).contentEditingOutput = output.output
            }
        case .revert: changePhotos { $0.revertAssetContentToOriginal() }
        }
    }

    private func changePhotos(_ body: (PHAssetChangeRequest) -> Void) {
        for asset in assets { body(PHAssetChangeRequest(for: asset)) }
    }

    private func changeAlbum(_ body: (PHAssetCollectionChangeRequest) -> Void) {
        guard let album, let request = PHAssetCollectionChangeRequest(for: album) else { return }
        body(request)
    }

    private func moveInAlbum() {
        guard let album, let to = request.to else { return }
        let members = PHAsset.fetchAssets(in: album, options: nil)
        let indexes = IndexSet(assets.map { members.index(of: $0) }.filter { $0 != NSNotFound })
        guard let request = PHAssetCollectionChangeRequest(for: album, assets: members) else {
            return
        }
        request.moveAssets(at: indexes, to: to)
    }

    private func setValues(of asset: PHAsset, in change: PHAssetChangeRequest) {
        if let caption = request.caption { change.caption = caption }
        for word in request.keywords?.add ?? [] where !asset.keywordList.contains(word) {
            change.addKeyword(word)
        }
        for word in request.keywords?.remove ?? [] { change.removeKeyword(word) }
        if let rating = request.rating.flatMap(PHAsset.Rating.init(rawValue:)) {
            change.rating = rating
        }
        if let date = request.date.flatMap({ try? Date($0, strategy: .iso8601) }) {
            change.creationDate = date
        } else if let shift = request.shiftSeconds, let date = asset.creationDate {
            change.creationDate = date.addingTimeInterval(shift)
        }
        if let zone = request.zone { change.setTimeZoneOffset(zone) }
        if let place = request.place {
            change.location = place.map {
                CLLocation(latitude: $0.latitude, longitude: $0.longitude)
            }
        }
    }
}

extension PHAsset {
    var keywordList: [String] { extendedMetadata.keywords }
}
