package import Foundation

/// A question to a remote, just before the library relies on it: whether it is still the same place, and which objects it
/// has.
///
/// A proof says that the bytes were there once. A look says that they are there now; nothing is removed without one.
package struct ObjectLook: Sendable {
    /// How long an answer is waited for.
    package enum Patience: Sendable {
        /// As long as for any other request.
        case usual
        /// A second for a folder, and no time for a service: an operation waits that needs room on a full disk.
        case short
    }

    /// The name by which the owner of the library calls the remote.
    package var name: String
    /// The address of the remote: the absolute path of a folder, or a URL.
    package var address: String
    /// The settings of a service as JSON, without keys.
    package var settings: String
    /// The library and the incarnation of it to which the place must belong.
    package var library: UUID
    package var incarnation: UUID
    /// The objects to ask for, each once.
    package var objects: [RemoteObject]
    package var patience: Patience
    /// Whether to ask for the marker and the copies of the database, too.
    ///
    /// A caller that did so some minutes ago asks for objects alone.
    package var checksPlace: Bool
    /// To be called before each request; throws ``ObjectTransferFailure/cancelled`` if the look is to end.
    package var check: @Sendable () throws -> Void

    package init(
        name: String,
        address: String,
        settings: String,
        library: UUID,
        incarnation: UUID,
        objects: [RemoteObject],
        patience: Patience = .usual,
        checksPlace: Bool = true,
        check: @escaping @Sendable () throws -> Void = {}
    ) {
        self.name = name
        self.address = address
        self.settings = settings
        self.library = library
        self.incarnation = incarnation
        self.objects = objects
        self.patience = patience
        self.checksPlace = checksPlace
        self.check = check
    }
}

/// The objects that a remote has at the moment when it is asked.
package struct ObjectLookAnswer: Hashable, Sendable {
    /// The marks of the place: remotes with a common mark are one folder, or folders of one disk, and count as one copy.
    package var marks: Set<String>
    /// The objects that are there with their sizes.
    package var objects: Set<RemoteObject>
    /// Whether there is a copy of the database, without which nobody knows what the objects are.
    package var hasDatabase: Bool

    package init(marks: Set<String>, objects: Set<RemoteObject>, hasDatabase: Bool) {
        self.marks = marks
        self.objects = objects
        self.hasDatabase = hasDatabase
    }
}
