import CPhotosTypes
import Foundation
import Glibc
import PhotosMedia
import PhotosStore

/// The two files of a Live Photo.
package struct LivePhotoParts: Sendable {
    var photo: URL
    var movie: URL
    /// The photo, then the movie.
    var resources: [PHAssetResource]

    /// Finds the files of an asset, and throws unless both exist.
    ///
    /// With `mayBeElsewhere`, returns nil if one is in a remote and not on this disk.
    init?(
        of asset: PHAsset,
        _ version: PHImageRequestOptionsVersion,
        mayBeElsewhere: Bool
    ) throws {
        let (records, _) = try asset.files()
        let still = ResourceChoice.picture(version, of: records, prefersRaw: false)
        let moving = ResourceChoice.pairedVideo(version, of: records)
        guard let still, let moving else { throw PHPhotosError.noLivePhoto }
        do {
            try self.init(still, moving, of: asset, isCurrent: version == .current)
        } catch let error as StoreError where error.code == .fileElsewhere && mayBeElsewhere {
            return nil
        }
    }

    /// Makes parts from two files of an asset, and throws unless both exist.
    ///
    /// With `isLasting`, the files exist until the library is closed, even if they leave this disk.
    init(
        _ still: ResourceRecord,
        _ moving: ResourceRecord,
        of asset: PHAsset,
        isCurrent: Bool,
        isLasting: Bool = false
    ) throws {
        guard let source = asset.source else { throw PHPhotosError.noLivePhoto }
        let library = try source.library.store()
        let file = isLasting ? library.originals.clientFile : library.originals.readableFile
        photo = try file(still)
        movie = try file(moving)
        resources = [still, moving].map {
            PHAssetResource(
                $0,
                of: asset.localIdentifier,
                in: source.library,
                isCurrent: isCurrent
            )
        }
    }

    /// Makes parts from files that are in no library.
    init(_ photo: LivePhotoFile, _ movie: LivePhotoFile) {
        self.photo = photo.url
        self.movie = movie.url
        resources = [
            photo.resource(ResourceRole.photo), movie.resource(ResourceRole.pairedVideo),
        ]
    }
}

/// A file that may be part of a Live Photo, with facts read from it.
struct LivePhotoFile {
    var url: URL
    var facts: MediaFacts
    var byteCount: Int64

    /// Reads a file; `facts` reads the facts of an open file.
    init(_ url: URL, facts: (Int32) throws -> MediaFacts) throws {
        self.url = url
        let descriptor = Glibc.open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw PHPhotosError(
                .missingResource,
                "\(url.lastPathComponent) cannot be opened: \(String(cString: strerror(errno)))."
            )
        }
        defer { close(descriptor) }
        self.facts = try facts(descriptor)
        byteCount = try DescriptorByteSource(descriptor: descriptor).byteCount
    }

    fileprivate func resource(_ type: ResourceRole) -> PHAssetResource {
        let record = ResourceRecord(
            rowID: 0,
            assetID: 0,
            type: type,
            file: "",
            filename: url.lastPathComponent,
            contentType: facts.contentType,
            byteCount: byteCount,
            checksum: [],
            pixelWidth: facts.pixelWidth,
            pixelHeight: facts.pixelHeight
        )
        return PHAssetResource(record, at: url)
    }
}

extension MediaFacts {
    /// Reads facts from the header of an open file.
    static func header(of descriptor: Int32) throws -> MediaFacts {
        MediaFacts(
            header: try MediaHeader.read(from: DescriptorByteSource(descriptor: descriptor))
        )
    }
}

extension MediaExamination {
    /// Reads facts from an open file with the worker, which finds the content identifier; headers do not contain
    /// it.
    func facts(of descriptor: Int32) throws -> MediaFacts {
        guard reader.worker != nil else { throw MediaWorkerError(.notFound) }
        return try examine(descriptor, filename: nil)
    }
}

/// The still and the movie of one Live Photo.
struct LivePhotoPair {
    var photo: LivePhotoFile
    var movie: LivePhotoFile

    /// Checks that two files are a pair; `facts` reads the facts of an open file.
    ///
    /// - Throws: ``PHPhotosError`` with code `invalidResource` if they are not a pair.
    init(of urls: [URL], facts: (Int32) throws -> MediaFacts) throws {
        let files = try urls.map { try LivePhotoFile($0, facts: facts) }
        guard files.count == 2,
            let photo = files.first(where: { $0.facts.kind == .image }),
            let movie = files.first(where: { $0.facts.kind == .video })
        else {
            throw PHPhotosError(
                .invalidResource,
                "A Live Photo is made of two files: a photo, and the movie that was exported with it."
            )
        }
        guard let identifier = photo.facts.contentIdentifier,
            identifier == movie.facts.contentIdentifier
        else {
            throw PHPhotosError(
                .invalidResource,
                "The photo and the movie do not belong together: their content identifiers differ, or one has none. Take both files of one export."
            )
        }
        self.photo = photo
        self.movie = movie
    }

    var parts: LivePhotoParts { LivePhotoParts(photo, movie) }

    /// Returns the still in the requested size.
    func stillImage(with settings: ImageRequestSettings) throws -> UIImage {
        let recipe = PictureRecipe(
            for: settings,
            width: photo.facts.pixelWidth,
            height: photo.facts.pixelHeight,
            previews: []
        )
        let descriptor = Glibc.open(photo.url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(descriptor) }
        let rendition = PictureRendition(recipe.size, .pixels)
        let request = PictureRequest(crop: recipe.crop, renditions: [rendition])
        return try UIImage(MediaExamination.shared.pictures(of: descriptor, for: request).first)
    }
}
