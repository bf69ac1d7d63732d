import Foundation
import PhotosStore

/// Reads the collections of objects that callers pass to requests.
enum RequestArguments {
    /// Returns the objects of an argument; traps for an element that is not a `PHObject`.
    static func objects(in argument: any NSFastEnumeration, for method: String) -> [PHObject] {
        var objects: [PHObject] = []
        forEachObject(in: argument, for: method) { objects.append($0) }
        return objects
    }

    /// Calls a closure for each object of an argument.
    ///
    /// A large fetch result need not be in memory as a whole.
    static func forEachObject(
        in argument: any NSFastEnumeration,
        for method: String,
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

    /// Returns the identifiers of the objects in the engine.
    ///
    /// Objects that the caller made have unknown identifiers. The engine rejects them like deleted objects.
    static func uuids(_ objects: [PHObject]) -> [UUID] {
        objects.map(uuid)
    }

    /// Returns the rows of the assets among the objects, in their own library.
    static func rows(_ objects: [PHObject]) -> [Int64] {
        objects.compactMap { ($0 as? PHAsset)?.record.rowID }.filter { $0 != 0 }
    }

    static func uuid(_ object: PHObject) -> UUID { object.uuid ?? unknown }

    private static let unknown = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
