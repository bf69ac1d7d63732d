import Foundation
import Glibc

/// Runs a target on examples that chance has changed, as often as can be: nobody looks at coverage in between, so that
/// it goes many times as fast as the fuzzer.
///
///     storm SEED FIRST COUNT SECONDS PROGRESS
///
/// Each input follows from the seed and its number alone. The number of the present one stands in the file PROGRESS,
/// so that whoever finds the program dead knows which it was.
struct Storm {
    private let seed: UInt64
    private let first: UInt64
    private let count: UInt64
    private let seconds: Double
    private let progress: UnsafeMutablePointer<UInt64>
    private let examples: [[UInt8]]
    /// What examples are mixed with.
    private let words: [[UInt8]]

    struct Unclear: Error, CustomStringConvertible {
        let description = "storm SEED FIRST COUNT SECONDS PROGRESS"
    }

    init(_ arguments: [String], _ seeds: [String: [UInt8]]) throws {
        guard arguments.count == 5, let seed = UInt64(arguments[0]),
            let first = UInt64(arguments[1]), let count = UInt64(arguments[2]),
            let seconds = Double(arguments[3])
        else { throw Unclear() }
        (self.seed, self.first, self.count, self.seconds) = (seed, first, count, seconds)
        let descriptor = open(arguments[4], O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0, ftruncate(descriptor, 8) == 0,
            let map = mmap(nil, 8, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            map != MAP_FAILED
        else { throw Unclear() }
        close(descriptor)
        progress = map.bindMemory(to: UInt64.self, capacity: 1)
        examples = seeds.sorted { $0.key < $1.key }.map(\.value)
        words = examples.flatMap { Self.pieces(of: $0) }
    }

    private static func pieces(of example: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: min(example.count, 512), by: 7).map { start in
            Array(example[start..<min(start + 9, example.count)])
        }
    }

    func run(_ test: Fuzzer.Test) throws {
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        var done: UInt64 = 0
        while done < count {
            progress.pointee = first + done
            let input = input(first + done)
            _ = input.withUnsafeBufferPointer { test($0.baseAddress, $0.count) }
            done += 1
            if done % 256 == 0, ContinuousClock.now > end { break }
        }
        print("executions \(done)")
    }

    private func input(_ number: UInt64) -> [UInt8] {
        var chance = Chance(state: seed &* 0x9E37_79B9_7F4A_7C15 ^ number &* 0xD1B5_4A32_D192_ED03)
        var bytes = examples[chance.number(examples.count)]
        for _ in 0...chance.number(6) { change(&bytes, &chance) }
        return bytes
    }

    private func change(_ bytes: inout [UInt8], _ chance: inout Chance) {
        guard !bytes.isEmpty else {
            bytes = words[chance.number(words.count)]
            return
        }
        let position = chance.number(bytes.count)
        switch chance.number(9) {
        case 0: bytes[position] ^= 1 << UInt8(chance.number(8))
        case 1: bytes[position] = UInt8(truncatingIfNeeded: chance.next())
        case 2: bytes[position] = [0, 1, 0x7F, 0x80, 0xFF, 0x20, 0x28][chance.number(7)]
        case 3: bytes.removeSubrange(position..<min(bytes.count, position + 1 + chance.number(8)))
        case 4: bytes.removeLast(chance.number(bytes.count + 1))
        case 5: bytes.insert(contentsOf: words[chance.number(words.count)], at: position)
        case 6:
            let word = words[chance.number(words.count)]
            bytes.replaceSubrange(position..<min(bytes.count, position + word.count), with: word)
        case 7:
            let end = min(bytes.count, position + 1 + chance.number(16))
            bytes.insert(contentsOf: Array(bytes[position..<end]), at: chance.number(bytes.count))
        default:
            // A number of some width, at its limits or near them.
            let value =
                [0, 1, UInt64.max, 1 << 63, 1 << 31, 1 << 16][chance.number(6)]
                &+ UInt64(chance.number(3))
            for offset in 0..<(1 << chance.number(4)) where position + offset < bytes.count {
                bytes[position + offset] = UInt8(
                    truncatingIfNeeded: value >> UInt64(8 * (offset & 7))
                )
            }
        }
        if bytes.count > 98_304 { bytes.removeLast(bytes.count - 98_304) }
    }
}

private struct Chance {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func number(_ limit: Int) -> Int { Int(next() >> 33) % limit }
}
