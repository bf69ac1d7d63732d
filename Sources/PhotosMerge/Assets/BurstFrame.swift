/// The facts about one frame of a burst that decide which frame represents it.
package struct BurstFrame: Hashable, Sendable {
    package var asset: SharedID
    package var isHidden: Bool
    package var isPicked: Bool
    package var isCover: Bool
    /// Seconds; nil if the frame has no date.
    package var captureTime: Double?
    package var name: String

    package init(
        asset: SharedID,
        isHidden: Bool = false,
        isPicked: Bool = false,
        isCover: Bool = false,
        captureTime: Double? = nil,
        name: String = ""
    ) {
        self.asset = asset
        self.isHidden = isHidden
        self.isPicked = isPicked
        self.isCover = isCover
        self.captureTime = captureTime
        self.name = name
    }
}

extension MergeRules {
    /// Returns the frame that represents a burst; nil if there is none.
    ///
    /// A frame that a person chose represents it, unless only others are visible. Otherwise the order is that of the library's
    /// own rules without claims, and the last word has the identifier: every machine chooses the same, and sends nothing.
    ///
    /// - Parameters:
    ///   - frames: The living frames outside Recently Deleted, in any order.
    ///   - choice: The frame that a person chose.
    /// - Returns: The frame's asset.
    package func representative(of frames: [BurstFrame], choice: SharedID?) -> SharedID? {
        if has(.burstChoiceMayBeGone), let choice { return choice }
        return frames.min { left, right in
            if left.isHidden != right.isHidden { return right.isHidden }
            let isChosen = (left.asset == choice, right.asset == choice)
            if isChosen.0 != isChosen.1, !has(.burstChoiceIgnored) { return isChosen.0 }
            if left.isPicked != right.isPicked { return left.isPicked }
            if left.isCover != right.isCover { return left.isCover }
            let times = (left.captureTime ?? .infinity, right.captureTime ?? .infinity)
            if times.0 != times.1 { return times.0 < times.1 }
            let names = (Array(left.name.utf8), Array(right.name.utf8))
            if names.0 != names.1 { return names.0.lexicographicallyPrecedes(names.1) }
            return has(.burstTiesByArrival) ? false : left.asset < right.asset
        }?.asset
    }
}
