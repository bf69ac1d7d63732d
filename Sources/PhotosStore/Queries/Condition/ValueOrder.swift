/// The order of two values of one kind.
enum ValueOrder: Hashable, Sendable {
    case before
    case same
    case after

    var reversed: ValueOrder {
        switch self {
        case .before: .after
        case .same: .same
        case .after: .before
        }
    }
}

extension ValueOrder {
    /// Returns nil if one side is not a number.
    init?(_ left: Double, _ right: Double) {
        if left < right {
            self = .before
        } else if left == right {
            self = .same
        } else if left > right {
            self = .after
        } else {
            return nil
        }
    }

    /// Compares the mathematical values, because converting an integer beyond 2^53 would lose digits.
    init?(_ left: Int64, _ right: Double) {
        if right.isNaN { return nil }
        if right >= 0x1p63 {
            self = .before
        } else if right < -0x1p63 {
            self = .after
        } else {
            let whole = Int64(right)
            if left != whole {
                self = left < whole ? .before : .after
            } else {
                self.init(0.0, right - right.rounded(.towardZero))
            }
        }
    }

    /// Compares byte by byte, as SQLite orders blobs and UTF-8 texts.
    init(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) {
        if left.elementsEqual(right) {
            self = .same
        } else {
            self = left.lexicographicallyPrecedes(right) ? .before : .after
        }
    }
}
