import OpenPhotoKit
import Photos

/// The identifiers that a dry run of an import gives to photos which are not made: nobody could use them.
struct InventedIdentifiers: Sendable {
    let library: PHPhotoLibrary

    /// Returns an event of a dry run, with an empty text for an identifier that no photo of the library has.
    func withoutInvented(_ event: LibraryImport.Event) -> LibraryImport.Event {
        switch event {
        case .imported(let url, _): .imported(url, localIdentifier: "")
        case .joined(let url, let identifier): .joined(url, localIdentifier: known(identifier))
        case .duplicate(let url, let twin): .duplicate(url, of: known(twin))
        case .inSource(let url, let twin): .inSource(url, of: known(twin))
        case .removed(let url, let twin): .removed(url, of: known(twin))
        case .healed(let url, let identifier): .healed(url, localIdentifier: known(identifier))
        default: event
        }
    }

    private func known(_ identifier: String) -> String {
        let found = try? library.localIdentifiers(beginningWith: identifier, of: .asset, limit: 1)
        return found?.isEmpty == true ? "" : identifier
    }
}
