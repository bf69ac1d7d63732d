import CoreLocation
import Foundation
import Hummingbird
import OpenPhotoKit
import ServeRules

/// The properties of one photo.
struct DetailRoutes {
    let items: ItemReader

    private static let placeFacts: Set<String> = [
        "latitude", "longitude", "altitude", "horizontalAccuracy", "direction", "speed",
        "sublocation", "city", "region", "country",
    ]

    private static let zoneFacts: Set<String> = [
        "creationDate", "timeZoneOffset", "isZoneAssumed",
    ]

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.get, at: "/api/photos/{id}", for: .reader, answer: sendDetails)
        table.addRoute(.post, at: "/api/photos/{id}/fetch", for: .owner, answer: fetchOriginals)
    }

    /// Brings the files of a photo back that are in a remote alone.
    private func fetchOriginals(_ call: Call) async throws -> Response {
        let name = try call.objectName()
        let library = call.client.library
        guard let asset = try await library.read({ library.asset(named: name) }) else {
            throw Problem.noPhoto
        }
        try call.requireUnlocked(isHidden: asset.isHidden)
        let amount = try await library.library.fetchOriginals(of: [asset])
        return JSONAnswer.ok(FetchedModel(count: amount.count, bytes: amount.byteCount))
    }

    private func sendDetails(_ call: Call) async throws -> Response {
        let name = try call.objectName()
        let library = call.client.library
        guard let asset = try await library.read({ library.asset(named: name) }) else {
            throw Problem.noPhoto
        }
        try call.requireUnlocked(isHidden: asset.isHidden)
        let item = try await items.readItems(in: library) { [asset] }
        let grant = call.client.grant
        let model = try await library.read(on: .files) {
            try Self.detailModel(
                of: asset,
                id: name.uuid,
                item: item[0],
                grant: grant,
                library: library.library
            )
        }
        return JSONAnswer.ok(model)
    }

    private static func detailModel(
        of asset: PHAsset,
        id: String,
        item: ItemModel,
        grant: Grant,
        library: PHPhotoLibrary
    ) throws -> DetailModel {
        let resources = PHAssetResource.assetResources(for: asset)
        let areElsewhere = resources.map(\.isElsewhere)
        let isOwner = grant.user == .owner
        let movie = resources.first { [.fullSizeVideo, .video].contains($0.type) }
        let metadata = asset.extendedMetadata
        let words = asset.fileWords
        return DetailModel(
            id: id,
            item: item,
            title: grant.shows(.captions) ? words.title : nil,
            headline: grant.shows(.captions) ? words.headline : nil,
            caption: grant.shows(.captions) ? metadata.caption : nil,
            keywords: grant.shows(.keywords) ? metadata.keywords : [],
            rating: grant.shows(.favorites) ? asset.rating.rawValue : 0,
            rejected: grant.shows(.favorites) && asset.isRejected,
            creators: words.creators,
            placeNames: grant.showsPlaces ? words.placeNames : [],
            // The moment and the camera's clock together tell the zone.
            created: grant.shows(.zones) ? asset.creationDate.map(InterfaceDate.text) : nil,
            dateSource: asset.creationDateSource,
            zone: grant.shows(.zones) ? asset.timeZoneOffset : nil,
            zoneAssumed: grant.shows(.zones) && asset.isZoneAssumed,
            place: grant.showsPlaces ? placeModel(of: asset, in: library) : nil,
            files: resources.enumerated().map { index, resource in
                DetailModel.File(
                    resource: index,
                    type: resource.type.name,
                    name: grant.shows(.filenames) ? resource.presentFilename : "",
                    contentType: resource.contentType.preferredMIMEType
                        ?? resource.uniformTypeIdentifier,
                    bytes: resource.dataSize,
                    pixels: [resource.pixelWidth, resource.pixelHeight],
                    elsewhere: areElsewhere[index]
                )
            },
            facts: factModels(of: resources, for: grant),
            albums: albumModels(with: asset),
            playable: grant.allowsOriginals
                && movie.map(PlayableMovie.isPlayable) ?? false,
            // The folder's path says where the owner keeps files.
            source: isOwner
                ? resources.first?.sourceURL?.deletingLastPathComponent().path : nil,
            remotes: isOwner && areElsewhere.contains(true)
                ? try library.remotes().map(\.name) : nil
        )
    }

    private static func placeModel(
        of asset: PHAsset,
        in library: PHPhotoLibrary
    ) -> DetailModel.Place? {
        asset.location.map {
            let town = library.place(near: $0.coordinate)
            return DetailModel.Place(
                latitude: $0.coordinate.latitude,
                longitude: $0.coordinate.longitude,
                altitude: $0.verticalAccuracy >= 0 ? $0.altitude : nil,
                town: town?.name,
                name: town?.fullName
            )
        }
    }

    /// Reads the facts of the original; a file that is away or damaged has none.
    private static func factModels(
        of resources: [PHAssetResource],
        for grant: Grant
    ) -> [DetailModel.Fact] {
        guard let url = resources.first?.fileURL, let facts = try? FileFacts(of: url) else {
            return []
        }
        return facts.facts.filter { fact in
            // The file in the library is as old as its import, which is no fact of the photo.
            if fact.name == "creationDate", fact.source == "file" { return false }
            return isShown(fact.name, for: grant)
        }.map {
            DetailModel.Fact(name: $0.name, value: FactValue($0.value), tag: $0.source)
        }
    }

    private static func isShown(_ fact: String, for grant: Grant) -> Bool {
        if placeFacts.contains(fact) { return grant.showsPlaces }
        if zoneFacts.contains(fact) { return grant.shows(.zones) }
        return switch fact {
        case "persons": grant.showsPersons
        case "title", "headline", "caption": grant.shows(.captions)
        case "keywords": grant.shows(.keywords)
        case "rating": grant.shows(.favorites)
        default: true
        }
    }

    private static func albumModels(with asset: PHAsset) -> [DetailModel.Album] {
        let found = PHAssetCollection.fetchAssetCollectionsContaining(
            asset,
            with: .album,
            options: nil
        )
        return found.objects(at: IndexSet(0..<found.count)).map {
            DetailModel.Album(
                id: ObjectName($0.localIdentifier)?.uuid ?? "",
                title: $0.localizedTitle ?? ""
            )
        }
    }
}

private struct FetchedModel: Encodable {
    let count: Int
    let bytes: Int64
}
