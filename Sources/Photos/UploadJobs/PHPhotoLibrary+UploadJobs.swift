import Foundation
import PhotosStore

extension PHPhotoLibrary {
    /// The entry of this program among those that may upload; nil where there is none, or without full access.
    var uploadProgram: UploadProgram? {
        guard status(for: .readWrite) == .authorized else { return nil }
        return read(orElse: nil) { try $0.uploadJobs.ownProgram() }
    }

    /// Changes the entry of this program.
    ///
    /// - Parameters:
    ///   - isEnabled: Whether the program uploads; nil leaves that as it is.
    ///   - options: When it uploads; nil leaves them as they are.
    ///   - limitedCode: The code of the error for a program that sees some photos only.
    /// - Throws: `PHPhotosError`.
    func setUploads(
        enabled isEnabled: Bool?,
        with options: PHAssetResourceUploadJobOptions? = nil,
        limitedCode: PHPhotosError.Code = .accessUserDenied
    ) throws {
        do {
            let store = try store()
            try store.core.requireEverything("upload photos in the background")
            // What was never allowed need not be ended.
            if isEnabled == false, try store.uploadJobs.ownProgram() == nil { return }
            try store.uploadJobs.changeOwnProgram { program in
                if let isEnabled { program.isEnabled = isEnabled }
                if let options {
                    program.preventsExpensiveNetworkAccess = options.preventsExpensiveNetworkAccess
                }
            }
        } catch {
            let error = PHPhotosError(error)
            guard status(for: .readWrite) == .limited else { throw error }
            throw PHPhotosError(limitedCode, userInfo: error.userInfo)
        }
    }
}
