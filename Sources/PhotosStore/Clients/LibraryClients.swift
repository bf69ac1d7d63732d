/// The programs that may use a library, and what was decided about each.
package final class LibraryClients: Sendable {
    let core: LibraryCore

    init(_ core: LibraryCore) {
        self.core = core
    }
}
