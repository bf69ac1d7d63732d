import PhotoEditorKit
import Photos

/// Edits photos of the library, and can go on with its own edits later.
@main
struct PhotoEditor {
    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.contains("--help") || arguments.contains("-h") {
                print(Options.usage)
                return
            }
            try await run(Options(arguments))
        } catch let error as UsageError {
            complain("\(error.description)\n\n\(Options.usage)")
            exit(64)
        } catch {
            complain("PhotoEditor: \(error.localizedDescription)")
            exit(1)
        }
    }

    private static func run(_ options: Options) async throws {
        let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        guard status == .authorized || status == .limited else {
            throw EditorError("It may not change the photo library.")
        }
        let editor = Editor(asset: try asset(options.identifier))
        switch options.command {
        case .apply:
            print(
                try await editor.apply(Recipe().changed(filter: options.filter, text: options.text))
            )
        case .resume: print(try await editor.resume(filter: options.filter, text: options.text))
        case .revert: print(try await editor.revert())
        case .show: for line in try await editor.description() { print(line) }
        }
    }

    private static func asset(_ identifier: String) throws -> PHAsset {
        if let reason = PHPhotoLibrary.shared().unavailabilityReason { throw reason }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(
            format: "localIdentifier BEGINSWITH %@",
            identifier.uppercased()
        )
        options.includeHiddenAssets = true
        let found = PHAsset.fetchAssets(with: options)
        guard let asset = found.firstObject else {
            throw EditorError("No photo has the identifier \(identifier).")
        }
        guard found.count == 1 else {
            throw EditorError(
                "\(found.count) photos have identifiers that begin so. Name more of it."
            )
        }
        return asset
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
