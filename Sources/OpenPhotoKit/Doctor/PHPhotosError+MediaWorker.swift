import Foundation
public import Photos
import PhotosMedia
import PhotosStore

extension PHPhotosError {
    /// The reason why the program `photokit-media` works for no file, as a sentence with the solution; nil for
    /// other errors.
    ///
    /// With such a problem, no picture can be made. Imports and sweeps fail, unless their options allow them to
    /// continue. The property is nil for an error of the program with a single file.
    public var mediaWorkerProblem: String? {
        switch userInfo[NSUnderlyingErrorKey] {
        case let error as MediaWorkerError where error.isOfAllFiles: "\(error)"
        case let error as StoreError where error.code == .readerUnavailable: error.message
        default: nil
        }
    }
}

extension PHPhotoLibrary {
    /// Checks that the program `photokit-media`, which reads files, works.
    ///
    /// The program is started if it is not running, and reads a small picture. Imports and sweeps make the same
    /// check.
    ///
    /// - Throws: `PHPhotosError` with a `mediaWorkerProblem` if the program is missing or does not work.
    public static func checkMediaWorker() throws {
        if let problem = MediaExamination.shared.reader.problem() { throw PHPhotosError(problem) }
    }
}
