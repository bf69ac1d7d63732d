import Foundation
import Photos
import PhotosTestSupport

/// What a request for an editing input answered.
struct EditingAnswer: @unchecked Sendable {
    // Unchecked because inputs are not Sendable: each goes to the one test that asked.
    let input: PHContentEditingInput?
    let info: [AnyHashable: Any]
    let isOnMainQueue: Bool

    var code: PHPhotosError.Code? { (info[PHContentEditingInputErrorKey] as? PHPhotosError)?.code }
}

private let mainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

/// Asks for an editing input and waits for the answer.
func editingAnswer(
    _ asset: PHAsset,
    _ configure: (PHContentEditingInputRequestOptions) -> Void = { _ in }
) async -> EditingAnswer {
    let options = PHContentEditingInputRequestOptions()
    options.skipsDisplaySizeImage = true
    configure(options)
    return await withCheckedContinuation { continuation in
        asset.requestContentEditingInput(with: options) { input, info in
            continuation.resume(
                returning: EditingAnswer(
                    input: input,
                    info: info,
                    isOnMainQueue: DispatchQueue.getSpecific(key: mainQueue) == true
                )
            )
        }
    }
}

extension TestLibrary {
    /// An asset as it is now.
    func now(_ asset: PHAsset) throws -> PHAsset { try self.asset(asset.localIdentifier) }

    /// Hands an edit to the library: a small picture, and a recipe.
    func apply(
        _ asset: PHAsset,
        _ input: PHContentEditingInput,
        recipe: String = "recipe",
        seed: UInt8 = 60,
        _ configure: (PHContentEditingOutput) throws -> Void = { _ in }
    ) throws {
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: "org.example.editor",
            formatVersion: "1.0",
            data: Data(recipe.utf8)
        )
        try Data(TestJPEG(width: 4, height: 3, seed: seed).data())
            .write(to: output.renderedContentURL)
        try configure(output)
        let work = Box((asset, output))
        try change {
            guard let (asset, output) = work.value else { return }
            PHAssetChangeRequest(for: asset).contentEditingOutput = output
        }
    }

    func types(_ asset: PHAsset) throws -> [PHAssetResourceType] {
        PHAssetResource.assetResources(for: try now(asset)).map(\.type)
    }
}
