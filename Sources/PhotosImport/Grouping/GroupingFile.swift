import Foundation
package import PhotosMedia
import PhotosStore

/// The properties of a file that grouping needs.
package struct GroupingFile: Hashable, Sendable {
    package enum Sidecar: Hashable, Sendable {
        case xmp
        case aae
        /// A file in which another program keeps what it knows of a picture.
        case settings
    }

    package enum Kind: Hashable, Sendable {
        case picture(raw: Bool)
        case movie
        case sound
        case sidecar(Sidecar)
    }

    /// The caller's number for the file.
    package var index: Int
    package var folder: String
    /// The name with its extension.
    package var name: String
    package var kind: Kind
    /// A uniform type identifier; empty for sidecars.
    package var typeIdentifier: String
    /// The identifier that the picture and the movie of a Live Photo share.
    package var contentIdentifier: String?
    package var burstIdentifier: String?
    /// Whether the file says that it is the representative of its burst.
    package var isBurstCover = false
    /// The capture time in the file's metadata, in seconds since 1970.
    ///
    /// Dates of the file system are not used.
    package var captureTime: Double?
    /// Whether the file has a local time without a zone, so that `captureTime` may be wrong by a zone offset.
    package var isZoneAssumed = false
    /// The camera's make and model.
    package var camera: String?
    package var pixelWidth = 0
    package var pixelHeight = 0
    /// The duration in seconds; 0 where it is not known.
    package var duration = 0.0
    /// Whether the picture contains its movie, as motion photos do.
    package var hasEmbeddedMovie = false
    /// The statements of a sidecar about the file that it describes.
    package var subject = SidecarSubject()
    /// The name in lowercase of the only file that a sidecar may join; nil where its own name decides.
    package var describedName: String?

    package init(
        index: Int,
        folder: String = "",
        name: String,
        kind: Kind,
        typeIdentifier: String = ""
    ) {
        self.index = index
        self.folder = folder
        self.name = name
        self.kind = kind
        self.typeIdentifier = typeIdentifier
    }
}

extension GroupingFile {
    /// Creates a description of a picture, movie or sound from its media facts.
    package init(index: Int, folder: String = "", name: String, facts: MediaFacts) {
        self.init(
            index: index,
            folder: folder,
            name: name,
            kind: Kind(facts.type),
            typeIdentifier: facts.contentType
        )
        contentIdentifier = facts.contentIdentifier
        burstIdentifier = facts.burstIdentifier
        // A date in a file name is the same for neighbouring files, and the file system's date may be that of
        // a copy. So neither is used.
        if facts.dateSource != "name", facts.dateSource != "file" {
            captureTime = facts.creationDate?.timeIntervalSince1970
            isZoneAssumed = facts.isZoneAssumed
        }
        let maker = [facts.cameraMake, facts.cameraModel].compactMap(\.self)
        camera = maker.isEmpty ? nil : maker.joined(separator: " ")
        pixelWidth = facts.pixelWidth
        pixelHeight = facts.pixelHeight
        duration = facts.duration
        hasEmbeddedMovie = facts.embeddedMovie != nil
    }

    /// The picture formats that grouping distinguishes.
    ///
    /// Cameras write pairs only in these formats.
    enum PictureFormat: Int {
        case heif
        case jpeg
        case other
        case raw
    }

    /// The picture format; nil for a file that is no picture.
    var pictureFormat: PictureFormat? {
        guard case .picture(let isRaw) = kind else { return nil }
        if isRaw { return .raw }
        switch MediaType(rawValue: typeIdentifier) {
        case .heic, .heif: return .heif
        case .jpeg: return .jpeg
        default: return .other
        }
    }
}

extension GroupingFile.Kind {
    package init(_ type: MediaType) {
        self =
            switch type.kind {
            case .image: .picture(raw: type.isRaw)
            case .video: .movie
            case .audio: .sound
            }
    }
}

extension BurstRules.Frame {
    /// Creates a frame from a file, for the choice of a burst's representative.
    package init(_ file: GroupingFile) {
        self.init(
            name: file.name,
            captureTime: file.captureTime,
            isCover: file.isBurstCover
        )
    }
}
