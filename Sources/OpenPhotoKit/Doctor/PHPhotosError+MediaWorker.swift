import Foundation
public import Photos
import PhotosMedia
import PhotosStore

extension PHPhotosError {
    /// Why the program `photokit-media` can be used for no file, as a sentence that says what to do; nil when the error is
    /// about something else.
    ///
    /// Imports and sweeps refuse then unless they are told to go on, and no picture is made. An error about a file that
    /// the program fails on has none.
    public var mediaWorkerProblem: String? {
        switch userInfo[NSUnderlyingErrorKey] {
        case let error as MediaWorkerError where error.isOfAllFiles: "\(error)"
        case let error as StoreError where error.code == .readerUnavailable: error.message
        default: nil
        }
    }
}

extension PHPhotoLibrary {
    /// Makes sure that the program `photokit-media`, which looks into files, can be used.
    ///
    /// It is started, where it is not running, and reads a small picture. Imports and sweeps ask by themselves.
    ///
    /// - Throws: `PHPhotosError` with a `mediaWorkerProblem` where it is missing or does not work.
    public static func checkMediaWorker() throws {
        if let problem = MediaExamination.shared.reader.problem() { throw PHPhotosError(problem) }
    }
}
