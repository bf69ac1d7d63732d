import Foundation
import PhotosMedia
import PhotosStore
import Synchronization

/// An active request that can be cancelled.
protocol ActiveRequest: AnyObject, Sendable {
    func cancel()
}

/// The active requests of this process, by number.
///
/// The mutex guards the requests.
final class ActiveRequests: Sendable {
    static let shared = ActiveRequests()

    private let state = Mutex<(last: Int32, active: [Int32: any ActiveRequest])>((0, [:]))

    /// Returns a number that no active request has.
    func number() -> Int32 {
        state.withLock { state in
            repeat {
                state.last = state.last == .max ? 1 : state.last + 1
            } while state.active[
                state.last
            ] != nil
            return state.last
        }
    }

    func add(_ request: any ActiveRequest, _ number: Int32) {
        state.withLock { $0.active[number] = request }
    }

    func remove(_ number: Int32) {
        _ = state.withLock { $0.active.removeValue(forKey: number) }
    }

    func cancel(_ number: Int32) { state.withLock { $0.active[number] }?.cancel() }
}

/// Carries out one request for an image: makes the images of each stage, and reports the results.
///
/// The mutex guards the progress. Images are made, and `report` is called, outside the mutex.
final class ImageRequest: ActiveRequest {
    enum Outcome: Sendable {
        case image(UIImage, isDegraded: Bool)
        case failure(PHPhotosError)
        case cancelled
    }

    let number: Int32
    private let subject: ImageSubject
    private let settings: ImageRequestSettings
    private let pictures: Pictures
    private let report: @Sendable (Outcome) -> Void
    private let progress = Mutex(ImageRequestProgress())

    init(
        _ number: Int32,
        _ subject: ImageSubject,
        _ settings: ImageRequestSettings,
        _ pictures: Pictures,
        report: @escaping @Sendable (Outcome) -> Void
    ) {
        self.number = number
        self.subject = subject
        self.settings = settings
        self.pictures = pictures
        self.report = report
    }

    /// Starts the request and returns; the handler is called later, on the queue for results.
    func start() {
        ActiveRequests.shared.add(self, number)
        if let image = subject.imageAtHand(settings, pictures) {
            deliver(.final, .success(image))
        } else {
            PictureWork.shared.add(.prompt) { self.open() }
        }
    }

    /// Carries out the request; the handler is called before this method returns.
    func perform() {
        let result = Result {
            try PictureWork.shared.perform {
                let source = try subject.source(settings)
                return try source.image(source.recipe, pictures)
            }
        }
        settle(.final, result)
    }

    func cancel() {
        // From now on the request delivers no image, even if a call for one is already queued.
        guard progress.withLock({ $0.cancel() }) != nil else { return }
        ActiveRequests.shared.remove(number)
        ResultCalls.shared.call { self.report(.cancelled) }
    }

    private func open() {
        guard !progress.withLock({ $0.isOver }) else { return }
        do {
            let source = try subject.source(settings)
            let isKept = pictures.kept(source.key(source.recipe)) != nil
            let stored = isKept ? [:] : source.stored(settings)
            let isAtHand = isKept || source.isStored(stored)
            let first = progress.withLock { progress in
                progress.begin(
                    settings,
                    source.recipe,
                    isAtHand: isAtHand,
                    stored: Set(stored.keys)
                )
                return progress.next()
            }
            guard let first else { return }
            if isAtHand || first != .final {
                make(first, source, stored)
                proceed(source, stored)
            } else {
                PictureWork.shared.add(.ordinary) { self.make(first, source, stored) }
            }
        } catch {
            deliver(.final, .failure(error))
        }
    }

    private func proceed(_ source: ImageSource, _ stored: [PreviewSize: Preview]) {
        guard let stage = progress.withLock({ $0.next() }) else { return }
        PictureWork.shared.add(stage == .final ? .ordinary : .prompt) {
            self.make(stage, source, stored)
            self.proceed(source, stored)
        }
    }

    private func make(
        _ stage: ImageStage,
        _ source: ImageSource,
        _ stored: [PreviewSize: Preview]
    ) {
        guard !progress.withLock({ $0.isOver }) else { return }
        let recipe: PictureRecipe =
            switch stage {
            case .final: source.recipe
            case .degraded(let size): .preview(size)
            }
        deliver(stage, Result { try source.image(recipe, pictures, stored: stored) })
    }

    private func deliver(_ stage: ImageStage, _ result: Result<UIImage, any Error>) {
        ResultCalls.shared.call { self.settle(stage, result) }
    }

    private func settle(_ stage: ImageStage, _ result: Result<UIImage, any Error>) {
        let failure: (any Error)? = if case .failure(let error) = result { error } else { nil }
        let (call, isOver) = progress.withLock { progress in
            (progress.settle(stage, failed: failure != nil), progress.isOver)
        }
        if isOver { ActiveRequests.shared.remove(number) }
        switch (call, result) {
        case (.image(let isDegraded), .success(let image)):
            report(.image(image, isDegraded: isDegraded))
        case (.failure, .failure(let error)): report(.failure(PHPhotosError(error)))
        default: break
        }
    }
}
