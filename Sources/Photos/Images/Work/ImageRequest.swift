import Foundation
import PhotosMedia
import PhotosStore
import Synchronization

/// Carries out one request for an image: makes the images of each stage, and reports the results.
///
/// If the file is not on this disk, degraded images come, and the request waits for the network without a thread.
///
/// The mutex guards the progress. Images are made, and `report` is called, outside the mutex.
final class ImageRequest: ActiveRequest {
    enum Outcome: Sendable {
        case image(UIImage, isDegraded: Bool)
        case failure(PHPhotosError)
        case cancelled

        static func failed(_ error: any Error) -> Outcome {
            let error = PHPhotosError(error)
            return error.code == .userCancelled ? .cancelled : .failure(error)
        }
    }

    let number: Int32
    private let subject: ImageSubject
    private let settings: ImageRequestSettings
    private let pictures: Pictures
    private let fetch: RequestFetch
    private let report: @Sendable (Outcome) -> Void
    private let progress = Mutex(ImageRequestProgress())
    private let cancellation = WorkCancellation()

    init(
        _ number: Int32,
        _ subject: ImageSubject,
        _ settings: ImageRequestSettings,
        _ pictures: Pictures,
        _ network: NetworkUse,
        report: @escaping @Sendable (Outcome) -> Void
    ) {
        self.number = number
        self.subject = subject
        self.settings = settings
        self.pictures = pictures
        fetch = RequestFetch(network)
        self.report = report
    }

    /// Starts the request and returns; the handler is called later, on the queue for results.
    func start() {
        ActiveRequests.shared.addRequest(self, number: number)
        // A Live Photo needs files, too.
        if subject.subtypes.isEmpty, let image = subject.imageAtHand(for: settings, in: pictures) {
            deliverStage(.final, result: .success(image))
        } else {
            WorkThreads.pictures.addWork(urgency: .prompt) { self.openSource() }
        }
    }

    /// Carries out the request; the handler is called before this method returns.
    func perform() {
        while true {
            let result = Result {
                try WorkThreads.pictures.perform {
                    let source = try subject.imageSource(for: settings)
                    return try source.image(by: source.recipe, in: pictures)
                }
            }
            do {
                if case .failure(let error) = result, try fetch.run(after: error) { continue }
                return finishStage(.final, result: result)
            } catch {
                return finishStage(.final, result: .failure(error))
            }
        }
    }

    func cancel() {
        // From now on the request delivers no image, even if a call for one is already queued.
        guard progress.withLock({ $0.cancel() }) != nil else { return }
        ActiveRequests.shared.remove(number)
        fetch.cancel()
        cancellation.cancel()
        ResultCalls.shared.call { self.report(.cancelled) }
    }

    private func openSource() {
        guard !progress.withLock({ $0.isOver }) else { return }
        do {
            let source = try subject.imageSource(for: settings)
            let isKept = pictures.keptImage(for: source.pictureKey(for: source.recipe)) != nil
            let stored = isKept ? [:] : source.storedPreviews(for: settings)
            let isAtHand = isKept || source.isStored(stored)
            let first = progress.withLock { progress in
                progress.beginStages(
                    for: settings,
                    recipe: source.recipe,
                    isAtHand: isAtHand,
                    stored: Set(stored.keys)
                )
                return progress.next()
            }
            guard let first else { return }
            if isAtHand || first != .final {
                makeImage(for: first, from: source, stored: stored)
                makeFurtherStages(from: source, stored: stored)
            } else {
                WorkThreads.pictures.addWork(urgency: .ordinary) {
                    self.makeImage(for: first, from: source, stored: stored)
                }
            }
        } catch {
            deliverStage(.final, result: .failure(error))
        }
    }

    private func makeFurtherStages(from source: ImageSource, stored: [PreviewSize: Preview]) {
        guard let stage = progress.withLock({ $0.next() }) else { return }
        WorkThreads.pictures.addWork(urgency: stage == .final ? .ordinary : .prompt) {
            self.makeImage(for: stage, from: source, stored: stored)
            self.makeFurtherStages(from: source, stored: stored)
        }
    }

    private func makeImage(
        for stage: ImageStage,
        from source: ImageSource,
        stored: [PreviewSize: Preview]
    ) {
        guard !progress.withLock({ $0.isOver }) else { return }
        let recipe: PictureRecipe =
            switch stage {
            case .final, .still: source.recipe
            case .degraded(let size): .preview(size)
            }
        var image: UIImage?
        do {
            let made = try source.image(by: recipe, in: pictures, for: cancellation, stored: stored)
            image = made
            if stage == .final { try source.checkLivePhoto() }
            deliverStage(stage, result: .success(made))
        } catch {
            guard error is FilesElsewhere, progress.withLock({ $0.isLast(stage) }) else {
                return deliverStage(stage, result: .failure(error))
            }
            deliverSubstitute(for: image, from: source, stored: stored)
            waitForFiles(for: stage, after: error, from: source, stored: stored)
        }
    }

    /// Delivers the best of what is on this disk, if it has not come yet.
    private func deliverSubstitute(
        for image: UIImage?,
        from source: ImageSource,
        stored: [PreviewSize: Preview]
    ) {
        let stage = progress.withLock {
            $0.substituteStage(stored: Set(stored.keys), hasStill: image != nil)
        }
        guard let stage else { return }
        let result = Result {
            guard case .degraded(let size) = stage else { return image }
            return try source.image(
                by: .preview(size),
                in: pictures,
                for: cancellation,
                stored: stored
            )
        }
        if case .success(let image?) = result { deliverStage(stage, result: .success(image)) }
    }

    /// Makes the image of a stage again as soon as its files are fetched, or ends the request with the error.
    private func waitForFiles(
        for stage: ImageStage,
        after error: any Error,
        from source: ImageSource,
        stored: [PreviewSize: Preview]
    ) {
        let isWaiting = fetch.begin(after: error) { [self] failure in
            if let failure { return deliverStage(stage, result: .failure(failure)) }
            WorkThreads.pictures.addWork(urgency: .prompt) {
                self.makeImage(for: stage, from: source, stored: stored)
            }
        }
        if !isWaiting { deliverStage(stage, result: .failure(error)) }
    }

    private func deliverStage(_ stage: ImageStage, result: Result<UIImage, any Error>) {
        ResultCalls.shared.call { self.finishStage(stage, result: result) }
    }

    private func finishStage(_ stage: ImageStage, result: Result<UIImage, any Error>) {
        let failure: (any Error)? = if case .failure(let error) = result { error } else { nil }
        let (call, isOver) = progress.withLock { progress in
            (progress.finishStage(stage, failed: failure != nil), progress.isOver)
        }
        if isOver { ActiveRequests.shared.remove(number) }
        switch (call, result) {
        case (.image(let isDegraded), .success(let image)):
            report(.image(image, isDegraded: isDegraded))
        case (.failure, .failure(let error)): report(.failed(error))
        default: break
        }
    }
}
