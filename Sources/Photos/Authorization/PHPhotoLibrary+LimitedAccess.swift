public import Foundation
import Logging
import PhotosStore

/// A screen of an application, which there is none of on Linux: it stands in signatures only.
open class UIViewController: NSObject {
    /// Makes a screen that shows nothing.
    public override init() { super.init() }
}

extension PHPhotoLibrary {
    /// Lets a person widen what a limited program sees, through the picker that the program has installed.
    ///
    /// There is no picker of the system on Linux: without one of the program nothing happens but a line in the log.
    public func presentLimitedLibraryPicker(from controller: UIViewController) {
        Task { await pickMore() }
    }

    /// Lets a person widen what a limited program sees, and answers on the queue for results with the local
    /// identifiers that came.
    public func presentLimitedLibraryPicker(
        from controller: UIViewController,
        completionHandler: @escaping ([String]) -> Void
    ) {
        let handler = UncheckedTransfer(completionHandler)
        Task {
            let picked = await pickMore()
            ResultCalls.shared.call { handler.value(picked) }
        }
    }

    /// Lets a person widen what a limited program sees, and answers with the local identifiers that came.
    public func presentLimitedLibraryPicker(from controller: UIViewController) async -> [String] {
        await pickMore()
    }

    @discardableResult
    private func pickMore() async -> [String] {
        guard status(for: .readWrite) == .limited, let store = try? store() else { return [] }
        guard let picker = Authorization.picker else {
            Self.logger.warning(
                "There is no picker of assets: presentLimitedLibraryPicker(from:) does nothing. Install one with OpenPhotoKit, or let the library's owner run `photokit access select`."
            )
            return []
        }
        let question = AuthorizationQuestion(
            application: store.applicationName,
            level: .readWrite,
            place: store.layout.root
        )
        let names = await picker(question).compactMap(LocalIdentifier.init)
        do {
            let known = Set(try store.selection(of: store.applicationName))
            let new = names.filter { $0.kind == .asset && !known.contains($0.uuid) }
            try store.select(adding: new.map(\.uuid), for: store.applicationName)
            return new.map(\.description)
        } catch {
            Self.logger.error("The picked assets could not be added: \(error)")
            return []
        }
    }
}
