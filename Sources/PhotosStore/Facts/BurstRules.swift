/// The rules that choose the picture which represents a burst.
package enum BurstRules {
    /// The facts about one picture of a burst that the choice needs.
    package struct Frame: Hashable, Sendable {
        package var name: String
        package var captureTime: Double?
        /// Whether the picture is marked as the cover by its facts or its name.
        package var isCover: Bool
        /// Whether a person picked the picture.
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
            return ["_cover", ".cover", "-cover", "_cover_top"].contains(where: plain.hasSuffix)
        }
    }

    /// Whether a picture already represents its burst.
    package enum Claim: Int, Comparable, Sendable {
        /// The picture was just chosen, or has come back from Recently Deleted.
        case new
        case held
        case none

        package static func < (left: Claim, right: Claim) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// Returns the index of the picture that represents the burst.
    ///
    /// Pictures that are not hidden come first. Among them, a picture with a claim comes first, and a new claim comes
    /// before a held one. The next criteria are: picked by a person, a cover by its name or facts, the earliest capture
    /// time, and the name.
    ///
    /// - Parameters:
    ///   - frames: The pictures of the burst.
    ///   - claims: The claims of the pictures in the same order, or an empty array if the choice is made for the first
    ///     time.
    /// - Returns: The index, or nil if there are no pictures.
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
