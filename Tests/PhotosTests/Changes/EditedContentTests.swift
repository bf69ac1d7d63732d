import Foundation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct EditedContentTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    private static func adjustment(_ format: String = "org.example.editor") -> PHAdjustmentData {
        PHAdjustmentData(formatIdentifier: format, formatVersion: "1.0", data: Data("recipe".utf8))
    }

    /// Adds a picture that was edited before it was added.
    private func addEdited(
        _ configure: @escaping (PHContentEditingOutput) throws -> Void
    ) throws -> PHAsset {
        let name = Box<String>()
        try library.change {
            let request = TestLibrary.pictureRequest()
            guard let placeholder = request.placeholderForCreatedAsset else { return }
            let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
            do { try configure(output) } catch { Issue.record(error) }
            request.contentEditingOutput = output
            #expect(request.contentEditingOutput === output)
            name.value = placeholder.localIdentifier
        }
        return try library.asset(name.value ?? "")
    }

    private func addEdited() throws -> PHAsset {
        try addEdited {
            $0.adjustmentData = Self.adjustment()
            try Data(TestJPEG(width: 4, height: 3).data()).write(to: $0.renderedContentURL)
        }
    }

    @Test func `an asset can be added together with its edit`() throws {
        let asset = try addEdited()
        #expect(asset.hasAdjustments && asset.adjustmentsState == .userAdjusted)
        #expect(asset.adjustmentFormatIdentifier == "org.example.editor")
        #expect(asset.adjustmentTimestamp == TestLibrary.start)
        let resources = PHAssetResource.assetResources(for: asset)
        #expect(resources.map(\.type) == [.photo, .fullSizePhoto, .adjustmentData])
        #expect(resources.map { $0.value(forKey: "isCurrent") as? Bool } == [false, true, false])
    }

    @Test func `reverting drops the edit and keeps the time of the revert`() throws {
        let asset = try addEdited()
        library.advance(seconds: 30)
        try library.change { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
        let after = try library.asset(asset.localIdentifier)
        #expect(!after.hasAdjustments && after.adjustmentsState == .none)
        #expect(after.adjustmentFormatIdentifier == nil)
        #expect(after.adjustmentTimestamp == library.now && after.modificationDate == library.now)
        #expect((after.pixelWidth, after.pixelHeight) == (8, 6))
        #expect(PHAssetResource.assetResources(for: after).map(\.type) == [.photo])
        #expect(library.files.filter { $0.hasPrefix("originals/") }.count == 1)
    }

    @Test func `reverting what was never edited is no change`() throws {
        let asset = try library.addPicture()
        let token = library.photos.currentChangeToken
        try library.change { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
        #expect(library.photos.currentChangeToken == token)
    }

    @Test func `an edit without adjustment data, or without a rendering, is refused`() throws {
        let library = library
        #expect(
            library.refusal {
                let request = TestLibrary.pictureRequest()
                guard let placeholder = request.placeholderForCreatedAsset else { return }
                let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
                try? TestLibrary.picture().write(to: output.renderedContentURL)
                request.contentEditingOutput = output
            } == .changeNotSupported
        )
        #expect(
            library.refusal {
                let request = TestLibrary.pictureRequest()
                guard let placeholder = request.placeholderForCreatedAsset else { return }
                let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
                output.adjustmentData = Self.adjustment()
                request.contentEditingOutput = output
            } == .missingResource
        )
        #expect(library.assets.count == 0 && library.files.isEmpty)
    }

    @Test func `a rendering that is no picture is refused`() throws {
        let library = library
        #expect(
            library.refusal {
                let request = TestLibrary.pictureRequest()
                guard let placeholder = request.placeholderForCreatedAsset else { return }
                let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
                output.adjustmentData = Self.adjustment()
                try? Data("text".utf8).write(to: output.renderedContentURL)
                request.contentEditingOutput = output
            } == .invalidResource
        )
    }
}
