import Foundation
import NIOCore
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Pictures of photos that are drawn anew, one after another, and in the end a text with those that are missing.
///
/// Such a picture has the pixels of the photo and no metadata, so it states nothing beside what it shows.
struct PictureCopies: ZipContent {
    private static let widest = 16_384

    private var photos: ArraySlice<ObjectName>
    private let library: ClientLibrary
    private let pictures: PictureMaker
    private let showsFilenames: Bool
    /// The place of this download, which is free again when the last copy of this value is gone.
    private let place: HeldPlaces.Place?
    private var names = CopiedNames()
    private var remarks: [String] = []
    private var time = ZipRecords.Time(takenAt: nil, zone: nil)

    init(
        of photos: [ObjectName],
        for client: Client,
        madeBy pictures: PictureMaker,
        in place: HeldPlaces.Place?
    ) {
        self.place = place
        self.photos = photos[...]
        library = client.library
        showsFilenames = client.grant.shows(.filenames)
        self.pictures = pictures
    }

    mutating func nextEntry() async throws -> ZipEntry? {
        while let photo = photos.popFirst() {
            let library = library
            let asset = try await library.read { library.asset(named: photo) }
            // What was deleted or hidden meanwhile is gone for guests.
            guard let asset, !asset.isHidden else { continue }
            let name = names.nextName(
                for: showsFilenames ? try await Self.filename(of: asset, in: library) : nil
            )
            guard asset.mediaType == .image else {
                remarks.append("\(name): Videos are not part of this download.")
                continue
            }
            time = ZipRecords.Time(takenAt: asset.creationDate, zone: asset.timeZoneOffset)
            guard let bytes = try await picture(of: asset) else {
                remarks.append("\(name): This picture cannot be made.")
                continue
            }
            return ZipEntry(name: name, time: time, source: OutgoingBytes(bytes))
        }
        defer { remarks = [] }
        return ZipEntry(remarks: remarks, time: time)
    }

    /// Returns the picture as a JPEG; nil for a file that cannot be decoded.
    private func picture(of asset: PHAsset) async throws -> ByteBuffer? {
        do {
            return try await pictures.encodePicture(of: asset, side: Self.widest) { image in
                image.jpegData(compressionQuality: 0.95).map { ByteBuffer(bytes: $0) }
            }
        } catch let error as PHPhotosError where error.code == .invalidResource {
            return nil
        }
    }

    private static func filename(
        of asset: PHAsset,
        in library: ClientLibrary
    ) async throws -> String {
        try await library.read {
            PHAssetResource.assetResources(for: asset).first?.presentFilename ?? ""
        }
    }
}
