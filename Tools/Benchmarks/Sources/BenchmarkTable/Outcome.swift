/// What was measured of one figure.
struct Outcome: Codable {
    var number: Int?
    var name: String
    var unit: String
    /// By the name of the size.
    var ours: [String: Double]
    var limit: [String: Double]
    var target: String
    var isMet: Bool?

    init(_ figure: Figure, unit: String) {
        number = figure.number
        name = figure.name
        self.unit = unit
        ours = [:]
        limit = [:]
        target = figure.target.text
    }

    /// In the largest library that both were measured in.
    var ratio: Double? {
        for size in Size.allCases.reversed() {
            if let ours = ours[size.rawValue], let limit = limit[size.rawValue], limit > 0 {
                return ours / limit
            }
        }
        return nil
    }

    /// From the smallest library to the largest.
    var growth: Double? {
        guard let small = ours[Size.thousands10.rawValue], small > 0,
            let large = ours[Size.million.rawValue]
        else { return nil }
        return large / small
    }

    var largest: Double? {
        Size.allCases.reversed().lazy.compactMap { ours[$0.rawValue] }.first
    }

    func meets(_ target: Target, among all: [Outcome]) -> Bool? {
        guard let largest else { return nil }
        switch target {
        case .none: return nil
        case .most(let most, _): return largest <= most
        case .timesLimit(let factor, let allowed):
            guard let ratio else { return nil }
            guard let allowed else { return ratio <= factor }
            return growth.map { ratio <= factor && $0 <= allowed }
        case .times(let factor, let other):
            return all.value(of: other).map { largest <= factor * $0 }
        }
    }
}

extension [Outcome] {
    func value(of name: String) -> Double? { first { $0.name == name }?.largest }
}

extension [[Double]] {
    /// The median of the rounds' medians.
    var median: Double? {
        let medians = compactMap { round in round.isEmpty ? nil : round.sorted()[round.count / 2] }
        return medians.isEmpty ? nil : medians.sorted()[medians.count / 2]
    }

    /// What 99 of 100 samples stay below.
    var high: Double? {
        let all = joined().sorted()
        return all.isEmpty ? nil : all[Swift.min(all.count - 1, all.count * 99 / 100)]
    }
}
