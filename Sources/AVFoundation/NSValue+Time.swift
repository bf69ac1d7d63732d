public import CoreMedia
public import Foundation

extension NSValue {
    // Foundation on Linux stores numbers and lists of numbers, but no structures.
    private static let numbers = "[4q]"

    /// Makes an object with a time.
    public convenience init(time: CMTime) {
        let parts = [
            time.value, Int64(time.timescale), Int64(time.flags.rawValue), time.epoch,
        ]
        self.init(bytes: parts, objCType: Self.numbers)
    }

    /// The time of the object; `CMTime.invalid` if the object has another value.
    public var timeValue: CMTime {
        guard String(cString: objCType) == Self.numbers else { return .invalid }
        var parts: [Int64] = [0, 0, 0, 0]
        getValue(&parts)
        return CMTime(
            value: parts[0],
            timescale: CMTimeScale(truncatingIfNeeded: parts[1]),
            flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: parts[2])),
            epoch: parts[3]
        )
    }
}
