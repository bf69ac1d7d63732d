import CPhotosTypes
package import PhotosStore

/// One image of a request.
package enum ImageStage: Hashable, Sendable {
    /// A preview in place of what was asked for.
    case standIn(PreviewSize)
    /// What was asked for.
    case final
}

/// The calls that a request makes: which, in which order, and that it ends once.
///
/// It holds no images and does no work: its owner makes what ``next()`` asks for, and asks ``settle(_:failed:)`` right
/// before it calls the handler.
package struct ImageRequestProgress: Sendable {
    package enum Call: Equatable, Sendable {
        case image(isDegraded: Bool)
        case failure
        case cancellation
    }

    private var stages: [ImageStage] = []
    private var last = ImageStage.final
    package private(set) var isOver = false

    package init() {}

    /// Begins with the stages of a request.
    ///
    /// - Parameters:
    ///   - settings: What is asked for.
    ///   - recipe: How that is made.
    ///   - isAtHand: Whether it is cached or stored.
    ///   - stored: The previews that are stored.
    package mutating func begin(
        _ settings: ImageRequestSettings,
        _ recipe: PictureRecipe,
        isAtHand: Bool,
        stored: Set<PreviewSize>
    ) {
        stages = Self.stages(settings, recipe, isAtHand: isAtHand, stored: stored)
        last = stages.last ?? .final
    }

    package static func stages(
        _ settings: ImageRequestSettings,
        _ recipe: PictureRecipe,
        isAtHand: Bool,
        stored: Set<PreviewSize>
    ) -> [ImageStage] {
        guard !settings.isSynchronous, !isAtHand else { return [.final] }
        // A stand-in as good as the image, or better, is none.
        let standIns = PreviewSize.allCases.filter { recipe.origin.isBetter(than: $0) }
        switch settings.delivery {
        case .fastFormat:
            guard let smallest = standIns.first else { return [.final] }
            return [.standIn(standIns.last(where: stored.contains) ?? smallest)]
        case .opportunistic:
            let ready = standIns.filter(stored.contains)
            return ready.prefix(settings.allowsSecondStandIn ? 2 : 1).map { .standIn($0) } + [
                .final
            ]
        default:
            return [.final]
        }
    }

    /// What to make next; nil when there is nothing more to do.
    package mutating func next() -> ImageStage? {
        guard !isOver, !stages.isEmpty else { return nil }
        return stages.removeFirst()
    }

    /// Whether the handler is to be called for something that was made, or could not be; nil for not at all.
    ///
    /// A stand-in that cannot be made is passed over, unless nothing follows it; one that comes after the end too.
    package mutating func settle(_ stage: ImageStage, failed: Bool) -> Call? {
        guard !isOver else { return nil }
        if failed, stage != last { return nil }
        isOver = stage == last
        return failed ? .failure : .image(isDegraded: stage != .final)
    }

    /// Ends the request: its handler is called once more, to say so, unless it is over.
    package mutating func cancel() -> Call? {
        guard !isOver else { return nil }
        isOver = true
        return .cancellation
    }
}

extension PictureRecipe.Origin {
    /// Whether it has more pixels than a preview.
    package func isBetter(than preview: PreviewSize) -> Bool {
        switch self {
        case .file: true
        case .preview(let size): size.rawValue > preview.rawValue
        }
    }
}
