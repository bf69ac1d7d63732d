import CoreGraphics
import Foundation
import NIOCore
import OpenPhotoKit
import Photos
import PhotosBase
import ServeRules

/// The tiles of the large pictures that were shown last.
///
/// A picture is decoded once, cut into tiles and let go: one picture at a time, because all its pixels are in memory. The tiles
/// are kept in memory alone, so that no disk has a photo that was deleted for good.
actor PictureTiles {
    /// A picture that was cut.
    struct CutPicture: Sendable {
        let grid: TileGrid
        /// The files of the tiles, in the order of ``TileGrid/tiles``.
        let tiles: [ByteBuffer]

        var byteCount: Int { tiles.reduce(0) { $0 + $1.readableBytes } }
    }

    private struct Key: Hashable {
        var id: String
        var tag: String
    }

    /// The most pixels of the longer side.
    private static let widest = 16_384

    private let pictures: PictureMaker
    private let limit: Int
    private let mostWaiting: Int
    /// The cut pictures, the one that was used last at the end.
    private var kept: [(key: Key, picture: CutPicture)] = []
    private var making: [Key: Task<CutPicture, any Error>] = [:]
    private var last: Task<Void, Never>?
    /// What each client has made, because those with limits leave places to the owner.
    private var places = ClientPlaces(eachLimit: 2, limitedLimit: 4)

    /// Makes a place for tiles.
    ///
    /// - Parameters:
    ///   - pictures: Makes the whole pictures.
    ///   - limit: The most bytes of kept tiles. The picture that was used last is kept in any case.
    ///   - mostWaiting: The most pictures that are made or wait for it.
    init(_ pictures: PictureMaker, limit: Int = 96 << 20, mostWaiting: Int = 8) {
        self.pictures = pictures
        self.limit = limit
        self.mostWaiting = mostWaiting
    }

    /// The number of pictures whose tiles are kept.
    var keptCount: Int { kept.count }

    /// The number of pictures that are made or wait for it.
    var makingCount: Int { making.count }

    /// Returns the tiles of the present picture of a photo.
    ///
    /// Several requests for the same picture share its making.
    ///
    /// - Parameters:
    ///   - asset: The photo in the owner's library, because others share its tiles. Who asks may see it.
    ///   - visitor: The session or device that asks.
    ///   - isLimited: Whether the client sees a selection alone.
    /// - Returns: The tiles.
    /// - Throws: ``Problem`` where too many pictures wait, or `PHPhotosError` where the picture cannot be made.
    func cutPicture(
        of asset: PHAsset,
        for visitor: String,
        isLimited: Bool
    ) async throws -> CutPicture {
        let key = Key(id: asset.localIdentifier, tag: PreviewTag.of(asset))
        if let position = kept.firstIndex(where: { $0.key == key }) {
            let known = kept.remove(at: position)
            kept.append(known)
            return known.picture
        }
        if let task = making[key] { return try await task.value }
        guard making.count < mostWaiting,
            places.takePlace(for: visitor, isLimited: isLimited)
        else { throw Problem.busyWithPictures }
        let (pictures, before) = (pictures, last)
        let task = Task {
            await before?.value
            return try await pictures.encodePicture(of: asset, side: Self.widest) {
                try Self.cutPicture(from: $0)
            }
        }
        last = Task { _ = try? await task.value }
        making[key] = task
        defer {
            making[key] = nil
            places.returnPlace(of: visitor, isLimited: isLimited)
        }
        let picture = try await task.value
        keepPicture(picture, for: key)
        return picture
    }

    private func keepPicture(_ picture: CutPicture, for key: Key) {
        kept.removeAll { $0.key == key }
        kept.append((key, picture))
        var size = kept.reduce(0) { $0 + $1.picture.byteCount }
        while size > limit, kept.count > 1 { size -= kept.removeFirst().picture.byteCount }
    }

    private static func cutPicture(from image: UIImage) throws -> CutPicture {
        guard let pixels = image.cgImage else { throw Problem.noPicture }
        let grid = TileGrid(width: pixels.width, height: pixels.height)
        let tiles = try grid.tiles.map { tile in
            let part = CGRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height)
            guard let cut = pixels.cropping(to: part),
                let jpeg = UIImage(cgImage: cut).jpegData(compressionQuality: 0.9)
            else { throw Problem.noPicture }
            return ByteBuffer(bytes: jpeg)
        }
        return CutPicture(grid: grid, tiles: tiles)
    }
}

extension Problem {
    static let noPicture = Problem(
        .unprocessableContent,
        "no-picture",
        "The picture cannot be made."
    )

    static let otherPicture = Problem(
        .conflict,
        "changed-meanwhile",
        "The picture has changed. Open the photo again."
    )

    /// Too many large pictures wait.
    static var busyWithPictures: Problem {
        var problem = Problem(.serviceUnavailable, "busy", "The server is busy. Try again.")
        problem.headers[.retryAfter] = "5"
        return problem
    }
}
