import Foundation
import PhotosStore

/// A folder for the renderings of one edit, removed with the last reference to it.
final class EditingFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent(
                "PHContentEditingOutput-\(UUID().uuidString)",
                isDirectory: true
            )
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw StoreError(
                .inputOutput,
                "\(url.path) cannot be made, which an edit needs for its files: \(error.localizedDescription)",
                cause: error
            )
        }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
