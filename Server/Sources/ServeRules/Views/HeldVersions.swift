/// The last versions of something, each held for a while, as a value without a clock.
///
/// A version is held if it is among the newest few or young enough, up to a largest number.
public struct HeldVersions<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var version: UInt32
        var time: Double
        var value: Value
    }

    private var entries: [Entry] = []
    private let seconds: Double
    private let few: Int
    private let limit: Int

    /// Makes an empty list.
    ///
    /// - Parameters:
    ///   - seconds: How long a version is held in any case, unless there are too many.
    ///   - few: The newest versions that are held however old they are.
    ///   - limit: The largest number of versions.
    public init(seconds: Double = 180, few: Int = 4, limit: Int = 256) {
        self.seconds = seconds
        self.few = few
        self.limit = limit
    }

    /// Adds a version, and removes old ones.
    public mutating func addVersion(_ version: UInt32, value: Value, at now: Double) {
        entries.append(Entry(version: version, time: now, value: value))
        let surplus = entries.dropLast(few).prefix { now - $0.time > seconds }.count
        entries.removeFirst(max(surplus, entries.count - limit, 0))
    }

    /// Returns the value of a version; nil if it is not held.
    public func value(ofVersion version: UInt32) -> Value? {
        entries.last { $0.version == version }?.value
    }

    /// Returns the newest value that meets a condition; nil if none does.
    public func lastValue(where condition: (Value) -> Bool) -> Value? {
        entries.last { condition($0.value) }?.value
    }

    /// Returns the values of the versions after one, oldest first; nil if that one is not held.
    public func values(after version: UInt32) -> [Value]? {
        guard let index = entries.lastIndex(where: { $0.version == version }) else { return nil }
        return entries[(index + 1)...].map(\.value)
    }

    /// The number of held versions.
    public var count: Int { entries.count }
}
