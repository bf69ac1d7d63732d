/// The list as the caller of edits sees it, with the edits so far.
///
/// The initial list is loaded when an index is first needed, because edits that name objects do not need it.
struct ListView {
    private enum Step {
        case append([Int64])
        case remove(Set<Int64>)
    }

    private let load: () throws -> RowList
    private var loaded: RowList?
    private var waiting: [Step] = []

    init(_ load: @escaping () throws -> RowList) { self.load = load }

    /// Appends rows.
    ///
    /// A row that is already in the list keeps its index.
    mutating func append(_ rows: [Int64]) { waiting.append(.append(rows)) }

    mutating func remove(_ rows: Set<Int64>) { waiting.append(.remove(rows)) }

    mutating func remove(at indexes: [Int]) throws {
        loaded = try list().applying(RowListEdit(leaving: indexes))
    }

    /// Inserts rows.
    ///
    /// Each row's gap is the number of present rows before it.
    mutating func insert(_ rows: [(gap: Int, row: Int64)]) throws {
        let arriving = rows.map { row in
            RowListEdit.Arrival(gap: row.gap, entry: RowEntry(code: 0, row: row.row))
        }
        loaded = try list().applying(RowListEdit(arriving: arriving))
    }

    mutating func list() throws -> RowList {
        var list = try loaded ?? load()
        for step in waiting {
            switch step {
            case .append(let rows):
                let seen = Self.indexes(of: Set(rows), in: list)
                let arriving = rows.filter { seen[$0] == nil }.map { row in
                    RowListEdit.Arrival(gap: list.count, entry: RowEntry(code: 0, row: row))
                }
                list = list.applying(RowListEdit(arriving: arriving))
            case .remove(let rows):
                let indexes = Self.indexes(of: rows, in: list).values.sorted()
                list = list.applying(RowListEdit(leaving: indexes))
            }
        }
        waiting = []
        loaded = list
        return list
    }

    /// Returns those of the given rows that are in the list.
    mutating func seen(among rows: [Int64]) throws -> Set<Int64> {
        Set(Self.indexes(of: Set(rows), in: try list()).keys)
    }

    private static func indexes(of rows: Set<Int64>, in list: RowList) -> [Int64: Int] {
        let search = RowSearch(rows)
        var indexes: [Int64: Int] = [:]
        var index = 0
        list.forEach(in: 0..<list.count) { entry in
            if search.contains(entry.row) { indexes[entry.row] = index }
            index += 1
        }
        return indexes
    }
}
