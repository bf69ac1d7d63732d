public import CPhotosTypes
import Foundation
import Synchronization

// Nothing asks a user on Linux: who may read the files of a library may use it. A program can set another answer for
// itself, through OpenPhotoKit, to see how it copes.
extension PHPhotoLibrary {
    /// What this process may do, by access level.
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        Authorization.status(for: accessLevel)
    }

    /// Answers on a queue of the library what this process may do.
    public class func requestAuthorization(
        for accessLevel: PHAccessLevel,
        handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        Authorization.queue.async { handler(Authorization.status(for: accessLevel)) }
    }

    /// Answers what this process may do.
    public class func requestAuthorization(
        for accessLevel: PHAccessLevel
    ) async -> PHAuthorizationStatus {
        Authorization.status(for: accessLevel)
    }

    /// What this process may do; `authorized` stands for `limited` too.
    public class func authorizationStatus() -> PHAuthorizationStatus {
        let status = Authorization.status(for: .readWrite)
        return status == .limited ? .authorized : status
    }

    /// Answers on a queue of the library what this process may do; `authorized` stands for `limited` too.
    public class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
        let transfer = UncheckedTransfer(handler)
        Authorization.queue.async { transfer.value(authorizationStatus()) }
    }
}

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

    package static func set(_ status: PHAuthorizationStatus, for level: PHAccessLevel) {
        let (level, status) = (level.rawValue, status.rawValue)
        answers.withLock { $0[level] = status }
    }
}
