package import Foundation

/// The numbers that arithmetic forgets: those at the ends of their types, and those that are none.
package enum NumberEnds {
    /// `NSNotFound` is the last of them.
    package static let integers: [Int] = [
        .min, .min + 1, Int(Int32.min), -2, -1, 0, 1, Int(Int32.max), Int(Int32.max) + 1,
        .max - 200, .max - 1, .max,
    ]

    package static let reals: [Double] = [
        -.infinity, -.greatestFiniteMagnitude, -1e300, -0x1p63, -1, -.leastNonzeroMagnitude, -0.0,
        0,
        .leastNonzeroMagnitude, .leastNormalMagnitude, 0.5, 1, 0x1p63, 1e300,
        .greatestFiniteMagnitude, .infinity, .nan, .signalingNaN,
    ]

    package static var dates: [Date] {
        [.distantPast, .distantFuture] + reals.map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Sets of indexes that no list has, as far as Foundation can hold them: it holds none with `Int.max`.
    package static let indexSets: [IndexSet] = [
        IndexSet(integer: .max - 1), IndexSet(integersIn: 0..<Int.max),
        IndexSet(integersIn: 1..<Int.max), IndexSet(integersIn: Int.max - 3..<Int.max),
        IndexSet([0, Int.max - 1]), IndexSet(integer: Int(Int32.max)),
    ]

    /// All pairs of two lists, the first two values of each with all of the other.
    package static func pairs(_ values: [Double]) -> [(Double, Double)] {
        values.flatMap { left in values.map { (left, $0) } }
    }
}
