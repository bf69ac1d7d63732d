import Foundation
import Photos
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Editing of assets whose files are in a remote alone.
@Suite(.permit) struct DistantEditingTests {
    let remote: RemoteFake
    let library: TestLibrary
    let asset: PHAsset

    init() throws {
        remote = RemoteFake()
        library = try TestLibrary(remote: remote)
        asset = try library.addPicture(seed: 3)
    }

    @Test func `without permission, the answer is that the file is elsewhere`() async throws {
        try library.sendAway(asset, to: remote)
        let answer = await editingAnswer(asset)
        #expect(answer.input == nil && answer.code == .networkAccessRequired)
        #expect(answer.info[PHContentEditingInputResultIsInCloudKey] as? Bool == true)
        #expect(remote.begun.isEmpty)
    }

    @Test func `with permission, the file is fetched, and can be edited`() async throws {
        try library.sendAway(asset, to: remote)
        let progress = Collected<Double>()
        let answer = await editingAnswer(asset) {
            $0.isNetworkAccessAllowed = true
            $0.progressHandler = { fraction, _ in progress.add(fraction) }
        }
        let input = try #require(answer.input)
        #expect(answer.info.isEmpty && progress.values.last == 1)
        let url = try #require(input.fullSizeImageURL)
        #expect(try Data(contentsOf: url) == TestLibrary.picture(seed: 3))
        // The original may leave again before the edit is committed: the commit needs no file of it.
        try library.sendAway(asset, to: remote)
        try library.apply(asset, input)
        #expect(try library.types(asset).contains(.fullSizePhoto))
        #expect(try Data(contentsOf: url) == TestLibrary.picture(seed: 3))
    }

    @Test func `an application is asked once whether it resumes an edit`() async throws {
        let first = try #require(await editingAnswer(asset).input)
        try library.apply(asset, first, recipe: "sepia")
        let edited = try library.now(asset)
        // The recipe comes before the base is known: both are fetched, one after the other.
        try library.sendAway(edited, to: remote)
        let (asked, progress) = (Collected<String>(), Collected<Double>())
        let answer = await editingAnswer(edited) {
            $0.isNetworkAccessAllowed = true
            $0.progressHandler = { fraction, _ in progress.add(fraction) }
            $0.canHandleAdjustmentData = { data in
                asked.add(data.formatIdentifier)
                return true
            }
        }
        let input = try #require(answer.input)
        #expect(asked.values == ["org.example.editor"])
        #expect(input.adjustmentData?.data == Data("sepia".utf8))
        #expect(
            try Data(contentsOf: #require(input.fullSizeImageURL)) == TestLibrary.picture(seed: 3)
        )
        #expect(progress.values.last == 1 && progress.values == progress.values.sorted())
        // The rendering was not needed.
        #expect(remote.begun.count == 2)
    }

    @Test func `requests can be cancelled and stopped, and tell that the network fails`()
        async throws
    {
        try library.sendAway(asset, to: remote)
        remote.hold()
        let stopped = await editingAnswer(asset) {
            $0.isNetworkAccessAllowed = true
            $0.progressHandler = { _, stop in stop.pointee = true }
        }
        #expect(stopped.input == nil)
        #expect(stopped.info[PHContentEditingInputCancelledKey] as? Bool == true)
        try await remote.waitForEnd()

        let before = remote.begun.count
        let options = PHContentEditingInputRequestOptions()
        options.isNetworkAccessAllowed = true
        let (asset, remote) = (asset, remote)
        let isCancelled: Bool = await withCheckedContinuation { continuation in
            let id = asset.requestContentEditingInput(with: options) { input, info in
                continuation.resume(
                    returning: input == nil
                        && info[PHContentEditingInputCancelledKey] as? Bool == true
                )
            }
            Task {
                try await remote.waitForTransfers(before + 1)
                asset.cancelContentEditingInputRequest(id)
            }
        }
        #expect(isCancelled)
        try await remote.waitForEnd()

        remote.hold(false)
        remote.fail(RemoteFake.away)
        let failed = await editingAnswer(asset) { $0.isNetworkAccessAllowed = true }
        #expect(failed.code == .networkError)
        #expect(failed.info[PHContentEditingInputResultIsInCloudKey] == nil)
    }

    @Test func `a revert needs the original, as with Apple's library`() async throws {
        let input = try #require(await editingAnswer(asset).input)
        try library.apply(asset, input)
        let edited = try library.now(asset)
        try library.sendAway(edited, to: remote, [.photo])
        let refusal = library.refusal {
            PHAssetChangeRequest(for: edited).revertAssetContentToOriginal()
        }
        #expect(refusal == .networkAccessRequired)
        let resource = try #require(
            PHAssetResource.assetResources(for: edited).first { $0.type == .photo }
        )
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: library.folder.appendingPathComponent("fetched.jpg"),
            options: options
        )
        try library.change { PHAssetChangeRequest(for: edited).revertAssetContentToOriginal() }
        #expect(try library.types(edited) == [.photo])
    }

    @Test func `a Live Photo can be edited though its files leave meanwhile`() async throws {
        let library = try TestLibrary(
            pictures: { try MediaExamination.shared.pictures(of: $0, for: $1) },
            remote: remote
        )
        let name = Box<String>()
        let movie = Data(TestMovie(.quickTime, seed: 9).data())
        try library.change {
            let request = PHAssetCreationRequest.forAsset()
            let photo = Data(TestJPEG(width: 64, height: 48).data())
            request.addResource(with: .photo, data: photo, options: nil)
            request.addResource(with: .pairedVideo, data: movie, options: nil)
            name.value = request.placeholderForCreatedAsset?.localIdentifier
        }
        let asset = try library.asset(name.value ?? "")
        try library.sendAway(asset, to: remote)
        let answer = await editingAnswer(asset) { $0.isNetworkAccessAllowed = true }
        let input = try #require(answer.input)
        #expect(remote.begun.count == 2)
        try library.sendAway(asset, to: remote)
        let context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
        let output = PHContentEditingOutput(contentEditingInput: input)
        try await context.saveLivePhoto(to: output)
        let rendered = try output.renderedContentURL(for: .quickTimeMovie)
        #expect(try Data(contentsOf: rendered) == movie)
    }
}
