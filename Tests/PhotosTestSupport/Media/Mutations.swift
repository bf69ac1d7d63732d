/// Changes files as accidents and attackers do, the same way for the same seed.
package enum Mutations {
    package static func mutated(
        _ bytes: [UInt8],
        _ random: inout SeededNumbers
    ) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            guard bytes.count > 16 else { return bytes }
            // The beginning decides most.
            let isHead = Bool.random(using: &random)
            let limit = isHead ? min(1024, bytes.count) : bytes.count
            let offset = Int.random(in: 0..<limit, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<4:
                bytes[offset] =
                    [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
                    .randomElement(using: &random) ?? 0
            case 4:
                // A length or a count.
                let numbers: [[UInt8]] = [
                    [255, 255, 255, 255], [127, 255, 255, 255], [0, 0, 0, 0], [0, 255, 255, 255],
                    [255, 255, 255, 127],
                ]
                let number = numbers.randomElement(using: &random) ?? []
                let start = min(offset, bytes.count - 4)
                bytes.replaceSubrange(start..<start + 4, with: number)
            case 5:
                let end = min(bytes.count, offset + Int.random(in: 1...64, using: &random))
                for index in offset..<end { bytes[index] = 0 }
            case 6:
                let end = min(bytes.count, offset + Int.random(in: 1...256, using: &random))
                bytes.insert(contentsOf: bytes[offset..<end], at: offset)
            default:
                if Int.random(in: 0..<4, using: &random) == 0 {
                    bytes.removeLast(Int.random(in: 0..<bytes.count - 16, using: &random))
                } else {
                    bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
            }
        }
        return bytes
    }
}
