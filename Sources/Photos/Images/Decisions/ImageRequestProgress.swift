import CPhotosTypes
package import PhotosStore

/// The kind of an image of a request.
package enum ImageStage: Hashable, Sendable {
    /// A degraded image: a preview that comes before the requested image.
    case degraded(PreviewSize)
    /// The requested image as a degraded Live Photo: its movie is not on this disk yet.
    case still
    /// The requested image.
    case final
}

/// Decides which calls a request makes to its handler, in which order, and that the request ends once.
///
/// This type holds no images and makes none. Its owner makes the image that ``next()`` returns, and calls
/// ``finishStage(_:failed:)`` right before it calls the handler.
package struct ImageRequestProgress: Sendable {
    package enum Call: Equatable, Sendable {
        case image(isDegraded: Bool)
        case failure
        case cancellation
    }

    private var stages: [ImageStage] = []
    private var last = ImageStage.final
    /// Whether further degraded images may come.
    private var isOpportunistic = false
    /// The largest preview so far.
    private var best: PreviewSize?
    package private(set) var isOver = false

    package init() {}

    /// Begins with the stages of a request.
    ///
    /// - Parameters:
    ///   - settings: The requested image.
    ///   - recipe: The way to make the image.
    ///   - isAtHand: Whether the image is cached or stored.
    ///   - stored: The stored previews.
    package mutating func beginStages(
        for settings: ImageRequestSettings,
        recipe: PictureRecipe,
        isAtHand: Bool,
        stored: Set<PreviewSize>
    ) {
        stages = Self.stages(for: settings, recipe: recipe, isAtHand: isAtHand, stored: stored)
        last = stages.last ?? .final
        isOpportunistic = settings.delivery == .opportunistic && !settings.isSynchronous
    }

    package static func stages(
        for settings: ImageRequestSettings,
        recipe: PictureRecipe,
        isAtHand: Bool,
        stored: Set<PreviewSize>
    ) -> [ImageStage] {
        guard !settings.isSynchronous, !isAtHand else { return [.final] }
        // A preview with at least as many pixels as the image is no degraded image.
        let degradedSizes = PreviewSize.allCases.filter { recipe.origin.isBetter(than: $0) }
        switch settings.delivery {
        case .fastFormat:
            guard let smallest = degradedSizes.first else { return [.final] }
            return [.degraded(degradedSizes.last(where: stored.contains) ?? smallest)]
        case .opportunistic:
            let ready = degradedSizes.filter(stored.contains)
            return ready.prefix(settings.allowsSecondDegradedImage ? 2 : 1).map { .degraded($0) }
                + [
                    .final
                ]
        default:
            return [.final]
        }
    }

    /// Returns the next image to make; nil when nothing is left to do.
    package mutating func next() -> ImageStage? {
        guard !isOver, !stages.isEmpty else { return nil }
        let stage = stages.removeFirst()
        if case .degraded(let size) = stage { best = size }
        return stage
    }

    /// Returns whether the request ends with a stage, so that the stage is worth a fetch over the network.
    package func isLast(_ stage: ImageStage) -> Bool { stage == last }

    /// Returns a further degraded image for a request whose file is not on this disk; nil for none.
    ///
    /// - Parameters:
    ///   - stored: The stored previews that are smaller than the image.
    ///   - hasStill: Whether the image itself is made, and only a movie is missing.
    /// - Returns: The image to make, once.
    package mutating func substituteStage(stored: Set<PreviewSize>, hasStill: Bool) -> ImageStage? {
        guard !isOver, isOpportunistic else { return nil }
        if hasStill {
            // A second one would show nothing new.
            isOpportunistic = false
            return .still
        }
        guard let largest = PreviewSize.allCases.last(where: stored.contains),
            best.map({ $0.rawValue < largest.rawValue }) ?? true
        else { return nil }
        best = largest
        return .degraded(largest)
    }

    /// Returns the call to make for an image that was made or failed; nil for no call.
    ///
    /// A degraded image that cannot be made is skipped, unless it is the last stage. Nothing is called after the
    /// end.
    package mutating func finishStage(_ stage: ImageStage, failed: Bool) -> Call? {
        guard !isOver else { return nil }
        if failed, stage != last { return nil }
        isOver = stage == last
        return failed ? .failure : .image(isDegraded: stage != .final)
    }

    /// Ends the request; returns the last call to the handler, or nil if the request was already over.
    package mutating func cancel() -> Call? {
        guard !isOver else { return nil }
        isOver = true
        return .cancellation
    }
}

extension PictureRecipe.Origin {
    /// Returns whether the image has more pixels than a preview.
    package func isBetter(than preview: PreviewSize) -> Bool {
        switch self {
        case .file: true
        case .preview(let size): size.rawValue > preview.rawValue
        }
    }
}
