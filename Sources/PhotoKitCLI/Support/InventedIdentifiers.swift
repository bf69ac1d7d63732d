import OpenPhotoKit
import Synchronization

/// The identifiers that a dry run of an import gives to photos which are not made: nobody could use them.
///
/// The mutex guards the identifiers.
final class InventedIdentifiers: Sendable {
    private let identifiers = Mutex<Set<String>>([])

    /// Returns an event of a dry run, with an empty text for an invented identifier.
    func withoutInvented(_ event: LibraryImport.Event) -> LibraryImport.Event {
        func known(_ identifier: String) -> String {
            identifiers.withLock { $0.contains(identifier) } ? "" : identifier
        }
        switch event {
        case .imported(let url, let identifier):
            identifiers.withLock { _ = $0.insert(identifier) }
            return .imported(url, localIdentifier: "")
        case .joined(let url, let identifier):
            return .joined(url, localIdentifier: known(identifier))
        case .duplicate(let url, let twin): return .duplicate(url, of: known(twin))
        case .inSource(let url, let twin): return .inSource(url, of: known(twin))
        case .removed(let url, let twin): return .removed(url, of: known(twin))
        case .healed(let url, let identifier):
            return .healed(url, localIdentifier: known(identifier))
        default: return event
        }
    }
}
