package import CPhotosTypes
import Dispatch
import Synchronization

// Nothing asks a user on Linux: who may read the files of a library may use it. A program can set another answer for
// itself, through OpenPhotoKit, to see how it copes.

/// The answers of this process.
///
/// The mutex guards them.
package enum Authorization {
    static let queue = DispatchQueue(label: "OpenPhotoKit authorization")
    private static let answers = Mutex<[Int: Int]>([:])

    static func status(for level: PHAccessLevel) -> PHAuthorizationStatus {
        let answer = answers.withLock { $0[level.rawValue] }
        return answer.flatMap(PHAuthorizationStatus.init) ?? .authorized
    }

    /// The answer of the calls that know no levels, and no limits.
    static var plainStatus: PHAuthorizationStatus {
        let status = status(for: .readWrite)
        return status == .limited ? .authorized : status
    }

    package static func set(_ status: PHAuthorizationStatus, for level: PHAccessLevel) {
        let (level, status) = (level.rawValue, status.rawValue)
        answers.withLock { $0[level] = status }
    }
}
