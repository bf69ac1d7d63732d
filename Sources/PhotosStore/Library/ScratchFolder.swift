package import Foundation
import Glibc

/// A folder inside the library for files that are needed only while something is sent or brought.
///
/// The folder is removed together with this object. If the process ends first, the next opening of the library for
/// writing removes it.
package final class ScratchFolder: Sendable {
    package let url: URL
    private let owner: Int32

    package init(in library: Library) throws {
        (url, owner) = try OwnedFolder.make(
            library.environment.makeUUID(),
            in: library.layout.staging
        )
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
        close(owner)
    }
}
