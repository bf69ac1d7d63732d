/// How many assets a library has.
package enum Size: String, CaseIterable, Sendable {
    case thousands10 = "10k"
    case thousands100 = "100k"
    case million = "1m"

    package var assets: Int {
        switch self {
        case .thousands10: 10_000
        case .thousands100: 100_000
        case .million: 1_000_000
        }
    }
}
