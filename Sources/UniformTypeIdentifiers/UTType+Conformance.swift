extension UTType {
    /// All types that this type conforms to, without the type itself.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        var pending = parents
        while let identifier = pending.popLast() {
            let parent = UTType(importedAs: identifier)
            if found.insert(parent).inserted {
                pending += parent.parents
            }
        }
        return found
    }

    /// Returns whether data of this type is also data of another type; every type conforms to itself.
    public func conforms(to type: UTType) -> Bool {
        self == type || isSubtype(of: type)
    }

    /// Returns whether this type conforms to a different type.
    public func isSubtype(of type: UTType) -> Bool {
        self != type && supertypes.contains(type)
    }

    /// Returns whether a different type conforms to this type.
    public func isSupertype(of type: UTType) -> Bool {
        type.isSubtype(of: self)
    }
}
