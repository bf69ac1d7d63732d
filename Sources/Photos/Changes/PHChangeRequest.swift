public import Foundation

/// A request inside a change block: the base class of requests for assets, albums and folders.
open class PHChangeRequest: NSObject {
    package let builder: ChangeBlockBuilder

    /// Makes a request; traps outside a change block.
    public required override init() {
        builder = .required("\(Self.self)")
        super.init()
    }

    /// Traps when the change block of the request has ended.
    func requireRunning() { builder.requireRunning("\(Self.self)") }
}

/// A placeholder for an object that a change block creates, with the final identifier.
///
/// A placeholder is equal to the created object.
open class PHObjectPlaceholder: PHObject, @unchecked Sendable {
    // Unchecked because the class is open; it has no stored properties.
}
