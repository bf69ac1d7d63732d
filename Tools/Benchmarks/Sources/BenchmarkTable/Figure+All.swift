extension Figure {
    private static func timed(
        _ number: Int?,
        _ name: String,
        limit: Program? = nil,
        sizes: [Size] = Size.allCases,
        writes: Bool = false,
        _ target: Target = .none
    ) -> Figure {
        Figure(
            number: number,
            name: name,
            program: .benchmark(name),
            limit: limit,
            sizes: sizes,
            writes: writes,
            target: target
        )
    }

    private static let big: [Size] = [.thousands100, .million]
    private static let oneEdit = "edit of a date"

    /// Every row of the table, in its order.
    static let all: [Figure] = history + observing + fetching + committing + size + peers

    private static let history: [Figure] = [
        timed(
            1,
            "history of 1",
            limit: .limit("history", ["1", "names"]),
            .timesLimit(10, growth: 1.2)
        ),
        timed(
            1,
            "history of 100",
            limit: .limit("history", ["100", "names"]),
            .timesLimit(4, growth: 1.2)
        ),
        timed(
            2,
            "history of 100k",
            limit: .limit("history", ["100000", "names"]),
            sizes: big,
            .timesLimit(3)
        ),
        Figure(
            number: 2,
            name: "history of 100k, limit without names",
            program: .benchmark("history of 100k"),
            limit: .limit("history", ["100000"]),
            sizes: big
        ),
        timed(3, "token", .most(10e3, "≤ 10 µs")),
    ]

    private static let observing: [Figure] = [
        timed(
            4,
            oneEdit,
            limit: .limit("diff", ["date", "1"]),
            writes: true,
            .timesLimit(2.5, growth: 1.3)
        ),
        timed(
            4,
            "edit of a favorite",
            limit: .limit("diff", ["favorite", "1"]),
            writes: true,
            .timesLimit(2.5, growth: 1.3)
        ),
        timed(
            5,
            "1000 edits of dates",
            limit: .limit("diff", ["date", "1000"]),
            writes: true,
            .timesLimit(1.5)
        ),
        timed(6, "ten results", writes: true, .times(10, of: oneEdit)),
        timed(6, "thousand results", writes: true, .times(50, of: oneEdit)),
        Figure(
            number: 7,
            name: "other process",
            program: .process("other process"),
            limit: .limit("diff", ["date", "1", "other-process"]),
            writes: true,
            target: .timesLimit(5)
        ),
        Figure(
            number: 7,
            name: "other process, 99 of 100",
            program: .process("other process"),
            limit: .limit("diff", ["date", "1", "other-process"]),
            writes: true,
            statistic: .high,
            target: .timesLimit(6)
        ),
        Figure(
            number: 7,
            name: "idle observer",
            program: .process("idle observer"),
            target: .most(0.1, "< 0.1 %")
        ),
        timed(8, "predicate", writes: true, .most(0.1e6, "≤ 0.1 ms")),
        timed(8, "two sort keys", writes: true, .most(0.1e6, "≤ 0.1 ms")),
        timed(8, "album", writes: true, .most(0.1e6, "≤ 0.1 ms")),
        timed(8, "fetch limit", writes: true, .most(0.1e6, "≤ 0.1 ms")),
        timed(8, "smart album", writes: true, .most(0.1e6, "≤ 0.1 ms")),
    ]

    private static let fetching: [Figure] = [
        timed(9, "first hundred", limit: .limit("fetch", ["first-100"]), .timesLimit(25)),
        Figure(
            number: 9,
            name: "first hundred of a process",
            program: .process("first hundred of a process"),
            target: .most(5e6, "≤ 5 ms")
        ),
        timed(9, "middle", .most(5e6, "≤ 5 ms")),
        timed(10, "fetch again", .most(0.1e6, "≤ 0.1 ms")),
        timed(
            11,
            "all identifiers",
            limit: .limit("fetch", ["identifier-walk"]),
            .timesLimit(1.5)
        ),
        Figure(
            number: 11,
            name: "all identifiers, limit of row numbers alone",
            program: .benchmark("all identifiers"),
            limit: .limit("fetch", ["index-walk"])
        ),
        timed(11, "all properties", limit: .limit("fetch", ["row-walk"]), .timesLimit(1.8)),
        timed(13, "10k identifiers", limit: .limit("fetch", ["identifiers"]), .timesLimit(2)),
        timed(
            13,
            "10k identifiers in an album",
            limit: .limit("fetch", ["identifiers-in-album"]),
            .timesLimit(2)
        ),
    ]

    private static let committing: [Figure] = [
        timed(
            14,
            "commit of a favorite",
            limit: .limit("writing", ["toggle"]),
            writes: true,
            .timesLimit(1.7)
        ),
        timed(
            15,
            "block of 10k properties",
            limit: .limit("writing", ["properties"]),
            writes: true,
            .timesLimit(1.7)
        ),
        timed(
            15,
            "block of 10k members",
            limit: .limit("writing", ["members"]),
            writes: true,
            .timesLimit(2)
        ),
        timed(
            15,
            "block of 10k deletions",
            limit: .limit("writing", ["deletions"]),
            writes: true,
            .timesLimit(2)
        ),
        timed(
            16,
            "album insert in front",
            limit: .limit("writing", ["album-insert"]),
            sizes: big,
            writes: true,
            .timesLimit(4)
        ),
        timed(
            16,
            "album move across",
            limit: .limit("writing", ["album-move"]),
            sizes: big,
            writes: true,
            .timesLimit(4)
        ),
        timed(
            16,
            "album remove from the middle",
            limit: .limit("writing", ["album-remove"]),
            sizes: big,
            writes: true,
            .timesLimit(4)
        ),
    ]

    private static let size: [Figure] = [
        Figure(
            number: 12,
            name: "memory of a result",
            program: .process("memory of a result"),
            target: .most(24, "≤ 24 B an object")
        ),
        Figure(
            number: 12,
            name: "memory of ten results",
            program: .process("memory of ten results"),
            writes: true,
            target: .most(26.4, "≤ 1.1 × 24 B an object")
        ),
        Figure(
            number: 12,
            name: "memory of ten results to one",
            program: .process("memory of ten results to one"),
            writes: true,
            target: .most(1.1, "≤ 1.1 × of one")
        ),
        timed(17, "opening", limit: .limit("opening"), .timesLimit(8)),
        Figure(
            number: 17,
            name: "resident memory",
            program: .process("resident memory"),
            target: .most(60e6, "≤ 60 MB")
        ),
        Figure(
            number: 18,
            name: "log of a single change",
            program: .limit("logsize", ["single"]),
            writes: true,
            target: .most(64, "≤ 64 B")
        ),
        Figure(
            number: 18,
            name: "log of a change among 100",
            program: .limit("logsize", ["blocks"]),
            writes: true,
            target: .most(24, "≤ 24 B")
        ),
    ]

    private static let peers: [Figure] = [
        timed(nil, "GRDB ValueObservation of an edit", writes: true),
        timed(nil, "GRDB ValueObservation of 1000 edits", writes: true),
        timed(nil, "refetch and CollectionDifference of an edit", writes: true),
        timed(nil, "refetch and CollectionDifference of 1000 edits", writes: true),
        timed(nil, "refetch and dictionary of an edit", writes: true),
        timed(nil, "refetch and dictionary of 1000 edits", writes: true),
        timed(nil, "the old way of catching up", sizes: big),
    ]
}
