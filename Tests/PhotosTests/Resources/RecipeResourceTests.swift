import Foundation
import Photos
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// The resource of an edit's recipe: Apple's property list.
@Suite(.permit) struct RecipeResourceTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary(.disk) }

    private func recipe(_ asset: PHAsset) throws -> PHAssetResource {
        try #require(
            PHAssetResource.assetResources(for: library.now(asset)).first {
                $0.type == .adjustmentData
            }
        )
    }

    private func bytes(_ resource: PHAssetResource) async throws -> Data {
        let data = Mutex(Data())
        let error = await withCheckedContinuation { continuation in
            PHAssetResourceManager.default().requestData(for: resource, options: nil) { part in
                data.withLock { $0 += part }
            } completionHandler: {
                continuation.resume(returning: $0)
            }
        }
        if let error { throw error }
        let url = library.folder.appendingPathComponent(UUID().uuidString)
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: url,
            options: nil
        )
        let (read, written) = (data.withLock { $0 }, try Data(contentsOf: url))
        #expect(read == written && read.count == resource.dataSize)
        #expect(resource.value(forKey: "fileSize") as? Int64 == Int64(read.count))
        return read
    }

    private func fields(_ resource: PHAssetResource) async throws -> [String: Any] {
        let bytes = try await bytes(resource)
        let list = try PropertyListSerialization.propertyList(from: bytes, format: nil)
        return try #require(list as? [String: Any])
    }

    private func edited(recipe: String = "recipe") async throws -> PHAsset {
        let asset = try library.addPicture()
        library.advance(seconds: 10.25)
        try library.apply(asset, #require(await editingAnswer(asset).input), recipe: recipe)
        return try library.now(asset)
    }

    /// Adds an asset with a rendering and a recipe, as a program that restores a backup does.
    private func restore(
        _ recipe: Data,
        _ options: PHAssetResourceCreationOptions? = nil
    ) throws -> PHAsset {
        let name = Box<String>()
        try library.change {
            let request = TestLibrary.pictureRequest(seed: 7)
            let rendering = Data(TestJPEG(width: 4, height: 3, seed: 8).data())
            request.addResource(with: .fullSizePhoto, data: rendering, options: nil)
            request.addResource(with: .adjustmentData, data: recipe, options: options)
            name.value = request.placeholderForCreatedAsset?.localIdentifier
        }
        return try library.asset(name.value ?? "")
    }

    @Test func `the recipe of an edit is Apple's property list, under Apple's name and type`()
        async throws
    {
        let asset = try await edited()
        let resource = try recipe(asset)
        #expect(resource.originalFilename == "Adjustments.plist")
        #expect(resource.value(forKey: "filename") as? String == "Adjustments.plist")
        #expect(resource.contentType == .propertyList)
        #expect(resource.uniformTypeIdentifier == "com.apple.property-list")
        let fields = try await fields(resource)
        #expect(fields["adjustmentData"] as? Data == Data("recipe".utf8))
        #expect(fields["adjustmentFormatIdentifier"] as? String == "org.example.editor")
        #expect(fields["adjustmentFormatVersion"] as? String == "1.0")
        #expect(fields["adjustmentTimestamp"] as? Date == asset.adjustmentTimestamp)
        #expect(fields["adjustmentBaseVersion"] as? Int == 0)
        #expect(fields["adjustmentRenderTypes"] as? Int == 0)
        #expect(fields["adjustmentEditorBundleID"] as? String == "org.example.editor")
    }

    @Test func `an editing input has the recipe as its program wrote it`() async throws {
        let asset = try await edited(recipe: "as written")
        let input = await editingAnswer(asset) { $0.canHandleAdjustmentData = { _ in true } }.input
        #expect(input?.adjustmentData?.data == Data("as written".utf8))
        #expect(input?.adjustmentData?.formatIdentifier == "org.example.editor")
    }

    @Test func `an edit on top of an edit says so`() async throws {
        let asset = try await edited()
        try library.apply(asset, #require(await editingAnswer(asset).input), seed: 61)
        #expect(try await fields(recipe(asset))["adjustmentBaseVersion"] as? Int == 1)
    }

    @Test func `a recipe that is added as a property list is the same again`() async throws {
        let first = try await edited()
        let bytes = try await bytes(recipe(first))
        library.advance(days: 3)
        let asset = try restore(bytes)
        #expect(asset.hasAdjustments && asset.adjustmentFormatIdentifier == "org.example.editor")
        #expect(asset.adjustmentTimestamp == first.adjustmentTimestamp)
        let resource = try recipe(asset)
        #expect(resource.originalFilename == "Adjustments.plist")
        #expect(try await self.bytes(resource) == bytes)
        let input = await editingAnswer(asset) { $0.canHandleAdjustmentData = { _ in true } }.input
        #expect(input?.adjustmentData?.data == Data("recipe".utf8))
        #expect(input?.adjustmentData?.formatVersion == "1.0")
    }

    @Test func `a recipe in XML is kept as it came`() async throws {
        let list: [String: Any] = [
            "adjustmentData": Data("edit".utf8),
            "adjustmentFormatIdentifier": "com.example.darkroom",
            "adjustmentFormatVersion": "2.1", "adjustmentTimestamp": Date(timeIntervalSince1970: 5),
            "adjustmentEditorBundleID": "com.example.app",
        ]
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: list,
            format: .xml,
            options: 0
        )
        let asset = try restore(bytes)
        #expect(asset.adjustmentFormatIdentifier == "com.example.darkroom")
        #expect(asset.adjustmentTimestamp == Date(timeIntervalSince1970: 5))
        #expect(try await self.bytes(recipe(asset)) == bytes)
    }

    @Test func `a recipe that is added as plain bytes stands in a property list when it is read`()
        async throws
    {
        let options = PHAssetResourceCreationOptions()
        options.originalFilename = "edit.bin"
        let asset = try restore(Data([0, 1, 2, 255]), options)
        let resource = try recipe(asset)
        #expect(resource.originalFilename == "edit.bin" && resource.contentType == .propertyList)
        #expect(try await fields(resource)["adjustmentData"] as? Data == Data([0, 1, 2, 255]))
        let input = await editingAnswer(asset) { $0.canHandleAdjustmentData = { _ in true } }.input
        #expect(input?.adjustmentData?.data == Data([0, 1, 2, 255]))
    }

    @Test func `the recipe of an older version's edit stands in a property list when it is read`()
        async throws
    {
        let asset = try await edited()
        let url = try #require(recipe(asset).storedFileURL)
        try FileManager.default.removeItem(at: url)
        try Data("plain".utf8).write(to: url)
        try library.overwrite(
            """
            UPDATE resource SET filename = 'Adjustments.data', content_type = 'public.data', byte_count = 5
            WHERE type = 7
            """
        )
        let resource = try recipe(asset)
        #expect(resource.originalFilename == "Adjustments.plist")
        let fields = try await fields(resource)
        #expect(fields["adjustmentData"] as? Data == Data("plain".utf8))
        #expect(fields["adjustmentFormatIdentifier"] as? String == "org.example.editor")
        #expect(fields["adjustmentTimestamp"] as? Date == asset.adjustmentTimestamp)
        let input = await editingAnswer(asset) { $0.canHandleAdjustmentData = { _ in true } }.input
        #expect(input?.adjustmentData?.data == Data("plain".utf8))
    }
}
