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
