import PhotosMedia

/// The rules for which resources together make an asset.
package enum ResourceCombination {
    /// Returns whether the API supports a combination of resource types.
    ///
    /// An asset has one original. A photo may also have the other half of a pair, the movie of a Live Photo,
    /// and the parts of an edit.
    package static func isSupported(_ types: [ResourceRole]) -> Bool {
        let originals = types.filter(ResourceRole.originals.contains)
        guard originals.count == 1, Set(types).count == types.count else { return false }
        let extras = Set(types).subtracting(originals)
        switch originals[0] {
        case ResourceRole.photo:
            return extras.isSubset(of: [
                ResourceRole.alternatePhoto, ResourceRole.pairedVideo, ResourceRole.fullSizePhoto,
                ResourceRole.adjustmentData, ResourceRole.adjustmentBasePhoto,
                ResourceRole.fullSizePairedVideo, ResourceRole.adjustmentBasePairedVideo,
            ])
        case ResourceRole.video:
            return extras.isSubset(of: [
                ResourceRole.fullSizeVideo, ResourceRole.adjustmentData,
                ResourceRole.adjustmentBaseVideo,
            ])
        default:
            return extras.isEmpty
        }
    }

    static func check(_ types: [ResourceRole]) throws {
        guard types.contains(where: ResourceRole.originals.contains) else {
            throw StoreError(
                .missingResource,
                "An asset needs an original: a photo, a video or an audio resource."
            )
        }
        guard isSupported(types) else {
            throw StoreError(
                .invalidResource,
                "The resource types \(types) do not make one asset. Ask supportsAssetResourceTypes before adding them."
            )
        }
    }

    /// Checks that the renderings of an edit match the asset: a photo, optionally with a Live Photo's movie,
    /// or a video.
    static func check(
        _ renderings: [ResourceRole],
        ofMediaType mediaType: AssetMediaType,
        isLive: Bool
    ) throws {
        let main: ResourceRole = mediaType == .video ? .fullSizeVideo : .fullSizePhoto
        let others = isLive ? [ResourceRole.fullSizePairedVideo] : []
        let extras = Set(renderings).subtracting([main, ResourceRole.adjustmentData])
        guard Set(renderings).count == renderings.count, renderings.contains(main),
            extras.isSubset(of: others), [.image, .video].contains(mediaType)
        else {
            throw StoreError(
                .invalidResource,
                "The resource types \(renderings) are no rendering of this asset. A photo is rendered as a photo, a video as a video, and only a Live Photo has a movie beside."
            )
        }
    }

    /// Checks that the content of a file matches its resource type: a photo is a picture, a video is a movie.
    static func checkContent(_ facts: MediaFacts, as type: ResourceRole, filename: String?) throws {
        let wanted: MediaKind =
            switch type {
            case .video, .fullSizeVideo, .adjustmentBaseVideo, .pairedVideo, .fullSizePairedVideo,
                .adjustmentBasePairedVideo:
                .video
            case .audio: .audio
            default: .image
            }
        guard facts.kind == wanted else {
            throw StoreError(
                .invalidResource,
                "\(filename ?? "A resource") holds \(facts.kind.rawValue), but was added as \(wanted.rawValue). Add it with the type of its content."
            )
        }
    }
}
