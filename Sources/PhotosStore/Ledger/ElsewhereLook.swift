/// The answers of remotes about the files that left this disk.
///
/// Services are not asked, since each question costs money there: what rows say of them counts.
package struct ElsewhereLook: Hashable, Sendable {
    /// A remote that could not be asked.
    package struct Silence: Hashable, Sendable {
        /// The name of the remote.
        package var name: String
        /// Why it could not be asked, as a sentence.
        package var reason: String
        /// The number of different files that only this remote, or others that could not be asked, are said to have.
        package var files: Int
    }

    /// The answer of a remote.
    package enum Answer: Hashable, Sendable {
        /// The objects that it has, among those that it was asked for.
        case shown(Set<RemoteObject>)
        case silent(_ reason: String)
        /// Nobody asked it.
        case unasked

        fileprivate var isSilence: Bool {
            if case .silent = self { true } else { false }
        }
    }

    /// The objects that no remote is said to have, or that no folder shows of those that are said to have them.
    package private(set) var absent: Set<RemoteObject> = []
    /// The objects that only remotes are said to have which could not be asked.
    package private(set) var unanswered: Set<RemoteObject> = []
    /// The remotes whose silence leaves it open whether files are there, in the order of the remotes.
    package private(set) var silences: [Silence] = []

    package init() {}

    /// Judges answers.
    ///
    /// - Parameters:
    ///   - objects: The files that left this disk.
    ///   - stored: The rows of the remotes that are said to have a file, by its checksum.
    ///   - remotes: The remotes with their rows, names and answers.
    package init(
        _ objects: some Sequence<RemoteObject>,
        stored: [[UInt8]: Set<Int64>],
        remotes: [(row: Int64, name: String, answer: Answer)]
    ) {
        let answers = Dictionary(uniqueKeysWithValues: remotes.map { ($0.row, $0.answer) })
        var silent: [Int64: Int] = [:]
        for object in Set(objects) {
            // A remote that gave other bytes may still have a file of that name and size.
            let holders = (stored[object.checksum] ?? []).filter { answers[$0] != nil }
            let open = holders.filter { holder in
                if case .shown(let objects) = answers[holder] {
                    objects.contains(object)
                } else {
                    true
                }
            }
            if open.isEmpty {
                absent.insert(object)
            } else if open.allSatisfy({ answers[$0]?.isSilence == true }) {
                unanswered.insert(object)
                for holder in open { silent[holder, default: 0] += 1 }
            }
        }
        silences = remotes.compactMap { remote in
            guard case .silent(let reason) = remote.answer, let files = silent[remote.row] else {
                return nil
            }
            return Silence(name: remote.name, reason: reason, files: files)
        }
    }
}
