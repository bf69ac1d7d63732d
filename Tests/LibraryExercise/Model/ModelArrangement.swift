/// Edits of one list: asked for by someone who sees a list that may be out of date, carried out at once in the real one.
struct ModelArrangement {
    private(set) var list: [String]
    /// What was taken out, in the order it was.
    private(set) var removals: [String] = []
    private var view: [String]

    init(_ list: [String], seen: [String]) {
        self.list = list
        view = seen
    }

    /// Carries out one edit; `admit` gives the identifiers of what is to be added, and throws when some of it cannot be.
    mutating func apply(
        _ edit: ArrangementEdit,
        admit: ([ObjectName]) throws -> [String]
    ) throws {
        switch edit {
        case .append(let names):
            let new = newcomers(try admit(names))
            view += new.filter { !view.contains($0) }
            list += new
        case .insert(let names, let places):
            let named = try admit(names)
            for (order, place) in places.enumerated() where place > view.count + order {
                throw ModelLibrary.Refusal(reason: "out of range")
            }
            let new = newcomers(named)
            var done: Set<String> = []
            for (name, place) in zip(named, places)
            where new.contains(name) && done.insert(name).inserted {
                put([name], at: min(place, view.count))
            }
        case .remove(let names): remove(names)
        case .removeAt(let places): remove(try elements(places))
        case .replace(let places, let names):
            let coming = try admit(names)
            let old = try elements(places)
            remove(old.filter { !coming.contains($0) })
            view.removeAll { old.contains($0) && coming.contains($0) }
            var done: Set<String> = []
            for (name, place) in zip(coming, places)
            where done.insert(name).inserted && !view.contains(name) {
                put([name], at: min(place, view.count))
            }
        case .move(let places, let target):
            let moved = try elements(places)
            view.removeAll { moved.contains($0) }
            guard target <= view.count else { throw ModelLibrary.Refusal(reason: "out of range") }
            let present = moved.filter(list.contains)
            if !present.isEmpty { put(present, at: target) }
        }
    }

    private mutating func remove(_ names: [String]) {
        view.removeAll { names.contains($0) }
        var seen: Set<String> = []
        let gone = names.filter { seen.insert($0).inserted && list.contains($0) }
        list.removeAll { gone.contains($0) }
        removals.removeAll { gone.contains($0) }
        removals += gone
    }

    /// Behind the nearest neighbour that the caller sees and that is still there.
    private mutating func put(_ names: [String], at index: Int) {
        let anchor = view[..<index].last { !names.contains($0) && list.contains($0) }
        view.insert(contentsOf: names, at: index)
        list.removeAll { names.contains($0) }
        let place = anchor.flatMap { list.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        list.insert(contentsOf: names, at: place)
    }

    private func newcomers(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted && !list.contains($0) }
    }

    private func elements(_ places: [Int]) throws -> [String] {
        try places.map { place in
            guard place < view.count else { throw ModelLibrary.Refusal(reason: "out of range") }
            return view[place]
        }
    }
}
