public import Foundation

/// A request inside a change block: the base of those for assets, albums and folders.
open class PHChangeRequest: NSObject {
    package let builder: ChangeBlockBuilder

    /// Traps outside a change block.
    public required override init() {
        builder = .required("\(Self.self)")
        super.init()
    }

    /// Traps when the change block of the request has ended.
    func requireRunning() { builder.requireRunning("\(Self.self)") }
}

/// Stands for an object that a change block makes: with its final identifier, and equal to the object made.
open class PHObjectPlaceholder: PHObject, @unchecked Sendable {
    // Unchecked because the class is open; it stores nothing of its own.
}
