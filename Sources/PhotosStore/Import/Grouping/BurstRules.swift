/// Who stands for a burst.
package enum BurstRules {
    /// What the choice needs to know of one picture of a burst.
    package struct Frame: Hashable, Sendable {
        package var name: String
        package var captureTime: Double?
        /// Whether the picture says so itself, or a person chose it.
        package var isCover: Bool

        package init(name: String, captureTime: Double?, isCover: Bool) {
            self.name = name
            self.captureTime = captureTime
            self.isCover = isCover || Self.isNamedCover(name)
        }

        package init(_ file: GroupingFile) {
            self.init(
                name: file.name,
                captureTime: file.captureTime,
                isCover: file.isBurstCover
            )
        }

        private static func isNamedCover(_ name: String) -> Bool {
            let plain = ShotName(name).plain
            return plain.hasSuffix("_cover") || plain.hasSuffix(".cover")
        }
    }

    /// The place of the one picture that stands for the burst.
    ///
    /// A cover by its name or by what it says, else the first by capture time and name. Nil for no pictures.
    package static func representative(of frames: [Frame]) -> Int? {
        frames.indices.min { left, right in
            let (left, right) = (frames[left], frames[right])
            if left.isCover != right.isCover { return left.isCover }
            let times = (left.captureTime ?? .infinity, right.captureTime ?? .infinity)
            return times.0 == times.1 ? left.name < right.name : times.0 < times.1
        }
    }
}
