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
        case .insert(let names, let indexes):
            let named = try admit(names)
            for (order, index) in indexes.enumerated() where index > view.count + order {
                throw ModelLibrary.Refusal(reason: "out of range")
            }
            let new = newcomers(named)
            var done: Set<String> = []
            for (name, index) in zip(named, indexes)
            where new.contains(name) && done.insert(name).inserted {
                put([name], at: min(index, view.count))
            }
        case .remove(let names): remove(names)
        case .removeAt(let indexes): remove(try elements(indexes))
        case .replace(let indexes, let names):
            let coming = try admit(names)
            let old = try elements(indexes)
            remove(old.filter { !coming.contains($0) })
            view.removeAll { old.contains($0) && coming.contains($0) }
            var done: Set<String> = []
            for (name, index) in zip(coming, indexes)
            where done.insert(name).inserted && !view.contains(name) {
                put([name], at: min(index, view.count))
            }
        case .move(let indexes, let target):
            let moved = try elements(indexes)
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
        let index = anchor.flatMap { list.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        list.insert(contentsOf: names, at: index)
    }

    private func newcomers(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted && !list.contains($0) }
    }

    private func elements(_ indexes: [Int]) throws -> [String] {
        try indexes.map { index in
            guard index < view.count else { throw ModelLibrary.Refusal(reason: "out of range") }
            return view[index]
        }
    }
}
