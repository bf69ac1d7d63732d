/// How many assets a library has, by the name that programs take.
enum Size: String, CaseIterable, Codable {
    case thousands10 = "10k"
    case thousands100 = "100k"
    case million = "1m"

    var assets: Double {
        switch self {
        case .thousands10: 1e4
        case .thousands100: 1e5
        case .million: 1e6
        }
    }
}

/// One row of the table.
struct Figure {
    enum Program {
        /// An operation of the harness, by its name.
        case benchmark(String)
        /// An operation that needs processes of its own.
        case process(String)
        /// A limit program with its arguments behind the database.
        case limit(String, [String] = [])
    }

    enum Statistic {
        case median
        case high
    }

    /// The number in the list of figures to reach; nil for a peer.
    var number: Int?
    var name: String
    var program: Program
    var limit: Program?
    var sizes = Size.allCases
    var writes = false
    var statistic = Statistic.median
    var target = Target.none
}

/// What a figure is to reach.
enum Target {
    case none
    /// At most so much, in the figure's unit, in the largest library.
    case most(Double, String)
    /// At most so many times the limit in the largest library, and so many times what the smallest library takes.
    case timesLimit(Double, growth: Double? = nil)
    /// At most so many times another row in the largest library.
    case times(Double, of: String)

    var text: String {
        switch self {
        case .none: ""
        case .most(_, let text): text
        case .timesLimit(let factor, nil): "≤ \(factor.short) × limit"
        case .timesLimit(let factor, let growth?):
            "≤ \(factor.short) × limit, growth ≤ \(growth.short) ×"
        case .times(let factor, let other): "≤ \(factor.short) × \(other)"
        }
    }
}
