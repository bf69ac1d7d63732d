import Foundation
import Photos
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Editing inputs of content that has changed since they were given.
@Suite(.permit) struct OvertakenInputTests {
    private func rendering(_ library: TestLibrary, _ asset: PHAsset) throws -> [UInt8] {
        let resources = PHAssetResource.assetResources(for: try library.now(asset))
        let file = try #require(resources.first { $0.type == .fullSizePhoto }?.storedFileURL)
        return Array(try Data(contentsOf: file))
    }

    private func expectRefusal(_ edit: () throws -> Void) {
        let error = #expect(throws: PHPhotosError.self) { try edit() }
        #expect(error?.code == .changeNotSupported)
        #expect(error?.localizedDescription.contains("new editing input") == true)
    }

    private func picture(_ seed: UInt8) -> [UInt8] {
        TestJPEG(width: 4, height: 3, seed: seed).data()
    }

    @Test func `of two inputs of an original, the second edit is refused and the first stays`()
        async throws
    {
        let library = try TestLibrary()
        let asset = try library.addPicture()
        let first = try #require(await editingAnswer(asset).input)
        let second = try #require(await editingAnswer(asset).input)
        try library.apply(asset, first, seed: 61)
        let files = library.files
        expectRefusal { try library.apply(asset, second, seed: 62) }
        #expect(try rendering(library, asset) == picture(61))
        #expect(library.files == files)
    }

    @Test func `of two inputs that resume one edit, the second is refused`() async throws {
        let library = try TestLibrary()
        let asset = try library.addPicture()
        for seed in [61, 62] as [UInt8] {
            try library.apply(asset, try #require(await editingAnswer(asset).input), seed: seed)
        }
        let inputs = [
            await editingAnswer(asset) { $0.canHandleAdjustmentData = { _ in true } }.input,
            await editingAnswer(asset) { $0.canHandleAdjustmentData = { _ in true } }.input,
        ]
        try library.apply(asset, try #require(inputs[0]), seed: 63)
        let stale = try #require(inputs[1])
        expectRefusal { try library.apply(asset, stale, seed: 64) }
        #expect(try rendering(library, asset) == picture(63))
    }

    @Test func `an edit of another process overtakes an input`() async throws {
        let library = try TestLibrary(.disk)
        let asset = try library.addPicture()
        let stale = try #require(await editingAnswer(asset).input)
        let other = try library.reopened()
        let options = PHFetchOptions()
        options.library = other
        let same = try #require(
            PHAsset.fetchAssets(
                withLocalIdentifiers: [asset.localIdentifier],
                options: options
            ).firstObject
        )
        let work = Box((same, try #require(await editingAnswer(same).input)))
        try other.performChangesAndWait {
            guard let (same, input) = work.value else { return }
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: "org.example.other",
                formatVersion: "1",
                data: Data()
            )
            try? Data(picture(61)).write(to: output.renderedContentURL)
            PHAssetChangeRequest(for: same).contentEditingOutput = output
        }
        expectRefusal { try library.apply(asset, stale, seed: 62) }
        #expect(try rendering(library, asset) == picture(61))
    }

    @Test func `a revert overtakes an input`() async throws {
        let library = try TestLibrary()
        let asset = try library.addPicture()
        try library.apply(asset, try #require(await editingAnswer(asset).input))
        let resuming = await editingAnswer(asset) { $0.canHandleAdjustmentData = { _ in true } }
        let stale = try #require(resuming.input)
        try library.change { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
        expectRefusal { try library.apply(asset, stale) }
        #expect(try library.types(asset) == [.photo])
    }

    @Test func `the second output of one input is refused, in a later block and in the same`()
        async throws
    {
        let library = try TestLibrary()
        let asset = try library.addPicture()
        let input = try #require(await editingAnswer(asset).input)
        try library.apply(asset, input, seed: 61)
        expectRefusal { try library.apply(asset, input, seed: 62) }
        #expect(try rendering(library, asset) == picture(61))

        let fresh = try #require(await editingAnswer(asset).input)
        let work = Box((asset, fresh))
        expectRefusal {
            try library.change {
                guard let (asset, input) = work.value else { return }
                for seed in [63, 64] as [UInt8] {
                    let output = PHContentEditingOutput(contentEditingInput: input)
                    output.adjustmentData = PHAdjustmentData(
                        formatIdentifier: "org.example.editor",
                        formatVersion: "1",
                        data: Data()
                    )
                    try? Data(picture(seed)).write(to: output.renderedContentURL)
                    PHAssetChangeRequest(for: asset).contentEditingOutput = output
                }
            }
        }
        #expect(try rendering(library, asset) == picture(61))
    }

    @Test func `a partner that joins overtakes an input`() async throws {
        let library = try TestLibrary()
        let asset = try library.addPicture()
        let stale = try #require(await editingAnswer(asset).input)
        let movie = ResourceSource(
            type: ResourceRole.pairedVideo,
            content: .data(Data(TestMovie(.quickTime).data()))
        )
        try library.store.commits.commit(
            ChangeBlock([
                .attachResources(try #require(asset.uuid), ResourceAttachment(resources: [movie]))
            ])
        )
        expectRefusal { try library.apply(asset, stale) }
        #expect(try library.types(asset) == [.photo, .pairedVideo])
    }

    @Test func `words, albums and a favorite do not overtake an input`() async throws {
        let library = try TestLibrary()
        let asset = try library.addPicture()
        let input = try #require(await editingAnswer(asset).input)
        try library.change { PHAssetChangeRequest(for: asset).isFavorite = true }
        try library.addAlbum("Album", [asset])
        try library.change { PHAssetChangeRequest.deleteAssets([asset]) }
        try library.store.commits.commit(ChangeBlock([.restoreAssets([try #require(asset.uuid)])]))
        try library.apply(asset, input, seed: 61)
        #expect(try rendering(library, asset) == picture(61))
    }

    @Test func `an output that was made with an asset is refused once the asset was edited`()
        async throws
    {
        let library = try TestLibrary()
        let kept = Box<(String, PHContentEditingOutput)>()
        try library.change {
            let request = TestLibrary.pictureRequest()
            guard let placeholder = request.placeholderForCreatedAsset else { return }
            let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
            kept.value = (placeholder.localIdentifier, output)
        }
        let (name, output) = try #require(kept.value)
        let asset = try library.asset(name)
        try library.apply(asset, try #require(await editingAnswer(asset).input), seed: 61)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: "org.example.editor",
            formatVersion: "1",
            data: Data()
        )
        try Data(picture(62)).write(to: output.renderedContentURL)
        expectRefusal {
            try library.change {
                guard let (name, output) = kept.value, let asset = try? library.asset(name) else {
                    return
                }
                PHAssetChangeRequest(for: asset).contentEditingOutput = output
            }
        }
        #expect(try rendering(library, asset) == picture(61))
    }
}
