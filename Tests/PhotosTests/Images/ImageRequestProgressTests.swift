import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct ImageRequestProgressTests {
    private func stages(
        _ delivery: PHImageRequestOptionsDeliveryMode,
        _ recipe: PictureRecipe = .whole,
        isAtHand: Bool = false,
        stored: Set<PreviewSize> = [],
        _ configure: (PHImageRequestOptions) -> Void = { _ in }
    ) -> [ImageStage] {
        let options = PHImageRequestOptions()
        options.deliveryMode = delivery
        configure(options)
        return ImageRequestProgress.stages(
            for: ImageRequestSettings(.zero, .aspectFit, options),
            recipe: recipe,
            isAtHand: isAtHand,
            stored: stored
        )
    }

    @Test func `opportunistic gives what is stored, then the image`() {
        #expect(stages(.opportunistic) == [.final])
        #expect(stages(.opportunistic, stored: [.grid]) == [.degraded(.grid), .final])
        #expect(stages(.opportunistic, stored: [.grid, .screen]) == [.degraded(.grid), .final])
        #expect(stages(.opportunistic, stored: [.screen]) == [.degraded(.screen), .final])
        #expect(stages(.opportunistic, isAtHand: true, stored: [.grid]) == [.final])
    }

    @Test func `a second stand-in comes only where it is allowed`() {
        #expect(
            stages(.opportunistic, stored: [.grid, .screen]) {
                $0.allowSecondaryDegradedImage = true
            } == [.degraded(.grid), .degraded(.screen), .final]
        )
    }

    @Test func `nothing stands in for an image that is no better`() {
        #expect(stages(.opportunistic, .preview(.grid), stored: [.grid]) == [.final])
        #expect(
            stages(.opportunistic, .preview(.screen), stored: [.grid])
                == [.degraded(.grid), .final]
        )
    }

    @Test func `high quality gives the image alone`() {
        #expect(stages(.highQualityFormat, stored: [.grid, .screen]) == [.final])
    }

    @Test func `fast gives one image, the best that is stored`() {
        #expect(stages(.fastFormat, stored: [.grid]) == [.degraded(.grid)])
        #expect(stages(.fastFormat, stored: [.grid, .screen]) == [.degraded(.screen)])
        #expect(stages(.fastFormat) == [.degraded(.grid)])
        #expect(stages(.fastFormat, .preview(.grid)) == [.final])
        #expect(stages(.fastFormat, isAtHand: true, stored: [.grid]) == [.final])
    }

    @Test(arguments: [
        PHImageRequestOptionsDeliveryMode.opportunistic, .highQualityFormat, .fastFormat,
    ])
    func `a synchronous request gives the image alone`(_ mode: PHImageRequestOptionsDeliveryMode) {
        #expect(stages(mode, stored: [.grid, .screen]) { $0.isSynchronous = true } == [.final])
    }

    private func progress(
        _ delivery: PHImageRequestOptionsDeliveryMode,
        stored: Set<PreviewSize>
    ) -> ImageRequestProgress {
        let options = PHImageRequestOptions()
        options.deliveryMode = delivery
        var progress = ImageRequestProgress()
        progress.beginStages(
            for: ImageRequestSettings(.zero, .aspectFit, options),
            recipe: .whole,
            isAtHand: false,
            stored: stored
        )
        return progress
    }

    @Test func `a request makes its calls in order and ends once`() {
        var progress = progress(.opportunistic, stored: [.grid])
        #expect(progress.next() == .degraded(.grid))
        #expect(progress.finishStage(.degraded(.grid), failed: false) == .image(isDegraded: true))
        #expect(progress.next() == .final)
        #expect(progress.finishStage(.final, failed: false) == .image(isDegraded: false))
        #expect(progress.isOver && progress.next() == nil)
        #expect(progress.finishStage(.final, failed: false) == nil)
        #expect(progress.cancel() == nil)
    }

    @Test func `a stand-in that fails is passed over, one that nothing follows fails the request`()
    {
        var progress = progress(.opportunistic, stored: [.grid])
        #expect(progress.next() == .degraded(.grid) && progress.next() == .final)
        #expect(progress.finishStage(.degraded(.grid), failed: true) == nil)
        #expect(progress.finishStage(.final, failed: true) == .failure)
        var fast = self.progress(.fastFormat, stored: [])
        #expect(fast.next() == .degraded(.grid))
        #expect(fast.finishStage(.degraded(.grid), failed: true) == .failure)
        #expect(fast.isOver)
    }

    @Test func `an image may fail after its stand-in`() {
        var progress = progress(.opportunistic, stored: [.grid])
        #expect(progress.next() == .degraded(.grid) && progress.next() == .final)
        #expect(progress.finishStage(.degraded(.grid), failed: false) == .image(isDegraded: true))
        #expect(progress.finishStage(.final, failed: true) == .failure)
    }

    @Test func `a stand-in that comes late is none`() {
        var progress = progress(.opportunistic, stored: [.grid])
        #expect(progress.next() == .degraded(.grid) && progress.next() == .final)
        #expect(progress.finishStage(.final, failed: false) == .image(isDegraded: false))
        #expect(progress.finishStage(.degraded(.grid), failed: false) == nil)
    }

    @Test func `a cancelled request starts nothing and gives no image`() {
        var progress = progress(.opportunistic, stored: [.grid])
        #expect(progress.next() == .degraded(.grid))
        #expect(progress.cancel() == .cancellation)
        #expect(progress.next() == nil && progress.cancel() == nil)
        #expect(progress.finishStage(.degraded(.grid), failed: false) == nil)
    }

    @Test func `while the file is elsewhere, the best preview comes once`() {
        var opportunistic = progress(.opportunistic, stored: [.grid, .screen])
        #expect(opportunistic.next() == .degraded(.grid))
        #expect(opportunistic.next() == .final)
        let both: Set<PreviewSize> = [.grid, .screen]
        #expect(opportunistic.substituteStage(stored: both, hasStill: false) == .degraded(.screen))
        #expect(opportunistic.substituteStage(stored: both, hasStill: false) == nil)
        #expect(
            opportunistic.finishStage(.degraded(.screen), failed: false) == .image(isDegraded: true)
        )
        #expect(opportunistic.isLast(.final) && !opportunistic.isOver)
        #expect(opportunistic.finishStage(.final, failed: false) == .image(isDegraded: false))
        #expect(opportunistic.isOver)
        var small = progress(.opportunistic, stored: [.grid])
        _ = small.next()
        #expect(small.substituteStage(stored: [.grid], hasStill: false) == nil)
    }

    @Test func `nothing further comes in other modes`() {
        for mode in [PHImageRequestOptionsDeliveryMode.highQualityFormat, .fastFormat] {
            var other = progress(mode, stored: [.grid, .screen])
            _ = other.next()
            #expect(other.substituteStage(stored: [.grid, .screen], hasStill: false) == nil)
            #expect(other.substituteStage(stored: [], hasStill: true) == nil)
        }
    }

    @Test func `the still of a Live Photo comes before its movie, once`() {
        var live = progress(.opportunistic, stored: [])
        #expect(live.next() == .final)
        #expect(live.substituteStage(stored: [], hasStill: true) == .still)
        #expect(live.substituteStage(stored: [], hasStill: true) == nil)
        #expect(live.finishStage(.still, failed: false) == .image(isDegraded: true))
        #expect(live.finishStage(.final, failed: true) == .failure)
    }
}
