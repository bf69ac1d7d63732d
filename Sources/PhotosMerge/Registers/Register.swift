/// A value that is replaced as a whole, with what decides when two libraries have different ones.
package struct Register: Hashable, Sendable {
    package var key: RegisterKey
    package var content: RegisterContent

    package init(_ key: RegisterKey, _ content: RegisterContent) {
        self.key = key
        self.content = content
    }

    /// A register whose way of merging is the greater stamp, or the greater value if its kind says so.
    package init(_ key: RegisterKey, value: [UInt8], stamp: Stamp) {
        self.key = key
        let stamped = StampedValue(value: value, stamp: stamp)
        content = key.kind.way == .maximum ? .maximum(stamped) : .latest(stamped)
    }

    package init(_ key: RegisterKey, _ set: AdditionSet) {
        self.init(key, .additions(set))
    }

    /// The value and its stamp; nil for a set.
    package var stamped: StampedValue? {
        switch content {
        case .latest(let value), .maximum(let value): value
        case .additions: nil
        }
    }

    /// The set; nil for a single value.
    package var set: AdditionSet? {
        if case .additions(let set) = content { set } else { nil }
    }

    /// The stamps of all that was written to the register and is still in it.
    package var stamps: [Stamp] {
        switch content {
        case .latest(let value), .maximum(let value): [value.stamp]
        case .additions(let set): set.stamps
        }
    }
}

/// A value with the stamp of the block that wrote it.
package struct StampedValue: Hashable, Sendable {
    package var value: [UInt8]
    package var stamp: Stamp

    package init(value: [UInt8], stamp: Stamp) {
        self.value = value
        self.stamp = stamp
    }
}

/// The content of a register, by its way of merging.
package enum RegisterContent: Hashable, Sendable {
    case latest(StampedValue)
    case additions(AdditionSet)
    case maximum(StampedValue)

    package var way: MergeWay {
        switch self {
        case .latest: .latest
        case .additions: .additions
        case .maximum: .maximum
        }
    }
}
