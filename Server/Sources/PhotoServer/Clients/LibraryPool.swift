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
    private let scope: PickScope?
    let owner: ClientLibrary
    private let others = Mutex<[Key: ClientLibrary]>([:])

    /// The properties on which a client's view of the library depends.
    private struct Key: Hashable {
        let user: Grant.User
        var isReadOnly: Bool
        let withheld: PhotoSearch.Subjects
        let omitted: Set<PhotoDetail>
    }

    init(_ url: URL, clock: ServerClock, scope: PickScope? = nil) throws {
        self.url = url
        self.clock = clock
        self.scope = scope
        guard !PHPhotoLibrary.isBackupWhereItWasMade(at: url) else {
            throw ServerError(
                "\(url.path) is a backup, and the page would write to it. Copy it to where it is to be used, or run \"photokit --library '\(url.path)' init --as-library\" first."
            )
        }
        let library = try PHPhotoLibrary.open(at: url, author: "Photos", user: .owner)
        owner = try ClientLibrary(
            library,
            user: .owner,
            clock: clock,
            scope: scope,
            withholding: Grant.owner.withheld
        )
    }

    /// Returns the library as a client sees it.
    func library(for grant: Grant) throws -> ClientLibrary {
        let withheld = grant.withheld
        if grant.user == .owner, withheld == Grant.owner.withheld, grant.omittedDetails.isEmpty {
            return owner
        }
        return try others.withLock { others in
            // A client that may change nothing gets a library that nothing can be changed in. Searches are kept with the
            // library, so clients with other rights never share one.
            var key = Key(
                user: grant.user,
                isReadOnly: grant.isReadOnly,
                withheld: withheld,
                omitted: grant.omittedDetails
            )
            if let known = others[key] { return known }
            do {
                let opened = try open(key)
                others[key] = opened
                return opened
            } catch let error as PHPhotosError where error.libraryProblem == .newerFormat {
                // A newer version has migrated the library while this server runs. The next request tries again, because the
                // library comes back if the migration fails.
                key.isReadOnly = true
                if let known = others[key] { return known }
                let opened = try open(key)
                others[key] = opened
                return opened
            }
        }
    }

    private func open(_ key: Key) throws -> ClientLibrary {
        let (author, user): (String, LibraryUser) =
            switch key.user {
            case .owner: ("Photos", .owner)
            case .application(let name): (name, .application(name))
            }
        return try ClientLibrary(
            try PHPhotoLibrary.open(
                at: url,
                mode: key.isReadOnly ? .readOnly : .readWrite,
                author: author,
                user: user
            ),
            user: key.user,
            clock: clock,
            scope: scope,
            showsTrash: key.user == .owner || !key.isReadOnly,
            withholding: key.withheld,
            omitting: key.omitted
        )
    }

    /// Closes the libraries of a client.
    func closeLibraries(of application: String) {
        let closed = others.withLock { others in
            let keys = others.keys.filter { $0.user == .application(application) }
            return keys.compactMap { others.removeValue(forKey: $0) }
        }
        for library in closed { library.close() }
    }

    /// All open libraries, the owner's first.
    var all: [ClientLibrary] { [owner] + others.withLock { Array($0.values) } }

    func closeAll() { for library in all { library.close() } }
}

extension Grant {
    /// The subjects that searches of the client do not use, because the client may not see them.
    var withheld: PhotoSearch.Subjects {
        // Hidden photos are shown in their own list alone, which asks again.
        var withheld: PhotoSearch.Subjects = .hidden
        if !showsPlaces { withheld.insert(.places) }
        if !showsPersons { withheld.insert(.persons) }
        if !shows(.favorites) { withheld.insert(.favorites) }
        if !shows(.captions) { withheld.insert(.captions) }
        if !shows(.keywords) { withheld.insert(.keywords) }
        if !shows(.filenames) { withheld.insert(.filenames) }
        return withheld
    }
}
