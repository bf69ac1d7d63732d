import Foundation
package import PhotosMedia

/// What grouping needs to know of one file.
package struct GroupingFile: Hashable, Sendable {
    package enum Sidecar: Hashable, Sendable {
        case xmp
        case aae
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
    /// With its extension.
    package var name: String
    package var kind: Kind
    /// A uniform type identifier; empty for sidecars.
    package var typeIdentifier: String
    /// Joins the picture and the movie of a Live Photo.
    package var contentIdentifier: String?
    package var burstIdentifier: String?
    /// Whether the file says that it stands for its burst.
    package var isBurstCover = false
    /// Seconds since 1970, as the file itself states it; a file system's date says nothing here.
    package var captureTime: Double?
    /// Whether the file gave a local time without a zone, so that `captureTime` may be off by one.
    package var isZoneAssumed = false
    /// Make and model.
    package var camera: String?
    package var pixelWidth = 0
    package var pixelHeight = 0
    /// Seconds; 0 where it is not known.
    package var duration = 0.0
    /// Whether the picture carries its movie inside, as motion photos do.
    package var hasEmbeddedMovie = false

    package init(
        index: Int,
        folder: String,
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
    /// A picture, movie or sound with what was read of it.
    package init(index: Int, folder: String, name: String, facts: MediaFacts) {
        self.init(
            index: index,
            folder: folder,
            name: name,
            kind: Kind(facts.type),
            typeIdentifier: facts.contentType
        )
        contentIdentifier = facts.contentIdentifier
        burstIdentifier = facts.burstIdentifier
        // A date in a file's name is the same in the names of its neighbours, and the file's own is a copy's.
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

    /// What a picture is to the rules: only these formats come from cameras in pairs.
    enum PictureFormat: Int {
        case heif
        case jpeg
        case other
        case raw
    }

    /// Nil for what is no picture.
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
    /// What the choice of a burst's representative needs to know of a file.
    package init(_ file: GroupingFile) {
        self.init(
            name: file.name,
            captureTime: file.captureTime,
            isCover: file.isBurstCover
        )
    }
}
