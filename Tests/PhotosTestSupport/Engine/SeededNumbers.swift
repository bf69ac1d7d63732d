/// The same numbers for the same seed, on every machine.
package struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Random bytes.
    ///
    /// Loops of this module are optimized also where the tests are built for debugging.
    package mutating func bytes(count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            while filled < count {
                var number = next()
                for _ in 0..<min(8, count - filled) {
                    bytes.initializeElement(at: filled, to: UInt8(truncatingIfNeeded: number))
                    number >>= 8
                    filled += 1
                }
            }
        }
    }

    package mutating func chance(_ part: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < part
    }

    package mutating func number(below limit: Int) -> Int {
        Int.random(in: 0..<limit, using: &self)
    }

    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(below: elements.count)]
    }

    /// Some of the elements, each at most once, in an order of chance.
    package mutating func some<Element>(of elements: [Element], atMost limit: Int) -> [Element] {
        Array(elements.shuffled(using: &self).prefix(number(below: limit) + 1))
    }
}
