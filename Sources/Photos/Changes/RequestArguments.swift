import Foundation

/// Reads the collections of objects that requests are given.
enum RequestArguments {
    /// The objects of an argument; anything else in it is the caller's mistake.
    static func objects(_ argument: any NSFastEnumeration, _ method: String) -> [PHObject] {
        var objects: [PHObject] = []
        forEach(argument, method) { objects.append($0) }
        return objects
    }

    /// Shows the objects of an argument one after another: those of a large fetch result need not be in memory at once.
    static func forEach(
        _ argument: any NSFastEnumeration,
        _ method: String,
        _ body: (PHObject) -> Void
    ) {
        argument.forEachElement { element in
            guard let object = element as? PHObject else {
                preconditionFailure(
                    "\(method) was given a \(type(of: element)). It takes assets, collections and placeholders."
                )
            }
            body(object)
        }
    }

    /// What the engine knows the objects by.
    ///
    /// Objects of a caller's own making have names that it does not know, and which it refuses like those of
    /// deleted objects.
    static func uuids(_ objects: [PHObject]) -> [UUID] {
        objects.map(uuid)
    }

    static func uuid(_ object: PHObject) -> UUID { object.uuid ?? unknown }

    private static let unknown = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
