/// What an operation takes that hardly depends on the machine or on what else it does.
struct Figures: Codable, Hashable {
    /// SQL statements, those of transactions included.
    var statements: UInt64
    var allocations: UInt64
    /// Reads, writes, syncs and locks of files, as system calls; nil in a threshold of which none is kept.
    var fileCalls: UInt64?
    /// In user mode; nil where the machine does not count.
    var instructions: UInt64?

    /// What each figure must not pass: statements as they are, the others with room for other libraries and chance.
    var threshold: Figures {
        Figures(
            statements: statements,
            allocations: allocations + allocations / 10 + 10,
            fileCalls: fileCalls.map { $0 + $0 / 10 + 2 },
            instructions: instructions.map { $0 + $0 / 5 }
        )
    }

    /// The least of both, figure by figure: what else the process does only adds.
    func least(_ other: Figures) -> Figures {
        Figures(
            statements: min(statements, other.statements),
            allocations: min(allocations, other.allocations),
            fileCalls: fileCalls.flatMap { own in other.fileCalls.map { min(own, $0) } },
            instructions: instructions.flatMap { own in
                other.instructions.map { min(own, $0) }
            }
        )
    }

    /// The names of the figures that are beyond a threshold.
    func beyond(_ threshold: Figures) -> [String] {
        var names: [String] = []
        if statements > threshold.statements { names.append("statements") }
        if allocations > threshold.allocations { names.append("allocations") }
        if let fileCalls, let most = threshold.fileCalls, fileCalls > most {
            names.append("file calls")
        }
        if let instructions, let most = threshold.instructions, instructions > most {
            names.append("instructions")
        }
        return names
    }
}
