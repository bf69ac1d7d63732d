/// The copies of objects that remotes had when they were looked at.
package struct CopiesInReach: Hashable, Sendable {
    private var answers: [Int64: ObjectLookAnswer] = [:]

    package init() {}

    /// Adds what a remote, by its row, answered.
    package mutating func add(_ answer: ObjectLookAnswer, of remote: Int64) {
        answers[remote] = answer
    }

    /// Returns in how many separate places an object is.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - remotes: The rows of the remotes that have proofs of it.
    /// - Returns: The number of places. Remotes on one disk are one place, and a remote without a copy of the database is
    ///   none.
    package func count(of object: RemoteObject, in remotes: some Sequence<Int64>) -> Int {
        SeparatePlaces.count(marks(of: object, in: remotes))
    }

    /// Returns how many remotes have an object, whether or not they are separate places.
    package func holders(of object: RemoteObject, in remotes: some Sequence<Int64>) -> Int {
        marks(of: object, in: remotes).count
    }

    private func marks(
        of object: RemoteObject,
        in remotes: some Sequence<Int64>
    ) -> [Set<String>] {
        remotes.compactMap { remote in
            guard let answer = answers[remote], answer.hasDatabase, answer.objects.contains(object)
            else { return nil }
            return answer.marks
        }
    }
}

/// A file that may leave, and the remotes whose proofs of it count.
package struct ProvedFile: Hashable, Sendable {
    package var object: RemoteObject
    /// The rows of the remotes.
    package var remotes: Set<Int64>

    package init(object: RemoteObject, remotes: Set<Int64> = []) {
        self.object = object
        self.remotes = remotes
    }
}

/// Counts separate places by their marks.
package enum SeparatePlaces {
    /// Returns how many places there are, where those with a common mark are one.
    ///
    /// - Parameter marks: The marks of each place; a place without marks is one of its own.
    /// - Returns: The number.
    package static func count(_ marks: [Set<String>]) -> Int {
        var places: [Set<String>] = []
        for marks in marks {
            // A place that shares marks with several others makes them one.
            let joined = places.filter { !$0.isDisjoint(with: marks) }
            places.removeAll { !$0.isDisjoint(with: marks) }
            places.append(joined.reduce(into: marks) { $0.formUnion($1) })
        }
        return places.count
    }
}
