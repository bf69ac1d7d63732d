/// What decides where a collection is shown, and whether.
package struct CollectionNode: Hashable, Sendable {
    package var id: SharedID
    /// Nil as long as only other registers of the collection have arrived.
    package var place: StampedPlace?
    package var existence: AdditionSet?
    /// The stamp of the title, for a wrong variant of the rules.
    var title: Stamp?

    package init(id: SharedID) { self.id = id }

    /// Reads the nodes from their registers.
    package static func nodes(of registers: [Register]) -> [CollectionNode] {
        var nodes: [SharedID: CollectionNode] = [:]
        for register in registers {
            let id = register.key.object
            switch register.key.kind {
            case .place:
                guard let stamped = register.stamped,
                    let place = CollectionPlace(value: stamped.value)
                else { continue }
                nodes[id, default: CollectionNode(id: id)].place = StampedPlace(
                    place: place,
                    stamp: stamped.stamp
                )
            case .collectionExistence:
                nodes[id, default: CollectionNode(id: id)].existence = register.set
            case .title: nodes[id, default: CollectionNode(id: id)].title = register.stamped?.stamp
            default: continue
            }
        }
        return Array(nodes.values)
    }
}

/// A place with the stamp of the block that moved a collection there.
package struct StampedPlace: Hashable, Sendable {
    package var place: CollectionPlace
    package var stamp: Stamp
}
