extension UTType {
    /// All types that this one conforms to, itself left out.
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

    /// Tells whether data of this type is also data of another type; every type conforms to itself.
    public func conforms(to type: UTType) -> Bool {
        self == type || isSubtype(of: type)
    }

    /// Tells whether this type conforms to another one and is not that one itself.
    public func isSubtype(of type: UTType) -> Bool {
        self != type && supertypes.contains(type)
    }

    /// Tells whether another type conforms to this one and is not this one itself.
    public func isSupertype(of type: UTType) -> Bool {
        type.isSubtype(of: self)
    }
}
