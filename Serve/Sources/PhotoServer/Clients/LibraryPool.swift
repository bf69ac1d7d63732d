import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import Synchronization

/// The open libraries of a server: one for the owner, and one for each limited client.
///
/// The mutex guards the dictionary. Libraries are opened under the mutex, so that each is opened once.
final class LibraryPool: Sendable {
    private let url: URL
    private let clock: ServerClock
    let owner: ClientLibrary
    private let others = Mutex<[String: ClientLibrary]>([:])

    init(_ url: URL, clock: ServerClock, scope: PickScope? = nil) throws {
        self.url = url
        self.clock = clock
        let library = try PHPhotoLibrary.open(at: url, author: "Photos", user: .owner)
        owner = try ClientLibrary(library, user: .owner, clock: clock, scope: scope)
    }

    /// Returns the library as a client sees it.
    func library(for grant: Grant) throws -> ClientLibrary {
        guard case .application(let name) = grant.user else { return owner }
        return try others.withLock { others in
            // A client that may change nothing gets a library that nothing can be changed in.
            let key = (grant.isReadOnly ? "r" : "w") + name
            if let known = others[key] { return known }
            let library = try PHPhotoLibrary.open(
                at: url,
                mode: grant.isReadOnly ? .readOnly : .readWrite,
                author: name,
                user: .application(name)
            )
            let opened = try ClientLibrary(library, user: grant.user, clock: clock)
            others[key] = opened
            return opened
        }
    }

    /// Closes the libraries of a client.
    func close(_ application: String) {
        let closed = others.withLock { others in
            ["r", "w"].compactMap { others.removeValue(forKey: $0 + application) }
        }
        for library in closed { library.close() }
    }

    /// All open libraries, the owner's first.
    var all: [ClientLibrary] { [owner] + others.withLock { Array($0.values) } }

    func closeAll() { for library in all { library.close() } }
}
