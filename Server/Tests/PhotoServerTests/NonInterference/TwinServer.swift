import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import Testing

@testable import PhotoServer

/// A server of a pair: their libraries are equal in what the clients see, and differ in everything else.
final class TwinServer: @unchecked Sendable {
    // Unchecked because a test uses each twin from one task at a time.

    static let frame = "org.example.frame"

    let serve: ServeFixture
    /// The clients in the same order in both twins.
    let clients: [TwinClient]
    private var random: Seeded
    /// The photos that the owner alone sees.
    private(set) var hidden: [String] = []
    private(set) var albums: [String] = []

    var library: PHPhotoLibrary { serve.library }

    /// Makes the clients: a device that may change its photos, and the guest of a link.
    ///
    /// - Parameters:
    ///   - serve: The server, whose library has the shared photos alone.
    ///   - seen: The local identifiers of the photos that both clients see at first.
    ///   - seed: Decides what the owner does beyond the selections.
    /// - Throws: The error of a request or of the library.
    init(_ serve: ServeFixture, seen: [String], seed: UInt64) async throws {
        self.serve = serve
        random = Seeded(state: seed)
        let access = serve.library.access
        try access.set(.limited, of: Self.frame)
        try access.select(seen, for: Self.frame)
        let owner = try await serve.owner()
        let guest = try await serve.guest(try await serve.link(to: seen, by: owner).secret)
        clients = [
            TwinClient("device", serve, try serve.device(application: Self.frame)),
            TwinClient("link", serve, guest),
        ]
        try live(6, shared: seen)
    }

    /// The position of each client in its own history.
    var clientTokens: [String] {
        clients.indices.map { index in
            let all = serve.server.pool.all.dropFirst()
            let own = all.first { ($0.user == .application(Self.frame)) == (index == 0) }
            return own?.library.currentChangeToken.stringValue ?? ""
        }
    }

    /// Returns which of some photos are in Recently Deleted.
    func trashed(of photos: [String]) -> Set<String> {
        library.withCurrent {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "localIdentifier IN %@", photos)
            let found = PHAsset.fetchRecentlyDeletedAssets(with: options)
            return Set(found.objects(at: IndexSet(0..<found.count)).map(\.localIdentifier))
        }
    }

    /// Goes on beyond what the clients see.
    func live(_ count: Int, shared: [String]) throws {
        try library.withCurrent {
            for _ in 0..<count { try liveOnce(shared) }
        }
    }

    private func liveOnce(_ shared: [String]) throws {
        let own = hiddenPhotos()
        let some = Array(own.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
        let number = Int.random(in: 0..<1000, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: try addPhotos(Int.random(in: 1...3, using: &random))
        case 2 where !some.isEmpty:
            try library.performChangesAndWait(author: "Somebody \(number)", work: .edit) {
                for photo in some {
                    let request = PHAssetChangeRequest(for: photo)
                    request.isFavorite.toggle()
                    request.caption = "hill \(number)"
                }
            }
        case 3 where !some.isEmpty:
            try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(some) }
        case 4 where !some.isEmpty:
            try library.performChangesAndWait { PHAssetChangeRequest.purgeAssets(some) }
        case 5, 6:
            // Photos that the clients see may be in albums that they do not see.
            let members = PHAsset.fetchAssets(withLocalIdentifiers: shared, options: nil)
            let photos = members.objects(at: IndexSet(0..<members.count)).shuffled(using: &random)
            let added = Array(photos.prefix(3)) + some
            try library.performChangesAndWait {
                PHAssetCollectionChangeRequest
                    .creationRequestForAssetCollection(withTitle: "hill album \(number)")
                    .addAssets(added)
                if number % 2 == 0 {
                    _ = PHCollectionListChangeRequest.creationRequestForCollectionList(
                        withTitle: "Folder \(number)"
                    )
                }
            }
            albums = Self.allAlbums().map(\.localIdentifier)
        case 7:
            guard let album = Self.allAlbums().randomElement(using: &random) else { return }
            try library.performChangesAndWait {
                if number % 2 == 0 {
                    PHAssetCollectionChangeRequest.deleteAssetCollections([album])
                } else {
                    PHAssetCollectionChangeRequest(for: album)?.title = "Renamed \(number)"
                }
            }
        default:
            try library.access.set(.limited, of: "org.example.other\(number % 5)")
            try library.access.select(
                some.map(\.localIdentifier),
                for: "org.example.other\(number % 5)"
            )
        }
    }

    private func addPhotos(_ count: Int) throws {
        let numbers = (0..<count).map { _ in Int.random(in: 0..<200, using: &random) }
        try library.performChangesAndWait {
            for number in numbers {
                let request = PHAssetCreationRequest.forAsset()
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = "hill \(number).png"
                let picture = PaintedPicture.png(
                    width: 10 + number,
                    height: 20,
                    seed: UInt8(truncatingIfNeeded: number)
                )
                request.addResource(with: .photo, data: picture, options: options)
                request.creationDate = Date(
                    timeIntervalSince1970: 1_577_880_000 + Double(number) * 10_000
                )
                request.caption = "hill \(number)"
                request.isFavorite = number % 2 == 0
            }
        }
        let known = Set(hidden)
        let all = PHAsset.fetchAssets(with: nil)
        hidden += all.objects(at: IndexSet(0..<all.count)).filter {
            $0.originalFilename?.hasPrefix("hill") == true && !known.contains($0.localIdentifier)
        }.map(\.localIdentifier)
    }

    private func hiddenPhotos() -> [PHAsset] {
        let found = PHAsset.fetchAssets(withLocalIdentifiers: hidden, options: nil)
        return found.objects(at: IndexSet(0..<found.count))
    }

    private static func allAlbums() -> [PHAssetCollection] {
        let found = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: nil
        )
        return found.objects(at: IndexSet(0..<found.count))
    }
}

extension PHAsset {
    fileprivate var originalFilename: String? { extendedMetadata.originalFilename }
}
