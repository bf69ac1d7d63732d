public import Foundation
import Logging
import PhotosStore

/// A placeholder type for signatures: Linux has no screens of applications.
open class UIViewController: NSObject {
    /// Makes a controller that shows nothing.
    public override init() { super.init() }
}

extension PHPhotoLibrary {
    /// Lets a person select more assets for a program with limited access, in the picker that the program
    /// installed.
    ///
    /// Linux has no system picker. If the program installed none, this method only writes a warning to the log.
    public func presentLimitedLibraryPicker(from controller: UIViewController) {
        Task { await pickMore() }
    }

    /// Lets a person select more assets for a program with limited access.
    ///
    /// The handler gets the local identifiers of the added assets, on the queue for results.
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

    /// Lets a person select more assets for a program with limited access, and returns the local identifiers of the
    /// added assets.
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
            libraryURL: store.layout.root
        )
        do {
            // The picker may change the selection itself, as the one in the browser does.
            let known = Set(try store.clients.selection(of: store.applicationName))
            let names = await picker(question).compactMap(LocalIdentifier.init)
            let new = names.filter { $0.kind == .asset && !known.contains($0.uuid) }
            try store.clients.select(adding: new.map(\.uuid), for: store.applicationName)
            return new.map(\.description)
        } catch {
            Self.logger.error("The picked assets could not be added: \(error)")
            return []
        }
    }
}
