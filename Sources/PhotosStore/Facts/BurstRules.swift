/// Who stands for a burst.
package enum BurstRules {
    /// What the choice needs to know of one picture of a burst.
    package struct Frame: Hashable, Sendable {
        package var name: String
        package var captureTime: Double?
        /// Whether the picture says so itself, by its facts or its name.
        package var isCover: Bool
        /// Whether a person picked it.
        package var isPicked: Bool
        package var isHidden: Bool

        package init(
            name: String,
            captureTime: Double?,
            isCover: Bool,
            isPicked: Bool = false,
            isHidden: Bool = false
        ) {
            self.name = name
            self.captureTime = captureTime
            self.isCover = isCover || Self.isNamedCover(name)
            self.isPicked = isPicked
            self.isHidden = isHidden
        }

        private static func isNamedCover(_ name: String) -> Bool {
            let plain = ShotName(name).plain
            return plain.hasSuffix("_cover") || plain.hasSuffix(".cover")
        }
    }

    /// Whether a picture stands for its burst already.
    package enum Claim: Int, Comparable, Sendable {
        /// It has just been said to, or has come back from Recently Deleted.
        case new
        case held
        case none

        package static func < (left: Claim, right: Claim) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// The place of the one picture that stands for the burst.
    ///
    /// One that is not hidden; of those the one that stands already; else one that a person picked, a cover by its name or by
    /// what it says, the first by capture time and name.
    ///
    /// - Parameters:
    ///   - frames: The pictures of the burst.
    ///   - claims: Which of them stand for it, in the same order; empty where that is decided for the first time.
    /// - Returns: Nil for no pictures.
    package static func representative(of frames: [Frame], _ claims: [Claim] = []) -> Int? {
        frames.indices.min { first, second in
            let (left, right) = (frames[first], frames[second])
            if left.isHidden != right.isHidden { return right.isHidden }
            if !claims.isEmpty, claims[first] != claims[second] {
                return claims[first] < claims[second]
            }
            if left.isPicked != right.isPicked { return left.isPicked }
            if left.isCover != right.isCover { return left.isCover }
            let times = (left.captureTime ?? .infinity, right.captureTime ?? .infinity)
            return times.0 == times.1 ? left.name < right.name : times.0 < times.1
        }
    }
}
