public import Foundation
import Logging

/// A screen of an application, which there is none of on Linux: it stands in signatures only.
open class UIViewController: NSObject {
    /// Makes a screen that shows nothing.
    public override init() { super.init() }
}

extension PHPhotoLibrary {
    /// Does nothing but to say so in the log: there is no picker on Linux, and access is never limited.
    public func presentLimitedLibraryPicker(from controller: UIViewController) {
        Self.logger.warning(
            "There is no picker of assets on Linux: presentLimitedLibraryPicker(from:) does nothing. Who may read the library's files sees all assets."
        )
    }

    /// Does nothing but to say so in the log, and answers on the queue for results that no assets were added.
    public func presentLimitedLibraryPicker(
        from controller: UIViewController,
        completionHandler: @escaping ([String]) -> Void
    ) {
        presentLimitedLibraryPicker(from: controller)
        let handler = UncheckedTransfer(completionHandler)
        ResultCalls.shared.call { handler.value([]) }
    }

    /// Does nothing but to say so in the log, and answers that no assets were added.
    public func presentLimitedLibraryPicker(from controller: UIViewController) async -> [String] {
        presentLimitedLibraryPicker(from: controller) { _ in }
        return []
    }
}
